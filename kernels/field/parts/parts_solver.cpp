// Calls for the whole grid are checked, split and given to the solvers of all parts at once.
#include "kernels/field/parts/parts_solver.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/steady_time.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/parts/cpu_parts.h"
#include "kernels/field/parts/device_parts.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/parts_frame.h"
#include "kernels/field/parts/parts_layout.h"
#include "kernels/field/parts/rank_parts.h"
#include "kernels/field/parts/ranks_exchange.h"
#include "kernels/field/parts/remote_part.h"
#include "kernels/field/parts/split_edits.h"
#include "kernels/field/solver_checks.h"

namespace heatwave::field {
namespace {

/// Knows whether the top and bottom edges of a grid are joined, from the flags of their cells.
class EdgeRows {
 public:
  explicit EdgeRows(core::Extent whole)
      : whole_(whole),
        top_(static_cast<std::size_t>(whole.width)),
        bottom_(static_cast<std::size_t>(whole.width)) {}

  void set(const SetCells& cells) {
    copy_row(cells, 0, top_);
    copy_row(cells, whole_.height - 1, bottom_);
  }
  /// Returns whether steps or totals of a row on an edge may read the row on the opposite edge.
  [[nodiscard]] bool are_joined() const {
    const auto steps_across = [](std::uint8_t flags) {
      return !is_fixed(flags) && (flags & kNoNorth) == 0;
    };
    // The energy of a cell includes that of the bond to its southern neighbour.
    const auto reads_across = [](std::uint8_t flags) { return (flags & (kNoSouth | kWall)) == 0; };
    return std::any_of(top_.begin(), top_.end(), steps_across) ||
           std::any_of(bottom_.begin(), bottom_.end(), reads_across);
  }

 private:
  static void copy_row(const SetCells& cells, int y, std::vector<std::uint8_t>& row) {
    if (y < cells.area.y0 || y >= cells.area.y1) return;
    std::copy_n(
        cells.flags.begin() + static_cast<std::ptrdiff_t>(cells.area.index(cells.area.x0, y)),
        cells.area.width(), row.begin() + cells.area.x0);
  }

  core::Extent whole_;
  std::vector<std::uint8_t> top_;
  std::vector<std::uint8_t> bottom_;
};

/// Asks all parts for a survey and joins their answers. One survey is pending at a time.
class JoinedSurvey {
 public:
  /// Returns the survey's ticket; 0: the previous one is pending.
  std::uint64_t take(const std::vector<std::unique_ptr<Part>>& parts, const Layout& layout,
                     core::Cell probe) {
    poll(parts);
    if (!tickets_.empty()) return 0;
    const bool has_probe = layout.whole.contains(probe);
    probe_ = has_probe ? probe : core::Cell{-1, -1};
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const PartRows& rows = layout.parts[p];
      const bool is_here = has_probe && probe.y >= rows.own.begin && probe.y < rows.own.end;
      if (is_here) prober_ = p;
      tickets_.push_back(parts[p]->survey(is_here ? core::Cell{probe.x, rows.local(probe.y)}
                                                  : core::Cell{-1, -1}));
    }
    poll(parts);
    return ++ticket_;
  }

  /// Joins the pending survey if all parts have answered.
  const Survey& poll(const std::vector<std::unique_ptr<Part>>& parts) {
    std::vector<Survey> answers;
    for (std::size_t p = 0; p < tickets_.size(); ++p) {
      answers.push_back(parts[p]->report().survey);
      if (answers.back().ticket < tickets_[p]) return newest_;
    }
    if (answers.empty()) return newest_;
    newest_ = answers[prober_];
    newest_.probe = probe_;
    for (const Survey& answer : answers) {
      newest_.finite = newest_.finite && answer.finite;
      for (std::size_t c = 0; c < newest_.components.size(); ++c) {
        ComponentSurvey& joined = newest_.components[c];
        joined.minimum = std::min(joined.minimum, answer.components[c].minimum);
        joined.maximum = std::max(joined.maximum, answer.components[c].maximum);
      }
    }
    // A survey that ends inside take() has not been counted yet.
    newest_.ticket = ++joined_;
    tickets_.clear();
    return newest_;
  }

 private:
  std::vector<std::uint64_t> tickets_;  ///< tickets of the parts; empty: no survey is pending
  core::Cell probe_;
  std::size_t prober_ = 0;    ///< the part that has the probe
  std::uint64_t ticket_ = 0;  ///< number of surveys that were asked for
  std::uint64_t joined_ = 0;  ///< number of surveys that were joined
  Survey newest_;
};

struct CutField {
  Layout layout;
  std::shared_ptr<Exchange> exchange;
  std::unique_ptr<PartsFrame> frame;
  std::vector<std::unique_ptr<Part>> parts;
  BackendInfo backend;
  std::shared_ptr<core::Ranks> ranks;  ///< the processes that have the parts; null: this one alone
};

BackendInfo joined_info(const CutField& field) {
  BackendInfo joined = field.parts.front()->backend();
  joined.threads = 0;
  joined.memory_bandwidth = 0.0;
  joined.exchange = field.exchange->method();
  joined.steps_between_exchanges = field.layout.steps;
  joined.joins_edges = field.layout.joins_edges;
  joined.outlives_devices = field.ranks == nullptr;
  for (std::size_t p = 0; p < field.parts.size(); ++p) {
    const BackendInfo& one = field.parts[p]->backend();
    joined.threads += one.threads;
    joined.memory_bandwidth += one.memory_bandwidth;
    joined.parts.push_back({one.device, field.layout.parts[p].own.begin,
                            field.layout.parts[p].own.rows(), one.threads});
  }
  return joined;
}

class PartsSolver final : public FieldSolver {
 public:
  PartsSolver(const SolverRequest& request, CutField field)
      : info_(equation_of(request)),
        formula_(request.formula),
        layout_(std::move(field.layout)),
        exchange_(std::move(field.exchange)),
        frame_(std::move(field.frame)),
        backend_(std::move(field.backend)),
        ranks_(std::move(field.ranks)),
        parts_(std::move(field.parts)),
        team_(static_cast<int>(parts_.size())),
        edges_(layout_.whole),
        fresh_steps_(layout_.steps) {
    rules_.parameters = initial_parameters(info_);
    sampling_ = split_sampling({}, layout_);
  }

  [[nodiscard]] const BackendInfo& backend() const override { return backend_; }
  void load(const FieldState& state) override;
  FieldState save() override;
  std::vector<float> save_rim() override;
  std::vector<std::vector<float>> read(core::Rect area) override;
  void apply(const Edit& edit) override;
  void advance(std::int64_t steps) override;
  SampleSeries sample(const Sampling& wanted) override;
  void sample_steps(const Sampling& wanted) override;
  SampleSeries take_samples() override;
  void present(DisplayTarget& target, std::size_t plane) override;
  std::uint64_t survey(core::Cell probe) override { return survey_.take(parts_, layout_, probe); }
  Report report() override;
  [[nodiscard]] const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }

 private:
  [[nodiscard]] std::size_t count() const { return parts_.size(); }
  /// Calls `work(part)` for all parts at once. Throws what the first failing one has thrown.
  void each_part(const std::function<void(std::size_t part)>& work);
  void check(const Edit& edit) const;
  [[nodiscard]] std::vector<Stretch> plan(std::int64_t steps);
  /// Exchanges rows unless those that parts hold of others are as new as their own.
  void refresh();
  void join_edges();
  [[nodiscard]] std::vector<FieldMemory> memories() const;
  /// Shows a plane whose rows lie in several processes.
  void present_gathered(DisplayTarget& target, std::size_t plane);

  const EquationInfo& info_;
  std::shared_ptr<const formula::Formula> formula_;  ///< owns the info; null: a built-in equation
  Layout layout_;
  std::shared_ptr<Exchange> exchange_;
  std::unique_ptr<PartsFrame> frame_;
  BackendInfo backend_;
  std::shared_ptr<core::Ranks> ranks_;  ///< the processes that have the parts; null: this one alone
  std::vector<std::unique_ptr<Part>> parts_;
  core::ThreadTeam team_;
  SetRules rules_;
  EdgeRows edges_;
  bool are_edges_joined_ = true;
  /// Number of steps for which the rows suffice that parts hold of others
  std::int64_t fresh_steps_;
  SplitSampling sampling_;
  JoinedSurvey survey_;
  double gathered_ms_ = 0.0;  ///< time of the newest present_gathered()
  bool has_failed_ = false;
};

void PartsSolver::each_part(const std::function<void(std::size_t)>& work) {
  // A field in several processes has no other device to go on with.
  if (has_failed_ && ranks_) throw core::Error("a part of the field has failed");
  if (has_failed_) throw core::DeviceLost("a part of the field has failed");
  std::mutex mutex;
  std::exception_ptr first;
  team_.run([&](int part) {
    try {
      work(static_cast<std::size_t>(part));
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!first) first = std::current_exception();
      exchange_->abort();
      // Parts in other processes may wait for rows of this one, and hear of its failure only so.
      if (ranks_) ranks_->end_work();
    }
  });
  if (!first) return;
  has_failed_ = true;
  std::rethrow_exception(first);
}

std::vector<FieldMemory> PartsSolver::memories() const {
  std::vector<FieldMemory> memories;
  for (const auto& part : parts_) memories.push_back(part->memory());
  return memories;
}

void PartsSolver::load(const FieldState& state) {
  check_state(state, layout_.whole, info_);
  each_part([&](std::size_t p) {
    parts_[p]->load(state_of_part(state, layout_.parts[p], info_.components.size()));
  });
  fresh_steps_ = layout_.steps;
}

FieldState PartsSolver::save() {
  FieldState whole{.extent = layout_.whole, .step = 0, .planes = {}, .rim = {}};
  const auto cells = static_cast<std::size_t>(layout_.whole.cells());
  whole.planes.assign(plane_count(info_), std::vector<float>(cells));
  std::mutex mutex;
  each_part([&](std::size_t p) {
    std::unique_lock lock(mutex, std::defer_lock);
    // This host may have no memory for the parts of all others beside the whole field.
    if (ranks_) lock.lock();
    const FieldState part = parts_[p]->save();
    if (!ranks_) lock.lock();
    whole.step = part.step;
    gather_state(whole, part, layout_.parts[p], info_.components.size());
  });
  return whole;
}

std::vector<float> PartsSolver::save_rim() {
  std::vector<float> rim;
  std::mutex mutex;
  each_part([&](std::size_t p) {
    const std::vector<float> part = parts_[p]->save_rim();
    const std::scoped_lock lock(mutex);
    gather_rim(rim, part, layout_.parts[p], info_.components.size());
  });
  return rim;
}

std::vector<std::vector<float>> PartsSolver::read(core::Rect area) {
  check_area(area, layout_.whole);
  std::vector<std::vector<float>> planes(plane_count(info_));
  const bool is_in_one = std::ranges::any_of(layout_.parts, [&](const PartRows& part) {
    return part.own.begin <= area.y0 && area.y1 <= part.own.end;
  });
  if (!is_in_one) {
    for (auto& plane : planes) plane.resize(static_cast<std::size_t>(area.cells()));
  }
  each_part([&](std::size_t p) {
    const PartRows& part = layout_.parts[p];
    const Band rows{std::max(area.y0, part.own.begin), std::min(area.y1, part.own.end)};
    if (rows.begin >= rows.end) return;
    auto here = parts_[p]->read(
        {area.x0, part.local(rows.begin), area.x1, part.local(rows.begin) + rows.rows()});
    if (is_in_one) {
      planes = std::move(here);
      return;
    }
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      std::copy(
          here[plane].begin(), here[plane].end(),
          planes[plane].begin() + static_cast<std::ptrdiff_t>(area.index(area.x0, rows.begin)));
    }
  });
  return planes;
}

void PartsSolver::check(const Edit& edit) const {
  struct Check {
    const PartsSolver& of;
    void operator()(const SetRules& e) const { check_rules(e, of.info_); }
    void operator()(const SetCells& e) const {
      check_cells(e, of.layout_.whole, of.rules_, of.info_);
    }
    void operator()(const PaintCells& e) const { check_paint(e, of.layout_.whole, of.info_); }
    void operator()(const PutCells& e) const { check_put(e, of.layout_.whole, of.info_); }
    void operator()(const RestoreCells& e) const { check_restore(e, of.layout_.whole, of.info_); }
  };
  std::visit(Check{*this}, edit);
}

void PartsSolver::apply(const Edit& edit) {
  check(edit);
  const AbsorbingSides absorbing = absorbing_sides(rules_.edges);
  each_part(
      [&](std::size_t p) { parts_[p]->apply(edits_of_part(edit, layout_.parts[p], absorbing)); });
  if (const auto* rules = std::get_if<SetRules>(&edit)) rules_ = *rules;
  if (const auto* cells = std::get_if<SetCells>(&edit)) {
    edges_.set(*cells);
    join_edges();
  }
}

void PartsSolver::join_edges() {
  const bool are_joined = edges_.are_joined();
  // Rows across an edge that was not joined are older than the others.
  if (are_joined && !are_edges_joined_) fresh_steps_ = std::min<std::int64_t>(fresh_steps_, -1);
  if (are_joined == are_edges_joined_) return;
  are_edges_joined_ = are_joined;
  for (const auto& part : parts_) part->join_edges(are_joined);
}

std::vector<Stretch> PartsSolver::plan(std::int64_t steps) {
  if (count() == 1) return {{.steps = steps}};
  std::vector<Stretch> stretches;
  while (steps > 0) {
    const bool exchanges = fresh_steps_ <= 0;
    if (exchanges) fresh_steps_ = layout_.steps;
    const std::int64_t now = std::min(steps, fresh_steps_);
    fresh_steps_ -= now;
    steps -= now;
    stretches.push_back({.exchanges = exchanges, .steps = now, .left = fresh_steps_});
  }
  return stretches;
}

void PartsSolver::advance(std::int64_t steps) {
  check_steps(steps);
  if (edges_.are_joined() && !layout_.joins_edges) {
    throw core::Error("the parts of the field were made for edges that are not joined");
  }
  const std::vector<Stretch> stretches = plan(steps);
  frame_->begin_advance(parts_[0]->memory());
  each_part([&](std::size_t p) { parts_[p]->advance(stretches); });
  frame_->end_advance(parts_[0]->memory(), steps);
}

void PartsSolver::refresh() {
  // The rows at the end are those for totals after the last step.
  if (count() == 1 || fresh_steps_ >= 0) return;
  each_part([&](std::size_t p) { parts_[p]->advance({{.exchanges = true}}); });
  fresh_steps_ = layout_.steps;
}

SampleSeries PartsSolver::sample(const Sampling& wanted) {
  check_sampling(wanted, layout_.whole, info_);
  refresh();
  Sampling once = wanted;
  once.every = 1;
  const SplitSampling split = split_sampling(once, layout_);
  std::vector<SampleSeries> samples(count());
  each_part([&](std::size_t p) { samples[p] = parts_[p]->sample(split.parts[p]); });
  return joined_samples(split, samples, layout_, info_.has_energy);
}

void PartsSolver::sample_steps(const Sampling& wanted) {
  if (wanted == sampling_.whole) return;
  check_sampling(wanted, layout_.whole, info_);
  refresh();
  sampling_ = split_sampling(wanted, layout_);
  each_part([&](std::size_t p) { parts_[p]->sample_steps(sampling_.parts[p]); });
}

SampleSeries PartsSolver::take_samples() {
  std::vector<SampleSeries> samples(count());
  each_part([&](std::size_t p) { samples[p] = parts_[p]->take_samples(); });
  return joined_samples(sampling_, samples, layout_, info_.has_energy);
}

void PartsSolver::present(DisplayTarget& target, std::size_t plane) {
  if (plane >= plane_count(info_)) check_component(plane, info_);
  if (ranks_) return present_gathered(target, plane);
  frame_->show(target, layout_, memories(), plane);
}

void PartsSolver::present_gathered(DisplayTarget& target, std::size_t plane) {
  const auto start = core::SteadyClock::now();
  const int k = display_stride(layout_.whole, target.longest_side());
  const core::Extent thin = thinned_extent(layout_.whole, k);
  std::vector<std::vector<float>> rows(count());
  each_part([&](std::size_t p) { rows[p] = parts_[p]->thinned_rows(plane, k); });
  std::vector<float> cells;
  cells.reserve(static_cast<std::size_t>(thin.cells()));
  for (const std::vector<float>& some : rows) cells.insert(cells.end(), some.begin(), some.end());
  target.show(HostFrame{cells.data(), static_cast<std::size_t>(thin.width), thin});
  gathered_ms_ = core::ms_since(start);
}

Report PartsSolver::report() {
  Report report = parts_[0]->report();
  for (std::size_t p = 1; p < count(); ++p) {
    const Report one = parts_[p]->report();
    report.bytes_per_step += one.bytes_per_step;
    report.is_compiling = report.is_compiling || one.is_compiling;
    report.parts.insert(report.parts.end(), one.parts.begin(), one.parts.end());
  }
  if (report.parts.size() < count()) report.parts.clear();
  frame_->tell_times(report);
  if (ranks_) report.display_ms = gathered_ms_;
  if (count() > 1) {
    report.method = std::to_string(count()) + " parts, " + std::string(exchange_->method()) +
                    " every " + std::to_string(layout_.steps) + " steps, each by " + report.method;
  }
  report.survey = survey_.poll(parts_);
  return report;
}

CutField cut_on_cpu(const SolverRequest& request, const std::string& reason) {
  CutField field{.layout = cpu_layout(request, 1),
                 .exchange = nullptr,
                 .frame = make_host_frame(),
                 .parts = {},
                 .backend = {},
                 .ranks = nullptr};
  field.exchange = make_host_exchange(field.layout);
  std::vector<int> all(field.layout.parts.size());
  std::iota(all.begin(), all.end(), 0);
  field.parts = make_cpu_parts(request, field.layout, field.exchange, all,
                               threads_in_all(request, core::cpu_facts().processors), reason);
  return field;
}

/// Cuts a field over processes, of which this is rank 0.
CutField cut_over_ranks(const SolverRequest& request, const std::string& reason) {
  const std::shared_ptr<core::Ranks>& ranks = request.division.ranks;
  const auto slot = std::make_shared<const FieldSlot>(ranks);
  const RankLayout placed = rank_layout(request, ranks->size());
  CutField field{
      .layout = placed.layout,
      .exchange = make_ranks_exchange(placed, ranks, slot->tags(), request.division.exchange),
      .frame = placed.devices.empty() ? make_host_frame() : make_cuda_frame(placed.devices.front()),
      .parts = {},
      .backend = {},
      .ranks = ranks};
  std::vector<std::unique_ptr<Part>> others =
      make_remote_parts(request, placed, ranks, slot, reason);
  field.parts = make_parts_here(request, placed, field.exchange, *ranks, reason);
  std::move(others.begin(), others.end(), std::back_inserter(field.parts));
  return field;
}

/// Adds to each part's device the host that has it.
void name_hosts(CutField& field, const SolverRequest& request) {
  const core::Ranks& ranks = *request.division.ranks;
  const RankLayout placed = rank_layout(request, ranks.size());
  for (std::size_t p = 0; p < field.backend.parts.size(); ++p) {
    std::string& device = field.backend.parts[p].device;
    if (!placed.devices.empty()) device += " " + std::to_string(placed.devices[p]);
    device += " on host " + ranks.hosts()[static_cast<std::size_t>(placed.ranks[p])];
  }
}

CutField cut_on_devices(const SolverRequest& request, const std::string& reason) {
  const std::vector<int> devices = devices_for(request);
  const auto [layout, exchange] = device_layout(request, devices);
  CutField field{.layout = layout,
                 .exchange = make_cuda_exchange(layout, devices, exchange),
                 .frame = make_cuda_frame(devices.front()),
                 .parts = {},
                 .backend = {},
                 .ranks = nullptr};
  std::vector<int> all(layout.parts.size());
  std::iota(all.begin(), all.end(), 0);
  field.parts = make_device_parts(request, layout, field.exchange, all, devices, reason);
  return field;
}

}  // namespace

void record_rounds(FieldSolver& solver, std::size_t most) {
  auto* parts = dynamic_cast<PartsSolver*>(&solver);
  if (parts == nullptr) return;
  for (const auto& part : parts->parts()) {
    if (part->clock() != nullptr) part->clock()->record(most);
  }
}

std::vector<std::vector<Round>> recorded_rounds(FieldSolver& solver) {
  std::vector<std::vector<Round>> rounds;
  const auto* parts = dynamic_cast<const PartsSolver*>(&solver);
  if (parts == nullptr) return rounds;
  for (const auto& part : parts->parts()) {
    if (part->clock() != nullptr) rounds.push_back(part->clock()->recorded());
  }
  return rounds;
}

bool wants_parts(const SolverRequest& request, Backend backend) {
  if (request.division.ranks) return true;
  return backend == Backend::cuda ? devices_for(request).size() > 1 : request.division.parts > 1;
}

std::unique_ptr<FieldSolver> make_parts_solver(const SolverRequest& request, Backend backend,
                                               const std::string& reason) {
  check_extent(request.extent);
  CutField field = request.division.ranks     ? cut_over_ranks(request, reason)
                   : backend == Backend::cuda ? cut_on_devices(request, reason)
                                              : cut_on_cpu(request, reason);
  field.backend = joined_info(field);
  if (request.division.ranks) name_hosts(field, request);
  return std::make_unique<PartsSolver>(request, std::move(field));
}

}  // namespace heatwave::field
