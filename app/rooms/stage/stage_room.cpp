// Implements the Stage for the shell.
#include "app/rooms/stage/stage_room.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/exercise_panel.h"
#include "app/rooms/stage/kernel_editor.h"
#include "app/rooms/stage/lesson_source.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/shown_kernel.h"
#include "app/rooms/stage/step_lines.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/number_controls.h"
#include "app/ui/pane.h"
#include "app/ui/picker.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "kernels/core/non_copyable.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {
namespace {

constexpr const char* kLesson = "lesson";
constexpr const char* kExercise = "exercise";
constexpr const char* kVersion = "version";
/// panel group of a lesson's version and inputs
constexpr const char* kInputs = "Version and inputs";

constexpr double kSlowest = 0.5;  ///< steps per second
constexpr double kFastest = 60;

struct WalkButton {
  ui::Icon icon;
  const char* action;
  const char* help;
};

void draw_walk_buttons(StageView& context) {
  constexpr std::array<WalkButton, 6> kButtons{
      {{ui::Icon::back, "back", "One step back."},
       {ui::Icon::step, "step", "One step."},
       {ui::Icon::to_start, "start", "To the start."},
       {ui::Icon::to_end, "end", "To the end."},
       {ui::Icon::previous_event, "previous_event",
        "Back to the previous barrier, divergent branch, conflict or fault."},
       {ui::Icon::next_event, "next_event",
        "To the next barrier, divergent branch, conflict or fault."}}};
  const float u = context.unit;
  const bool playing = context.model.playing;
  const ui::ButtonLook play{.primary = true, .width = 56, .height = 40};
  action_button(context, playing ? ui::Icon::pause : ui::Icon::play, "play_pause",
                playing ? "Pause." : "Play.", play);
  const ui::ButtonLook other{.width = 36, .height = 40};
  for (const WalkButton& button : kButtons) {
    ImGui::SameLine(0, 6 * u);
    action_button(context, button.icon, button.action, button.help, other);
  }
  ImGui::SameLine(0, 16 * u);
}

void draw_pace(StageView& context) {
  const float u = context.unit;
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + 4 * u);
  ui::set_next_width(112 * u);
  double& pace = context.model.pace.steps_per_second;
  slider(context, "##pace", pace, kSlowest, kFastest, pace < 9.95 ? "%.1f steps/s" : "%.0f steps/s",
         "How fast it plays.", true);
  note_place(context, "stage pace");
  ImGui::SameLine(0, 16 * u);
  ImGui::SetCursorPosY(top);
}

struct TimeLine {
  ImVec2 from;
  float width = 0.0F;
  int last = 1;

  [[nodiscard]] float x_of(int step) const {
    return from.x + width * static_cast<float>(step) / static_cast<float>(std::max(1, last));
  }
  [[nodiscard]] int step_at(float x) const {
    const float part = std::clamp((x - from.x) / width, 0.0F, 1.0F);
    return static_cast<int>(part * static_cast<float>(last) + 0.5F);
  }
};

/// Each kind of mark has its own shape and height, so that they can be told apart without colour.
void draw_event_mark(const StageView& context, ImDrawList& list, float x, float y,
                     StageEventKind kind) {
  const float u = context.unit;
  const ui::Theme& theme = context.theme;
  const BoardPen pen(context, list, nullptr, context.fonts.size);
  switch (kind) {
    case StageEventKind::divides:
      list.AddLine({x - 3 * u, y - 14 * u}, {x, y - 9 * u}, ui::packed_colour(theme.dim), 2 * u);
      list.AddLine({x + 3 * u, y - 14 * u}, {x, y - 9 * u}, ui::packed_colour(theme.dim), 2 * u);
      break;
    case StageEventKind::barrier:
      list.AddRectFilled({x - 1.5F * u, y - 16 * u}, {x + 1.5F * u, y + 16 * u},
                         ui::packed_colour(theme.text));
      break;
    case StageEventKind::conflict:
      list.AddCircleFilled({x, y + 13 * u}, 4 * u, ui::packed_colour(pen.waiting()));
      break;
    case StageEventKind::fault:
      list.AddTriangleFilled({x - 7 * u, y + 19 * u}, {x + 7 * u, y + 19 * u}, {x, y + 6 * u},
                             ui::packed_colour(theme.error));
      break;
  }
}

/// Draws overlapping marks of a kind only once, and the most serious kind last. Where a kind would
/// cover the line, its marks stand apart.
void draw_event_marks(const StageView& context, const TimeLine& line, float y,
                      const std::vector<StageEvent>& events) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const StageEventKind kind : {StageEventKind::divides, StageEventKind::barrier,
                                    StageEventKind::conflict, StageEventKind::fault}) {
    const auto number = std::count_if(events.begin(), events.end(),
                                      [&](const StageEvent& event) { return event.kind == kind; });
    const bool would_cover = static_cast<float>(number) > line.width / (4 * context.unit);
    const float gap = (would_cover ? 8 : 2) * context.unit;
    float before = -1e6F;
    for (const StageEvent& event : events) {
      const float x = line.x_of(event.step);
      if (event.kind != kind || x - before < gap) continue;
      draw_event_mark(context, list, x, y, kind);
      before = x;
    }
  }
}

/// The word for a kind of mark in the key of the time line.
struct MarkWord {
  StageEventKind kind;
  const char* word;
  const char* shape;
};
constexpr std::array<MarkWord, 4> kMarkWords{{{StageEventKind::barrier, "barrier", "Bars"},
                                              {StageEventKind::conflict, "wait", "Dots"},
                                              {StageEventKind::divides, "branch", "Ticks"},
                                              {StageEventKind::fault, "fault", "Triangles"}}};

/// Returns the kinds of marks on this play's time line.
std::vector<MarkWord> marks_of(const std::vector<StageEvent>& events) {
  std::vector<MarkWord> all;
  for (const MarkWord& each : kMarkWords) {
    const bool is_there = std::any_of(events.begin(), events.end(), [&](const StageEvent& event) {
      return event.kind == each.kind;
    });
    if (is_there) all.push_back(each);
  }
  return all;
}

constexpr float kMarkSample = 22.0F;  ///< width of a mark in the key
constexpr float kMarkGap = 20.0F;     ///< between entries of the key

float marks_width(const StageView& context, const std::vector<MarkWord>& marks) {
  float width = 0;
  for (const MarkWord& each : marks) {
    width += (kMarkSample + kMarkGap) * context.unit + ImGui::CalcTextSize(each.word).x;
  }
  return width;
}

void draw_marks_key(const StageView& context, const std::vector<MarkWord>& marks) {
  const float u = context.unit;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float y = from.y + 20 * u;
  float x = from.x;
  for (const MarkWord& each : marks) {
    // Marks stand above or below the line; in the key all are at one height.
    const float above = each.kind == StageEventKind::divides    ? -11 * u
                        : each.kind == StageEventKind::conflict ? 13 * u
                        : each.kind == StageEventKind::fault    ? 12 * u
                                                                : 0.0F;
    draw_event_mark(context, list, x + kMarkSample / 2 * u, y - above, each.kind);
    list.AddText({x + kMarkSample * u, y - ImGui::GetFontSize() / 2},
                 ui::packed_colour(context.theme.dim), each.word);
    x += (kMarkSample + kMarkGap) * u + ImGui::CalcTextSize(each.word).x;
  }
  ui::space({x - from.x, 40 * u});
  note_place(context, "time line key");
  ImGui::SameLine(0, 12 * u);
}

std::string words_on(const std::vector<StageEvent>& events, int step) {
  constexpr std::array kFaults{"all have met at a barrier", "threads wait for each other's turn",
                               "a warp diverges at a branch", "a fault is found"};
  constexpr std::array kMarked{"barriers", "threads that wait for each other",
                               "branches at which a warp diverges", "faults"};
  std::string text = fmt::format("Step {}.", words::grouped(step));
  for (const StageEvent& event : events) {
    if (event.step != step) continue;
    text += fmt::format(" Here {}.", kFaults.at(static_cast<std::size_t>(event.kind)));
  }
  for (const MarkWord& each : marks_of(events)) {
    text +=
        fmt::format(" {} mark {}.", each.shape, kMarked.at(static_cast<std::size_t>(each.kind)));
  }
  return text;
}

void draw_time_line(StageView& context, const stage::Trace& trace, float width) {
  const float u = context.unit;
  StageModel& model = context.model;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float margin = 10 * u;
  // A play by hand that goes on has not come to the end of its line.
  const bool goes_on = !trace.candidates_at(last_step(trace)).empty();
  const TimeLine line{
      {from.x + margin, from.y}, width - 2 * margin, last_step(trace) + (goes_on ? 1 : 0)};
  const float y = from.y + 20 * u;
  double step = model.step;
  if (ui::slide_area("time line", {width, 40 * u}, margin, step, line.last)) {
    go_to(model, last_step(trace), static_cast<int>(std::lround(step)));
  }
  note_place(context, "time line");
  const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const std::vector<StageEvent>& events = model.play->events();
  explain(context,
          words_on(events, line.step_at(ImGui::GetIO().MousePos.x)) + " Drag to go there.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float here = line.x_of(model.step);
  list.AddRectFilled({line.from.x, y - 4 * u}, {line.from.x + line.width, y + 4 * u},
                     ui::packed_colour(hovered ? context.theme.hovered : context.theme.raised),
                     4 * u);
  list.AddRectFilled({line.from.x, y - 4 * u}, {here, y + 4 * u},
                     ui::packed_colour(ui::with_alpha(context.theme.accent, 0.5F)), 4 * u);
  draw_event_marks(context, line, y, events);
  list.AddCircleFilled({here, y}, 9 * u, ui::packed_colour(context.theme.accent));
  list.AddCircle({here, y}, 9 * u, ui::packed_colour(context.theme.panel), 0, 2 * u);
  ImGui::SameLine(0, 12 * u);
}

constexpr const char* kYourTurn = ", your turn";

/// Returns whether the play goes on once the next thread is chosen.
bool is_your_turn(const StageView& context, const stage::Trace& trace) {
  return context.model.step == last_step(trace) && is_choosing(trace, context.model.step);
}

void draw_step_number(StageView& context, const stage::Trace& trace) {
  const float u = context.unit;
  const ui::FontSet& fonts = context.fonts;
  const std::string number = words::grouped(context.model.step);
  const std::string rest =
      is_your_turn(context, trace) ? kYourTurn : " of " + words::grouped(last_step(trace));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = at.y + 20 * u - fonts.large_size / 2;
  list.AddText(fonts.body, fonts.size, {at.x, at.y + 20 * u - fonts.size / 2},
               ui::packed_colour(context.theme.dim), "step");
  float x = at.x + ImGui::CalcTextSize("step ").x;
  list.AddText(fonts.strong, fonts.large_size, {x, y}, ui::packed_colour(context.theme.text),
               number.c_str());
  x += fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, number.c_str()).x;
  list.AddText(fonts.strong, fonts.large_size, {x, y}, ui::packed_colour(context.theme.dim),
               rest.c_str());
}

/// Wide enough for the largest numbers, so that nothing moves as they grow.
float step_number_width(const StageView& context, const stage::Trace& trace) {
  const ui::FontSet& fonts = context.fonts;
  const std::string last = words::grouped(last_step(trace));
  const auto wide = [&](const std::string& text) {
    return fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, text.c_str()).x;
  };
  const bool by_hand =
      context.snapshot.stage.settings.schedule.kind == stage::Schedule::Kind::chosen;
  const float rest = std::max(wide(" of " + last), by_hand ? wide(kYourTurn) : 0.0F);
  return ImGui::CalcTextSize("step ").x + wide(last) + rest;
}

constexpr float kHead = 44.0F;
constexpr float kFoot = 168.0F;  // code, a sentence, and three lines about a fault, in full size
constexpr float kMargin = 12.0F;

/// A pane in the panels' colour that covers what lies below it.
class Cover : core::NonCopyable {
 public:
  Cover(const StageView& context, const char* name, const ui::Box& area) {
    ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.panel);
    pane_.emplace(name, area);
  }
  ~Cover() {
    pane_.reset();
    ImGui::PopStyleColor();
  }

 private:
  std::optional<ui::Pane> pane_;
};

void draw_head(StageView& context, const StageMoment& moment, const ui::Box& area) {
  const Cover cover(context, "board caption", area);
  const float u = context.unit;
  const ui::FontSet& fonts = context.fonts;
  const std::string step =
      "step " + words::grouped(moment.step) + " of " + words::grouped(last_step(moment.trace));
  const float wide = fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, step.c_str()).x;
  const float left = area.left + kMargin * u;
  const float right = area.right - kMargin * u;
  const float top = area.top + 8 * u;
  const float height = area.height() - 8 * u;
  draw_fitting(fonts.strong, fonts.large_size,
               {{left, top}, std::max(1.0F, right - wide - 16 * u - left), height},
               context.theme.text, shown_title(context));
  draw_fitting(fonts.strong, fonts.large_size, {{right - wide, top}, wide + u, height},
               context.theme.dim, step);
}

void draw_foot(StageView& context, const StageMoment& moment, const ui::Box& area) {
  const Cover cover(context, "board sentences", area);
  const float u = context.unit;
  const float width = std::max(1.0F, area.width() - 2 * kMargin * u);
  const ImVec2 at{area.left + kMargin * u, area.top + 6 * u};
  const float height = area.height() - 12 * u;
  const std::string code =
      code_of_line(shown_source(context), acted_line(moment.trace, moment.step));
  float used = 0;
  if (!code.empty()) {
    const ui::FontSet& fonts = context.fonts;
    used = draw_fitting(fonts.mono, fonts.mono_size, {at, width, height * 0.4F},
                        context.theme.accent, code) +
           6 * u;
  }
  draw_sentences(context, moment, {{at.x, at.y + used}, width, height - used});
}

/// Covers what lies above and below the board of this window with a caption. Returns the board with
/// both.
ui::Box draw_board_caption(StageView& context, const StageMoment& moment, const ui::Box& window) {
  const float u = context.unit;
  const ui::Box board = context.model.places.board;
  const float head = std::min(kHead * u, board.top - window.top);
  const float foot = std::min(kFoot * u, window.bottom - board.bottom);
  ui::Box all = board;
  if (head > 0) {
    all.top -= head;
    draw_head(context, moment, {board.left, all.top, board.right, board.top});
  }
  if (foot > 0) {
    all.bottom += foot;
    draw_foot(context, moment, {board.left, board.bottom, board.right, all.bottom});
  }
  return all;
}

constexpr std::array<rooms::Hint, 6> kMouse{
    {{"Thread", "a click follows it; a framed one runs next"},
     {"Cell", "a click shows its last writer and step"},
     {"Lane", "drag it to another cell; with Shift, all of them"},
     {"Fault", "a click in the list goes to its step"},
     {"Time line", "drag to any step"},
     {"Wheel", "scrolls the board, the source, the panel"}}};

}  // namespace

std::span<const rooms::Hint> StageRoom::mouse() const { return kMouse; }

std::vector<rooms::Finding> StageRoom::findings(const session::Snapshot& /*snapshot*/) const {
  std::vector<rooms::Finding> all;
  for (const stage::Lesson& each : stage::lessons()) {
    all.push_back({kLesson, each.id, each.title, each.shows});
  }
  for (const stage::Exercise& each : stage::exercises()) {
    all.push_back({kExercise, each.id, each.lesson.title, each.lesson.shows});
  }
  for (const stage::Lesson& each : stage::lessons()) {
    for (const stage::Version& version : each.versions) {
      all.push_back({kVersion, each.id + '/' + version.id, version.title, each.title});
    }
  }
  for (const stage::Input& each : shown_lesson(model_).inputs) {
    all.push_back({rooms::kSetting, kInputs, each.title, each.help, true});
  }
  rooms::add_groups(all, side_groups());
  return all;
}

void StageRoom::show_found(const rooms::Finding& finding, const rooms::Frame& frame) {
  StageView context = view(frame);
  if (finding.kind == kLesson || finding.kind == kExercise) {
    if (finding.kind == kExercise) context.model.folds.look_for(kTaskGroup);
    return choose_lesson(context, finding.id);
  }
  if (finding.kind != kVersion) return context.model.folds.look_for(finding.id);
  const std::size_t end = finding.id.find('/');
  choose_lesson(context, finding.id.substr(0, end));
  choose_version(context, finding.id.substr(end + 1));
}

void StageRoom::add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) {
  const session::StageStatus& stage = frame.snapshot.stage;
  const stage::Trace* trace = shown_play(view(frame));
  nlohmann::ordered_json faults = nlohmann::ordered_json::array();
  if (trace != nullptr) {
    for (const stage::Fault& fault : trace->faults) faults.push_back(stage::name_of(fault.kind));
  }
  const bool acted = trace != nullptr && model_.step > 0;
  const int sectors =
      acted ? trace->steps[static_cast<std::size_t>(model_.step) - 1].cost.sectors : 0;
  status["stage"] = {
      {"lesson", shown_lesson(model_).id},
      {"version", stage.settings.version},
      {"schedule", stage.settings.schedule.text()},
      {"choices", stage.settings.schedule.choices},
      {"warp", stage.settings.warp},
      {"inputs", stage.settings.inputs},
      {"plays", stage.version},
      {"shown", trace != nullptr},
      {"computing", stage.running},
      {"step", model_.step},
      {"sectors", sectors},
      {"steps", trace == nullptr ? 0 : trace->steps.size()},
      {"playing", model_.playing},
      {"editing", model_.kernel.editor != nullptr},
      {"edited", !stage.settings.text.empty()},
      {"original", model_.kernel.shows_original},
      {"beside", heading_beside(model_)},
      {"cost", model_.kernel.shows_cost},
      {"host", model_.kernel.shows_host},
      {"working", model_.kernel.task != nullptr},
      {"verdict", shown_verdict_name(model_)},
      {"hints", model_.kernel.hints},
      {"recording", model_.saved_from.has_value()},
      {"faults", faults},
      {"candidates", trace == nullptr ? 0 : trace->candidates_at(model_.step).size()},
      {"followed", model_.followed},
      {"asked", {model_.asked.array, model_.asked.index}},
      {"smallest_letters", model_.places.smallest_letters},
      {"body_letters", frame.fonts.size},
      {"code_letters", model_.places.code_letters},
      {"board_area", model_.places.board.by_size()},
      {"source_area", model_.places.source.by_size()}};
}

void StageRoom::begin(const rooms::Frame& frame, double seconds) {
  StageView view = this->view(frame);
  keep_stage(view, seconds);
  model_.places.board = model_.places.source = model_.places.picture = {};
}

void StageRoom::draw(const rooms::Frame& frame, const rooms::Layout& layout) {
  StageView view = this->view(frame);
  draw_stage_place(view, layout.room);
}

void StageRoom::draw_over(const rooms::Frame& frame, const ui::Box& window) {
  StageView view = this->view(frame);
  const auto moment = shown_moment(view);
  if (!frame.is_for_picture || !moment) return;
  model_.places.picture = draw_board_caption(view, *moment, window);
}

void StageRoom::draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) {
  const stage::Lesson& shown = shown_lesson(model_);
  std::vector<ui::Choice> choices;
  for (const stage::Lesson* each : listed_lessons(model_)) {
    choices.push_back({each->id, each->title, ui::first_sentence(each->shows)});
  }
  const int pressed = draw_choice_in_bar(frame,
                                         {.id = "lesson",
                                          .title = shown.title,
                                          .help = "Choose a lesson.",
                                          .keys = frame.keys_of("next_lesson")},
                                         bar, buttons, choices, shown.id, shown.shows);
  if (pressed >= 0) show(choices[static_cast<std::size_t>(pressed)].id);
}

void StageRoom::draw_side(const rooms::Frame& frame, const ui::Box& area) {
  StageView view = this->view(frame);
  draw_stage_side(view, area);
}

void StageRoom::draw_transport(const rooms::Frame& frame, const ui::Box& area) {
  StageView context = view(frame);
  const float u = context.unit;
  const float width = area.width();
  const ui::Pane pane("stage transport", area, rooms::transport_padding(area, u));
  ui::draw_edge(context, {area.left, area.top}, {area.right, area.top});
  draw_walk_buttons(context);
  const stage::Trace* trace = shown_play(context);
  if (trace != nullptr) {
    const float number = step_number_width(context, *trace);
    const auto left = [&] { return width - 28 * u - ImGui::GetCursorPosX() - number; };
    if (left() > 280 * u) draw_pace(context);
    const std::vector<MarkWord> marks = marks_of(model_.play->events());
    const float key = marks_width(context, marks) + 12 * u;
    const bool has_key = !marks.empty() && left() - key > 240 * u;
    const float line = left() - (has_key ? key : 0.0F);
    if (line > 64 * u) draw_time_line(context, *trace, line);
    if (has_key) draw_marks_key(context, marks);
    draw_step_number(context, *trace);
  }
}

namespace {

/// Returns the part of the sentences' area that holds a notice: beside their words or below them;
/// empty: there is none.
ui::Box free_of_words(const StagePlaces& places, float unit) {
  constexpr float kLeastWidth = 340;  // a notice of a few words, and the space at its sides
  constexpr float kLeastHeight = 60;  // a notice of one line
  const ui::Box& area = places.below_board;
  const float gap = 8 * unit;
  const float beside = std::max(places.sentences.right, places.question_right) + gap;
  const float below = places.question_right + gap;
  if (area.right - beside >= kLeastWidth * unit) {
    return {beside, area.top, area.right, area.bottom};
  }
  const bool is_low = area.bottom - places.sentences.bottom < kLeastHeight * unit;
  if (is_low || area.right - below < kLeastWidth * unit) return {};
  return {below, places.sentences.bottom, area.right, area.bottom};
}

}  // namespace

ui::Box StageRoom::place_of_notices(const rooms::Layout& layout, float unit) const {
  constexpr float kLeastHeight = 96;  // a notice of two lines
  const StagePlaces& places = model_.places;
  const bool has_play = places.board.height() > 0;
  if (!has_play) return layout.room;
  const bool is_free = places.below_code.height() >= kLeastHeight * unit;
  // An audience reads the kernel.
  if (is_free && !layout.presented) return places.below_code;
  // Neither the board nor a sentence is ever covered, but the code can be scrolled.
  const ui::Box free = free_of_words(places, unit);
  return free.width() > 0 ? free : places.source;
}

std::optional<ui::Box> StageRoom::place_of_keys() const {
  const ui::Box& free = model_.places.keys;
  return free.width() > 0 ? std::optional(free) : std::nullopt;
}

bool StageRoom::show_next_step() {
  const bool goes_on = model_.saved_from && model_.step < model_.shown_last;
  if (goes_on) {
    ++model_.step;
  } else {
    end_sequence(model_);
  }
  return goes_on;
}

void StageRoom::look_at(const session::Sight& sight) {
  if (!sight.stage) return;
  const std::string& id = sight.stage->lesson;
  stage::PlaySettings settings = sight.stage->settings;
  stage::Lesson lesson = stage::find_lesson(id, settings);
  settings = stage::completed(lesson, std::move(settings));
  if (stage::is_own_lesson(id)) {
    model_.kernel.own.insert_or_assign(id, OwnKernel{std::move(lesson), settings.text});
  }
  model_.lesson = id;
  // A text with mistakes is not played: they stand in the editor.
  model_.kernel.editor.reset();
  if (!settings.text.empty() && !mistakes_in(cuda_text::Source(settings.text).check()).empty()) {
    model_.kernel.editor = std::make_shared<KernelEditor>(shown_lesson(model_), settings.text);
  }
  model_.settings[id] = std::move(settings);
  model_.typed.clear();
  model_.requests.lesson.clear();  // plays the lesson again when it is shown
  model_.wanted_step = sight.stage->step;
}

void StageRoom::note_sight(session::Sight& sight) const {
  const std::string& lesson = shown_lesson(model_).id;
  const int step = model_.shown_lesson == lesson ? model_.step : 0;
  sight.stage = {.lesson = lesson, .settings = shown_play_settings(model_), .step = step};
}

}  // namespace heatwave::stage_room
