// The group of pictures: the field, the window, sequences.
#include "app/rooms/fields/export_group.h"

#include <algorithm>

#include "app/rooms/fields/fields_actions.h"
#include "app/rooms/fields/fields_view.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"
#include "app/words/numbers.h"

namespace heatwave::fields_room {
namespace {

void draw_count(FieldsView& context, const char* label, std::int64_t& count, int least,
                const char* format, const char* help) {
  row(context, label);
  int value = static_cast<int>(count);
  ImGui::PushID(label);
  ui::whole(context, "##count", value, least, 1'000'000, format);
  ImGui::PopID();
  explain(context, help);
  count = std::max(least, value);
}

/// A folder of pictures, or one file of all.
void draw_format(FieldsView& context) {
  row(context, "as");
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  std::string& chosen = context.model.sequence_format;
  const auto all = session::sequence_formats();
  const auto here = std::find_if(all.begin(), all.end(),
                                 [&](const auto& each) { return each.extension == chosen; });
  if (begin_list(context, "##format", here == all.end() ? "" : here->title)) {
    for (const session::SequenceFormat& each : all) {
      if (ui::text_row(each.title.c_str(), each.extension == chosen)) chosen = each.extension;
    }
    ImGui::EndPopup();
  }
  note_place(context, "sequence format");
  explain(context, "A folder of pictures, or one file of all of them, 25 a second.");
}

/// The same as the steps between pictures, as a film shows them.
void draw_film_rate(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const bool in_seconds = session::seconds_per_step(scene) > 0;
  double shown = session::shown_per_second(scene, context.model.sequence_every);
  row(context, "1 s of film");
  const double speed = shown * 0.02;
  if (number(context, "##film", shown, speed, in_seconds ? "%.4g s" : "%.0f steps",
             in_seconds ? "What a second of film shows of the field, in its own seconds."
                        : "How many steps a second of film shows; seconds, where there are units.",
             0.0, 1e12)) {
    context.model.sequence_every = session::steps_per_frame(scene, shown);
  }
}

/// Those that are asked for most, at one click.
void draw_films(FieldsView& context, float width) {
  const std::string reason = why_no_new_sequence(context);
  const ui::ButtonLook gif{.width = width, .text = "Film as GIF"};
  if (ui::icon_button(context, "film as gif", ui::Icon::film,
                      "Starts a sequence as one animated GIF file.", "", reason, gif)) {
    start_sequence(context, ".gif");
  }
  ImGui::SameLine();
  const ui::ButtonLook mp4{.width = width, .text = "Film as MP4"};
  if (ui::icon_button(context, "film as mp4", ui::Icon::film,
                      "Starts a sequence as one MP4 file, encoded by ffmpeg.", "", reason, mp4)) {
    start_sequence(context, ".mp4");
  }
}

void draw_progress(FieldsView& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  if (status.sequence) {
    value_row(context, "sequence",
              words::grouped(status.frames_taken) +
                  (status.frames > 0 ? " of " + words::grouped(status.frames) : " so far"));
    value_row(context, "on the disk",
              words::bytes(static_cast<std::uint64_t>(status.frames_bytes)));
  }
  value_row(context, "written",
            words::grouped(status.written) + " of " + words::grouped(status.taken));
  value_row(
      context, "ready in",
      status.written + status.failed < status.taken ? words::duration(status.seconds_left) : "–");
  if (status.failed > 0) value_row(context, "failed", words::grouped(status.failed));
  dim_text(context, "Saved in the folder “" +
                        (status.sequence ? status.sequence_folder : status.folder) + "”" +
                        (status.newest.empty() ? "." : ", the newest " + status.newest + "."));
}

}  // namespace

void draw_export_group(FieldsView& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2 / context.unit;
  const ui::ButtonLook field{.width = width, .text = "Field"};
  action_button(context, ui::Icon::camera, "save_field",
                "Saves the field as PNG: one pixel a cell, or in a frame.", field);
  ImGui::SameLine();
  const ui::ButtonLook window{.width = width, .text = "Window"};
  action_button(context, ui::Icon::window, "save_window", "Saves the window as PNG, as you see it.",
                window);
  exporting::PictureParts& parts = context.model.picture_parts;
  toggle(context, "with bar", "with the colour bar", parts.bar,
         "Pictures and films have the colour bar with its numbers beside the field.");
  toggle(context, "with title", "with title and step", parts.title,
         "Pictures and films have the scene's title and the step above the field.");
  toggle(context, "with outlines", "with outlines", parts.outlines,
         "Pictures and films have the outlines of sources, walls and media.");
  const ui::ButtonLook line{.width = 2 * width + 8, .text = "Copy its command line"};
  action_button(context, ui::Icon::duplicate, "copy_run",
                "In a shell it computes the field again and saves the same picture.", line);
  ImGui::BeginDisabled(status.sequence);
  draw_count(context, "every", context.model.sequence_every, 1, "%d steps",
             "A picture of the field every so many steps.");
  draw_film_rate(context);
  draw_format(context);
  draw_count(context, "pictures", context.model.sequence_frames, 0,
             context.model.sequence_frames == 0 ? "until stopped" : "%d",
             "How many pictures; 0: until stopped.");
  row(context, "at most");
  number(context, "##gigabytes", context.model.sequence_gigabytes, 0.1, "%.4g GB",
         "A sequence ends before its pictures take more of the disk.", 0.001, 1e6);
  ImGui::EndDisabled();
  const ui::ButtonLook sequence{.active = status.sequence,
                                .width = 2 * width + 8,
                                .text = status.sequence ? "Stop the sequence" : "Start a sequence"};
  action_button(context, status.sequence ? ui::Icon::stop : ui::Icon::film, "toggle_sequence",
                "Pictures of the field, numbered, into a fresh folder or file.", sequence);
  draw_films(context, width);
  draw_progress(context);
}

}  // namespace heatwave::fields_room
