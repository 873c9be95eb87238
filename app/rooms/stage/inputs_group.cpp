// What a person sets for a lesson: its version, its inputs, who goes next, how wide a warp is.
#include "app/rooms/stage/inputs_group.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_field.h"
#include "kernels/core/error.h"

namespace heatwave::stage_room {
namespace {

using Kind = stage::Schedule::Kind;

constexpr double kSlidRange = 600;  ///< numbers of a smaller range are slid, others dragged
constexpr double kMostSeed = 999'999;

void input_row(StageView& context, const std::string& title) {
  const float left = ImGui::GetCursorPosX();
  const float column = std::min(136 * context.unit, ImGui::GetContentRegionAvail().x * 0.45F);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "%s", title.c_str());
  ImGui::SameLine(left + column);
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
}

/// A row for each; below them what is special about the chosen one.
void draw_versions(StageView& context, const stage::Lesson& lesson, const std::string& chosen) {
  const float u = context.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 2 * u});
  {
    for (const stage::Version& version : lesson.versions) {
      const bool here = version.id == chosen;
      const ImVec2 size{ImGui::GetContentRegionAvail().x, 26 * u};
      if (choice_row(context, version.id.c_str(), version.title, size, here) && !here) {
        choose_version(context, version.id);
      }
      note_place(context, "version/" + version.id);
      explain(context, version.what);
    }
  }
  ImGui::PopStyleVar();
  for (const stage::Version& version : lesson.versions) {
    if (version.id == chosen) dim_text(context, version.what);
  }
}

/// A list of numbers as text; it counts when it has been typed to its end.
void draw_list(StageView& context, const stage::Input& input, std::vector<double>& values) {
  std::map<std::string, std::string>& typed = context.model.typed;
  const auto kept = typed.find(input.id);
  const std::string shown = kept == typed.end() ? text_of(values) : kept->second;
  std::array<char, 2048> buffer{};
  std::memcpy(buffer.data(), shown.data(), std::min(shown.size(), buffer.size() - 1));
  ImGui::InputText("##list", buffer.data(), buffer.size());
  const bool finished = ImGui::IsItemDeactivatedAfterEdit();
  if (ImGui::IsItemActive()) {
    typed[input.id] = buffer.data();
  } else {
    typed.erase(input.id);
  }
  note_place(context, "input/" + input.id);
  explain(context, input.help + " Numbers with blanks between them.");
  if (!finished) return;
  std::vector<double> wanted;
  if (!numbers_from(buffer.data(), wanted)) {
    context.asks.tell("This takes numbers with blanks between them.");
    return;
  }
  // What the lesson refuses is no setting: it neither stays nor is there to be undone.
  stage::PlaySettings settings = shown_play_settings(context.model);
  settings.inputs[input.id] = wanted;
  try {
    (void)stage::completed(shown_lesson(context.model), settings);
  } catch (const core::Error& error) {
    context.asks.tell(std::string(error.what()) + ".");
    return;
  }
  values = std::move(wanted);
  play_again(context);
}

void draw_number(StageView& context, const stage::Input& input, double& value) {
  const char* format = input.whole_numbers ? "%.0f" : "%.3g";
  double wanted = value;
  const bool slides = input.maximum - input.minimum <= kSlidRange;
  bool changed =
      slides ? slider(context, "##number", wanted, input.minimum, input.maximum, format, input.help)
             : number(context, "##number", wanted, 0.1, format, input.help, input.minimum,
                      input.maximum);
  changed = ui::typed_to_its_end(context, "##number", changed, wanted);
  note_place(context, "input/" + input.id);
  if (input.whole_numbers) wanted = std::round(wanted);
  if (!changed || wanted == value) return;
  value = wanted;
  play_again(context);
}

void draw_schedules(StageView& context, Kind chosen) {
  static const std::array<std::string, 4> kTitles{"Lockstep", "Independent", "Random", "By hand"};
  const float width = ImGui::GetContentRegionAvail().x;
  for (std::size_t half = 0; half < 2; ++half) {
    const std::span<const std::string> titles(kTitles.data() + 2 * half, 2);
    const int here = static_cast<int>(chosen) - 2 * static_cast<int>(half);
    const int pressed = segmented(context, "schedule", titles, here, width);
    if (pressed >= 0 && pressed != here) {
      choose_schedule(context, static_cast<Kind>(pressed + 2 * static_cast<int>(half)));
    }
  }
}

const char* words_on(Kind kind) {
  switch (kind) {
    case Kind::lockstep:
      return "The threads of a warp go together, and the sides of a branch one after the other: so "
             "it was before Volta.";
    case Kind::independent:
      return "Each side of a branch goes on by itself: so it may be since Volta.";
    case Kind::random:
      return "One thread at a time, by chance. The same seed gives the same play.";
    case Kind::chosen:
      break;
  }
  return "You choose who goes next: click a framed thread, or a button below the board. Go back to "
         "choose otherwise; undo takes a choice back.";
}

void draw_seed(StageView& context, stage::Schedule& schedule) {
  const float u = context.unit;
  input_row(context, "seed");
  ui::set_next_width(ImGui::GetContentRegionAvail().x - 40 * u);
  auto seed = static_cast<double>(schedule.seed);
  const bool dragged = number(context, "##seed", seed, 0.1, "%.0f",
                              "The same seed gives the same play.", 0, kMostSeed);
  if (ui::typed_to_its_end(context, "##seed", dragged, seed) &&
      static_cast<std::uint64_t>(std::llround(seed)) != schedule.seed) {
    schedule.seed = static_cast<std::uint64_t>(std::llround(seed));
    play_again(context);
  }
  ImGui::SameLine();
  if (icon_button(context, "dice", ui::Icon::dice, "Another seed.")) {
    // Any other order will do: a step of a multiplicative generator.
    schedule.seed = (schedule.seed * 48'271 + 11) % (static_cast<std::uint64_t>(kMostSeed) + 1);
    play_again(context);
  }
}

void draw_start_over(StageView& context) {
  const bool none = shown_play_settings(context.model).schedule.choices.empty();
  const ui::ButtonLook look{.width = ImGui::GetContentRegionAvail().x / context.unit,
                            .text = "Choose anew"};
  if (icon_button(context, "choose anew", ui::Icon::reset, "Takes all choices back.", "",
                  none ? "Nothing was chosen yet" : "", look)) {
    choose_schedule(context, Kind::chosen);
  }
}

void draw_warp(StageView& context, stage::PlaySettings& settings) {
  std::vector<int> widths{4, 8, 32, shown_lesson(context.model).warp};
  std::sort(widths.begin(), widths.end());
  widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
  std::vector<std::string> titles;
  for (const int width : widths) titles.push_back(std::to_string(width));
  const auto found = std::find(widths.begin(), widths.end(), settings.warp);
  input_row(context, "warp of");
  const int pressed = segmented(context, "warp", titles, static_cast<int>(found - widths.begin()),
                                ImGui::GetContentRegionAvail().x);
  if (pressed < 0 || widths[static_cast<std::size_t>(pressed)] == settings.warp) return;
  settings.warp = widths[static_cast<std::size_t>(pressed)];
  play_again(context);
}

}  // namespace

void draw_inputs_group(StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  stage::PlaySettings& settings = changed_play_settings(context.model);
  ImGui::PushID(lesson.id.c_str());
  draw_versions(context, lesson, settings.version);
  for (const stage::Input& input : lesson.inputs) {
    if (!input.version.empty() && input.version != settings.version) continue;
    std::vector<double>& values = settings.inputs[input.id];
    ImGui::PushID(input.id.c_str());
    input_row(context, input.title);
    if (input.most > 1) {
      draw_list(context, input, values);
    } else {
      draw_number(context, input, values.front());
    }
    ImGui::PopID();
  }
  ImGui::PopID();
}

void draw_schedule_group(StageView& context) {
  stage::PlaySettings& settings = changed_play_settings(context.model);
  draw_schedules(context, settings.schedule.kind);
  dim_text(context, words_on(settings.schedule.kind));
  if (settings.schedule.kind == Kind::random) draw_seed(context, settings.schedule);
  if (settings.schedule.kind == Kind::chosen) draw_start_over(context);
  draw_warp(context, settings);
}

}  // namespace heatwave::stage_room
