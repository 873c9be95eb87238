// Grids in registers: what tiles tell each other is numbered, and numbers come to an end.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/equation_catalogue.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr core::Extent kGrid{640, 480};

std::vector<float> stepped(CudaStepper& stepper, const EquationInfo& equation) {
  CudaField field(kGrid, equation.components.size());
  const FieldState state = random_state(equation.id, kGrid, 4);
  for (std::size_t c = 0; c < field.newest.size(); ++c) {
    field.newest[c].upload(core::whole(kGrid), state.planes[c].data(), field.stream.get());
  }
  stepper.set_parameters(initial_parameters(equation));
  for (int stretch = 0; stretch < 4; ++stretch) stepper.advance(field, {}, 301 * stretch, 301);
  std::vector<float> cells(state.planes[0].size());
  field.newest[0].download(core::whole(kGrid), cells.data(), field.stream.get());
  field.stream.synchronize();
  return cells;
}

TEST(ResidentExchange, NumbersBeginAnewWhereTheyEnd) {
  const core::CudaStatus cuda = core::cuda_status();
  if (!cuda.usable) GTEST_SKIP() << cuda.reason;
  const core::DeviceFacts& device = cuda.devices.front();
  for (const EquationInfo& equation : equations()) {
    const auto plain = make_plain_cuda_stepper(equation.id);
    const std::vector<float> expected = stepped(*plain, equation);
    for (const std::uint32_t before : {0U, 1U, 29U, 70U}) {
      ChosenStepper resident =
          kept_in_registers(equation.id, kGrid, device, {make_plain_cuda_stepper(equation.id), {}},
                            UINT32_MAX - before);
      if (!resident.why_no_faster.empty()) GTEST_SKIP() << resident.why_no_faster;
      EXPECT_EQ(stepped(*resident.stepper, equation), expected) << equation.id << " " << before;
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
