// Draws the tools' command lines, and for the experiment that the lecture profiled its report.
#include "app/rooms/lab/profile_view.h"

#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/lab_actions.h"
#include "app/session/lab/profile_report.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

void mono_line(const LabView& context, const std::string& text) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImFont* font = context.fonts.mono;
  const float size = context.fonts.mono_size;
  ImGui::GetWindowDrawList()->AddText(font, size, from, ui::packed(context.theme.text),
                                      text.c_str());
  const float width = font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  ui::space({width + 16 * context.unit, size + 6 * context.unit});
}

/// A line for each tool: a button that copies, the command, and below it what it is for.
void draw_tools(LabView& context, const lab::Experiment& experiment, const lab::Variant& variant) {
  dim_text(context, session::kToolsNeed);
  int index = 0;
  for (const session::ToolLine& tool :
       session::tool_lines(experiment, variant, shown_settings(context.model))) {
    const std::string id = "copy tool " + std::to_string(index++);
    if (icon_button(context, id.c_str(), ui::Icon::duplicate,
                    "Copies this command line: " + tool.what + ".")) {
      context.send(session::CopyText{tool.command, "Copied: " + tool.command});
    }
    ImGui::SameLine(0, 12 * context.unit);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginGroup();
    mono_line(context, tool.command);
    dim_text(context, tool.what);
    ImGui::EndGroup();
    ImGui::PopStyleVar();
  }
}

void draw_profile_part(LabView& context, const session::ProfilePart& part) {
  ImGui::TextUnformatted(part.title.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const std::string& line : part.lines) mono_line(context, line);
  ImGui::PopStyleVar();
  if (!part.words.empty()) dim_text(context, part.words);
  ui::space({0, 8 * context.unit});
}

/// Counted once for what is shown, and not in every frame.
const std::vector<session::ProfilePart>& kept_parts(LabView& context) {
  ProfileReport& kept = context.model.profile;
  const auto result = shown_result(context);
  const bool measured = result != nullptr && !result->report.measurements.empty();
  const lab::Settings settings =
      measured ? result->report.measurements.front().settings : shown_settings(context.model);
  if (!kept.parts.empty() && kept.of == result && kept.settings == settings) return kept.parts;
  kept = {result, settings, session::lecture_profile()};
  const lab::Report none{.experiment = session::kProfiled};
  for (session::ProfilePart& part :
       session::own_profile(measured ? result->report : none, settings)) {
    kept.parts.push_back(std::move(part));
  }
  return kept.parts;
}

}  // namespace

void draw_lab_profile(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(context.model));
  ui::begin_part("profile", ImGui::GetContentRegionAvail(), ImGuiWindowFlags_HorizontalScrollbar);
  if (experiment.id == session::kProfiled) {
    for (const session::ProfilePart& part : kept_parts(context)) draw_profile_part(context, part);
    dim_text(context,
             "The command heatwave lab reverse --profile also counts in the hardware, where the "
             "driver lets it.");
    ImGui::TextUnformatted("Today's tools");
  }
  draw_tools(context, experiment, variant);
  if (experiment.id != session::kProfiled) {
    dim_text(context, "The lecture's profiler looked at " +
                          lab::find_experiment(session::kProfiled).title +
                          ": choose that experiment for its report, beside this machine's.");
  }
  ImGui::EndChild();
}

}  // namespace heatwave::lab_room
