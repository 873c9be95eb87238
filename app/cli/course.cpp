// Chunks of steps that keep a progress bar alive; pictures between them.
#include "app/cli/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <thread>
#include <utility>

#include "app/export/frame_sink.h"
#include "app/export/npy.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/system/write_files.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Long enough that looking at the clock costs nothing, short enough for a progress bar.
constexpr double kChunkSeconds = 0.1;
constexpr std::int64_t kLongestChunk = 1 << 16;
constexpr std::int64_t kToTheEnd = std::numeric_limits<std::int64_t>::max();

/// Hours of computing must not end for want of memory to save what came out: a copy of the field,
/// and beside it one more for the array's file, or colours and their compressed bytes.
void require_memory_to_save(const OutputOptions& options, const scene::Scene& scene) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  const std::uint64_t planes = field::plane_count(equation);
  const std::uint64_t components = equation.components.size();
  const bool pictures = !options.png.empty() || options.has_sequence();
  const std::uint64_t per_cell = planes * sizeof(float) * (pictures ? 2 : 1) + (pictures ? 7 : 0) +
                                 (options.dump.empty() ? 0 : components * sizeof(float));
  core::require_memory(
      static_cast<std::uint64_t>(scene.extent.cells()) * per_cell,
      fmt::format("saving {} × {} cells", scene.extent.width, scene.extent.height));
}

}  // namespace

Course::Course(session::Session& session, const OutputOptions& options, Way way)
    : session_(session),
      options_(options),
      way_(std::move(way)),
      naming_(options.force ? system::Naming::replacing : system::Naming::exact),
      progress_(way_.total) {
  require_memory_to_save(options_, session_.snapshot().scene);
}

void Course::go_to(std::int64_t step) {
  while (taken_ < step && way_.goes_on()) {
    const std::int64_t wanted = std::min(chunk_, step - taken_);
    const Clock::time_point start = Clock::now();
    const std::int64_t steps = way_.take(wanted);  // waits for them
    const std::chrono::duration<double> took = Clock::now() - start;
    report_.seconds += took.count();
    taken_ += steps;
    if (took.count() < kChunkSeconds / 2) chunk_ = std::min(2 * chunk_, kLongestChunk);
    if (took.count() > kChunkSeconds) chunk_ = std::max<std::int64_t>(1, chunk_ / 2);
    progress_.show(way_.done());
  }
}

void Course::take_field() {
  state_ = session_.state();
  report_.field = statistics(state_.planes[scene::shown_component(session_.snapshot().scene)]);
}

/// The field as it is now, once there is room for it.
exporting::FieldPicture Course::picture() {
  take_field();
  while (!writer_->has_room()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (writer_->status().failed > 0) finish_pictures();
  return session::picture_of(session_.snapshot().scene, state_, session_.cell_flags(),
                             options_.with);
}

void Course::save_frames() {
  const bool one_file = exporting::is_one_file(options_.out);
  exporting::FrameSink sink(writer_, options_.out, naming_);
  way_.take(0);
  const scene::Scene& scene = session_.snapshot().scene;
  const std::int64_t every =
      options_.film > 0 ? session::steps_per_frame(scene, options_.film) : options_.every;
  try {
    for (std::int64_t step = 0; taken_ == step; step += every) {
      sink.add(picture(), step);
      if (!one_file) report_.png.push_back(options_.out / exporting::frame_name(step));
      go_to(step + every);
    }
  } catch (...) {
    sink.give_up();
    throw;
  }
  if (one_file) report_.png.push_back(options_.out);
}

void Course::save_picture() {
  writer_->write(picture(), options_.png, naming_);
  report_.png.push_back(options_.png);
}

void Course::finish_pictures() {
  writer_->finish();
  if (const auto failure = writer_->take_failure()) throw core::Error(*failure);
}

void Course::save_dump() {
  if (options_.dump.empty()) return;
  const auto& components = field::find_equation(session_.snapshot().scene.equation).components;
  const auto bytes =
      exporting::encoded_npy(state_.extent, std::span(state_.planes).first(components.size()));
  report_.dump = system::write_whole_file(options_.dump, bytes, naming_);
}

const RunReport& Course::carried_out() {
  if (options_.has_sequence()) save_frames();
  go_to(kToTheEnd);
  way_.take(0);
  take_field();
  if (!options_.png.empty()) save_picture();
  finish_pictures();
  save_dump();
  report_.steps = taken_;
  return report_;
}

void Course::tell_warnings() {
  progress_.clear();
  warn(session_.snapshot());
}

}  // namespace heatwave::cli
