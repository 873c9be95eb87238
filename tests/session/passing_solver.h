// A solver that passes every call on to another one. Tests derive from it and change some calls.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/field/field_solver.h"

namespace heatwave::session {

class PassingSolver : public field::FieldSolver {
 public:
  explicit PassingSolver(std::unique_ptr<FieldSolver> real) : real_(std::move(real)) {}

  [[nodiscard]] const field::BackendInfo& backend() const override { return real_->backend(); }
  void load(const field::FieldState& state) override { real_->load(state); }
  field::FieldState save() override { return real_->save(); }
  std::vector<float> save_rim() override { return real_->save_rim(); }
  std::vector<std::vector<float>> read(core::Rect area) override { return real_->read(area); }
  void apply(const field::Edit& edit) override { real_->apply(edit); }
  void advance(std::int64_t steps) override { real_->advance(steps); }
  field::SampleSeries sample(const field::Sampling& wanted) override {
    return real_->sample(wanted);
  }
  void sample_steps(const field::Sampling& wanted) override { real_->sample_steps(wanted); }
  field::SampleSeries take_samples() override { return real_->take_samples(); }
  void present(field::DisplayTarget& target, std::size_t plane) override {
    real_->present(target, plane);
  }
  std::uint64_t survey(core::Cell probe) override { return real_->survey(probe); }
  field::Report report() override { return real_->report(); }

 private:
  std::unique_ptr<FieldSolver> real_;
};

}  // namespace heatwave::session
