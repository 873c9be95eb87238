// The group of pictures: the field, the window, sequences.
#include "app/rooms/fields/export_group.h"

#include <algorithm>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/controls.h"
#include "app/words/numbers.h"

namespace heatwave::fields_room {
namespace {

void draw_count(FieldsView& context, const char* label, std::int64_t& count, int least,
                const char* format, const char* help) {
  row(context, label);
  int value = static_cast<int>(count);
  ImGui::PushID(label);
  ImGui::DragInt("##count", &value, 0.2F, least, 1'000'000, format, ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopID();
  explain(context, help);
  count = std::max(least, value);
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
  dim_text(context, "Into " + (status.sequence ? status.sequence_folder : status.folder) +
                        (status.newest.empty() ? "" : "; newest " + status.newest));
}

}  // namespace

void draw_export_group(FieldsView& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2 / context.unit;
  const ui::ButtonLook field{.width = width, .text = "Field"};
  action_button(context, ui::Icon::camera, "save_field",
                "Saves the field as PNG, one pixel a cell.", field);
  ImGui::SameLine();
  const ui::ButtonLook window{.width = width, .text = "Window"};
  action_button(context, ui::Icon::window, "save_window", "Saves the window as PNG, as you see it.",
                window);
  ImGui::BeginDisabled(status.sequence);
  draw_count(context, "every", context.model.sequence_every, 1, "%d steps",
             "A picture of the field every so many steps.");
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
                "Pictures of the field, numbered, into a fresh folder.", sequence);
  draw_progress(context);
}

}  // namespace heatwave::fields_room
