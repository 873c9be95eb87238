// The steps of the tour, the transitions between them, and the card.
#include "app/shell/presenter/tour_guide.h"

#include <imgui.h>
#include <algorithm>
#include <string>
#include <variant>

#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {

const std::array<TourStep, kTourSteps>& tour_steps() {
  static constexpr std::array<TourStep, kTourSteps> kSteps{{
      {TourTask::drag, "fields", "Drag a source",
       "Drag a source, which glows or oscillates, with the left mouse button: the field responds "
       "at once."},
      {TourTask::parameter, "fields", "Change the equation",
       "In the panel's group “Equation” slide a number, such as the diffusivity, while the field "
       "runs."},
      {TourTask::pause, "fields", "Stop the time",
       "Press Space: the field pauses, and you can still drag its items. Press Space again to "
       "resume."},
      {TourTask::measure, "lab", "Measure in the lab",
       "Press 2 for the lab, then Space: every variant of the experiment is run, checked and timed "
       "on this machine."},
      {TourTask::step, "stage", "Step through a kernel",
       "Press 3 for the stage. The full stop (.) does one step of the kernel, the comma takes it "
       "back."},
      {TourTask::find, "", "Find anything",
       "Press Ctrl P and type a word: scenes, experiments, lessons, the twelve lectures, every "
       "key. This tour, too."},
  }};
  return kSteps;
}

TourStep told_in(const scene::Scene& scene, const TourStep& step) {
  const bool has_source = std::any_of(
      scene.items.begin(), scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Source>(item.role); });
  if (step.task != TourTask::drag || has_source) return step;
  return {step.task, step.room, "Paint the field",
          "This scene has no source to drag. Press P and paint in the field with the left button: "
          "the field answers at once."};
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
  done_at_.reset();
  if (*step_ + 1 == kTourSteps) return end();
  ++*step_;
}

bool TourModel::note(TourTask task, double now) {
  if (!step_ || done_at_ || tour_steps().at(*step_).task != task) return false;
  done_at_ = now;
  return true;
}

void TourModel::pass(double now) {
  if (done_at_ && now - *done_at_ >= kPraisedFor) skip();
  if (offered_at_ && now - *offered_at_ >= kOfferedFor) end();
}

namespace {

constexpr float kWidth = 400;
/// Room width in which field and card fit beside each other.
constexpr float kLeastRoom = 560;

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

void draw_offer(ShellView& shell, float room) {
  draw_words(shell, "Here for the first time?",
             "Six small steps show what Heatwave does. The help (F1) has them later, too.", room);
  if (icon_button(shell, "tour/begin", ui::Icon::play, "", "", "",
                  {.primary = true, .text = "Show me"})) {
    shell.send(session::MoveTour{session::TourMove::begin});
  }
  go_beside(shell, "Not now");
  if (icon_button(shell, "tour/end", ui::Icon::close, "", "", "", {.text = "Not now"})) {
    shell.send(session::MoveTour{session::TourMove::end});
  }
}

void draw_step(ShellView& shell, const TourModel& tour, float room) {
  const std::size_t step = *tour.step();
  const TourStep shown = told_in(shell.snapshot.scene, tour_steps().at(step));
  const bool last = step + 1 == kTourSteps;
  draw_words(shell,
             std::to_string(step + 1) + " of " + std::to_string(kTourSteps) + ": " +
                 std::string(shown.title),
             tour.is_done() ? "Done." : std::string(shown.words), room);
  const bool elsewhere = !shown.room.empty() && shell.now.room != shown.room;
  if (elsewhere && !tour.is_done()) {
    if (icon_button(shell, "tour/room", ui::Icon::play, "", "", "",
                    {.primary = true, .text = "Take me there"})) {
      shell.send(session::ShowRoom{std::string(shown.room), {}});
    }
    go_beside(shell, last ? "Finish" : "Next");
  }
  if (icon_button(shell, "tour/skip", ui::Icon::chevron_right, "", "", "",
                  {.text = last ? "Finish" : "Next"})) {
    shell.send(session::MoveTour{session::TourMove::skip});
  }
  if (!last) {
    go_beside(shell, "End");
    if (icon_button(shell, "tour/end", ui::Icon::close, "", "", "", {.text = "End"})) {
      shell.send(session::MoveTour{session::TourMove::end});
    }
  }
  dim_text(shell, "Esc ends the tour, " + shell.keys_of("tour") + " begins it again.");
}

float draw_tour_card(ShellView& shell, const TourModel& tour, const rooms::Layout& layout,
                     const ui::Box& notices) {
  if (!tour.step() && !tour.is_offered(ImGui::GetTime())) return 0.0F;
  const float u = shell.unit;
  // In a small room the card would cover the items it describes, so it is placed over the panel's
  // end.
  const bool over_panel =
      layout.room.width() < kLeastRoom * u && layout.side.width() > 2 * ui::kRailWidth * u;
  const ui::Box& room = over_panel ? layout.side : layout.room;
  const float width = std::min(kWidth * u, room.width() - 32 * u);
  if (width < 160 * u || room.height() < 120 * u) return 0.0F;
  // In the notices' area the card covers neither a colour bar nor, in most scenes, a source.
  const float rim = room.right - 16 * u;
  const float wanted = over_panel ? rim : std::min(rim, notices.right - 8 * u);
  const float right = std::max(room.left + 16 * u + width, wanted);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, shell.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, shell.theme.accent);
  ui::begin_fitting_pane("tour", {right, room.bottom - 16 * u}, {width, 0}, {width, room.height()});
  keep_from_audience(shell, ImGui::GetWindowDrawList());
  const float inner = width - 32 * u;
  if (tour.step()) {
    draw_step(shell, tour, inner);
  } else {
    draw_offer(shell, inner);
  }
  const float height = ImGui::GetWindowSize().y;
  ui::end_pane();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  return over_panel ? 0.0F : height + 16 * u;
}

}  // namespace

TourGuide::TourGuide(const ShellContext& shell)
    : shell_(shell), was_seen_(shell.start.remembered.has_toured) {
  // During a lecture the offer would cover the items that the lecture describes.
  if (!was_seen_ && shell.start.lecture == nullptr) model_.offer(ImGui::GetTime());
}

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
}

void TourGuide::note_what_is_seen(double now) {
  if (shell_.session.snapshot().lab.running) model_.note(TourTask::measure, now);
  const session::Sight sight = shell_.sight();
  const int step = sight.stage ? sight.stage->step : 0;
  if (step != stage_step_ && shell_.now.room == rooms::kStage.id) {
    model_.note(TourTask::step, now);
  }
  stage_step_ = step;
  if (shell_.now.interface.search_open || shell_.now.lecture.lecture != nullptr) {
    model_.note(TourTask::find, now);
  }
}

void TourGuide::update() {
  const double now = ImGui::GetTime();
  if (model_.step()) {
    note_what_is_seen(now);
    // In a small window the tour's card and the lecture's would overlap.
    if (!model_.is_done() && shell_.now.lecture.card_shown) model_.end();
  }
  // The offer waits until the gallery no longer covers it.
  if (shell_.now.interface.gallery_open && model_.is_offered(now)) model_.offer(now);
  model_.pass(now);
  was_seen_ = was_seen_ || model_.was_seen(now);
}

float TourGuide::draw(ShellView& view, const rooms::Layout& layout, const ui::Box& notices) {
  return draw_tour_card(view, model_, layout, notices);
}

TourStatus TourGuide::status() const {
  return {.step = model_.step(),
          .offered = model_.is_offered(ImGui::GetTime()),
          .is_done = model_.is_done(),
          .was_seen = was_seen_};
}

}  // namespace heatwave::shell
