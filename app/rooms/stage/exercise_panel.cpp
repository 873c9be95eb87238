// The exercises in the side panel.
#include "app/rooms/stage/exercise_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/stage/kernel_editor.h"
#include "app/rooms/stage/stage_task.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "app/ui/title_columns.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {
namespace {

void draw_lesson(StageView& context, const stage::Lesson& lesson, float width) {
  const bool chosen = lesson.id == shown_lesson(context.model).id;
  const ImVec2 size{width, 26 * context.unit};
  if (choice_row(context, lesson.id.c_str(), lesson.title, size, chosen)) {
    choose_lesson(context, lesson.id);
    // The list may be far below the task.
    if (lesson.is_exercise) context.model.folds.look_for(kTaskGroup);
  }
  note_place(context, "lesson/" + lesson.id);
  explain(context, lesson.title + ".", context.keys_of("next_lesson"));
}

const ShownVerdict* shown_verdict(const StageModel& model) {
  const auto found = model.kernel.verdicts.find(shown_lesson(model).id);
  return found == model.kernel.verdicts.end() ? nullptr : found->second.get();
}

/// Plays the text under the schedule that shows what is wrong, up to that step, or puts the cursor
/// at the mistake.
void show_verdict(StageView& context, const ShownVerdict& shown) {
  StageModel& model = context.model;
  const stage::Verdict& verdict = shown.verdict;
  if (verdict.outcome == stage::Outcome::mistake) {
    if (model.kernel.editor == nullptr) toggle_editor(context);
    if (verdict.place) model.kernel.editor->go_to(verdict.place->line, verdict.place->column);
    return;
  }
  stage::PlaySettings& settings = changed_play_settings(model);
  settings.text = shown.text;
  settings.schedule = verdict.schedule;
  model.wanted_step = verdict.step;
  play_again(context);
}

/// Scrolls down to the part that has just been drawn if it is new, until it is in sight: the bar
/// that scrolls takes room, so that words above may take another line.
void bring_into_sight(StageModel& model, TaskNews part) {
  if (model.kernel.news != part) return;
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  if (ImGui::GetItemRectMax().y <= bottom) {
    model.kernel.news = TaskNews::none;
  } else {
    ImGui::SetScrollHereY(1.0F);
  }
}

void draw_hints(StageView& context, const stage::Lesson& lesson, float width) {
  const auto count = static_cast<int>(lesson.hints.size());
  if (count == 0) return;
  int& shown = context.model.kernel.hints[lesson.id];
  for (int i = 0; i < std::min(shown, count); ++i) {
    reading_text(context, context.fonts.size, context.theme.text,
                 fmt::format("Hint {}: {}", i + 1, lesson.hints[static_cast<std::size_t>(i)]));
  }
  const std::string text = fmt::format("Hint {} of {}", std::min(shown + 1, count), count);
  const ui::ButtonLook look{.width = width, .text = text.c_str()};
  if (icon_button(context, "hint", ui::Icon::answer, "Shows the next hint.", "",
                  shown < count ? "" : "All hints are shown", look)) {
    ++shown;
    context.model.kernel.news = TaskNews::hint;
  } else {
    bring_into_sight(context.model, TaskNews::hint);
  }
  note_place(context, "hint");
}

void draw_verdict(StageView& context, float width) {
  const ShownVerdict* shown = shown_verdict(context.model);
  if (shown == nullptr) return;
  const stage::Verdict& verdict = shown->verdict;
  if (verdict.outcome == stage::Outcome::right) {
    reading_text(context, context.fonts.large_size, context.theme.accent, "Right.");
    dim_text(context, verdict.text);
    return;
  }
  reading_text(context, context.fonts.large_size, context.theme.error,
               fmt::format("Not right yet: {}", name_of(verdict)));
  reading_text(context, context.fonts.size, context.theme.text, verdict.text);
  const bool is_mistake = verdict.outcome == stage::Outcome::mistake;
  const ui::ButtonLook look{.width = width, .text = is_mistake ? "Go to the line" : "Show it"};
  if (icon_button(context, "show verdict", ui::Icon::probe,
                  is_mistake ? "Opens the editor at the mistake."
                             : "Plays it under the schedule that shows this, up to that step.",
                  "", "", look)) {
    show_verdict(context, *shown);
  }
}

}  // namespace

void reading_text(const StageView& context, float letters, ImVec4 ink, const std::string& text) {
  if (text.empty()) return;
  ImFont* font = letters > context.fonts.size ? context.fonts.strong : context.fonts.body;
  ImGui::PushFont(font, letters);
  ui::term_text(context, text, ink);
  ImGui::PopFont();
  ui::space({0, 2 * context.unit});
}

void draw_lesson_rows(StageView& context, std::span<const stage::Lesson* const> lessons) {
  const float u = context.unit;
  const float gap = 8 * u;
  std::vector<std::string> titles;
  for (const stage::Lesson* each : lessons) titles.push_back(each->title);
  const ui::TitleColumns columns =
      ui::title_columns(titles, ImGui::GetContentRegionAvail().x, 16 * u, gap);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 2 * u});
  for (std::size_t r = 0; r < columns.rows; ++r) {
    draw_lesson(context, *lessons[r], columns.first);
    if (r + columns.rows >= lessons.size()) continue;
    ImGui::SameLine();
    draw_lesson(context, *lessons[r + columns.rows], columns.second);
  }
  ImGui::PopStyleVar();
}

void draw_exercises_group(StageView& context) {
  draw_lesson_rows(context, std::span(stage::all_lessons()).subspan(stage::lessons().size()));
}

void draw_task_group(StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  const float width = ImGui::GetContentRegionAvail().x / context.unit;
  reading_text(context, context.fonts.large_size, context.theme.accent, lesson.shows);
  draw_edit_button(context);
  action_button(context, ui::Icon::play, "check",
                "Plays the kernel under several schedules, and says what is wrong first.",
                {.primary = true,
                 .width = width,
                 .text = context.model.kernel.task == nullptr ? "Check" : "Being checked …"});
  draw_verdict(context, width);
  bring_into_sight(context.model, TaskNews::verdict);
  draw_hints(context, lesson, width);
}

void draw_edit_button(StageView& context) {
  const bool edits = context.model.kernel.editor != nullptr;
  action_button(context, ui::Icon::pencil, "edit",
                edits ? "Shows the kernel and its threads again."
                      : "Edits a copy of the kernel; Ctrl Enter plays it.",
                {.active = edits,
                 .width = ImGui::GetContentRegionAvail().x / context.unit,
                 .text = edits ? "Close the editor" : "Edit"});
}

void check_exercise(StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  const std::string text = kernel_text(context);
  context.model.kernel.task =
      std::make_shared<StageTask>([lesson, text](const stage::Watch& watch) {
        auto shown = std::make_shared<const ShownVerdict>(
            ShownVerdict{stage::check_solution(lesson, text, watch), text});
        return [id = lesson.id, shown](StageView& view) {
          view.model.kernel.verdicts[id] = shown;
          view.model.kernel.news = TaskNews::verdict;
          view.model.folds.look_for(kTaskGroup);
        };
      });
}

std::string shown_verdict_name(const StageModel& model) {
  const ShownVerdict* shown = shown_verdict(model);
  return shown == nullptr ? "" : name_of(shown->verdict);
}

}  // namespace heatwave::stage_room
