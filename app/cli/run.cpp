// A headless run: check, start, compute, report.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <future>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "app/scene/views/catalogue.h"

#include "app/cli/checkpoint.h"
#include "app/cli/command_options.h"
#include "app/cli/course.h"
#include "app/cli/field_setup.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/tuned.h"
#include "app/export/npy.h"
#include "app/scene/measures.h"
#include "app/scene/scene.h"
#include "app/scene/scene_checks.h"
#include "app/session/command.h"
#include "app/session/field/measure_tables.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/session/session.h"
#include "app/system/process.h"
#include "app/system/write_files.h"
#include "app/wire/checkpoint_file.h"
#include "app/wire/player.h"
#include "app/wire/recording.h"
#include "app/words/version.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

struct RunStart {
  scene::Scene scene;
  std::vector<session::Command> commands;
};

scene::Scene base_scene(const RunOptions& options, const std::optional<exporting::NpyFile>& array) {
  const std::string& name = options.field.scene;
  if (!options.formula.empty()) {
    if (!name.empty() || !options.equation.empty()) {
      throw UsageError("--formula brings its own scene; leave out --scene and --equation");
    }
    return scene::formula_scene(field::formula::make_formula(formula_text(options.formula)),
                                array ? array->extent() : scene::Scene{}.extent);
  }
  if (name.empty() && array) {
    return scene::blank_scene(equation_or_first(options.equation), array->extent());
  }
  scene::Scene scene = chosen_scene(name, options.equation);
  if (!options.equation.empty() && options.equation != scene.equation) {
    throw UsageError(
        fmt::format("--equation {} does not fit scene '{}', which is of the {} "
                    "equation",
                    options.equation, name, scene.equation));
  }
  return scene;
}

void check_components(const RunOptions& options, const scene::Scene& scene, std::size_t loaded) {
  const auto& wanted = scene::equation_of(scene).components;
  if (loaded == wanted.size()) return;
  const auto counted = [](std::size_t n) {
    return fmt::format("{} component{}", n, n == 1 ? "" : "s");
  };
  throw core::Error(fmt::format("'{}' holds {}, and the {} equation has {}", options.load.string(),
                                counted(loaded), scene.equation, counted(wanted.size())));
}

void check_extent(const RunOptions& options, const scene::Scene& scene, core::Extent loaded) {
  const core::Extent wanted = options.field.size.value_or(scene.extent);
  if (loaded == wanted) return;
  const std::string who = options.field.size ? std::string("--size asks for")
                                             : fmt::format("scene '{}' has", options.field.scene);
  throw core::Error(fmt::format("'{}' holds {} × {} cells, and {} {} × {}", options.load.string(),
                                loaded.width, loaded.height, who, wanted.width, wanted.height));
}

/// Throws when a picture would be too large.
void check_pictures(const RunOptions& options, const scene::Scene& scene) {
  if (options.png.empty() && !options.has_sequence()) return;
  scene::Scene shown = scene;
  if (!options.field.beside.empty()) {
    shown.quantities.beside = quantity_beside(scene, options.field.beside);
  }
  exporting::check_png_size(
      session::picture_extent(shown, options.field.size.value_or(scene.extent), options.with));
}

session::SetEdges edges_command(field::EdgeKind kind, const scene::Scene& scene) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  if (const auto flaw = scene::flaw_of_edge(equation, kind)) {
    throw UsageError("--edges " + *flaw);
  }
  return {{.left = kind, .right = kind, .top = kind, .bottom = kind, .value = scene.edges.value}};
}

session::SetColours colours_command(const RunOptions& options, const scene::Scene& scene) {
  scene::Scene shown = scene;
  if (!options.field.show.empty()) show_quantity(shown, options.field.show);
  if (options.field.view) {
    choose_view(shown, options.field.view->kind, options.field.view->parameters);
  }
  colour::ColourChoice colours = scene::shown_colours(shown);
  if (!options.colormap.empty()) colours.colormap = options.colormap;
  if (options.bands) colours.bands = *options.bands;
  if (options.automatic_range) colours.automatic = true;
  if (options.range) {
    colours.automatic = false;
    colours.low = options.range->low;
    colours.high = options.range->high;
  }
  colours.positive = colours.positive || options.positive;
  colours.scale = options.colour_scale.value_or(colours.scale);
  return {colours};
}

/// Replaces the scene's measurements by the requested ones, if there are any.
void measure(std::vector<session::Command>& commands, const MeasureOptions& wanted,
             const scene::Measures& had) {
  if (wanted.probes.empty() && !wanted.profile && !wanted.totals) return;
  for (const scene::Probe& probe : had.probes) {
    commands.emplace_back(session::RemoveProbe{probe.number});
  }
  if (had.profile) commands.emplace_back(session::RemoveLine{scene::LineKind::profile});
  if (had.totals != wanted.totals) commands.emplace_back(session::WatchTotals{wanted.totals});
  for (const core::Point at : wanted.probes) commands.emplace_back(session::AddProbe{at});
  if (wanted.profile) {
    commands.emplace_back(
        session::SetLine{scene::LineKind::profile, wanted.profile->from, wanted.profile->to});
  }
}

/// Returns a start with the scene of a checkpoint.
RunStart restart_of(const RunOptions& options, const scene::Scene& scene) {
  RunStart start{.scene = scene, .commands = {}};
  for (session::Command& command : field_commands(options.field, start.scene, false, "")) {
    start.commands.push_back(std::move(command));
  }
  check_pictures(options, start.scene);
  start.commands.emplace_back(colours_command(options, start.scene));
  measure(start.commands, options.measure, start.scene.measures);
  return start;
}

/// Reads the scene and the field to load. Throws core::Error, and UsageError for invalid options.
RunStart run_start(const RunOptions& options) {
  std::optional<exporting::NpyFile> array;
  if (!options.load.empty()) array.emplace(options.load);
  RunStart start{.scene = base_scene(options, array), .commands = {}};
  if (array) {
    check_extent(options, start.scene, array->extent());
    check_components(options, start.scene, array->components());
  }
  if (!options.picture.file.empty()) {
    if (options.field.size) start.scene = scene::scaled(start.scene, *options.field.size);
    start.scene = with_picture(std::move(start.scene), options.picture);
  }
  if (start.scene.formula && !start.scene.formula.picture() &&
      reads_picture(*start.scene.formula.shared())) {
    throw UsageError("the formula reads a picture: add --picture FILE --as input");
  }
  start.commands =
      field_commands(options.field, start.scene, options.unguarded, "add --unguarded to allow it");
  check_pictures(options, start.scene);
  if (options.edges) start.commands.emplace_back(edges_command(*options.edges, start.scene));
  start.commands.emplace_back(colours_command(options, start.scene));
  if (array) start.commands.emplace_back(session::LoadField{array->read().cells});
  measure(start.commands, options.measure, start.scene.measures);
  return start;
}

/// Comma-separated values with a line for each sample: the step, then each measured cell, in units
/// if the scene has them. Another thread writes them while the field goes on.
class SampleFile {
 public:
  /// An empty path disables it. Throws core::Error when there is nothing to measure.
  SampleFile(const MeasureOptions& options, bool force, const session::Snapshot& first);

  /// Returns the number of steps after which take() must be called at the latest.
  [[nodiscard]] std::int64_t most_steps() const;
  /// Writes the first sample, if one is due for this step.
  void begin(const session::Snapshot& snapshot);
  /// Writes the samples of the steps since the last call.
  void take(session::Session& session);
  /// Completes the file. Returns it; empty: none was requested.
  std::filesystem::path finish();

 private:
  using Rows = std::vector<session::MeasuredRow>;

  /// Begins to write rows, after the rows before them.
  void write(Rows rows);
  void wait();
  [[nodiscard]] std::string text_of(const Rows& rows) const;

  std::int64_t every_;
  scene::Measures measures_;
  core::Extent grid_;
  session::TableUnits units_;  ///< units of the initial scene
  std::int64_t columns_ = 1;   ///< number of values in a row
  std::optional<system::GrowingFile> file_;
  std::future<void> writing_;  ///< invalid: nothing is being written
};

std::string head(const scene::Scene& scene, const session::TableUnits& units) {
  const std::string& id = scene::shown_quantity(scene).id;
  std::string line = "step";
  if (units.step > 0) line += std::string(",") + session::kTimeColumn;
  const auto add = [&](double x, double y) {
    const std::string name = units.legend.titled(fmt::format("{}({:.7g},{:.7g})", id, x, y));
    fmt::format_to(std::back_inserter(line), ",\"{}\"", name);
  };
  for (const scene::Probe& probe : scene.measures.probes) {
    const core::Cell cell = scene::cell_of(probe.at, scene.extent);
    add(cell.x, cell.y);
  }
  if (scene.measures.profile) {
    for (const core::Point at : scene::places_along(*scene.measures.profile, scene.extent)) {
      add(at.x - 0.5, at.y - 0.5);
    }
  }
  if (scene.measures.totals) {
    fmt::format_to(std::back_inserter(line), ",{},{},{}", units.field_legend.titled("minimum"),
                   units.field_legend.titled("maximum"), session::total_title(scene));
  }
  return line + "\r\n";
}

SampleFile::SampleFile(const MeasureOptions& options, bool force, const session::Snapshot& first)
    : every_(options.every),
      measures_(first.scene.measures),
      grid_(first.scene.extent),
      units_(first.scene) {
  if (options.csv.empty()) return;
  if (measures_.probes.empty() && !measures_.profile && !measures_.totals) {
    throw core::Error(
        "there is nothing to measure for --csv: add --probe X,Y, --profile X0,Y0:X1,Y1 or "
        "--totals");
  }
  file_.emplace(options.csv, force ? system::Naming::replacing : system::Naming::exact);
  const std::string names = head(first.scene, units_);
  columns_ = 1 + std::count(names.begin(), names.end(), ',');
  file_->append(names);
}

std::int64_t SampleFile::most_steps() const {
  constexpr std::int64_t kValuesAtOnce = std::int64_t{1} << 18U;
  constexpr std::int64_t kMostRows = 4096;
  if (!file_) return std::numeric_limits<std::int64_t>::max();
  return every_ * std::clamp<std::int64_t>(kValuesAtOnce / columns_, 1, kMostRows);
}

void SampleFile::begin(const session::Snapshot& snapshot) {
  if (!file_ || snapshot.step % every_ != 0) return;
  const session::Readings& readings = snapshot.readings;
  session::MeasuredRow row{
      .step = snapshot.step, .values = readings.probes, .totals = readings.whole};
  if (readings.profile) {
    const std::vector<float>& line = readings.profile->values;
    row.values.insert(row.values.end(), line.begin(), line.end());
  }
  write({std::move(row)});
}

void SampleFile::take(session::Session& session) {
  Rows rows = session.take_rows();
  if (!file_ || rows.empty()) return;
  const scene::Scene& scene = session.snapshot().scene;
  if (scene.measures != measures_ || scene.extent != grid_) {
    throw core::Error(
        fmt::format("--csv has no columns for the grid or the places measured from step {} on",
                    rows.front().step));
  }
  write(std::move(rows));
}

void SampleFile::write(Rows rows) {
  wait();
  writing_ = std::async(std::launch::async,
                        [this, rows = std::move(rows)] { file_->append(text_of(rows)); });
}

void SampleFile::wait() {
  if (writing_.valid()) writing_.get();
}

std::string SampleFile::text_of(const Rows& rows) const {
  std::string text;
  const auto put = [&](auto number) { fmt::format_to(std::back_inserter(text), ",{}", number); };
  for (const session::MeasuredRow& row : rows) {
    fmt::format_to(std::back_inserter(text), "{}", row.step);
    if (units_.step > 0) put(units_.step * static_cast<double>(row.step));
    for (const float value : row.values) put(units_.said(value));
    if (row.totals) {
      put(units_.said_of_field(row.totals->minimum));
      put(units_.said_of_field(row.totals->maximum));
      put(row.totals->total);
    }
    text += "\r\n";
  }
  return text;
}

std::filesystem::path SampleFile::finish() {
  wait();
  return file_ ? file_->finish() : std::filesystem::path();
}

session::Session started(const RunOptions& options, const std::optional<wire::SavedRun>& saved) {
  RunStart start = saved ? restart_of(options, saved->scene) : run_start(options);
  session::Session session(
      std::move(start.scene),
      {.backend = options.field.backend,
       .threads = options.field.threads,
       .device = options.field.device,
       .most_minute_bytes = 0,
       .make_solver = solvers_in_parts(tuned_solvers_here(), options.field.parts),
       .share_here = share_here(options.field.parts),
       .prepare = tell_and_prepare,
       .make_journal = wire::recording_writers(std::string(words::version())),
       .keeps_samples = false,
       .keeps_past = !options.png.empty() || options.has_sequence() || !options.script.empty(),
       .rows_every = options.measure.csv.empty() ? 0 : options.measure.every,
       .names_gpu = false,
       .begins_with = saved ? std::optional(saved->field) : std::nullopt});
  if (!options.record.empty()) {
    session.submit(session::StartRecording{options.record.string(), options.force});
  }
  for (session::Command& command : start.commands) session.submit(std::move(command));
  session.run(0);
  return session;
}

/// Takes a number of steps, with a script's commands between them, or runs until the script ends.
class Way {
 public:
  Way(const RunOptions& options, session::Session& session)
      : session_(session), file_(options.script.string()), left_(options.steps) {
    if (options.script.empty()) return;
    script_ = wire::read_script(options.script);
    playback_.emplace(script_, file_, session_,
                      options.script_may_write ? session::CommandOrigin::writing_script
                                               : session::CommandOrigin::script);
  }

  [[nodiscard]] bool goes_on() const { return left_ > 0 || (left_ < 0 && !playback_->at_end()); }
  std::int64_t take(std::int64_t most) {
    if (left_ >= 0) most = std::min(most, left_);
    std::int64_t taken = 0;
    if (playback_ && !playback_->at_end()) {
      taken = playback_->go_on(most);
    } else {
      session_.run(most);  // throws when the field overflows
      taken = most;
    }
    if (left_ >= 0) left_ -= taken;
    done_ += taken;
    return taken;
  }
  [[nodiscard]] std::int64_t done() const { return done_; }

 private:
  session::Session& session_;
  std::string file_;
  std::vector<wire::Entry> script_;
  std::optional<wire::EntryPlayer> playback_;
  std::int64_t left_;  ///< kStepsOfScript: until the script ends
  std::int64_t done_ = 0;
};

/// Completes the outputs and throws system::Stopped when a signal has requested a stop.
void end_if_asked(const system::Interrupt& interrupt, session::Session& session,
                  std::optional<Checkpoints>& checkpoints) {
  if (!interrupt.token().stop_requested()) return;
  const bool records = session.snapshot().recording.running;
  session.finish_exports();
  if (checkpoints) checkpoints->save(session);
  throw system::Stopped(
      interrupt,
      fmt::format("stopped by {} at step {}{}{}", interrupt.name(), session.snapshot().step,
                  records ? "; the recording up to there is complete" : "",
                  checkpoints
                      ? fmt::format("; --restart {} goes on", checkpoints->folder().string())
                      : ""));
}

}  // namespace

std::string run(const RunOptions& given) {
  RunOptions options = given;
  check_outputs(options);
  check_file(options.record, options.force);
  check_apart("--record", options.record, options);
  check_file(options.measure.csv, options.force);
  check_apart("--csv", options.measure.csv, options);
  std::optional<system::Interrupt> interrupt;  // constructed before anything that may start threads
  const bool saves = !options.checkpoint.folder.empty();
  if (!options.record.empty() || options.script_may_write || saves) interrupt.emplace();
  std::optional<wire::SavedRun> saved;
  if (!options.checkpoint.restart.empty()) {
    saved = wire::read_checkpoint(options.checkpoint.restart);
    if (options.steps == kStepsOfCheckpoint) options.steps = saved->last_step - saved->field.step;
    if (!options.checkpoint.every.is_given()) {
      options.checkpoint.every = {.steps = saved->every_steps, .seconds = saved->every_seconds};
    }
  }
  session::Session session = started(options, saved);
  std::optional<Checkpoints> checkpoints;
  if (saves) {
    checkpoints.emplace(options.checkpoint, options.force, session.snapshot(),
                        session.snapshot().step + options.steps);
  }
  Way way(options, session);
  SampleFile samples(options.measure, options.force, session.snapshot());
  Course course(session, options,
                {.take =
                     [&](std::int64_t most) {
                       if (interrupt) end_if_asked(*interrupt, session, checkpoints);
                       most = std::min(most, samples.most_steps());
                       if (checkpoints)
                         most = std::min(most, checkpoints->most_steps(session.snapshot().step));
                       const auto taken = way.take(most);
                       samples.take(session);
                       if (checkpoints) checkpoints->save_if_due(session);
                       return taken;
                     },
                 .goes_on = [&] { return way.goes_on(); },
                 .done = [&] { return way.done(); },
                 .total = std::max<std::int64_t>(0, options.steps)});
  try {
    way.take(0);
    samples.begin(session.snapshot());
    RunReport report = course.carried_out();
    session.finish_exports();
    if (checkpoints) checkpoints->save(session);
    report.csv = samples.finish();
    report.recording = options.record;
    return course.text_of(report);
  } catch (...) {
    course.tell_warnings();
    throw;
  }
}

}  // namespace heatwave::cli
