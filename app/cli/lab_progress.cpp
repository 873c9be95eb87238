// Draws the line of progress.
#include "app/cli/lab_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "app/cli/text_columns.h"

namespace heatwave::cli {
namespace {

constexpr int kUsualColumns = 80;

}  // namespace

LabProgress::LabProgress(std::size_t total) : total_(total) {
  if (isatty(STDERR_FILENO) == 0) return;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  columns_ = known ? size.ws_col : kUsualColumns;
}

LabProgress::~LabProgress() { clear(); }

void LabProgress::show(std::size_t experiment, const std::string& title,
                       const lab::Progress& progress) {
  if (columns_ == 0) return;
  std::string line = total_ > 1 ? fmt::format("[{}/{}] ", experiment + 1, total_) : std::string();
  line += fmt::format("{}: {} of {}, {} (Ctrl-C stops)", title, progress.done, progress.total,
                      progress.now);
  // One column stays free: some terminals break the line once it is full.
  if (width_of(line) >= columns_) line = left(line, columns_ - 1);
  fmt::print(stderr, "{}{}", kClearLine, line);
  std::fflush(stderr);
  shown_ = true;
}

void LabProgress::clear() {
  if (!std::exchange(shown_, false)) return;
  std::fputs(kClearLine, stderr);
  std::fflush(stderr);
}

}  // namespace heatwave::cli
