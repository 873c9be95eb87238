// Writes the line of progress.
#include "app/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/cli/text_columns.h"
#include "app/system/process.h"

namespace heatwave::cli {

StatusLine::StatusLine() : columns_(system::terminal_columns(system::Output::error)) {}

void StatusLine::show(const std::string& text) {
  if (columns_ == 0) return;
  // One column stays free: some terminals break the line once it is full.
  fmt::print(stderr, "{}{}", kClearLine,
             width_of(text) >= columns_ ? left(text, columns_ - 1) : text);
  std::fflush(stderr);
  shown_ = true;
}

void StatusLine::clear() {
  if (!std::exchange(shown_, false)) return;
  std::fputs(kClearLine, stderr);
  std::fflush(stderr);
}

void Progress::show(std::int64_t done) {
  constexpr int kBarWidth = 40;
  constexpr std::chrono::milliseconds kBetween{100};
  const Clock::time_point now = Clock::now();
  if (!line_.is_shown_anywhere() || now < next_ || done <= 0 || total_ <= 0) return;
  next_ = now + kBetween;
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const std::chrono::duration<double> spent = now - start_;
  const auto filled = static_cast<std::size_t>(part * kBarWidth);
  line_.show(fmt::format("[{:<{}}] {:3.0f}%  step {} of {}, {:.0f} s left",
                         std::string(filled, '='), kBarWidth, part * 100.0, done, total_,
                         spent.count() * (1.0 - part) / part));
}

void LabProgress::show(std::size_t experiment, const std::string& title,
                       const lab::Progress& progress) {
  if (!line_.is_shown_anywhere()) return;
  const std::string which =
      total_ > 1 ? fmt::format("[{}/{}] ", experiment + 1, total_) : std::string();
  line_.show(fmt::format("{}{}: {} of {}, {} (Ctrl-C stops)", which, title, progress.done,
                         progress.total, progress.now));
}

}  // namespace heatwave::cli
