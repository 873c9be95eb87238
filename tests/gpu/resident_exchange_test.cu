// Tests grids in registers: the values that tiles exchange signal their own arrival, whatever their
// bits are. It also tests media if a block has too little memory for their factors.
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
    return in_registers(equation, device_);
  }
  [[nodiscard]] static ChosenStepper in_registers(const std::string& equation,
                                                  const core::DeviceFacts& device) {
    return make_resident_stepper(built_in_code(equation), kGrid, device,
                                 {make_plain_cuda_stepper(equation), {}});
  }
  [[nodiscard]] core::DeviceFacts with_memory_per_block(std::size_t bytes) const {
    core::DeviceFacts device = device_;
    device.shared_memory_per_block = bytes;
    return device;
  }

 private:
  core::DeviceFacts device_;
};

/// Makes half of the grid a medium in which all neighbours differ.
void add_media(CudaField& field) {
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(kGrid.cells()));
  std::vector<float> factors(flags.size(), 1.0F);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (i % kGrid.width < kGrid.width / 2) continue;
    flags[i] = kMedium;
    factors[i] = 0.3F + 0.01F * static_cast<float>(i % 61);
  }
  field.flags.upload(core::whole(kGrid), flags.data(), field.stream.get());
  field.factors = core::PitchedBuffer<float>(kGrid);
  field.factors.upload(core::whole(kGrid), factors.data(), field.stream.get());
  field.stream.synchronize();
  ++field.cells_version;
}

/// Returns all planes after these numbers of steps.
std::vector<std::vector<float>> stepped(CudaStepper& stepper, const EquationInfo& equation,
                                        const FieldState& state,
                                        std::initializer_list<int> stretches,
                                        bool has_media = false) {
  CudaField field(kGrid, equation.components.size());
  if (has_media) add_media(field);
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

TEST_F(ResidentExchange, MediaAreSteppedWhereABlockHasNoRoomForTheirFactors) {
  const auto stretches = {301, 5, 26};
  const core::DeviceFacts small = with_memory_per_block(42 * 1024);
  const core::DeviceFacts medium = with_memory_per_block(64 * 1024);
  for (const EquationInfo& equation : equations()) {
    const FieldState state = random_state(equation.id, kGrid, 6);
    const auto by = [&](CudaStepper& stepper) {
      return stepped(stepper, equation, state, stretches, true);
    };
    const auto plain = by(*make_plain_cuda_stepper(equation.id));
    const ChosenStepper resident = in_registers(equation.id, small);
    EXPECT_EQ(resident.why_no_faster, "") << equation.id;
    EXPECT_EQ(by(*resident.stepper), plain) << equation.id;
    const Stepping in_tiles{.in_registers = false, .tiles = Tiles::large};
    EXPECT_EQ(by(*make_cuda_stepper(built_in_code(equation.id), kGrid, medium, in_tiles).stepper),
              plain)
        << equation.id;
  }
}

}  // namespace
}  // namespace heatwave::field::testing
