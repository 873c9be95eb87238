// Formulas are stepped here, one kernel for each sub-step, and their kernels for passes are
// compiled.
#include <cuda_runtime.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/equation_shape.h"
#include "kernels/field/cuda/formula_code.h"
#include "kernels/field/formula/block_values.h"
#include "kernels/field/formula/cuda/cuda_text.h"
#include "kernels/field/formula/cuda/formula_grid.h"
#include "kernels/field/formula/cuda/kernel_compiler.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/formula/mirror_images.h"

namespace heatwave::field {
namespace {

using formula::FormulaGrid;
using formula::KernelCompiler;
using formula::Program;
using formula::SubStep;

static_assert(formula::kMostGridPlanes == formula::kMostPlanes);

/// Throws core::Error when the kernels' arguments have no room for all that a program reads.
void check_room(const Program& program) {
  bool fits = program.constants.size() <= formula::kMostGridConstants &&
              program.uniforms.size() <= formula::kMostGridUniforms;
  for (const SubStep& step : program.steps) {
    fits = fits && formula::noise_streams(program, step).size() <= formula::kMostGridStreams;
  }
  if (!fits) throw core::Error("the formula has too many numbers for a GPU's kernel");
}

/// Takes each sub-step by one launch over the whole grid.
class FormulaCudaStepper final : public CudaStepper {
 public:
  FormulaCudaStepper(std::shared_ptr<const formula::Formula> formula,
                     std::shared_ptr<KernelCompiler> compiler)
      : formula_(std::move(formula)),
        compiler_(std::move(compiler)),
        kernels_(compiler_->compiled(formula::plain_kernels(program()))) {
    for (const SubStep& step : program().steps)
      streams_.push_back(formula::noise_streams(program(), step));
    for (const formula::Integral& integral : program().integrals) {
      streams_.push_back(formula::noise_streams(program(), integral.integrand));
    }
    set_parameters(formula::initial_values(formula_->model()));
  }

  void set_parameters(std::span<const double> parameters) override {
    parameters_.assign(parameters.begin(), parameters.end());
    constants_.clear();
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    prepare(field);
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& values) {
      const float* table = field.upload_values(values);
      for (std::int64_t s = 0; s < chunk; ++s, ++step) {
        renew_integrals(field, step);
        for (std::size_t k = 0; k < program().steps.size(); ++k) {
          take_sub_step(field, k, step);
          if (table != nullptr) oscillate(field, k, table + s * oscillators.count());
        }
        next_step_ = step + 1;
      }
    });
  }

  [[nodiscard]] double bytes_per_step(core::Extent extent) const override {
    return bytes_per_cell(formula_->info()) * static_cast<double>(program().steps.size()) *
           static_cast<double>(extent.cells());
  }
  [[nodiscard]] std::string method() const override {
    return "one step a pass over the grid, by kernels that NVRTC " + compiler_->version() +
           " compiled";
  }

 private:
  [[nodiscard]] const Program& program() const { return formula_->program(); }

  void prepare(CudaField& field) {
    if (constants_.empty()) {
      constants_ =
          formula::constants_of(program(), formula_->model(), parameters_, field.slab.whole);
      constants_.push_back(0.0F);  // a program without constants is ready, too
      time_step_ =
          formula::ConstantValues(formula_->model(), parameters_, field.slab.whole).time_step();
    }
    const std::size_t components = field.newest.size();
    for (std::size_t p = components + scratch_.size(); p < program().planes.size(); ++p) {
      scratch_.emplace_back(field.extent).clear(field.stream.get());
      other_scratch_.emplace_back(field.extent).clear(field.stream.get());
    }
    integrals_.resize(program().integrals.size());
  }

  core::PitchedBuffer<float>& newest(CudaField& field, std::size_t plane) {
    const std::size_t components = field.newest.size();
    return plane < components ? field.newest[plane] : scratch_[plane - components];
  }
  core::PitchedBuffer<float>& other(CudaField& field, std::size_t plane) {
    const std::size_t components = field.other.size();
    return plane < components ? field.other[plane] : other_scratch_[plane - components];
  }

  [[nodiscard]] float uniform(std::size_t index, std::int64_t step, double time) const {
    using Kind = formula::Uniform::Kind;
    const formula::Uniform& uniform = program().uniforms[index];
    switch (uniform.kind) {
      case Kind::time:
        return static_cast<float>((static_cast<double>(step) + time) * time_step_);
      case Kind::integral:
        return integrals_[static_cast<std::size_t>(uniform.index)];
      case Kind::second_weight:
        return step == 0 ? 0.0F : 0.5F;
    }
    return 0.0F;
  }

  /// Returns what a kernel reads and writes. `after`: time of the results, in steps.
  FormulaGrid grid_of(CudaField& field, const SubStep& sub_step, const std::vector<int>& streams,
                      std::int64_t step, double after) {
    FormulaGrid grid{.from = {},
                     .to = {},
                     .stride = field.newest[0].stride(),
                     .flags = field.flags.data(),
                     .flags_stride = field.flags.stride(),
                     .factors = field.factors.data(),
                     .factors_stride = field.factors.stride(),
                     .rim = field.rim.data(),
                     .absorbing = field.absorbing,
                     .width = field.extent.width,
                     .height = field.extent.height,
                     .whole_height = field.slab.whole.height,
                     .row_of_whole = field.slab.row_of_whole,
                     .constants = {},
                     .uniforms = {},
                     .uniforms_after = {},
                     .keys = {}};
    for (std::size_t p = 0; p < program().planes.size(); ++p) {
      grid.from[p] = newest(field, p).data();
      grid.to[p] = other(field, p).data();
    }
    std::copy(constants_.begin(), constants_.end() - 1, grid.constants);
    for (std::size_t i = 0; i < program().uniforms.size(); ++i) {
      grid.uniforms[i] = uniform(i, step, sub_step.time);
      grid.uniforms_after[i] = uniform(i, step, after);
    }
    for (std::size_t i = 0; i < streams.size(); ++i) {
      grid.keys[i] = formula::noise_key(streams[i], step);
    }
    return grid;
  }

  void launch(const CudaField& field, std::size_t kernel, FormulaGrid grid) const {
    void* arguments[] = {&grid};
    HEATWAVE_CUDA_CHECK(cudaLaunchKernel(kernels_[kernel], blocks_over(field.extent), block_shape(),
                                         arguments, 0, field.stream.get()));
  }

  void take_sub_step(CudaField& field, std::size_t k, std::int64_t step) {
    const std::vector<SubStep>& steps = program().steps;
    const double after = k + 1 < steps.size() ? steps[k + 1].time : 1.0;
    launch(field, k, grid_of(field, steps[k], streams_[k], step, after));
    for (const formula::Output& output : steps[k].outputs) {
      const auto plane = static_cast<std::size_t>(output.plane);
      std::swap(newest(field, plane), other(field, plane));
    }
  }

  /// Sets the oscillating cells of the components that a sub-step has written.
  void oscillate(CudaField& field, std::size_t k, const float* values) const {
    for (const formula::Output& output : program().steps[k].outputs) {
      const auto plane = static_cast<std::size_t>(output.plane);
      if (plane < field.newest.size()) field.oscillate(plane, values);
    }
  }

  void renew_integrals(CudaField& field, std::int64_t step) {
    const bool goes_on = step == next_step_;
    for (std::size_t i = 0; i < integrals_.size(); ++i) {
      const formula::Integral& integral = program().integrals[i];
      if (goes_on && step % integral.every != 0) continue;
      if (integrand_.extent() != field.extent)
        integrand_ = core::PitchedBuffer<float>(field.extent);
      const std::size_t kernel = program().steps.size() + i;
      FormulaGrid grid = grid_of(field, integral.integrand, streams_[kernel], step, 1.0);
      grid.to[0] = integrand_.data();
      launch(field, kernel, grid);
      integrals_[i] = static_cast<float>(sum_.of(field, integrand_.data()));
    }
  }

  std::shared_ptr<const formula::Formula> formula_;
  std::shared_ptr<KernelCompiler> compiler_;
  formula::Kernels kernels_;               ///< one for each sub-step, then one for each integral
  std::vector<std::vector<int>> streams_;  ///< streams of noise that each kernel reads
  std::vector<double> parameters_;
  std::vector<float> constants_;  ///< and one float more; empty: the parameters have changed
  double time_step_ = 1.0;
  /// Planes of the time stepping, after the components' planes
  std::vector<core::PitchedBuffer<float>> scratch_;
  std::vector<core::PitchedBuffer<float>> other_scratch_;
  core::PitchedBuffer<float> integrand_;
  PlaneSum sum_;
  std::vector<float> integrals_;
  std::int64_t next_step_ = -1;  ///< the step after the newest; −1: no step has been taken
};

class FormulaCode final : public EquationCode {
 public:
  FormulaCode(std::shared_ptr<const formula::Formula> formula, core::Extent extent,
              std::shared_ptr<KernelCompiler> compiler, int device)
      : formula_(std::move(formula)),
        extent_(extent),
        compiler_(std::move(compiler)),
        device_(device),
        refusal_(why_no_passes(formula_->program())),
        mirrors_{.x = formula::keeps_mirror_images(formula_->program(), formula::Axis::x),
                 .y = formula::keeps_mirror_images(formula_->program(), formula::Axis::y)} {}
  /// The compiler must not unload kernels that run.
  ~FormulaCode() override {
    (void)cudaSetDevice(device_);
    (void)cudaDeviceSynchronize();
  }

  [[nodiscard]] const EquationInfo& info() const override { return formula_->info(); }
  [[nodiscard]] bool absorbs_in_passes() const override {
    return refusal_.empty() && formula::absorbs_in_passes(formula_->program());
  }
  [[nodiscard]] std::string why_not_in_passes() const override { return refusal_; }
  [[nodiscard]] MirroredAxes keeps_mirror_images() const override { return mirrors_; }
  [[nodiscard]] int levels_per_step() const override {
    return static_cast<int>(formula_->program().steps.size());
  }
  [[nodiscard]] std::vector<float> constants(std::span<const double> parameters,
                                             float factor) const override {
    std::vector<float> numbers =
        formula::constants_of(formula_->program(), formula_->model(), parameters, extent_);
    if (numbers.empty()) numbers.push_back(0.0F);  // the kernels' array has one element at least
    numbers.push_back(factor);
    return numbers;
  }
  [[nodiscard]] std::unique_ptr<CudaStepper> make_plain() override {
    return std::make_unique<FormulaCudaStepper>(formula_, compiler_);
  }
  [[nodiscard]] const void* find(const PassKernel& kernel) override {
    PassKernel asked = kernel;
    using Kind = PassKernel::Kind;
    const bool is_partial = kernel.kind == Kind::partial || kernel.kind == Kind::partial_medium;
    // One text has both.
    if (is_partial) asked.kind = kernel.kind == Kind::partial ? Kind::plain : Kind::medium;
    auto known = texts_.find(asked);
    if (known == texts_.end()) {
      known = texts_.emplace(asked, formula::pass_kernels(formula_->program(), asked)).first;
    }
    const formula::Kernels* kernels = compiler_->find(known->second);
    if (kernels == nullptr) return nullptr;
    return is_partial ? kernels->back() : kernels->front();
  }
  [[nodiscard]] bool compiles_on_demand() const override { return true; }
  [[nodiscard]] std::string why_not_ready() const override {
    const std::string failure = compiler_->failure();
    return failure.empty() ? "the kernels for several steps are being compiled" : failure;
  }
  [[nodiscard]] bool is_compiling() const override { return compiler_->is_busy(); }

 private:
  static std::string why_no_passes(const Program& program) {
    // The medium's factor follows the constants.
    if (program.constants.size() >= kMostPassConstants) return "it has too many constants";
    return formula::why_not_in_passes(program);
  }

  std::shared_ptr<const formula::Formula> formula_;
  core::Extent extent_;
  std::shared_ptr<KernelCompiler> compiler_;
  int device_;
  std::string refusal_;
  MirroredAxes mirrors_;
  std::map<PassKernel, formula::KernelText> texts_;
};

}  // namespace

std::shared_ptr<EquationCode> make_formula_code(const SolverRequest& request,
                                                const core::DeviceFacts& device, int driver) {
  check_room(request.formula->program());
  const auto compiler = std::make_shared<KernelCompiler>(driver, 10 * device.major + device.minor,
                                                         request.code_cache);
  const core::Extent whole = request.slab ? request.slab->whole : request.extent;
  return std::make_shared<FormulaCode>(request.formula, whole, compiler, device.index);
}

}  // namespace heatwave::field
