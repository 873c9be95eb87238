// Grids in registers: what tiles tell each other is its own signal, whatever its bits are.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/equation_catalogue.h"
#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr core::Extent kGrid{640, 480};

class ResidentExchange : public heatwave::testing::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    device_ = core::cuda_status().devices.front();
    const ChosenStepper resident = in_registers("heat");
    if (!resident.why_no_faster.empty()) GTEST_SKIP() << resident.why_no_faster;
  }
  [[nodiscard]] ChosenStepper in_registers(const std::string& equation) const {
    return kept_in_registers(equation, kGrid, device_, {make_plain_cuda_stepper(equation), {}});
  }

 private:
  core::DeviceFacts device_;
};

/// All planes after these stretches of steps.
std::vector<std::vector<float>> stepped(CudaStepper& stepper, const EquationInfo& equation,
                                        const FieldState& state,
                                        std::initializer_list<int> stretches) {
  CudaField field(kGrid, equation.components.size());
  for (std::size_t c = 0; c < field.newest.size(); ++c) {
    field.newest[c].upload(core::whole(kGrid), state.planes[c].data(), field.stream.get());
  }
  stepper.set_parameters(initial_parameters(equation));
  std::int64_t step = 0;
  for (const int steps : stretches) {
    stepper.advance(field, {}, step, steps);
    step += steps;
  }
  std::vector<std::vector<float>> planes(field.newest.size(),
                                         std::vector<float>(state.planes[0].size()));
  for (std::size_t c = 0; c < field.newest.size(); ++c) {
    field.newest[c].download(core::whole(kGrid), planes[c].data(), field.stream.get());
  }
  field.stream.synchronize();
  return planes;
}

TEST_F(ResidentExchange, GoesOnFromLaunchToLaunch) {
  for (const EquationInfo& equation : equations()) {
    const FieldState state = random_state(equation.id, kGrid, 4);
    const auto stretches = {301, 13, 25, 26, 61, 100};
    EXPECT_EQ(stepped(*in_registers(equation.id).stepper, equation, state, stretches),
              stepped(*make_plain_cuda_stepper(equation.id), equation, state, stretches))
        << equation.id;
  }
}

TEST_F(ResidentExchange, ValuesWithTheBitsOfNothingAreWaitedForNoLonger) {
  const EquationInfo& heat = find_equation("heat");
  FieldState state = random_state("heat", kGrid, 5);
  for (std::size_t i = 0; i < state.planes[0].size(); i += 40'009) {
    state.planes[0][i] = std::bit_cast<float>(0xFFFFFFFFU);
  }
  const auto resident = stepped(*in_registers("heat").stepper, heat, state, {40});
  const auto plain = stepped(*make_plain_cuda_stepper("heat"), heat, state, {40});
  EXPECT_TRUE(std::ranges::equal(resident[0], plain[0], [](float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
  }));
  EXPECT_TRUE(std::ranges::any_of(plain[0], [](float a) { return std::isnan(a); }));
}

}  // namespace
}  // namespace heatwave::field::testing
