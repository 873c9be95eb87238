// Tests that tuning results are restored, and that an unreadable file is kept.
#include "app/files/tuning_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

class TuningFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] TuningFile opened(const std::string& program = "1.0") const {
    return {{folder_.path() / "config", folder_.path() / "state", folder_.path() / "data"},
            program};
  }
  [[nodiscard]] fs::path path() const { return folder_.path() / "state" / "tuning.json"; }
  void write(const std::string& text) const {
    fs::create_directories(path().parent_path());
    std::ofstream(path()) << text;
  }
  static field::Tuning tuning_of(const std::string& device, int threads) {
    return {.backend = field::Backend::cpu,
            .device = device,
            .grids = {{.equation = "heat",
                       .extent = {640, 480},
                       .stepping = {.in_registers = false,
                                    .tiles = field::Tiles::strips,
                                    .threads = threads,
                                    .reason = {}},
                       .method = "16 steps a pass",
                       .us_per_step = 1.5,
                       .us_by_rule = 2.0}}};
  }

  testing::TemporaryFolder folder_;
};

TEST_F(TuningFileTest, ComesBackTheNextTime) {
  EXPECT_TRUE(opened().tunings().empty());
  TuningFile first = opened();
  first.keep(tuning_of("a", 1));
  first.keep(tuning_of("b", 2));
  first.keep(tuning_of("a", 3));
  const TuningFile again = opened();
  EXPECT_EQ(again.message(), "");
  ASSERT_EQ(again.tunings().size(), 2U) << "one entry per device";
  EXPECT_EQ(again.tunings()[0], tuning_of("b", 2));
  EXPECT_EQ(again.tunings()[1], tuning_of("a", 3));
}

TEST_F(TuningFileTest, OfAnotherProgramCountsNoLonger) {
  TuningFile first = opened("1.0");
  first.keep(tuning_of("a", 1));
  TuningFile other = opened("1.1");
  EXPECT_TRUE(other.tunings().empty());
  EXPECT_EQ(other.message(),
            path().string() +
                " does not count: it was measured by Heatwave 1.0, and this is Heatwave 1.1. "
                "'heatwave info --tune' measures anew");
  EXPECT_TRUE(fs::exists(path())) << "reading keeps the file";
  other.keep(tuning_of("a", 2));
  EXPECT_EQ(opened("1.1").tunings().at(0), tuning_of("a", 2));
}

TEST_F(TuningFileTest, TheNameOfAnotherProgramIsPrintable) {
  write(R"({"version": 2, "program": "\u001b[2J"})");
  EXPECT_EQ(opened("1.0").message(),
            path().string() +
                " does not count: it was measured by Heatwave \\x1b[2J, and this is Heatwave 1.0. "
                "'heatwave info --tune' measures anew");
}

TEST_F(TuningFileTest, OfAnotherFormatNamesTheFormats) {
  for (const std::string version : {"1", "3"}) {
    write("{\"version\": " + version + ", \"program\": \"1.0\"}");
    EXPECT_EQ(opened("1.0").message(),
              path().string() + " does not count: its format has version " + version +
                  ", and this Heatwave reads version 2. 'heatwave info --tune' measures anew");
  }
}

TEST_F(TuningFileTest, ABrokenOneIsSetAside) {
  const std::string begin = R"({"version": 2, "program": "1.0", "devices": [)";
  int broken = 0;
  for (const std::string& text :
       {std::string("{"), std::string("[]"), begin, begin + "3]}",
        begin + R"({"backend": "tpu", "device": "a", "grids": []}]})",
        begin + R"({"backend": "cpu", "device": "a", "grids": [{"equation": "heat"}]}]})",
        begin + R"({"backend": "cpu", "device": "a", "grids": [{"equation": "heat", "width": 0,
          "height": 1, "in_registers": null, "tiles": null, "threads": 1, "way": "",
          "us_per_step": 1, "us_by_rule": 1}]}]})",
        begin + R"({"backend": "cpu", "device": "a", "grids": [{"equation": "heat", "width": 1,
          "height": 1, "in_registers": 7, "tiles": null, "threads": 1, "way": "",
          "us_per_step": 1, "us_by_rule": 1}]}]})",
        begin + R"({"backend": "cpu", "device": "a", "grids": [{"equation": "heat", "width": 1,
          "height": 1, "in_registers": null, "tiles": "round", "threads": 1, "way": "",
          "us_per_step": 1, "us_by_rule": 1}]}]})"}) {
    write(text);
    const TuningFile file = opened();
    EXPECT_TRUE(file.tunings().empty()) << text;
    EXPECT_NE(file.message().find("tuning.json.broken"), std::string::npos) << text;
    EXPECT_FALSE(fs::exists(path())) << text;
    ++broken;
  }
  EXPECT_TRUE(fs::exists(path().string() + ".broken-" + std::to_string(broken)));
  TuningFile file = opened();
  file.keep(tuning_of("a", 1));
  EXPECT_EQ(opened().tunings().size(), 1U) << "a new measurement replaces the file";
}

}  // namespace
}  // namespace heatwave::files
