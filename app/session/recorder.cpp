// Stamps what happens with step and time.
#include "app/session/recorder.h"

#include <algorithm>
#include <utility>

#include "app/session/check_sum.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

constexpr auto kKeyframeEvery = 2s;
/// Copying the field for a keyframe takes at most a hundredth of the time.
constexpr int kKeyframeShare = 100;

}  // namespace

void Recorder::start(const JournalRequest& request, std::int64_t step) {
  if (running()) throw core::Error("a recording is under way already");
  if (!make_) throw core::Error("nothing here can write a recording");
  journal_ = make_(request);
  began_ = Clock::now();
  keyframe_due_ = began_ + kKeyframeEvery;
  newest_step_ = step;
  commands_ = 0;
}

Moment Recorder::now(std::int64_t step) const {
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
  return {step, since.count()};
}

void Recorder::note(std::int64_t step, const Envelope& envelope) {
  journal_->note(now(step), envelope);
  newest_step_ = step;
  ++commands_;
}

bool Recorder::wants_keyframe(std::uint64_t field_version) const {
  return running() && field_version != keyframe_version_ && Clock::now() >= keyframe_due_;
}

void Recorder::keyframe(const field::FieldState& state, std::uint64_t field_version,
                        std::chrono::nanoseconds took) {
  const Clock::time_point start = Clock::now();
  journal_->keyframe(now(state.step), check_sum(state));
  const Clock::time_point end = Clock::now();
  newest_step_ = state.step;
  keyframe_version_ = field_version;
  keyframe_due_ =
      end + std::max<Clock::duration>(kKeyframeEvery, kKeyframeShare * (end - start + took));
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
