// Runs steps in chunks, which keep a progress bar moving, and saves pictures between them.
#include "app/cli/course.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <span>
#include <thread>
#include <utility>

#include "app/export/frame_sink.h"
#include "app/export/npy.h"
#include "app/session/field/beside_reading.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/system/write_files.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

double cells_per_second(const RunReport& report, const session::Snapshot& snapshot) {
  if (report.seconds <= 0.0) return 0.0;
  const auto cells = static_cast<double>(snapshot.scene.extent.cells());
  return cells * static_cast<double>(report.steps) / report.seconds;
}

std::string in_millions(double value) {
  const double millions = value / 1e6;
  if (millions < 100.0) return fmt::format("{:.3g} million", millions);
  return fmt::format("{} million", words::grouped(std::llround(millions)));
}

std::string backend_line(const field::BackendInfo& backend) {
  std::string line = fmt::format("{}: {}", field::name_of(backend.backend), backend.device);
  if (backend.threads > 0) {
    line += fmt::format(", {} thread{}", backend.threads, backend.threads == 1 ? "" : "s");
  }
  if (!backend.parts.empty()) {
    line += fmt::format(", {} parts", backend.parts.size());
  }
  return fmt::format("{} ({})\n", line, backend.reason);
}

/// Sums up cells that arrive in pieces. Every eighth cell belongs to one of eight lanes, so that
/// vectors add them.
class Summed {
 public:
  void add(std::span<const float> cells) {
    if (cells.empty()) return;
    if (count_ == 0) {
      lanes_.lowest.fill(cells.front());
      lanes_.highest.fill(cells.front());
    }
    const std::size_t head = std::min(cells.size(), (kLanes - count_ % kLanes) % kLanes);
    const std::size_t end = head + (cells.size() - head) / kLanes * kLanes;
    for (std::size_t i = 0; i < head; ++i) lanes_.add(cells[i], (count_ + i) % kLanes);
    Lanes lanes = lanes_;  // a copy, so that the loop keeps it in registers
    for (std::size_t i = head; i < end; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) lanes.add(cells[i + lane], lane);
    }
    lanes_ = lanes;
    for (std::size_t i = end; i < cells.size(); ++i) lanes_.add(cells[i], i - end);
    count_ += cells.size();
  }
  [[nodiscard]] Statistics statistics() const {
    const auto& [lowest, highest, sums] = lanes_;
    return {.minimum = *std::min_element(lowest.begin(), lowest.end()),
            .maximum = *std::max_element(highest.begin(), highest.end()),
            .mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(count_)};
  }

 private:
  static constexpr std::size_t kLanes = 8;

  struct Lanes {
    std::array<float, kLanes> lowest{};
    std::array<float, kLanes> highest{};
    std::array<double, kLanes> sums{};

    void add(float value, std::size_t lane) {
      lowest[lane] = std::min(lowest[lane], value);
      highest[lane] = std::max(highest[lane], value);
      sums[lane] += double{value};
    }
  };

  Lanes lanes_;
  std::size_t count_ = 0;
};

std::string summary(const RunReport& report, const session::Snapshot& snapshot) {
  const scene::Scene& scene = snapshot.scene;
  std::string text = fmt::format("{}: {} step{} of the {} equation on {} × {} cells\n",
                                 scene.name.empty() ? "field" : words::printable(scene.name),
                                 words::grouped(report.steps), report.steps == 1 ? "" : "s",
                                 scene.equation, scene.extent.width, scene.extent.height);
  if (report.replayed) {
    text += fmt::format("as recorded: {} check sum{} of {} the same\n", report.replayed->keyframes,
                        report.replayed->keyframes == 1 ? "" : "s",
                        words::printable(report.replayed->file));
  }
  text += backend_line(snapshot.backend);
  text += fmt::format("{:.3g} s, {} cells/s\n", report.seconds,
                      in_millions(cells_per_second(report, snapshot)));
  text += fmt::format("min {:.6g}, max {:.6g}, mean {:.6g}\n", report.field.minimum,
                      report.field.maximum, report.field.mean);
  if (report.png.size() > 1) {
    text += fmt::format("wrote {} pictures, the last one {}\n", report.png.size(),
                        words::printable(report.png.back().string()));
  } else if (!report.png.empty()) {
    text += fmt::format("wrote {}\n", words::printable(report.png.back().string()));
  }
  if (!report.dump.empty())
    text += fmt::format("wrote {}\n", words::printable(report.dump.string()));
  if (!report.csv.empty()) text += fmt::format("wrote {}\n", words::printable(report.csv.string()));
  if (!report.recording.empty())
    text += fmt::format("wrote {}\n", words::printable(report.recording.string()));
  return text;
}

nlohmann::ordered_json json_of(const field::BackendInfo& backend,
                               const std::vector<field::PartTimes>& times) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < backend.parts.size(); ++i) {
    const field::PartInfo& part = backend.parts[i];
    parts.push_back({{"device", part.device},
                     {"first_row", part.first_row},
                     {"rows", part.rows},
                     {"threads", part.threads}});
    if (i >= times.size()) continue;
    parts.back()["step_ms"] = {{"compute", times[i].compute_ms},
                               {"exchange", times[i].exchange_ms},
                               {"hidden", times[i].hidden_ms}};
  }
  return {
      {"parts", parts}, {"exchange", backend.exchange}, {"steps", backend.steps_between_exchanges}};
}

std::string json(const RunReport& report, const session::Snapshot& snapshot) {
  const scene::Scene& scene = snapshot.scene;
  nlohmann::ordered_json document;
  document["equation"] = scene.equation;
  document["scene"] = scene.name;
  document["width"] = scene.extent.width;
  document["height"] = scene.extent.height;
  document["steps"] = report.steps;
  document["step"] = snapshot.step;
  document["backend"] = field::name_of(snapshot.backend.backend);
  document["device"] = snapshot.backend.device;
  document["reason"] = snapshot.backend.reason;
  document["threads"] = snapshot.backend.threads;
  document["way"] = snapshot.report.method;
  document["division"] = nullptr;
  if (!snapshot.backend.parts.empty()) {
    document["division"] = json_of(snapshot.backend, snapshot.report.parts);
  }
  document["seconds"] = report.seconds;
  document["cells_per_second"] = cells_per_second(report, snapshot);
  const scene::SceneExpression* expression = scene::shown_expression(scene);
  document["component"] =
      expression != nullptr
          ? expression->info().id
          : scene::equation_of(scene).components[scene::shown_component(scene)].id;
  document["min"] = report.field.minimum;
  document["max"] = report.field.maximum;
  document["mean"] = report.field.mean;
  document["png"] = nlohmann::ordered_json::array();
  for (const auto& path : report.png) document["png"].push_back(path.string());
  document["dump"] = nullptr;
  if (!report.dump.empty()) {
    document["dump"] = report.dump.string();
    document["dump_seconds"] = report.dump_seconds;
  }
  if (!report.csv.empty()) document["csv"] = report.csv.string();
  if (!report.recording.empty()) document["recording"] = report.recording.string();
  if (report.replayed) {
    document["replayed"] = {{"file", report.replayed->file},
                            {"program", report.replayed->program},
                            {"keyframes", report.replayed->keyframes},
                            {"breaks_off_after", nullptr}};
    const auto& line = report.replayed->breaks_off_after;
    if (line) document["replayed"]["breaks_off_after"] = *line;
  }
  // Paths need not be UTF-8, but the document must be.
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

using Clock = std::chrono::steady_clock;

// Long enough to make looking for an overflow cheap, and short enough for a progress bar.
constexpr double kChunkSeconds = 1.0;
constexpr std::int64_t kLongestChunk = std::int64_t{3} << 16;
/// Long chunks end after whole passes, which take 8 or 12 steps, and exchanges of parts.
constexpr std::int64_t kPasses = 24;
/// A step takes much longer in a chunk shorter than these passes. Only a chunk of passes that takes
/// more than this many seconds is cut into shorter ones.
constexpr double kSecondsOfPasses = 4.0;

constexpr std::int64_t kToTheEnd = std::numeric_limits<std::int64_t>::max();

/// Checks that the host has the memory that pictures need, so that hours of computing are not lost:
/// two copies of the field, colours and their compressed bytes.
void require_memory_to_save(const OutputOptions& options, const scene::Scene& scene) {
  if (options.png.empty() && !options.has_sequence()) return;
  const std::uint64_t planes = field::plane_count(scene::equation_of(scene));
  core::require_memory(
      static_cast<std::uint64_t>(scene.extent.cells()) * (2 * planes * sizeof(float) + 7),
      fmt::format("saving {} × {} cells", scene.extent.width, scene.extent.height));
}

std::span<const std::uint8_t> bytes_of(const std::vector<float>& cells) {
  return {reinterpret_cast<const std::uint8_t*>(cells.data()), cells.size() * sizeof(float)};
}

}  // namespace

std::int64_t next_chunk(std::int64_t chunk, double seconds) {
  const bool is_short = chunk < kPasses;
  if (seconds < (is_short ? kChunkSeconds : kChunkSeconds / 2)) {
    return std::min(chunk == 1 ? 3 : 2 * chunk, kLongestChunk);
  }
  const double most = chunk > kPasses ? kChunkSeconds : kSecondsOfPasses;
  return seconds > most ? std::max<std::int64_t>(1, chunk / 2) : chunk;
}

void warn(const session::Snapshot& snapshot) {
  for (const session::Notice& notice : snapshot.notices) {
    if (notice.kind == session::Notice::Kind::error) continue;  // headless, errors are thrown
    fmt::print(stderr, "heatwave: {}\n", words::printable(notice.text));
  }
}

void tell_and_prepare(const std::string& told, const session::Preparation& work) {
  fmt::print(stderr, "heatwave: {}\n", told);
  work(false);
}

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
    const std::int64_t chunk = chunk_ < kPasses ? chunk_ : chunk_ - taken_ % kPasses;
    const std::int64_t wanted = std::min(chunk, step - taken_);
    const Clock::time_point start = Clock::now();
    const std::int64_t steps = way_.take(wanted);  // waits for the steps
    const std::chrono::duration<double> took = Clock::now() - start;
    report_.seconds += took.count();
    taken_ += steps;
    chunk_ = next_chunk(chunk_, took.count());
    progress_.show(way_.done());
  }
}

/// Returns a picture of the field, once the queue has space for it.
exporting::FieldPicture Course::picture() {
  const field::FieldState state = session_.state();
  while (!queue_->has_room()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (queue_->status().failed > 0) finish_pictures();
  return session::picture_of(session_.snapshot().scene, state, session_.cell_flags(), options_.with,
                             session_.derived());
}

void Course::save_frames() {
  const bool one_file = exporting::is_one_file(options_.out);
  exporting::FrameSink sink(queue_, options_.out, naming_);
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
    sink.close();
  } catch (...) {
    sink.give_up();
    throw;
  }
  if (one_file) report_.png.push_back(options_.out);
}

void Course::save_picture() {
  queue_->write(picture(), options_.png, naming_);
  report_.png.push_back(options_.png);
}

void Course::finish_pictures() {
  queue_->finish();
  if (const auto failure = queue_->take_failure()) throw core::Error(*failure);
}

/// Sums up the field and saves its array, of which no copy is made: it may be larger than the
/// host's memory.
void Course::sum_up_and_dump() {
  const scene::Scene& scene = session_.snapshot().scene;
  const bool shows_expression = scene::shown_expression(scene) != nullptr;
  const std::size_t shown = scene::shown_component(scene);
  const std::size_t components = scene::equation_of(scene).components.size();
  std::optional<system::GrowingFile> array;
  Summed sum;
  session::BesideReading summing([&](const session::FieldTile& rows) {
    if (rows.area.y0 == 0) sum = {};
    if (!shows_expression) sum.add(rows.planes[shown]);
  });
  session::BesideReading writing([&](const session::FieldTile& rows) {
    if (options_.dump.empty()) return;
    if (rows.area.y0 == 0) {  // also where a device was lost, and all begins anew
      array.emplace(options_.dump, naming_);
      array->append(exporting::npy_header(scene.extent, components));
    }
    if (components == 1) {
      array->append(bytes_of(rows.planes.front()));
    } else {
      array->append(exporting::npy_cells(std::span(rows.planes).first(components)));
    }
  });
  const Clock::time_point start = Clock::now();
  session_.field_in_bands().read([&](session::FieldTile read) {
    const auto rows = std::make_shared<const session::FieldTile>(std::move(read));
    summing.take(rows);
    writing.take(rows);
  });
  summing.wait();
  writing.wait();
  if (array) report_.dump = array->finish();
  report_.dump_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (shows_expression) sum.add(session_.derived().plane);
  report_.field = sum.statistics();
}

const RunReport& Course::carried_out() {
  if (options_.has_sequence()) save_frames();
  go_to(kToTheEnd);
  way_.take(0);
  if (!options_.png.empty()) save_picture();
  finish_pictures();
  sum_up_and_dump();
  report_.steps = taken_;
  return report_;
}

std::string Course::text_of(const RunReport& report) {
  const session::Snapshot& snapshot = session_.snapshot();
  std::string text = options_.json ? json(report, snapshot) : summary(report, snapshot);
  tell_warnings();
  return text;
}

void Course::tell_warnings() {
  progress_.clear();
  warn(session_.snapshot());
}

}  // namespace heatwave::cli
