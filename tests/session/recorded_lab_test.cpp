// Tests the order of measurements recorded on other machines.
#include "app/session/lab/lab_results.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/export/lab_table.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

void record(const std::filesystem::path& path, const std::string& date, const std::string& swept) {
  lab::Report report{.experiment = "reverse", .swept = swept};
  report.measurements = {{.experiment = "reverse", .variant = "loop"}};
  std::string text = exporting::lab_json({report});
  const std::string key = "\"date\": \"";
  text.replace(text.find(key) + key.size(), date.size(), date);
  std::ofstream(path) << text;
}

TEST(RecordedLabs, OfferTheNewestFirstAndSweepsAfterRunsOfAll) {
  const ScratchFolder folder;
  record(folder.path() / "lab-a.json", "2026-01-31", "");
  record(folder.path() / "lab-b.json", "2026-11-01", "n");
  record(folder.path() / "lab-c.json", "2026-02-01", "");
  record(folder.path() / "lab-d.json", "2026-11-02", "n");
  const RecordedLabs recorded = read_recorded_labs(folder.path());
  ASSERT_EQ(recorded.failures, std::vector<std::string>{});
  std::vector<std::string> dates;
  for (const auto& run : recorded.results.at("reverse")) dates.push_back(run->when);
  EXPECT_EQ(dates,
            (std::vector<std::string>{"2026-02-01", "2026-01-31", "2026-11-02", "2026-11-01"}));
}

}  // namespace
}  // namespace heatwave::session
