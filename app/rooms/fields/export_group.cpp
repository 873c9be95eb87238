// The group of pictures: the field, the window, sequences.
#include <algorithm>

#include "app/rooms/actions.h"
#include "app/rooms/controls.h"
#include "app/rooms/panels.h"
#include "app/words/numbers.h"

namespace heatwave::panels {
namespace {

void draw_count(PanelContext& context, const char* label, std::int64_t& count, int least,
                const char* format, const char* help) {
  row(context, label);
  int value = static_cast<int>(count);
  ImGui::PushID(label);
  ImGui::DragInt("##count", &value, 0.2F, least, 1'000'000, format, ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopID();
  explain(context, help);
  count = std::max(least, value);
}

void draw_progress(PanelContext& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  if (status.sequence) {
    value_row(context, "sequence",
              grouped(status.frames_taken) +
                  (status.frames > 0 ? " of " + grouped(status.frames) : " so far"));
  }
  value_row(context, "written", grouped(status.written) + " of " + grouped(status.taken));
  value_row(context, "ready in",
            status.written + status.failed < status.taken ? duration(status.seconds_left) : "–");
  if (status.failed > 0) value_row(context, "failed", grouped(status.failed));
  dim_text(context, "Into " + (status.sequence ? status.sequence_folder : status.folder) +
                        (status.newest.empty() ? "" : "; newest " + status.newest));
}

}  // namespace

void draw_export_group(PanelContext& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2 / context.unit;
  const ButtonLook field{.width = width, .text = "Field"};
  if (action_button(context, Icon::camera, Action::save_field,
                    "Saves the field as PNG, one pixel a cell.", field)) {
    perform(Action::save_field, context);
  }
  ImGui::SameLine();
  const ButtonLook window{.width = width, .text = "Window"};
  if (action_button(context, Icon::window, Action::save_window,
                    "Saves the window as PNG, as you see it.", window)) {
    perform(Action::save_window, context);
  }
  ImGui::BeginDisabled(status.sequence);
  draw_count(context, "every", context.ui.sequence_every, 1, "%d steps",
             "A picture of the field every so many steps.");
  draw_count(context, "pictures", context.ui.sequence_frames, 0,
             context.ui.sequence_frames == 0 ? "until stopped" : "%d",
             "How many pictures; 0: until stopped.");
  ImGui::EndDisabled();
  const ButtonLook sequence{.active = status.sequence,
                            .width = 2 * width + 8,
                            .text = status.sequence ? "Stop the sequence" : "Start a sequence"};
  if (action_button(context, status.sequence ? Icon::stop : Icon::film, Action::toggle_sequence,
                    "Pictures of the field, numbered, into a fresh folder.", sequence)) {
    perform(Action::toggle_sequence, context);
  }
  draw_progress(context);
}

}  // namespace heatwave::panels
