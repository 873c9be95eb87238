// Tests rows that go from device to device, as with an MPI that knows CUDA.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "tests/gpu/device_test.h"
#include "tests/kernels/divided_fields.h"
#include "tests/kernels/memory_ranks.h"

namespace heatwave::field::testing {
namespace {

/// Its messages may lie in the memory of devices.
class DeviceRank final : public MemoryRank {
 public:
  using MemoryRank::MemoryRank;

  [[nodiscard]] bool takes_device_memory() const override { return true; }
  core::Transfer send(int to, int tag, std::span<const std::byte> bytes) override {
    std::vector<std::byte> here(bytes.size());
    EXPECT_EQ(cudaMemcpy(here.data(), bytes.data(), here.size(), cudaMemcpyDefault), cudaSuccess);
    return MemoryRank::send(to, tag, here);
  }
  core::Transfer receive(int from, int tag, std::span<std::byte> bytes) override {
    const std::scoped_lock lock(mutex_);
    received_.emplace_back(bytes, std::vector<std::byte>(bytes.size()));
    return MemoryRank::receive(from, tag, received_.back().second);
  }
  bool has_finished(core::Transfer& transfer) override {
    const std::scoped_lock lock(mutex_);
    const bool was_pending = transfer.is_pending;
    if (!MemoryRank::has_finished(transfer)) return false;
    if (!was_pending) return true;
    const auto& [to, here] = received_.at(transfer.request);
    EXPECT_EQ(cudaMemcpy(to.data(), here.data(), here.size(), cudaMemcpyDefault), cudaSuccess);
    // A copy from pageable memory may return before its bytes have reached the device.
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return true;
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<std::span<std::byte>, std::vector<std::byte>>> received_;  ///< by request
};

class DeviceMessages : public heatwave::testing::DeviceTest {};

TEST_F(DeviceMessages, CarryTheRowsOfTwoPartsOfARank) {
  const auto rank = std::make_shared<DeviceRank>(std::make_shared<RankMail>(), 0, 1);
  const SolverRequest request{
      .backend = Backend::cuda,
      .division = {
          .devices = {0, 0}, .steps = 12, .exchange = ExchangeKind::staged, .ranks = rank}};
  const SampledCase field{"wave", {300, 400}, same_edges(EdgeKind::absorbing), {}};
  const auto parts = solver_of(field, request, true);
  EXPECT_EQ(parts->backend().exchange, "messages of MPI from device to device");
  ASSERT_EQ(parts->backend().parts.size(), 2U);
  const auto whole = solver_of(field, one_cpu(), true);
  for (FieldSolver* solver : {whole.get(), parts.get()}) solver->advance(50);
  EXPECT_TRUE(parts->save() == whole->save());
}

}  // namespace
}  // namespace heatwave::field::testing
