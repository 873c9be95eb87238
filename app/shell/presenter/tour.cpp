// The steps of the tour and the transitions between them.
#include "app/shell/presenter/tour.h"

#include <algorithm>
#include <variant>

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

}  // namespace heatwave::shell
