// The code of the catalogue's equations is found by their id.
#include "kernels/field/cuda/equation_code.h"

#include <cstring>

#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

class BuiltInCode final : public EquationCode {
 public:
  explicit BuiltInCode(std::string_view equation) : info_(find_equation(equation)) {}

  [[nodiscard]] const EquationInfo& info() const override { return info_; }
  [[nodiscard]] bool absorbs_in_passes() const override {
    return with_equation(info_.id, Catalogue{},
                         [&]<typename Equation>() { return Equation::kAbsorbs; });
  }
  [[nodiscard]] std::string why_not_in_passes() const override { return {}; }
  [[nodiscard]] std::vector<float> constants(std::span<const double> parameters,
                                             float factor) const override {
    return with_equation(info_.id, Catalogue{}, [&]<typename Equation>() {
      return floats_of(Equation::in_medium(Equation::constants(parameters), factor));
    });
  }
  [[nodiscard]] std::unique_ptr<CudaStepper> make_plain() override {
    return make_plain_cuda_stepper(info_.id);
  }
  [[nodiscard]] const void* find(const PassKernel& kernel) override {
    if (kernel.kind == PassKernel::Kind::resident) {
      return kernel.records ? recording_resident_kernel(info_.id, kernel)
                            : resident_kernel(info_.id, kernel);
    }
    if (kernel.tiles == Tiles::strips && !kernel.records) return strip_kernel(info_.id, kernel);
    return kernel.records ? recording_tile_kernel(info_.id, kernel) : tile_kernel(info_.id, kernel);
  }
  [[nodiscard]] bool compiles_on_demand() const override { return false; }
  [[nodiscard]] std::string why_not_ready() const override { return {}; }
  [[nodiscard]] bool is_compiling() const override { return false; }

 private:
  template <typename Constants>
  static std::vector<float> floats_of(const Constants& constants) {
    std::vector<float> all(sizeof constants / sizeof(float));
    std::memcpy(all.data(), &constants, sizeof constants);
    return all;
  }

  const EquationInfo& info_;
};

}  // namespace

std::shared_ptr<EquationCode> built_in_code(std::string_view equation) {
  return std::make_shared<BuiltInCode>(equation);
}

}  // namespace heatwave::field
