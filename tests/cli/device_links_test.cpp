// Tests what `info` says of the links between CUDA devices, and of NCCL.
#include <gtest/gtest.h>

#include <string>

#include "app/cli/device_links.h"

namespace heatwave::cli {
namespace {

TEST(DeviceLinks, AreAllPairsWithWhetherBothReachEachOther) {
  core::CudaStatus cuda{.built = true, .usable = true};
  EXPECT_TRUE(device_links(cuda).empty());
  cuda.devices = {{.index = 0, .peers = {1, 2}}, {.index = 1, .peers = {0}}, {.index = 2}};
  const std::vector<DeviceLink> links = device_links(cuda);
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[1].first, 0);
  EXPECT_EQ(links[1].second, 2);
  EXPECT_TRUE(links[0].are_peers);
  EXPECT_FALSE(links[1].are_peers);  // device 2 does not reach device 0
  EXPECT_FALSE(links[2].are_peers);
}

TEST(DeviceLinks, SayWhatIsMissing) {
  const std::string text = text_of(std::vector<DeviceLink>{
      {.first = 0, .second = 1, .words = "NVLink", .are_peers = true}, {.first = 0, .second = 2}});
  EXPECT_EQ(text.find("           0 and 1: NVLink, they read each other's memory\n"), 0U) << text;
  EXPECT_NE(text.find("           0 and 2: no peers, so rows go by the host's memory"),
            std::string::npos)
      << text;
  EXPECT_EQ(json_of({{.first = 0, .second = 1, .words = "NVLink", .are_peers = true}}).dump(),
            R"([{"devices":[0,1],"link":"NVLink","peers":true}])");
}

TEST(DeviceLinks, NameNcclOrHowToGetIt) {
  EXPECT_EQ(text_of(NcclFacts{.version = "2.28.9"}).find("NCCL       2.28.9: "), 0U);
  const NcclFacts here = nccl_facts();
  EXPECT_NE(here.version.empty(), here.reason.empty());
  EXPECT_NE(text_of(NcclFacts{.reason = "NCCL is not installed"}).find("install libnccl2"),
            std::string::npos);
}

}  // namespace
}  // namespace heatwave::cli
