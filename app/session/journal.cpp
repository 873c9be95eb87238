// Adds step and time to each entry.
#include "app/session/journal.h"

#include <cstdlib>
#include <utility>

#include "app/session/field/check_sum.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

constexpr auto kKeyframeEvery = 1s;
constexpr std::int64_t kStepsToKeyframe = 200;
/// Copying the field for a keyframe takes at most 1/100 of the time.
constexpr int kKeyframeShare = 100;

}  // namespace

void Recorder::start(const JournalRequest& request, std::int64_t step) {
  if (running()) throw core::Error("a recording is under way already");
  if (!make_) throw core::Error("nothing here can write a recording");
  journal_ = make_(request);
  began_ = Clock::now();
  keyframe_end_ = keyframe_allowed_ = began_;
  keyframe_step_ = step;
  newest_step_ = step;
  commands_ = 0;
}

Moment Recorder::now(std::int64_t step) const {
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
  return {step, since.count()};
}

template <typename Work>
void Recorder::write(Work work) {
  try {
    work(*journal_);
  } catch (...) {
    journal_.reset();
    throw;
  }
}

void Recorder::note(std::int64_t step, const Envelope& envelope) {
  write([&](Journal& journal) { journal.note(now(step), envelope); });
  newest_step_ = step;
  ++commands_;
}

bool Recorder::wants_keyframe(std::uint64_t field_version, std::int64_t step, bool watched) const {
  if (!running() || field_version == keyframe_version_) return false;
  const Clock::time_point now = Clock::now();
  if (now < keyframe_allowed_) return false;
  return now - keyframe_end_ >= kKeyframeEvery ||
         (!watched && std::abs(step - keyframe_step_) >= kStepsToKeyframe);
}

void Recorder::keyframe(const field::FieldState& state, std::uint64_t field_version,
                        std::chrono::nanoseconds took) {
  const Clock::time_point start = Clock::now();
  write([&](Journal& journal) { journal.keyframe(now(state.step), check_sum(state)); });
  newest_step_ = keyframe_step_ = state.step;
  keyframe_version_ = field_version;
  keyframe_end_ = Clock::now();
  keyframe_allowed_ = keyframe_end_ + kKeyframeShare * (keyframe_end_ - start + took);
}

std::filesystem::path Recorder::stop(const field::FieldState& state) {
  if (!running()) throw core::Error("nothing is being recorded");
  const std::unique_ptr<Journal> journal = std::move(journal_);
  return journal->close(now(state.step), check_sum(state));
}

RecordingStatus Recorder::status() const {
  if (!running()) return {};
  const std::chrono::duration<double> since = Clock::now() - began_;
  return {
      .running = true, .seconds = since.count(), .commands = commands_, .bytes = journal_->bytes()};
}

}  // namespace heatwave::session
