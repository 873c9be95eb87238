// Names files and folders, and counts a sequence's frames.
#include "app/session/field/picture_exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/export/framed_picture.h"
#include "app/scene/mask.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/field_flux.h"
#include "app/session/field/line_plots.h"
#include "app/session/field/unit_figures.h"
#include "app/session/session.h"
#include "app/system/write_files.h"
#include "app/words/numbers.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& folder, const std::error_code& error) {
  throw core::Error(
      fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
}

/// Marks the cells of each item that have a neighbour outside it.
std::vector<std::uint8_t> outlines_of(const scene::Scene& scene) {
  const core::Rect grid = core::whole(scene.extent);
  std::vector<std::uint8_t> outlined(static_cast<std::size_t>(grid.cells()));
  for (const scene::Item& item : scene.items) {
    const scene::Mask mask = mask_of(item, grid);
    const core::Rect& area = mask.area;
    const auto covers = [&](int x, int y) {
      // The item may continue outside the grid.
      if (x < grid.x0 || y < grid.y0 || x >= grid.x1 || y >= grid.y1) return true;
      return x >= area.x0 && y >= area.y0 && x < area.x1 && y < area.y1 && mask.at(x, y);
    };
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        if (!mask.at(x, y)) continue;
        const bool inner =
            covers(x - 1, y) && covers(x + 1, y) && covers(x, y - 1) && covers(x, y + 1);
        if (!inner) outlined[grid.index(x, y)] = 1;
      }
    }
  }
  return outlined;
}

/// Names the displayed component, if there are several, and the moment: "v, step 1200, 0.35 s".
std::string moment_of(const scene::Scene& scene, std::int64_t step) {
  const bool is_one_of_many = scene::equation_of(scene).components.size() > 1;
  std::string words;
  if (!shows_component(scene)) {
    words = shown_quantity(scene).title + ", ";
  } else if (is_one_of_many) {
    words = shown_quantity(scene).id + ", ";
  }
  words += "step " + words::grouped(step);
  const double each = seconds_per_step(scene);
  if (each > 0) words += fmt::format(", {:.4g} s", each * static_cast<double>(step));
  return words;
}

}  // namespace

fs::path made_fresh_folder(const fs::path& parent, const std::string& name) {
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) refuse(parent, error);
  for (int number = 1;; ++number) {
    const fs::path folder = parent / fmt::format("{}-{:03}", name, number);
    const bool made = fs::create_directory(folder, error);
    if (made) return folder;
    std::error_code unknown;
    if (!fs::exists(folder, unknown)) refuse(folder, error);
  }
}

namespace {

/// Returns the parts of one of two pictures that are drawn beside each other.
exporting::PictureParts half_of(exporting::PictureParts parts, bool is_right) {
  if (!parts.size.is_exact()) return parts;
  const int both = parts.size.exact.width - exporting::kPicturesApart;
  parts.size.exact.width = std::max(1, is_right ? both - both / 2 : both / 2);
  return parts;
}

/// Builds the pictures of both quantities. Arrows lie over the first one.
exporting::FieldPicture pictures_of(const scene::Scene& scene, field::FieldState state,
                                    std::vector<std::uint8_t> flags,
                                    const exporting::PictureParts& parts, Derived derived) {
  scene::Scene other = scene_beside(scene);
  other.layers = layers_of(other);
  other.layers.arrows = false;
  other.view = {};
  exporting::FieldPicture right = picture_of(
      other, {.extent = state.extent, .step = state.step, .planes = {}}, flags,
      half_of(parts, true), {.plane = std::move(derived.beside), .beside = {}, .line = {}});
  right.title = parts.bar ? "" : right.quantity;
  right.moment.clear();
  scene::Scene first = scene;
  first.quantities.beside.reset();
  exporting::FieldPicture left = picture_of(first, std::move(state), std::move(flags),
                                            half_of(parts, false), std::move(derived));
  left.quantity = shown_quantity(scene).title;
  left.beside = std::make_shared<const exporting::FieldPicture>(std::move(right));
  return left;
}

}  // namespace

exporting::FieldPicture picture_of(const scene::Scene& scene, field::FieldState state,
                                   std::vector<std::uint8_t> flags,
                                   const exporting::PictureParts& parts, Derived derived) {
  if (shows_beside(scene) && !derived.beside.empty()) {
    return pictures_of(scene, std::move(state), std::move(flags), parts, std::move(derived));
  }
  float minimum = std::numeric_limits<float>::infinity();
  float maximum = -minimum;
  const std::size_t shown = shown_component(scene);
  if (is_line(scene) && derived.line == nullptr) derived.line = line_now(scene, state, flags);
  for (const float v : derived.plane.empty() ? state.planes[shown] : derived.plane) {
    if (!std::isfinite(v)) continue;
    minimum = std::min(minimum, v);
    maximum = std::max(maximum, v);
  }
  if (minimum > maximum) minimum = maximum = 0.0F;
  if (derived.line != nullptr) {
    // The colours are also of the past.
    const auto all = extremes_of(*derived.line, scene);
    if (all) std::tie(minimum, maximum) = std::pair(all->minimum, all->maximum);
  }
  colour::ColourScale scale =
      colour::resolve(shown_colours(scene), shown_quantity(scene), minimum, maximum);
  scale.legend = shown_legend(scene);
  exporting::FieldPicture picture{
      .extent = state.extent, .cells = {}, .flags = {}, .scale = scale, .levels = {}, .arrows = {}};
  if (!derived.plane.empty()) picture.quantity = shown_quantity(scene).title;
  const scene::ViewLayers layers = layers_of(scene);
  picture.limits = colour::limits_of(shown_colours(scene), scale);
  picture.relief = layers.relief && !layers.raised;
  if (layers.contours) picture.levels = lines::inner_levels(scale);
  if (layers.range_outline) {
    picture.levels = lines::with_limits(std::move(picture.levels), scale, picture.limits);
  }
  if (layers.arrows) picture.arrows = arrows_of(scene, state, flags);
  picture.parts = parts;
  if (parts.outlines && !is_line(scene)) {
    const bool drawn_for_size = parts.size.is_given();
    picture.outlined = outlines_of(
        drawn_for_size ? scaled(scene, exporting::field_pixels(picture.extent, parts)) : scene);
  }
  if (parts.title) {
    picture.title = scene.title.empty() ? scene.name : scene.title;
    picture.moment = moment_of(scene, state.step);
  }
  if (derived.line != nullptr) {
    picture.plot =
        std::make_shared<const exporting::LinePlot>(line_plot(scene, *derived.line, scale));
  }
  picture.cells = derived.plane.empty() ? std::move(state.planes[shown]) : std::move(derived.plane);
  picture.flags = std::move(flags);
  return picture;
}

core::Extent picture_extent(const scene::Scene& scene, core::Extent grid,
                            const exporting::PictureParts& parts) {
  const core::Extent one = exporting::picture_extent(grid, parts);
  if (!shows_beside(scene) || parts.size.is_exact()) return one;
  return {2 * one.width + exporting::kPicturesApart, one.height};
}

std::vector<SequenceFormat> sequence_formats() {
  std::vector<SequenceFormat> all;
  for (const exporting::FrameFormatEntry& each : exporting::frame_formats()) {
    all.push_back({std::string(each.extension), std::string(each.title)});
  }
  return all;
}

PictureExports::PictureExports(std::shared_ptr<exporting::ExportQueue> queue, fs::path folder)
    : queue_(std::move(queue)), folder_(std::move(folder)) {}

void PictureExports::save(const scene::Scene& scene, field::FieldState state,
                          std::vector<std::uint8_t> flags, Derived derived,
                          const SaveFieldPng& command) {
  exporting::check_size(command.with.size);
  exporting::check_png_size(picture_extent(scene, state.extent, command.with));
  const std::string& path = command.path;
  const fs::path name =
      path.empty() ? folder_ / fmt::format("{}-{:08}.png", scene.name, state.step) : fs::path(path);
  queue_->write(
      picture_of(scene, std::move(state), std::move(flags), command.with, std::move(derived)), name,
      path.empty() ? system::Naming::fresh : system::Naming::exact);
}

void PictureExports::start_sequence(const StartSequence& command, const scene::Scene& scene) {
  if (command.every < 1) {
    throw core::Error(
        fmt::format("a sequence takes a frame every 1 step or more, not every {}", command.every));
  }
  if (command.frames < 0) {
    throw core::Error(fmt::format("a sequence cannot have {} frames", command.frames));
  }
  if (command.most_bytes < 0) {
    throw core::Error(fmt::format("a sequence cannot take {} bytes", command.most_bytes));
  }
  exporting::check_size(command.with.size);
  exporting::check_png_size(picture_extent(scene, scene.extent, command.with));
  if (!command.format.empty() && !exporting::is_one_file("film" + command.format)) {
    throw core::Error(fmt::format("'{}' is not a sequence format", command.format));
  }
  Sequence sequence;
  sequence.every = command.every;
  sequence.frames = command.frames;
  sequence.most_bytes = command.most_bytes;
  sequence.with = command.with;
  sequence.scene = scene.name;
  sequence.names_folders = command.folder.empty() && command.format.empty();
  if (sequence.names_folders) {
    sequence.folder = made_fresh_folder(folder_, scene.name);
  } else {
    sequence.folder =
        command.folder.empty() ? folder_ / (scene.name + command.format) : fs::path(command.folder);
    const bool one_file = exporting::is_one_file(sequence.folder);
    const fs::path folder = one_file ? sequence.folder.parent_path() : sequence.folder;
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) refuse(folder, error);
  }
  open_sink(sequence);
  stop_sequence();
  failing_ = false;
  sequence_ = std::move(sequence);
}

void PictureExports::open_sink(Sequence& sequence) {
  sequence.sink = std::make_unique<exporting::FrameSink>(queue_, sequence.folder,
                                                         system::Naming::fresh, sequence.tally);
}

void PictureExports::stop_sequence() {
  if (!sequence_) return;
  sequence_->sink->close();
  sequence_->sink.reset();
  ended_.push_back(std::move(*sequence_));
  sequence_.reset();
}

std::int64_t PictureExports::waiting() const { return sequence_->taken - sequence_->tally->done; }

bool PictureExports::may_be_full() const {
  if (!sequence_ || sequence_->most_bytes == 0) return false;
  const std::int64_t left = waiting();
  const auto written = static_cast<std::int64_t>(sequence_->tally->bytes);
  return left > 0 && written + (left + 1) * sequence_->pixel_bytes > sequence_->most_bytes;
}

bool PictureExports::is_full() const {
  const Sequence& sequence = *sequence_;
  if (sequence.most_bytes == 0 || sequence.taken == 0 || waiting() > 0) return false;
  const auto largest = static_cast<std::int64_t>(sequence.tally->largest);
  const auto written = static_cast<std::int64_t>(sequence.tally->bytes);
  return written + std::min(sequence.pixel_bytes, 2 * largest) > sequence.most_bytes;
}

void PictureExports::start_over(const scene::Scene& scene) {
  if (!sequence_) return;
  const bool another = sequence_->newest >= 0 || sequence_->scene != scene.name;
  sequence_->newest = -1;
  sequence_->scene = scene.name;
  const bool one_file = exporting::is_one_file(sequence_->folder);
  if (!another || !(sequence_->names_folders || one_file)) return;
  try {
    if (!one_file) sequence_->folder = made_fresh_folder(folder_, scene.name);
    open_sink(*sequence_);
  } catch (const core::Error&) {
    stop_sequence();
    throw;
  }
}

bool PictureExports::wants(std::int64_t step) const {
  return sequence_ && step % sequence_->every == 0 && step > sequence_->newest;
}

std::int64_t PictureExports::steps_to_next(std::int64_t step) const {
  if (!sequence_) return std::numeric_limits<std::int64_t>::max();
  return sequence_->every - step % sequence_->every;
}

void PictureExports::take_frame(const scene::Scene& scene, field::FieldState state,
                                std::vector<std::uint8_t> flags, Derived derived) {
  Sequence& sequence = *sequence_;
  sequence.pixel_bytes = 3 * picture_extent(scene, state.extent, sequence.with).cells();
  if (is_full()) {
    sequence.at_limit = true;
    stop_sequence();
    return;
  }
  sequence.newest = state.step;
  const std::int64_t step = state.step;
  sequence.sink->add(
      picture_of(scene, std::move(state), std::move(flags), sequence.with, std::move(derived)),
      step);
  if (++sequence.taken == sequence.frames) stop_sequence();
}

ExportStatus PictureExports::status() const {
  const exporting::QueueStatus queue = queue_->status();
  ExportStatus status{.taken = queue.taken,
                      .written = queue.written,
                      .failed = queue.failed,
                      .seconds_left = queue.seconds_left,
                      .folder = folder_.string(),
                      .newest = queue.newest.string(),
                      .newest_single = queue.newest_single.string()};
  if (sequence_) {
    status.sequence = true;
    status.every = sequence_->every;
    status.frames = sequence_->frames;
    status.frames_taken = sequence_->taken;
    status.frames_bytes = static_cast<std::int64_t>(sequence_->tally->bytes);
    status.most_bytes = sequence_->most_bytes;
    status.sequence_folder = sequence_->folder.string();
  }
  return status;
}

std::vector<std::string> PictureExports::take_failures() {
  const std::int64_t written = queue_->status().written;
  std::vector<std::string> told;
  for (exporting::QueueFailure& failure : queue_->take_failures()) {
    // A full disk fails every frame of a sequence; one message is enough.
    const bool reported = failure.of_series && failing_ && written == written_before_failure_;
    if (failure.of_series) {
      failing_ = true;
      written_before_failure_ = written;
    }
    if (!reported) told.push_back(std::move(failure.words));
  }
  return told;
}

std::optional<PictureExports::Ended> PictureExports::take_ended() {
  const auto complete = std::find_if(ended_.begin(), ended_.end(), [](const Sequence& each) {
    return each.tally->done >= each.taken && each.tally->open == 0;
  });
  if (complete == ended_.end()) return {};
  const Sequence sequence = std::move(*complete);
  ended_.erase(complete);
  const std::int64_t written = sequence.tally->written;
  if (written == 0) return {};  // the failures have been reported
  const std::string saved =
      fmt::format("{}, {}, in {}", words::counted(written, "picture", "pictures"),
                  words::bytes(sequence.tally->bytes), sequence.folder.string());
  if (!sequence.at_limit) return Ended{"Saved " + saved};
  const auto most = static_cast<std::uint64_t>(sequence.most_bytes);
  return Ended{
      fmt::format("The sequence has come to its limit of {}: {}", words::bytes(most), saved), true};
}

SessionOptions options_for_pictures() {
  SessionOptions options;
  options.backend = field::Backend::cpu;
  options.threads = 1;
  options.most_undo_bytes = 0;
  options.most_minute_bytes = 0;
  options.keeps_samples = false;
  options.names_gpu = false;
  return options;
}

}  // namespace heatwave::session
