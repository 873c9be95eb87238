// Draws the progress bar.
#include "app/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "app/cli/text_columns.h"

namespace heatwave::cli {
namespace {

constexpr int kBarWidth = 40;
constexpr std::chrono::milliseconds kBetween{100};
// A run that is over before this needs no bar.
constexpr std::chrono::milliseconds kBeforeFirst{300};

}  // namespace

Progress::Progress(std::int64_t total)
    : total_(total), on_terminal_(isatty(STDERR_FILENO) == 1), next_(start_ + kBeforeFirst) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (std::exchange(shown_, false)) std::fputs(kClearLine, stderr);
}

void Progress::show(std::int64_t done) {
  const Clock::time_point now = Clock::now();
  if (!on_terminal_ || now < next_ || done <= 0 || total_ <= 0) return;
  next_ = now + kBetween;
  shown_ = true;
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const std::chrono::duration<double> spent = now - start_;
  const auto filled = static_cast<std::size_t>(part * kBarWidth);
  fmt::print(stderr, "{}[{:<{}}] {:3.0f}%  step {} of {}, {:.0f} s left", kClearLine,
             std::string(filled, '='), kBarWidth, part * 100.0, done, total_,
             spent.count() * (1.0 - part) / part);
  std::fflush(stderr);
}

}  // namespace heatwave::cli
