// The steps, and the way from one to the next.
#include "app/shell/presenter/tour.h"

#include <algorithm>
#include <variant>

namespace heatwave::shell {

const std::array<TourStep, kTourSteps>& tour_steps() {
  static constexpr std::array<TourStep, kTourSteps> kSteps{{
      {TourDeed::drag, "fields", "Drag a source",
       "Take what glows or swings in the field with the left button and pull it elsewhere: the "
       "field answers at once."},
      {TourDeed::parameter, "fields", "Change the equation",
       "In the panel's group “Equation” slide a number, such as the diffusivity, while the field "
       "runs."},
      {TourDeed::pause, "fields", "Stop the time",
       "Press Space: the field rests, and can still be dragged. Space again lets it go on."},
      {TourDeed::measure, "lab", "Measure in the lab",
       "Press 2 for the lab, then Space: every variant of the experiment is run, checked and timed "
       "on this machine."},
      {TourDeed::step, "stage", "Step through a kernel",
       "Press 3 for the stage. The full stop (.) does one step of the kernel, the comma takes it "
       "back."},
      {TourDeed::find, "", "Find anything",
       "Press Ctrl P and type a word: scenes, experiments, lessons, the twelve lectures, every "
       "key. This tour, too."},
  }};
  return kSteps;
}

TourStep told_in(const scene::Scene& scene, const TourStep& step) {
  const bool has_source = std::any_of(
      scene.items.begin(), scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Source>(item.role); });
  if (step.deed != TourDeed::drag || has_source) return step;
  return {step.deed, step.room, "Paint the field",
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

bool TourModel::note(TourDeed deed, double now) {
  if (!step_ || done_at_ || tour_steps().at(*step_).deed != deed) return false;
  done_at_ = now;
  return true;
}

void TourModel::pass(double now) {
  if (done_at_ && now - *done_at_ >= kPraisedFor) skip();
  if (offered_at_ && now - *offered_at_ >= kOfferedFor) end();
}

}  // namespace heatwave::shell
