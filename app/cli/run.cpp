// The course of a headless run: check, start, advance with pictures on the way, save, report.
#include "app/cli/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/cli/outputs.h"
#include "app/cli/progress.h"
#include "app/cli/run_report.h"
#include "app/cli/run_start.h"
#include "app/export/files.h"
#include "app/session/picture_exports.h"
#include "app/session/session.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/catalogue.h"

namespace heatwave::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Long enough that looking at the clock costs nothing, short enough for a progress bar.
constexpr double kChunkSeconds = 0.1;
constexpr std::int64_t kLongestChunk = 1 << 16;

/// Hours of computing must not end for want of memory to save what came out: a copy of the field,
/// and beside it one more for the array's file, or colours and their compressed bytes.
void require_memory_to_save(const RunOptions& options, const session::Scene& scene) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  const std::uint64_t planes = field::plane_count(equation);
  const std::uint64_t components = equation.components.size();
  const bool pictures = !options.png.empty() || options.every > 0;
  const std::uint64_t per_cell = planes * sizeof(float) * (pictures ? 2 : 1) + (pictures ? 7 : 0) +
                                 (options.dump.empty() ? 0 : components * sizeof(float));
  core::require_memory(
      static_cast<std::uint64_t>(scene.extent.cells()) * per_cell,
      fmt::format("saving {} × {} cells", scene.extent.width, scene.extent.height));
}

class HeadlessRun {
 public:
  explicit HeadlessRun(const RunOptions& options)
      : options_(options),
        naming_(options.force ? exporting::Naming::replacing : exporting::Naming::exact),
        session_(started(options)),
        progress_(options.steps) {}

  std::string carried_out();
  void tell_warnings() {
    progress_.clear();
    warn(session_.snapshot());
  }

 private:
  static session::Session started(const RunOptions& options);

  void advance_to(std::int64_t step);
  void take_field();
  void save_picture(const std::filesystem::path& path);
  void finish_pictures();
  void save_dump();

  const RunOptions& options_;
  exporting::Naming naming_;
  session::Session session_;
  exporting::PngWriter writer_;
  Progress progress_;
  std::int64_t done_ = 0;
  std::int64_t chunk_ = 1;
  field::FieldState state_;
  RunReport report_;
};

session::Session HeadlessRun::started(const RunOptions& options) {
  RunStart start = run_start(options);
  session::Session session(std::move(start.scene), {.backend = options.field.backend,
                                                    .threads = options.field.threads,
                                                    .device = options.field.device});
  for (session::Command& command : start.commands) session.submit(std::move(command));
  session.run(0);
  require_memory_to_save(options, session.snapshot().scene);
  return session;
}

void HeadlessRun::advance_to(std::int64_t step) {
  while (done_ < step) {
    const std::int64_t steps = std::min(chunk_, step - done_);
    const Clock::time_point start = Clock::now();
    session_.run(steps);  // waits for them, and throws when the field overflows
    const std::chrono::duration<double> took = Clock::now() - start;
    report_.seconds += took.count();
    done_ += steps;
    if (took.count() < kChunkSeconds / 2) chunk_ = std::min(2 * chunk_, kLongestChunk);
    if (took.count() > kChunkSeconds) chunk_ = std::max<std::int64_t>(1, chunk_ / 2);
    progress_.show(done_);
  }
  take_field();
}

void HeadlessRun::take_field() {
  state_ = session_.state();
  report_.field = statistics(state_.planes[session::shown_component(session_.snapshot().scene)]);
}

void HeadlessRun::save_picture(const std::filesystem::path& path) {
  while (!writer_.has_room()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  writer_.write(session::picture_of(session_.snapshot().scene, state_, session_.cell_flags()), path,
                naming_);
  report_.png.push_back(path);
  if (writer_.status().failed > 0) finish_pictures();
}

void HeadlessRun::finish_pictures() {
  writer_.finish();
  if (const auto failure = writer_.take_failure()) throw core::Error(*failure);
}

void HeadlessRun::save_dump() {
  if (options_.dump.empty()) return;
  const auto& components = field::find_equation(session_.snapshot().scene.equation).components;
  const auto bytes =
      exporting::encoded_npy(state_.extent, std::span(state_.planes).first(components.size()));
  report_.dump = exporting::write_whole_file(options_.dump, bytes, naming_);
}

std::string HeadlessRun::carried_out() {
  if (options_.every > 0) {
    for (std::int64_t step = 0; step <= options_.steps; step += options_.every) {
      advance_to(step);
      save_picture(options_.out / exporting::frame_name(step));
    }
  }
  advance_to(options_.steps);
  if (!options_.png.empty()) save_picture(options_.png);
  finish_pictures();
  save_dump();
  report_.steps = done_;
  const session::Snapshot& snapshot = session_.snapshot();
  return options_.json ? json(report_, snapshot) : summary(report_, snapshot);
}

}  // namespace

std::string run(const RunOptions& options) {
  check_outputs(options);
  HeadlessRun run(options);
  try {
    const std::string text = run.carried_out();
    run.tell_warnings();
    return text;
  } catch (...) {
    run.tell_warnings();
    throw;
  }
}

}  // namespace heatwave::cli
