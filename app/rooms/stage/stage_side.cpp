// The Stage's side panel: the lesson, faults, stories, totals, saving.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/stage/exercise_panel.h"
#include "app/rooms/stage/kernel_editor.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/number_controls.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

using Kind = stage::Schedule::Kind;

constexpr double kSlidRange = 600;  ///< largest range of a slider; larger ranges are dragged
constexpr double kMostSeed = 999'999;

void input_row(StageView& context, const std::string& title) {
  const float left = ImGui::GetCursorPosX();
  const float column = std::min(136 * context.unit, ImGui::GetContentRegionAvail().x * 0.45F);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "%s", title.c_str());
  ImGui::SameLine(left + column);
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
}

/// A row for each version; below them the description of the chosen one.
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

/// A list of numbers as text, which counts when the entry ends.
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
  explain(context, input.help + " Numbers separated by spaces.");
  if (!finished) return;
  std::vector<double> wanted;
  if (!numbers_from(buffer.data(), wanted)) {
    context.commands.tell("Enter numbers separated by spaces.");
    return;
  }
  // Values that the lesson rejects are not stored and create no undo step.
  stage::PlaySettings settings = shown_play_settings(context.model);
  settings.inputs[input.id] = wanted;
  try {
    (void)stage::completed(shown_lesson(context.model), settings);
  } catch (const core::Error& error) {
    context.commands.tell(std::string(error.what()) + ".");
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
      return "The threads of a warp run together, and the paths of a branch one after the other, "
             "as before Volta.";
    case Kind::independent:
      return "Each path of a branch runs independently, as is possible since Volta.";
    case Kind::random:
      return "One thread at a time, by chance. The same seed gives the same play.";
    case Kind::chosen:
      break;
  }
  return "You choose the thread that runs next: click a framed thread, or a button below the "
         "board. Go back to choose another; undo removes a choice.";
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
    // Any other order will do: one step of a multiplicative generator.
    schedule.seed = (schedule.seed * 48'271 + 11) % (static_cast<std::uint64_t>(kMostSeed) + 1);
    play_again(context);
  }
}

void draw_start_over(StageView& context) {
  const bool none = shown_play_settings(context.model).schedule.choices.empty();
  const ui::ButtonLook look{.width = ImGui::GetContentRegionAvail().x / context.unit,
                            .text = "Clear the choices"};
  if (icon_button(context, "clear choices", ui::Icon::reset,
                  "Clears all choices of the next thread.", "",
                  none ? "No thread was chosen yet" : "", look)) {
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
  ui::term_text(context, words_on(settings.schedule.kind), context.theme.dim);
  if (settings.schedule.kind == Kind::random) draw_seed(context, settings.schedule);
  if (settings.schedule.kind == Kind::chosen) draw_start_over(context);
  const ui::ButtonLook look{.width = ImGui::GetContentRegionAvail().x / context.unit,
                            .text = "Find a schedule that breaks it"};
  action_button(context, ui::Icon::dice, "break_it",
                "Plays it at random until a play fails, and shortens that schedule.", look);
  draw_warp(context, settings);
}

/// A line that goes to its step when it is clicked; it takes no keys because other keys go through
/// steps and events. The newest line up to the current step is marked.
void draw_story_line(StageView& context, const StoryLine& line, bool now, bool happened) {
  const float u = context.unit;
  const float width = ImGui::GetContentRegionAvail().x;
  const float indent = 64 * u;
  const float room = width - indent;
  const ImVec2 size = ui::wrapped_size(line.text, room);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = size.y + 6 * u;
  if (ui::mouse_area("line", {width, height})) go_to_step(context, line.step);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (now || ImGui::IsItemHovered()) {
    const ImVec4 fill = now ? ui::with_alpha(context.theme.accent, 0.18F) : context.theme.raised;
    list.AddRectFilled(from, {from.x + width, from.y + height}, ui::packed_colour(fill), 4 * u);
  }
  const ImVec4 ink = happened ? context.theme.text : context.theme.dim;
  const std::string number = line.step == 0 ? "start" : words::grouped(line.step);
  list.AddText({from.x + 4 * u, from.y + 3 * u}, ui::packed_colour(context.theme.dim),
               number.c_str());
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + indent, from.y + 3 * u},
               ui::packed_colour(ink), line.text.c_str(), nullptr, room);
}

void draw_story(StageView& context, const std::vector<StoryLine>& story) {
  constexpr std::size_t kMostLines = 400;
  const int step = context.model.step;
  const auto after = std::find_if(story.begin(), story.end(),
                                  [step](const StoryLine& line) { return line.step > step; });
  const float line = ImGui::GetFontSize() + 6 * context.unit;
  const float wanted = line * static_cast<float>(std::min<std::size_t>(story.size(), 8)) * 1.3F;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ui::begin_strip("story", wanted);
  const std::size_t here = static_cast<std::size_t>(after - story.begin());
  const std::size_t first = here > kMostLines / 2 ? here - kMostLines / 2 : 0;
  for (std::size_t i = first; i < std::min(story.size(), first + kMostLines); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const bool now = i + 1 == here;
    draw_story_line(context, story[i], now, i < here);
    if (now && !ImGui::IsWindowHovered()) ImGui::SetScrollHereY(0.6F);
    ImGui::PopID();
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

/// Draws a button that shows the answer to the lesson's question, or the answer. Returns whether
/// nothing is left to find out.
bool draw_answer(StageView& context, const stage::Lesson& lesson) {
  if (lesson.answer.empty()) return true;
  std::string& answered = context.model.kernel.answered;
  if (answered == lesson.id) {
    reading_text(context, context.fonts.size, context.theme.text, lesson.answer);
    return true;
  }
  const float width = ImGui::GetContentRegionAvail().x / context.unit;
  const ui::ButtonLook look{.width = width, .text = "Show the answer"};
  if (icon_button(context, "answer", ui::Icon::answer, "Shows the answer to the question.", "", "",
                  look)) {
    answered = lesson.id;
  }
  return false;
}

/// The question comes first, where it is in sight. What the lesson shows, and the figures of the
/// course, would answer it.
void draw_about(StageView& context, const stage::Lesson& lesson) {
  reading_text(context, context.fonts.large_size, context.theme.accent, lesson.question);
  if (draw_answer(context, lesson)) {
    reading_text(context, context.fonts.size, context.theme.text, lesson.shows);
    if (!lesson.lecture.empty()) dim_text(context, lesson.lecture);
  }
  const float width = ImGui::GetContentRegionAvail().x / context.unit;
  draw_edit_button(context);
  const ui::ButtonLook look{.width = width, .text = "Measure it in the Lab"};
  if (!lesson.lab.empty() &&
      icon_button(context, "measure", ui::Icon::play,
                  "Opens the experiment that measures the same on this machine.", "", "", look)) {
    measure_in_lab(context);
  }
}

/// The list of lessons starts folded: the bar above the room has it, too.
void draw_all_lessons(StageView& context) {
  constexpr const char* kTitle = "All lessons";
  ui::Folds& folds = context.model.folds;
  if (fold(context, folds.is_open(kTitle, false), kTitle)) folds.turn(kTitle);
  if (!folds.is_open(kTitle, false)) return;
  const auto listed = listed_lessons(context.model);
  draw_lesson_rows(context, std::span(listed).first(stage::lessons().size()));
  if (context.model.kernel.own.empty()) return;
  dim_text(context, "Opened files");
  draw_lesson_rows(context, std::span(listed).subspan(stage::all_lessons().size()));
}

void draw_lesson_group(StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  // The task of an exercise is a group of its own.
  if (!lesson.is_exercise) draw_about(context, lesson);
  draw_all_lessons(context);
}

void draw_story_group(StageView& context) {
  const stage::Trace* trace = shown_play(context);
  const StageModel& model = context.model;
  if (trace == nullptr) return;
  const bool of_cell = model.asked.array >= 0;
  const std::string who = of_cell ? stage::words::cell(*trace, model.asked.array, model.asked.index)
                                  : stage::words::thread(*trace, model.followed);
  reading_text(context, context.fonts.large_size, context.theme.accent, who);
  if (!of_cell) dim_text(context, thread_now(*trace, model.play->at(model.step), model.followed));
  draw_story(context, model.play->story(model.asked, model.followed));
}

void draw_faults_group(StageView& context) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr || trace->faults.empty()) {
    dim_text(context, "None in this play.");
    return;
  }
  int number = 0;
  for (const stage::Fault& fault : trace->faults) {
    const int step = std::clamp(fault.step + 1, 0, last_step(*trace));
    ImGui::PushID(number);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    // A click anywhere on the text goes there, so that no term in it may take the click.
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.error);
    ui::wrapped_text(fault.text);
    ImGui::PopStyleColor();
    ui::space({0, 2 * context.unit});
    const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
    ImGui::SetCursorScreenPos(from);
    if (ui::press_area("fault", {to.x - from.x, to.y - from.y})) go_to_step(context, step);
    note_place(context, "fault/" + std::to_string(number));
    explain(context, fmt::format("Found at step {}: {}. Click to go there.", words::grouped(step),
                                 stage::name_of(fault.kind)));
    ImGui::PopID();
    ++number;
  }
}

void draw_totals_group(StageView& context) {
  if (shown_play(context) == nullptr) return;
  const stage::Totals& sum = context.model.play->totals();
  const std::optional<CostBefore>& before = context.model.kernel.cost_before;
  const auto row = [&](const char* title, auto figure, int least = 0) {
    const int now = figure(sum);
    if (now < least) return;
    const int then = before ? figure(before->totals) : now;
    const std::string text = then == now ? "" : words::grouped(then) + " to ";
    value_row(context, title, text + words::grouped(now));
  };
  row("steps", [](const stage::Totals& all) { return all.steps; });
  row("instructions of warps", [](const stage::Totals& all) { return all.instructions; });
  row("sectors of memory, 32 bytes each", [](const stage::Totals& all) { return all.sectors; });
  row("extra passes for bank conflicts", [](const stage::Totals& all) { return all.conflicts; });
  row("waits for another's atomic", [](const stage::Totals& all) { return all.waiting; });
  row("arrivals at barriers", [](const stage::Totals& all) { return all.barriers; });
  row(
      "longest queue at a global cell", [](const stage::Totals& all) { return all.global_queue; },
      2);
  row(
      "longest queue at a shared cell", [](const stage::Totals& all) { return all.shared_queue; },
      2);
  if (before) {
    dim_text(context, fmt::format("From {} to the shown kernel.",
                                  name_of(*before, shown_lesson(context.model))));
  }
  const bool shows = context.model.kernel.shows_cost;
  action_button(context, ui::Icon::profile, "cost", "Shows below each line what it costs.",
                {.active = shows,
                 .width = ImGui::GetContentRegionAvail().x / context.unit,
                 .text = "Cost of each line"});
}

void draw_saving_group(StageView& context) {
  const float width = ImGui::GetContentRegionAvail().x / context.unit;
  const ui::ButtonLook board{.width = width, .text = "Board as PNG"};
  if (icon_button(context, "save board", ui::Icon::camera, "Saves the board as you see it.",
                  context.keys_of("save_board"), why_not("save_board", context), board)) {
    perform("save_board", context);
  }
  const bool recording = context.model.saved_from.has_value();
  const ui::ButtonLook film{
      .active = recording, .width = width, .text = recording ? "Stop" : "Export …"};
  if (icon_button(context, "export", recording ? ui::Icon::stop : ui::Icon::film,
                  "Pictures of every step, or a film of them, of any size.",
                  context.keys_of("export"), "", film)) {
    context.send(session::PerformAction{.action = "export"});
  }
  dim_text(context, "Into " + context.snapshot.exporting.folder);
}

constexpr std::array<ui::GroupRow<StageView>, 7> kGroups{
    {{"Lesson", "what is played, edit the kernel", draw_lesson_group, ui::Icon::file},
     {"Version and inputs", "version of the kernel, its input numbers", draw_inputs_group,
      ui::Icon::settings},
     {"Schedule", "scheduler, seed, warp", draw_schedule_group, ui::Icon::dice},
     {"Exercises", "task, homework, hints, check the solution", draw_exercises_group,
      ui::Icon::exercise},
     {"Faults found", "races, deadlocks, accesses out of bounds", draw_faults_group,
      ui::Icon::warning},
     {"Totals", "steps, sectors, conflicts", draw_totals_group, ui::Icon::profile},
     {"Save", "the board, every step", draw_saving_group, ui::Icon::camera}}};

}  // namespace

std::span<const ui::GroupRow<StageView>> side_groups() { return kGroups; }

void draw_stage_side(StageView& context, const ui::Box& area) {
  const StageModel& model = context.model;
  std::vector<ui::Group> groups = groups_of(context, side_groups());
  if (shown_lesson(model).is_exercise) {
    groups.insert(groups.begin(),
                  {kTaskGroup, [&context] { draw_task_group(context); }, ui::Icon::exercise});
  }
  // The story comes first, where it is visible without scrolling.
  if (model.asked.array >= 0 || model.followed >= 0) {
    groups.insert(groups.begin(),
                  {"Story", [&context] { draw_story_group(context); }, ui::Icon::help});
  }
  draw_group_list(context, area, "stage side", context.model.folds, groups);
}

}  // namespace heatwave::stage_room
