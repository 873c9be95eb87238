// The steps of the tour, the transitions between them, and the card.
#include "app/shell/presenter/tour_guide.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {

std::span<const TourStep> tour_steps() {
  static constexpr auto kSteps = std::to_array<TourStep>({
      {TourTask::drag,
       "fields",
       "heat-plate",
       "",
       {"greeted item"},
       "Drag a source",
       "Drag the glowing rectangle with the left mouse button: the field responds at once."},
      {TourTask::parameter,
       "fields",
       "",
       "Equation",
       {"slider/alpha", "rail/Equation"},
       "Change the equation",
       "In the panel's group “Equation” slide the diffusivity while the field runs."},
      {TourTask::pause,
       "fields",
       "",
       "",
       {"Space"},
       "Stop the time",
       "Press Space: the field pauses, and you can still drag its items. Press Space again to "
       "resume."},
      {TourTask::view,
       "fields",
       "two-sources",
       "View",
       {"contours_over", "arrows_over", "raised", "rail/View"},
       "Look at waves",
       "Two sources send waves. Press G: each time the field is shown in another way, with "
       "contours, as a surface, with arrows."},
      {TourTask::draw,
       "fields",
       "",
       "Tools",
       {"W", "L", "rail/Tools"},
       "Draw a wall",
       "Press W for a wall and L for the line, and draw one across the waves with the left mouse "
       "button."},
      {TourTask::undo,
       "fields",
       "",
       "",
       {"Ctrl Z"},
       "Take it back",
       "Press Ctrl Z: the wall has gone, and the waves go on."},
      {TourTask::measure,
       "lab",
       "histogram",
       "",
       {"run or cancel"},
       "Measure in the lab",
       "Press Space: every variant of the histogram is run, checked and timed on this machine."},
      {TourTask::variant,
       "lab",
       "",
       "",
       {"rows"},
       "Compare the variants",
       "Press the arrow down, or click on a row: the code that was measured stands below the "
       "times."},
      {TourTask::step,
       "stage",
       "lock",
       "",
       {"."},
       "Step through a kernel",
       "The full stop (.) does one step of the kernel, the comma takes it back. The code shows "
       "which threads stand at which line."},
      {TourTask::end,
       "stage",
       "",
       "",
       {"Space", "End"},
       "Find the fault",
       "Press Space to play to the end, or the ringed button to be there at once: these threads "
       "wait for each other, and the sentence below the board says why."},
      {TourTask::find,
       "",
       "",
       "",
       {},
       "Find anything",
       "Press Ctrl P and type a word: scenes, experiments, lessons, the twenty lectures, every "
       "key. This tour, too."},
  });
  return kSteps;
}

void TourModel::begin() {
  step_ = 0;
  done_at_.reset();
  offered_at_.reset();
}

void TourModel::end() {
  step_.reset();
  done_at_.reset();
  offered_at_.reset();
  seen_ = true;
}

void TourModel::skip() {
  if (!step_) return;
  const bool is_undone = !done_at_.has_value();
  done_at_.reset();
  if (*step_ + 1 == tour_steps().size()) return end();
  // Without the wall there is nothing to take back but the scene itself.
  const bool left_out_wall = is_undone && tour_steps()[*step_].task == TourTask::draw;
  *step_ += left_out_wall ? 2 : 1;
}

bool TourModel::note(TourTask task, double now) {
  if (!step_ || done_at_ || tour_steps()[*step_].task != task) return false;
  done_at_ = now;
  return true;
}

void TourModel::pass(double now) {
  if (done_at_ && now - *done_at_ >= kPraisedFor) skip();
}

namespace {

constexpr float kWidth = 400;
constexpr const char* kOffer = "Take the tour";
/// Parts of the window with controls of which the tour speaks.
constexpr std::array kParts{&rooms::Layout::top, &rooms::Layout::room, &rooms::Layout::side,
                            &rooms::Layout::transport};
/// Height of a part of the room from which the card fits into it.
constexpr float kLeastPart = 200;

void draw_words(const ShellView& shell, const std::string& title, const std::string& words,
                float room) {
  ImGui::PushFont(shell.fonts.strong, 0);
  ImGui::TextColored(shell.theme.text, "%s", title.c_str());
  ImGui::PopFont();
  ImGui::TextColored(shell.theme.text, "%s", ui::in_lines(words, room).c_str());
}

/// Continues the row, or begins a new one if a button with this text does not fit.
void go_beside(const ShellView& shell, const char* text) {
  ImGui::SameLine();
  const float width = ImGui::CalcTextSize(text).x + 50 * shell.unit;
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

/// Returns the offer in one row of buttons, with the key that begins the tour.
std::string brief_offer(const ShellView& shell) {
  return std::string(kOffer) + ": 7 minutes (" + shell.keys_of("tour") + ")";
}

void draw_offer(ShellView& shell, float room, bool is_row) {
  const auto send = [&shell](session::TourMove move) { shell.send(session::MoveTour{move}); };
  if (is_row) {
    const std::string offer = brief_offer(shell);
    if (icon_button(shell, "tour/begin", ui::Icon::play,
                    "Shows what Heatwave does, room by room. The help has the tour later, too.", "",
                    "", {.primary = true, .text = offer.c_str()})) {
      send(session::TourMove::begin);
    }
    ImGui::SameLine();
    if (icon_button(shell, "tour/end", ui::Icon::close, "Closes this offer for good.", "Esc")) {
      send(session::TourMove::end);
    }
    return;
  }
  draw_words(shell, "Here for the first time?",
             "Seven minutes show what Heatwave does, room by room. " + shell.keys_of("tour") +
                 " starts the tour at any time.",
             room);
  if (icon_button(shell, "tour/begin", ui::Icon::play, "", "", "",
                  {.primary = true, .text = kOffer})) {
    send(session::TourMove::begin);
  }
  go_beside(shell, "Not now");
  if (icon_button(shell, "tour/end", ui::Icon::close, "", "", "", {.text = "Not now"})) {
    send(session::TourMove::end);
  }
}

void draw_step(ShellView& shell, const TourModel& tour, float room) {
  const std::size_t step = *tour.step();
  const TourStep& shown = tour_steps()[step];
  const bool last = step + 1 == tour_steps().size();
  const std::string title = fmt::format("{} of {}: {}", step + 1, tour_steps().size(), shown.title);
  if (tour.is_done()) {
    const float side = shell.fonts.size;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(*ImGui::GetWindowDrawList(), ui::Icon::check, {at.x + side / 2, at.y + side / 2},
              side, ui::packed_colour(shell.theme.accent));
    ImGui::SetCursorScreenPos({at.x + side + 8 * shell.unit, at.y});
  }
  draw_words(shell, title, tour.is_done() ? "Done." : std::string(shown.words), room);
  const bool elsewhere = !shown.room.empty() && shell.now.room != shown.room;
  if (elsewhere && !tour.is_done()) {
    if (icon_button(shell, "tour/room", ui::Icon::play, "", "", "",
                    {.primary = true, .text = "Take me there"})) {
      shell.send(session::ShowRoom{std::string(shown.room), {}});
    }
    go_beside(shell, last ? "Finish" : "Next");
  }
  if (icon_button(shell, "tour/skip", ui::Icon::chevron_right, "", "", "",
                  {.primary = !elsewhere || tour.is_done(), .text = last ? "Finish" : "Next"})) {
    shell.send(session::MoveTour{session::TourMove::skip});
  }
  if (!last) {
    go_beside(shell, "End tour");
    if (icon_button(shell, "tour/end", ui::Icon::close, "", "", "", {.text = "End tour"})) {
      shell.send(session::MoveTour{session::TourMove::end});
    }
  }
  dim_text(shell, "Esc ends the tour, " + shell.keys_of("tour") + " begins it again.");
}

/// Draws a ring around each control that the step speaks of, if it is in sight.
void draw_rings(const ShellView& shell, const TourStep& step, const rooms::Layout& layout) {
  constexpr float kThick = 3;
  constexpr float kAway = 5;  // distance of the ring's middle from the control
  const float u = shell.unit;
  if (shell.places == nullptr) return;
  for (const std::string_view control : step.controls) {
    const auto found = shell.places->find(std::string(control));
    if (found == shell.places->end()) continue;
    const ui::Box& box = found->second;
    const bool in_sight =
        std::any_of(kParts.begin(), kParts.end(), [&](ui::Box rooms::Layout::*part) {
          const ui::Box& area = layout.*part;
          return area.contains(ImVec2{box.left, box.top}) && box.right <= area.right &&
                 box.bottom <= area.bottom;
        });
    if (!in_sight) continue;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    const ImVec2 from{box.left - kAway * u, box.top - kAway * u};
    const ImVec2 to{box.right + kAway * u, box.bottom + kAway * u};
    // On a dark plate the ring is seen beside a button of its own colour, and on any field.
    list.AddRect(from, to, ui::packed_colour(shell.theme.panel), 8 * u, (kThick + 2) * u);
    list.AddRect(from, to, ui::packed_colour(shell.theme.accent), 8 * u, kThick * u);
    list.PopClipRect();
  }
}

/// Draws the card at the panel's end, or in the room where there is no panel. Returns its height
/// with the rim below it; 0: it is not shown.
float draw_tour_card(ShellView& shell, const TourModel& tour, const rooms::Layout& layout,
                     const ui::Box& notices) {
  // The offer waits while a lecture or an audience has the window.
  const bool has_offer =
      tour.is_offered() && !shell.now.lecture.card_shown && !shell.now.present.on;
  if (!tour.step() && !has_offer) return 0.0F;
  const float u = shell.unit;
  // In the room the card would cover the items it describes, so it takes the panel's end.
  const bool in_panel = !ui::is_rail(layout.side, u);
  const ui::Box& room = in_panel ? layout.side : layout.room;
  // Over the room, where it covers what is shown there, the offer is one row from the beginning.
  const bool is_row = !tour.step() && (!in_panel || tour.is_brief(ImGui::GetTime()));
  const float rim_of_row = 8 * u;
  const float row =
      ImGui::CalcTextSize(brief_offer(shell).c_str()).x + (50 + 32 + 8) * u + 2 * rim_of_row;
  const float width = std::min(is_row ? row : kWidth * u, room.width() - 32 * u);
  if (width < 160 * u || room.height() < 120 * u) return 0.0F;
  // In the notices' area the card covers neither a colour bar nor, in most scenes, a source.
  const float rim = room.right - 16 * u;
  const float wanted = in_panel ? rim : std::min(rim, notices.right - 8 * u);
  const float right = std::max(room.left + 16 * u + width, wanted);
  const bool in_part = !in_panel && notices.height() >= kLeastPart * u;
  const float bottom = std::min(room.bottom - 16 * u, in_part ? notices.bottom : room.bottom);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      is_row ? ImVec2{rim_of_row, rim_of_row} : ImVec2{16 * u, 12 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, shell.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, shell.theme.accent);
  ui::begin_fitting_pane("tour", {right, bottom}, {width, 0}, {width, room.height()});
  keep_from_audience(shell, ImGui::GetWindowDrawList());
  const float inner = width - 32 * u;
  if (tour.step()) {
    if (!tour.is_done()) draw_rings(shell, tour_steps()[*tour.step()], layout);
    draw_step(shell, tour, inner);
  } else {
    draw_offer(shell, inner, is_row);
  }
  const float height = ImGui::GetWindowSize().y;
  note_box(shell, "tour card", {right - width, bottom - height, right, bottom});
  ui::end_pane();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  return room.bottom - bottom + height;
}

}  // namespace

TourGuide::TourGuide(const ShellContext& shell)
    : shell_(shell), was_seen_(shell.start.remembered.has_toured) {}

void TourGuide::handle(const session::MoveTour& command) {
  switch (command.move) {
    case session::TourMove::begin:
      shell_.commands.send(session::ShowHelp{false});
      // The tour describes the panel, which the lecture's card would cover.
      shell_.commands.send(session::ShowLectureCard{false});
      return model_.begin();
    case session::TourMove::skip:
      return model_.skip();
    case session::TourMove::end:
      return model_.end();
  }
}

void TourGuide::observe(const session::Command& command) {
  const double now = ImGui::GetTime();
  if (is_dragged(command)) model_.note(TourTask::drag, now);
  if (std::holds_alternative<session::SetParameter>(command)) {
    model_.note(TourTask::parameter, now);
  }
  const bool turned = std::holds_alternative<session::Play>(command) ||
                      std::holds_alternative<session::Pause>(command);
  if (turned && shell_.now.room == rooms::kFields.id) model_.note(TourTask::pause, now);
  if (std::holds_alternative<session::SetView>(command)) model_.note(TourTask::view, now);
  if (std::holds_alternative<session::AddItem>(command)) model_.note(TourTask::draw, now);
  if (std::holds_alternative<session::Undo>(command)) model_.note(TourTask::undo, now);
}

void TourGuide::show_group(const TourStep& step) {
  if (step.group.empty() || !has_panel_) return;
  shell_.commands.send(
      session::ShowFinding{std::string(step.room), rooms::kSetting, std::string(step.group)});
}

void TourGuide::show_step() {
  if (std::exchange(shown_step_, model_.step()) == model_.step() || !model_.step()) return;
  const TourStep& step = tour_steps()[*model_.step()];
  show_group(step);
  if (step.shows.empty()) return;
  if (step.room == rooms::kFields.id) {
    shell_.commands.send(
        session::ShowFinding{std::string(step.room), "scene", std::string(step.shows)});
  } else {
    shell_.commands.send(session::ShowRoom{std::string(step.room), std::string(step.shows)});
  }
}

void TourGuide::note_what_is_seen(double now) {
  if (shell_.session.snapshot().lab.running) model_.note(TourTask::measure, now);
  const session::Sight sight = shell_.sight();
  const int step = sight.stage ? sight.stage->step : 0;
  if (step != stage_step_ && shell_.now.room == rooms::kStage.id) {
    model_.note(TourTask::step, now);
    const auto& trace = shell_.session.snapshot().stage.trace;
    if (trace != nullptr && step == std::ssize(trace->steps)) model_.note(TourTask::end, now);
  }
  stage_step_ = step;
  const std::string variant = sight.lab ? sight.lab->variant : "";
  if (variant != variant_ && !variant_.empty() && shell_.now.room == rooms::kLab.id) {
    model_.note(TourTask::variant, now);
  }
  variant_ = variant;
  if (shell_.now.interface.search_open || shell_.now.lecture.lecture != nullptr) {
    model_.note(TourTask::find, now);
  }
}

void TourGuide::update() {
  const double now = ImGui::GetTime();
  show_step();
  if (model_.step()) {
    note_what_is_seen(now);
    // In a small window the tour's card and the lecture's would overlap.
    if (!model_.is_done() && shell_.now.lecture.card_shown) model_.end();
  }
  model_.pass(now);
  was_seen_ = was_seen_ || model_.was_seen();
  if (may_offer()) model_.offer(now);
}

bool TourGuide::may_offer() const {
  const ShellSnapshot& now = shell_.now;
  // During a lecture the offer would cover the items that the lecture describes.
  const bool gives_lecture = shell_.start.lecture != nullptr || now.lecture.lecture != nullptr;
  // One invitation at a time: the gallery offers the tour, and the field asks for a first drag.
  const bool is_invited =
      now.interface.gallery_open || (now.room == rooms::kFields.id && !now.has_dragged);
  return !was_seen_ && !model_.step() && !model_.is_offered() && !gives_lecture && !is_invited &&
         !ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

float TourGuide::draw(ShellView& view, const rooms::Layout& layout, const ui::Box& notices) {
  has_panel_ = !ui::is_rail(layout.side, view.unit);
  const float height = draw_tour_card(view, model_, layout, notices);
  height_in_panel_ = has_panel_ ? height : 0.0F;
  return has_panel_ ? 0.0F : height;
}

TourStatus TourGuide::status() const {
  return {.step = model_.step(),
          .offered = model_.is_offered(),
          .is_done = model_.is_done(),
          .was_seen = was_seen_};
}

}  // namespace heatwave::shell
