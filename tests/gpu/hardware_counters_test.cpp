// Compares the GPU's own counters, read by CUPTI's range profiler, with the computed ones. Needs a
// GPU whose driver allows this.
#include "kernels/lab/bench/hardware_counters.h"

#include <gtest/gtest.h>

#include <array>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/profile.h"
#include "tests/gpu/device_test.h"

namespace heatwave::lab {
namespace {

class HardwareCounters : public heatwave::testing::DeviceTest {};

TEST_F(HardwareCounters, CountTheSectorsThatTheRuleComputes) {
  const Experiment& reverse = find_experiment("reverse");
  Settings settings = initial_settings(reverse);
  settings.values["n"] = 1 << 18;
  const auto problem = reverse.make_problem(settings, {});
  constexpr std::array kMetrics{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                                "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                                "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"};
  for (const bool staged : {false, true}) {
    const auto run = find_variant(reverse, staged ? "shared" : "direct").make(*problem, {});
    const HardwareCounts counts = count_in_hardware(*run, kMetrics);
    if (!counts.refused.empty()) GTEST_SKIP() << counts.refused;
    SectorCounters rule;
    const std::int64_t threads = settings["threads"];
    for (std::int64_t block = 0; block * threads < settings["n"]; ++block) {
      const auto own = sector_counters(reverse_accesses(settings["n"], threads, block, staged));
      rule.load_requests += own.load_requests;
      rule.load_sectors += own.load_sectors;
      rule.store_requests += own.store_requests;
      rule.store_sectors += own.store_sectors;
    }
    ASSERT_EQ(counts.values.size(), kMetrics.size());
    EXPECT_EQ(counts.values[0], static_cast<double>(rule.load_requests)) << staged;
    EXPECT_EQ(counts.values[1], static_cast<double>(rule.load_sectors)) << staged;
    EXPECT_EQ(counts.values[2], static_cast<double>(rule.store_requests)) << staged;
    EXPECT_EQ(counts.values[3], static_cast<double>(rule.store_sectors)) << staged;
    run->time_with_copies();
    EXPECT_TRUE(run->outcome().right) << "and the run goes on as before";
  }
}

}  // namespace
}  // namespace heatwave::lab
