// Carries out the actions of the Stage.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "app/rooms/room_names.h"
#include "app/rooms/stage/exercise_panel.h"
#include "app/rooms/stage/kernel_editor.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/stage_task.h"
#include "app/rooms/stage/stage_view.h"
#include "kernels/core/error.h"
#include "kernels/core/find_by_id.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {

void PlayHistory::note(const stage::PlaySettings& now, int gesture) {
  constexpr std::size_t kMost = 200;  // older settings are dropped
  if (all_.empty()) {
    all_.push_back(now);
    return;
  }
  if (all_[here_] == now) return;
  all_.resize(here_ + 1);
  if (gesture >= 0 && gesture == gesture_ && here_ > 0) {
    all_.back() = now;
  } else {
    all_.push_back(now);
    if (all_.size() > kMost) all_.erase(all_.begin());
  }
  here_ = all_.size() - 1;
  gesture_ = gesture;
}

const stage::PlaySettings& PlayHistory::undo() {
  gesture_ = -1;
  return all_[--here_];
}

const stage::PlaySettings& PlayHistory::redo() {
  gesture_ = -1;
  return all_[++here_];
}

namespace {

/// Keeps the cost of the last play, to compare the new one of another text or version with it.
void note_cost_before(StageModel& model, const session::StageStatus& status) {
  const stage::PlaySettings& before = model.kernel.shown_settings;
  const bool is_other =
      status.lesson != model.shown_lesson || status.lesson != shown_lesson(model).id;
  if (model.play == nullptr || is_other) {
    model.kernel.cost_before.reset();
  } else if (status.settings.version != before.version || status.settings.text != before.text) {
    model.kernel.cost_before =
        CostBefore{model.play->totals(), before.version, !before.text.empty(),
                   stage::code_of(shown_lesson(model), before).text()};
  }
}

/// Shows a new play.
void take_over(StageView& context) {
  const session::StageStatus& status = context.snapshot.stage;
  StageModel& model = context.model;
  const int last = last_step(*status.trace);
  const bool same = model.shown_lesson == status.lesson;
  note_cost_before(model, status);
  model.step = step_after_play(status.settings, same, model.step, model.shown_last, last);
  const bool is_wanted =
      status.lesson == shown_lesson(model).id && status.settings == shown_play_settings(model);
  if (is_wanted && model.wanted_step >= 0) {
    model.step = std::min(std::exchange(model.wanted_step, -1), last);
  }
  model.shown_version = status.version;
  model.shown_lesson = status.lesson;
  model.shown_last = last;
  model.kernel.shown_settings = status.settings;
  model.play = std::make_shared<ShownPlay>(status.trace, status.totals);
  model.pace.due = 0.0;
  model.saved_from.reset();
  model.playing = false;
  if (!same) model.asked = {};
  if (!same || model.followed >= static_cast<int>(status.trace->threads.size()))
    model.followed = -1;
  const auto array = static_cast<std::size_t>(model.asked.array);
  if (model.asked.array >= 0 && (array >= status.trace->arrays.size() ||
                                 model.asked.index >= status.trace->arrays[array].size)) {
    model.asked = {};
  }
}

/// Returns whether a play is the requested one. Settings that the request leaves open may differ.
bool answers(const session::StageStatus& status, const session::PlayLesson& request) {
  const stage::PlaySettings& wanted = request.settings;
  const stage::PlaySettings& played = status.settings;
  return status.lesson == request.lesson && played.text == wanted.text &&
         played.schedule == wanted.schedule &&
         (wanted.version.empty() || played.version == wanted.version) &&
         (wanted.warp == 0 || played.warp == wanted.warp) &&
         std::includes(played.inputs.begin(), played.inputs.end(), wanted.inputs.begin(),
                       wanted.inputs.end());
}

/// Returns whether the room has requested the newest play.
bool is_own_request(StageView& context) {
  std::vector<session::PlayLesson>& all = context.model.requests.open;
  const session::StageStatus& status = context.snapshot.stage;
  const auto found = std::find_if(
      all.begin(), all.end(),
      [&status](const session::PlayLesson& request) { return answers(status, request); });
  if (found == all.end()) return false;
  all.erase(all.begin(), found + 1);  // the plays before it were cancelled
  return true;
}

/// Shows the lesson and the settings of a play that the room has not requested, as of a recording.
void follow_play(StageView& context) {
  const session::StageStatus& status = context.snapshot.stage;
  StageModel& model = context.model;
  if (stage::is_own_lesson(status.lesson)) {
    model.kernel.own.insert_or_assign(
        status.lesson,
        OwnKernel{stage::find_lesson(status.lesson, status.settings), status.settings.text});
  }
  model.lesson = status.lesson;
  model.requests.lesson = status.lesson;
  model.settings[status.lesson] = status.settings;
  model.kernel.editor.reset();
  model.typed.clear();
  model.requests.open.clear();
}

/// Starts or ends the sequence when the shell does.
void follow_sequence(const StageView& context) {
  StageModel& model = context.model;
  if (context.saves_sequence == model.saved_from.has_value()) return;
  if (!context.saves_sequence) return end_sequence(model);
  model.saved_from = model.step;
  model.playing = false;
}

void choose_neighbour_lesson(StageView& context, int by) {
  const auto all = listed_lessons(context.model);
  const auto here = std::find(all.begin(), all.end(), &shown_lesson(context.model)) - all.begin();
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  choose_lesson(context, all[static_cast<std::size_t>((here + by + count) % count)]->id);
}

void toggle_play(StageView& context) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr) return;
  StageModel& model = context.model;
  const int last = last_step(*trace);
  if (!model.playing && model.step == last) model.step = 0;
  model.playing = !model.playing && model.step < last;
  model.pace.due = 0.0;
}

/// Esc stops the sequence first, then clears the selection.
void let_go(StageView& context) {
  StageModel& model = context.model;
  if (model.saved_from) {
    context.send(session::StopRoomSequence{});
  } else {
    model.followed = -1;
    model.asked = {};
  }
}

void undo_setting(StageView& context) {
  PlayHistory& history = context.model.history[shown_lesson(context.model).id];
  changed_play_settings(context.model) = history.undo();
  play_again(context);
}

void redo_setting(StageView& context) {
  PlayHistory& history = context.model.history[shown_lesson(context.model).id];
  changed_play_settings(context.model) = history.redo();
  play_again(context);
}

/// Null: no settings of this lesson have been played yet.
const PlayHistory* history_of(const StageView& context) {
  const auto found = context.model.history.find(shown_lesson(context.model).id);
  return found == context.model.history.end() ? nullptr : &found->second;
}

}  // namespace

std::vector<const stage::Lesson*> listed_lessons(const StageModel& model) {
  std::vector<const stage::Lesson*> all = stage::all_lessons();
  for (const auto& [id, own] : model.kernel.own) all.push_back(&own.lesson);
  return all;
}

const stage::Lesson& shown_lesson(const StageModel& model) {
  const auto own = model.kernel.own.find(model.lesson);
  if (own != model.kernel.own.end()) return own->second.lesson;
  const auto& all = stage::all_lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&model](const stage::Lesson* lesson) {
    return lesson->id == model.lesson;
  });
  return found == all.end() ? *all.front() : **found;
}

std::string shown_title(const StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  const std::string& chosen = context.snapshot.stage.settings.version;
  const auto version = std::find_if(lesson.versions.begin(), lesson.versions.end(),
                                    [&](const auto& each) { return each.id == chosen; });
  return version == lesson.versions.end() ? lesson.title : lesson.title + ": " + version->title;
}

stage::PlaySettings shown_play_settings(const StageModel& model) {
  const stage::Lesson& lesson = shown_lesson(model);
  const auto found = model.settings.find(lesson.id);
  if (found != model.settings.end()) return found->second;
  return stage::completed(lesson, {.schedule = lesson.schedule});
}

stage::PlaySettings& changed_play_settings(StageModel& model) {
  const std::string& lesson = shown_lesson(model).id;
  const auto found = model.settings.find(lesson);
  if (found != model.settings.end()) return found->second;
  return model.settings.emplace(lesson, shown_play_settings(model)).first->second;
}

const stage::Trace* shown_play(const StageView& context) {
  const session::StageStatus& status = context.snapshot.stage;
  const bool is_shown = status.lesson == shown_lesson(context.model).id &&
                        status.version == context.model.shown_version;
  return is_shown ? status.trace.get() : nullptr;
}

void keep_stage(StageView& context, double seconds) {
  const session::StageStatus& status = context.snapshot.stage;
  StageModel& model = context.model;
  const bool is_new = status.trace != nullptr && status.version != model.shown_version;
  if (is_new && !is_own_request(context)) follow_play(context);
  const std::string& lesson = shown_lesson(context.model).id;
  if (ImGui::IsMouseClicked(0)) ++model.gesture;
  follow_sequence(context);
  keep_task(context);
  keep_editor(context);
  if (std::exchange(model.requests.lesson, lesson) != lesson) play_again(context);
  if (status.trace == nullptr) return;
  if (is_new) take_over(context);
  if (const stage::Trace* trace = shown_play(context)) pass_time(model, last_step(*trace), seconds);
}

namespace {

/// Reads the header of the shown file again if its text has changed. Inputs that the user has not
/// changed get the header's values. Returns false when the header has mistakes, which it tells.
bool read_own_header(StageView& context) {
  StageModel& model = context.model;
  const auto own = model.kernel.own.find(shown_lesson(model).id);
  if (own == model.kernel.own.end()) return true;
  stage::Lesson& lesson = own->second.lesson;
  stage::PlaySettings& settings = changed_play_settings(model);
  if (lesson.code.text() == settings.text) return true;
  try {
    stage::Lesson changed = stage::find_lesson(lesson.id, settings);
    for (const stage::Input& input : lesson.inputs) {
      const stage::Input* now = core::with_id(changed.inputs, input.id);
      const auto size = static_cast<int>(settings.inputs[input.id].size());
      const bool fits = now != nullptr && size >= now->least && size <= now->most;
      if (!fits || settings.inputs[input.id] == input.initial) settings.inputs.erase(input.id);
    }
    settings = stage::completed(changed, settings);
    lesson = std::move(changed);
    return true;
  } catch (const core::Error& error) {
    context.commands.tell(std::string(error.what()) + ".");
    return false;
  }
}

}  // namespace

void play_again(StageView& context) {
  if (!read_own_header(context)) return;
  const stage::PlaySettings settings = shown_play_settings(context.model);
  const bool dragged = ImGui::IsMouseDown(0);
  context.model.history[shown_lesson(context.model).id].note(settings,
                                                             dragged ? context.model.gesture : -1);
  session::PlayLesson command{shown_lesson(context.model).id, settings};
  context.model.requests.open.push_back(command);
  context.send(std::move(command));
}

void choose_lesson(StageView& context, const std::string& id) { context.model.lesson = id; }

void choose_version(StageView& context, const std::string& id) {
  stage::PlaySettings& settings = changed_play_settings(context.model);
  settings = stage::with_version(shown_lesson(context.model), settings, id);
  play_again(context);
}

void choose_schedule(StageView& context, stage::Schedule::Kind kind) {
  stage::Schedule& schedule = changed_play_settings(context.model).schedule;
  schedule.kind = kind;
  schedule.choices.clear();
  context.model.shown_last = -1;  // starts from step 0 even if the number of steps is equal
  play_again(context);
}

int chosen_at(const StageView& context, int step) {
  const stage::Trace* trace = shown_play(context);
  const std::vector<int>& choices = context.snapshot.stage.settings.schedule.choices;
  if (trace == nullptr || step >= last_step(*trace)) return -1;
  const auto before = static_cast<std::size_t>(trace->choices_before(step));
  return before < choices.size() ? choices[before] : -1;
}

void choose_next(StageView& context, int candidate) {
  const stage::Trace* trace = shown_play(context);
  // The play that is running may have other choices already.
  if (trace == nullptr || candidate < 0 || context.snapshot.stage.running) return;
  const int step = context.model.step;
  std::vector<int>& choices = changed_play_settings(context.model).schedule.choices;
  std::vector<int> wanted = choices_with(*trace, step, choices, candidate);
  if (wanted == choices) return go_to_step(context, step + 1);
  choices = std::move(wanted);
  play_again(context);
}

void end_sequence(StageModel& model) {
  const std::optional<int> from = std::exchange(model.saved_from, std::nullopt);
  if (from) go_to(model, std::max(0, model.shown_last), *from);
}

void go_to_step(StageView& context, int step) {
  const stage::Trace* trace = shown_play(context);
  if (trace != nullptr) go_to(context.model, last_step(*trace), step);
}

void move_lane(StageView& context, int lane, const StageCell& to, bool all) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr) return;
  const auto from =
      static_cast<std::size_t>(trace->arrays[static_cast<std::size_t>(to.array)].addresses);
  const stage::Lesson& lesson = shown_lesson(context.model);
  const auto input =
      std::find_if(lesson.inputs.begin(), lesson.inputs.end(),
                   [&](const auto& each) { return each.id == trace->arrays[from].name; });
  if (input == lesson.inputs.end()) return;
  std::vector<double> cells;
  for (const stage::CellState& cell : trace->start.arrays[from]) {
    cells.push_back(cell.value);
  }
  double by = static_cast<double>(to.index) - cells[static_cast<std::size_t>(lane)];
  if (all) {
    const auto [least, most] = std::minmax_element(cells.begin(), cells.end());
    by = std::clamp(by, input->minimum - *least, input->maximum - *most);
    for (double& cell : cells) cell += by;
  } else {
    cells[static_cast<std::size_t>(lane)] += by;
  }
  if (by == 0) return;
  stage::PlaySettings settings = shown_play_settings(context.model);
  if (!input->version.empty()) settings.version = input->version;
  settings.inputs[input->id] = std::move(cells);
  stage::PlaySettings& asked = changed_play_settings(context.model);
  // Restarting in every frame would never let a long play finish.
  if (asked == settings) return;
  asked = std::move(settings);
  play_again(context);
}

void measure_in_lab(StageView& context) {
  const std::string& experiment = shown_lesson(context.model).lab;
  if (!experiment.empty()) context.send(session::ShowRoom{rooms::kLab.id, experiment});
}

// The table of actions
// -------------------------------------------------------------------------------------------

namespace {

namespace key = rooms::key;

constexpr const char* kPlay = "Play";
constexpr const char* kChoose = "Choose";
constexpr const char* kSave = "Save";

int last_of(const StageView& context) {
  const stage::Trace* trace = shown_play(context);
  return trace == nullptr ? 0 : last_step(*trace);
}

void to_next_event(StageView& context) {
  if (shown_play(context) == nullptr) return;
  const StageModel& model = context.model;
  go_to_step(context, next_event(model.play->events(), model.step, last_of(context)));
}

void to_previous_event(StageView& context) {
  if (shown_play(context) == nullptr) return;
  go_to_step(context, previous_event(context.model.play->events(), context.model.step));
}

std::string why_not_back(const StageView& context) {
  return shown_play(context) == nullptr || context.model.step == 0 ? "This is the start" : "";
}

bool waits_for_choice(const StageView& context) {
  const stage::Trace* trace = shown_play(context);
  return trace != nullptr && context.model.step == last_step(*trace) &&
         is_choosing(*trace, context.model.step);
}

std::string why_not_played(const StageView& context) {
  return waits_for_choice(context) ? "Choose the thread that runs next: click it, or its button"
                                   : "";
}

/// Returns whether the play has ended; the number of the step says so, too.
bool is_at_end(const StageView& context) {
  const stage::Trace* trace = shown_play(context);
  return trace != nullptr && context.model.step == last_step(*trace) && !waits_for_choice(context);
}

std::string why_not_on(const StageView& context) {
  if (waits_for_choice(context)) return why_not_played(context);
  return is_at_end(context) ? "This is the end" : "";
}

std::string why_no_undo(const StageView& context) {
  const PlayHistory* history = history_of(context);
  return history != nullptr && history->can_undo() ? "" : "Nothing to undo";
}

std::string why_no_redo(const StageView& context) {
  const PlayHistory* history = history_of(context);
  return history != nullptr && history->can_redo() ? "" : "Nothing to redo";
}

std::string why_no_check(const StageView& context) {
  return shown_lesson(context.model).is_exercise ? why_no_task(context)
                                                 : "This lesson is no exercise";
}

std::string why_no_picture(const StageView& context) {
  return context.writer_has_room ? "" : rooms::kNoRoomForPictures;
}

const auto kActions = std::to_array<rooms::ActionRow<StageView>>({
    {{"play_pause", {{key::kSpace}}, "Space", "play or pause", kPlay, false, true},
     toggle_play,
     why_not_played},
    {{"step", {{'.'}, {key::kRight}}, ".", "one step; or Right", kPlay, true, true},
     [](StageView& context) { go_to_step(context, context.model.step + 1); },
     why_not_on,
     is_at_end},
    {{"back", {{','}, {key::kLeft}}, ",", "one step back; or Left", kPlay, true},
     [](StageView& context) { go_to_step(context, context.model.step - 1); },
     why_not_back},
    {{"next_event",
      {{key::kDown}},
      "Down",
      "next barrier, branch, conflict, fault",
      kPlay,
      false,
      true},
     to_next_event,
     why_not_on,
     is_at_end},
    {{"previous_event", {{key::kUp}}, "Up", "the one before", kPlay},
     to_previous_event,
     why_not_back},
    {{"start", {{key::kHome}}, "Home", "to the start", kPlay},
     [](StageView& context) { go_to_step(context, 0); },
     why_not_back},
    {{"end", {{key::kEnd}}, "End", "to the end", kPlay, false, true},
     [](StageView& context) { go_to_step(context, last_of(context)); },
     why_not_on,
     is_at_end},

    {{"next_lesson", {{'N'}}, "N", "next lesson", kChoose},
     [](StageView& context) { choose_neighbour_lesson(context, 1); }},
    {{"previous_lesson", {{'N', false, true}}, "Shift N", "previous lesson", kChoose},
     [](StageView& context) { choose_neighbour_lesson(context, -1); }},
    {{"undo", {{'Z', true}}, "Ctrl Z", "undo the last change", kChoose, true},
     undo_setting,
     why_no_undo},
    {{"redo", {{'Z', true, true}, {'Y', true}}, "Ctrl Shift Z", "redo it", kChoose, true},
     redo_setting,
     why_no_redo},
    {{"edit", {{'E'}}, "E", "edit the kernel, or close the editor", kChoose}, toggle_editor},
    {{"original", {{'D'}}, "D", "the original in the place of the board", kChoose},
     [](StageView& context) {
       context.model.kernel.shows_original = !context.model.kernel.shows_original;
     }},
    {{"cost", {{'K'}}, "K", "what each line costs, below it", kChoose},
     [](StageView&
            context) { context.model.kernel.shows_cost = !context.model.kernel.shows_cost; }},
    {{"host", {{'O'}}, "O", "the host's code below the kernel", kChoose},
     [](StageView& context) { context.model.kernel.shows_host = !context.model.kernel.shows_host; },
     [](const StageView& context) {
       return std::string(context.model.kernel.folds_host ? ""
                                                          : "This text has no folded host code");
     }},
    {{"break_it", {{'B'}}, "B", "find a schedule that breaks it", kChoose, false, true},
     find_break,
     why_no_task},
    {{"check", {{'C'}}, "C", "check the solution of an exercise", kChoose, false, true},
     check_exercise,
     why_no_check},
    {{"let_go", {{key::kEscape}}, "Esc", "stop following, close the help", kChoose}, let_go},

    {{"save_kernel", {{'S', true}}, "Ctrl S", "the kernel as a .cu file", kSave}, save_kernel},
    {{"copy_kernel", {{'C', true}}, "Ctrl C", "copy the kernel as a line of text", kSave},
     share_kernel},
    {{"paste_kernel", {{'V', true}}, "Ctrl V", "paste a kernel copied as text", kSave},
     [](StageView& context) { context.send(session::PasteScene{}); }},
    {{"save_board", {{'S'}}, "S", "the board as PNG", kSave, false, true},
     [](StageView& context) { context.send(session::SaveRoomPng{}); },
     why_no_picture},
    {{"save_window", {{'S', false, true}}, "Shift S", "the window as PNG", kSave, false, true},
     [](StageView& context) { context.send(session::SaveWindowPng{}); },
     why_no_picture},
});

}  // namespace

std::span<const rooms::ActionRow<StageView>> StageView::actions() { return kActions; }

}  // namespace heatwave::stage_room
