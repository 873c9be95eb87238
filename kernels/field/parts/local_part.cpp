// A part of this process has a solver, and exchanges rows by itself.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "kernels/field/parts/part.h"
#include "kernels/field/parts/parts_frame.h"

namespace heatwave::field {
namespace {

class LocalPart final : public Part {
 public:
  LocalPart(std::unique_ptr<GridSolver> solver, std::shared_ptr<Exchange> exchange,
            const PartRows& rows, int index)
      : solver_(std::move(solver)),
        clock_(solver_->clock()),
        exchange_(std::move(exchange)),
        rows_(rows),
        index_(index) {}

  [[nodiscard]] const BackendInfo& backend() const override { return solver_->backend(); }
  void load(const FieldState& state) override { solver_->load(state); }
  FieldState save() override { return solver_->save(); }
  std::vector<float> save_rim() override { return solver_->save_rim(); }
  std::vector<std::vector<float>> read(core::Rect area) override { return solver_->read(area); }
  void apply(const std::vector<Edit>& edits) override {
    for (const Edit& edit : edits) solver_->apply(edit);
  }
  void advance(const std::vector<Stretch>& stretches) override {
    for (std::size_t i = 0; i < stretches.size(); ++i) {
      const Stretch& stretch = stretches[i];
      if (stretch.exchanges) {
        clock_.mark(Moment::exchange_begin);
        exchange_->post(index_, solver_->memory());
        clock_.mark(Moment::rows_offered);
        exchange_->wait(index_, clock_);
        clock_.mark(Moment::exchange_end);
      }
      if (stretch.steps == 0) continue;
      const bool follows = i + 1 < stretches.size() && stretches[i + 1].exchanges;
      solver_->expect_exchange(stretch.steps + stretch.left, follows);
      solver_->advance(stretch.steps);
    }
  }
  SampleSeries sample(const Sampling& wanted) override { return solver_->sample(wanted); }
  void sample_steps(const Sampling& wanted) override {
    solver_->sample_steps({});
    solver_->sample_steps(wanted);
  }
  SampleSeries take_samples() override { return solver_->take_samples(); }
  std::uint64_t survey(core::Cell probe) override { return solver_->survey(probe); }
  Report report() override;
  std::vector<float> thinned_rows(std::size_t plane, int k) override;
  void join_edges(bool are_joined) override { exchange_->join_edges(are_joined); }
  [[nodiscard]] FieldMemory memory() override { return solver_->memory(); }
  [[nodiscard]] RoundClock* clock() override { return &clock_; }

 private:
  std::unique_ptr<GridSolver> solver_;
  RoundClock& clock_;
  std::shared_ptr<Exchange> exchange_;
  PartRows rows_;
  int index_;
};

Report LocalPart::report() {
  Report report = solver_->report();
  if (const auto times = clock_.means()) report.parts = {*times};
  return report;
}

std::vector<float> LocalPart::thinned_rows(std::size_t plane, int k) {
  const FieldMemory memory = solver_->memory();
  const int width = rows_.extent.width;
  const int first = (rows_.own.begin + k - 1) / k * k;
  if (first >= rows_.own.end) return {};
  if (memory.stream != nullptr) {
    const core::Extent thin{(width + k - 1) / k, (rows_.own.end - first + k - 1) / k};
    return thinned_on_device(memory, plane, rows_.local(first), thin, k);
  }
  std::vector<float> cells;
  for (int y = first; y < rows_.own.end; y += k) {
    const float* row =
        memory.planes[plane] + static_cast<std::size_t>(rows_.local(y)) * memory.stride;
    for (int x = 0; x < width; x += k) cells.push_back(row[x]);
  }
  return cells;
}

}  // namespace

std::unique_ptr<Part> make_local_part(std::unique_ptr<GridSolver> solver,
                                      std::shared_ptr<Exchange> exchange, const PartRows& rows,
                                      int index) {
  return std::make_unique<LocalPart>(std::move(solver), std::move(exchange), rows, index);
}

}  // namespace heatwave::field
