// Tests `heatwave run --probe … --csv`: the file's values must equal those of --dump.
#include <gtest/gtest.h>

#include <charconv>
#include <sstream>

#include "app/export/npy.h"
#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using testing::Outcome;
using Words = std::vector<std::string>;

/// A saved table: its columns' names, and rows of numbers.
struct Table {
  Words head;
  std::vector<std::vector<float>> rows;
};

Table table_of(const std::filesystem::path& path) {
  Table table;
  std::istringstream text(testing::text_of(path));
  std::string line;
  while (std::getline(text, line)) {
    EXPECT_EQ(line.back(), '\r');
    line.pop_back();
    Words cells(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) cells.emplace_back();
      if (c != '"' && (c != ',' || quoted)) cells.back() += c;
    }
    if (table.head.empty()) {
      table.head = cells;
      continue;
    }
    std::vector<float>& row = table.rows.emplace_back();
    for (const std::string& cell : cells) {
      const auto [end, error] =
          std::from_chars(cell.data(), cell.data() + cell.size(), row.emplace_back());
      EXPECT_TRUE(error == std::errc{} && end == cell.data() + cell.size()) << cell;
    }
  }
  return table;
}

class Measured : public testing::ProgramTest {
 protected:
  [[nodiscard]] Outcome run(const Words& more, const std::string& steps) const {
    return heatwave(testing::joined({"run", "--backend", "cpu", "--steps", steps}, more));
  }
  [[nodiscard]] Table measured(const Words& more, const std::string& steps) const {
    Words words = more;
    words.insert(words.end(), {"--csv", "m.csv", "--force"});
    const Outcome outcome = run(words, steps);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return table_of(path("m.csv"));
  }
  [[nodiscard]] exporting::Array dumped(const Words& more, int steps) const {
    Words words = more;
    words.insert(words.end(), {"--dump", "d.npy", "--force"});
    EXPECT_EQ(run(words, std::to_string(steps)).status, 0);
    return exporting::NpyFile(path("d.npy")).read();
  }
  [[nodiscard]] std::string refusal(const Words& words, int status) const {
    const Outcome outcome = run(words, "5");
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(names(), Words{});
    return outcome.err;
  }
};

float at(const exporting::Array& field, int x, int y) {
  return field.cells[core::whole(field.extent).index(x, y)];
}

TEST_F(Measured, ProbesAreTheDumpsValuesToTheBit) {
  const Words scene{"--scene", "wave-drop", "--size", "96x96"};
  Words words = scene;
  words.insert(words.end(), {"--probe", "48,48", "--probe", "70,31", "--sample", "10"});
  const Table table = measured(words, "40");
  EXPECT_EQ(table.head, (Words{"step", "u(48,48)", "u(70,31)"}));
  ASSERT_EQ(table.rows.size(), 5U);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const int step = 10 * static_cast<int>(i);
    EXPECT_EQ(table.rows[i][0], static_cast<float>(step));
    const exporting::Array field = dumped(scene, step);
    EXPECT_EQ(table.rows[i][1], at(field, 48, 48)) << step;
    EXPECT_EQ(table.rows[i][2], at(field, 70, 31)) << step;
  }
  EXPECT_NE(table.rows[4][1], table.rows[3][1]);
}

TEST_F(Measured, AProfileIsTheDumpsLine) {
  const Words scene{"--scene", "hot-bar", "--size", "64x48"};
  Words words = scene;
  words.insert(words.end(), {"--profile", "0,24:63,24", "--sample", "30"});
  const Table table = measured(words, "30");
  ASSERT_EQ(table.head.size(), 65U);
  EXPECT_EQ(table.head[1], "u(0,24)");
  EXPECT_EQ(table.head[64], "u(63,24)");
  ASSERT_EQ(table.rows.size(), 2U);
  const exporting::Array field = dumped(scene, 30);
  for (int x = 0; x < 64; ++x) {
    EXPECT_EQ(table.rows[1][static_cast<std::size_t>(x) + 1], at(field, x, 24)) << x;
  }
}

TEST_F(Measured, AProfileAslantReadsBetweenTheCellsAsTheWindowDoes) {
  const Words scene{"--scene", "hot-bar", "--size", "64x48"};
  Words words = scene;
  words.insert(words.end(), {"--profile", "10,20:14,23", "--sample", "30"});
  const Table table = measured(words, "30");
  EXPECT_EQ(table.head, (Words{"step", "u(10,20)", "u(10.8,20.6)", "u(11.6,21.2)", "u(12.4,21.8)",
                               "u(13.2,22.4)", "u(14,23)"}));
  const exporting::Array field = dumped(scene, 30);
  const auto column = [&](int x, double down) {
    return (1 - down) * at(field, x, 20) + down * at(field, x, 21);
  };
  EXPECT_FLOAT_EQ(table.rows[1][2],
                  static_cast<float>(0.2 * column(10, 0.6) + 0.8 * column(11, 0.6)));
  EXPECT_EQ(table.rows[1][6], at(field, 14, 23));
}

TEST_F(Measured, EveryStepUnlessSaidOtherwiseAndBesidePictures) {
  const Table table =
      measured({"--size", "40x30", "--probe", "3,3", "--every", "7", "--out", "p"}, "20");
  EXPECT_EQ(table.rows.size(), 21U);
  EXPECT_TRUE(std::filesystem::exists(path("p") / "frame_00000014.png") ||
              !std::filesystem::is_empty(path("p")));
}

TEST_F(Measured, AScenesOwnProbesCountWhereNoneAreGiven) {
  testing::write_text(path("s.json"),
                      R"({"size": [40, 30], "measure": {"probes": [{"at": [4.5, 5.5]}]},)"
                      R"( "initial": [{"form": "mode"}]})");
  EXPECT_EQ(measured({"--scene", "s.json"}, "2").head, (Words{"step", "u(4,5)"}));
  EXPECT_EQ(measured({"--scene", "s.json", "--probe", "1,2"}, "2").head, (Words{"step", "u(1,2)"}));
}

TEST_F(Measured, WhereTheSceneHasUnitsTheTableHasThemToo) {
  const auto scene = [](const std::string& units) {
    return R"({"equation": "heat", "size": [40, 30], "parameters": {"alpha": 0.2},)"
           R"( "sources": [{"shape": "rectangle", "from": [10, 10], "to": [16, 16], "value": 1}],)"
           R"( "measure": {"probes": [{"at": [20.5, 15.5]}], "totals": true)" +
           units + "}}";
  };
  testing::write_text(path("plain.json"), scene(""));
  testing::write_text(path("units.json"),
                      scene(R"(, "units": {"cell": 0.001, "rate": 1e-4, "zero": 20, "one": 100})"));
  const Table plain = measured({"--scene", "plain.json"}, "3");
  const Table in_units = measured({"--scene", "units.json"}, "3");
  EXPECT_EQ(in_units.head, (Words{"step", "time in s", "u(20,15) in °C", "minimum in °C",
                                  "maximum in °C", plain.head.back()}));
  ASSERT_EQ(in_units.rows.size(), plain.rows.size());
  for (std::size_t i = 0; i < plain.rows.size(); ++i) {
    EXPECT_FLOAT_EQ(in_units.rows[i][1], 0.002F * plain.rows[i][0]);
    for (std::size_t c = 1; c < 4; ++c) {
      EXPECT_FLOAT_EQ(in_units.rows[i][c + 1], 20 + 80 * plain.rows[i][c]);
    }
    EXPECT_EQ(in_units.rows[i].back(), plain.rows[i].back());
  }
}

TEST_F(Measured, TheSummaryAndTheDocumentNameTheFile) {
  const Words words{"--size", "40x30", "--probe", "3,3", "--csv", "m.csv", "--force"};
  EXPECT_TRUE(testing::contains(run(words, "2").out, "wrote m.csv\n"));
  Words as_json = words;
  as_json.emplace_back("--json");
  EXPECT_TRUE(testing::contains(run(as_json, "2").out, R"("csv": "m.csv")"));
  const Outcome again = run({"--size", "40x30", "--probe", "3,3", "--csv", "m.csv"}, "2");
  EXPECT_EQ(again.status, 1);
  EXPECT_TRUE(testing::contains(again.err, "exists already"));
}

TEST_F(Measured, TotalsAreThoseOfTheDump) {
  const Words scene{"--scene", "hot-bar", "--size", "64x48"};
  Words words = scene;
  words.insert(words.end(), {"--totals", "--sample", "50"});
  const Table table = measured(words, "50");
  EXPECT_EQ(table.head, (Words{"step", "minimum", "maximum", "heat"}));
  ASSERT_EQ(table.rows.size(), 2U);
  const exporting::Array field = dumped(scene, 50);
  const auto [low, high] = std::minmax_element(field.cells.begin(), field.cells.end());
  double sum = 0.0;
  for (const float value : field.cells) sum += double{value};
  EXPECT_EQ(table.rows[1][1], *low);
  EXPECT_EQ(table.rows[1][2], *high);
  EXPECT_NEAR(double{table.rows[1][3]} / sum, 1.0, 1e-6);
}

TEST_F(Measured, AScriptMayPaintButNotMeasureElsewhere) {
  testing::write_text(path("s.jsonl"),
                      "{\"at\": 3, \"do\": \"paint\", \"points\": [[5, 5]], \"radius\": 3, "
                      "\"value\": 1}\n");
  const Table table = measured(
      {"--equation", "heat", "--size", "40x30", "--probe", "5,5", "--script", "s.jsonl"}, "6");
  ASSERT_EQ(table.rows.size(), 7U);
  EXPECT_LT(table.rows[3][1], 0.1F);
  EXPECT_GT(table.rows[4][1], 0.5F);
  testing::write_text(path("t.jsonl"),
                      "{\"at\": 3, \"do\": \"move-probe\", \"number\": 1, \"to\": [9, 9]}\n");
  const Outcome moved =
      run({"--size", "40x30", "--probe", "5,5", "--script", "t.jsonl", "--csv", "n.csv"}, "6");
  EXPECT_EQ(moved.status, 1);
  EXPECT_TRUE(testing::contains(moved.err, "--csv has no columns for")) << moved.err;
  EXPECT_FALSE(std::filesystem::exists(path("n.csv")));
}

TEST_F(Measured, WhatCannotBeIsSaidInOneLine) {
  EXPECT_EQ(refusal({"--probe", "3,3"}, 2),
            "heatwave: --probe needs a file for the values: add --csv FILE\n");
  EXPECT_EQ(refusal({"--probe", "3;3", "--csv", "m.csv"}, 2),
            "heatwave: --probe needs a column and a row, as in 120,80, not '3;3'\n");
  EXPECT_EQ(refusal({"--profile", "3,3", "--csv", "m.csv"}, 2),
            "heatwave: --profile needs two cells, as in 10,20:90,20, not '3,3'\n");
  EXPECT_EQ(refusal({"--csv", "m.csv"}, 1),
            "heatwave: there is nothing to measure for --csv: add --probe X,Y, --profile "
            "X0,Y0:X1,Y1 or --totals\n");
  EXPECT_EQ(refusal({"--probe", "700,10", "--csv", "m.csv"}, 1),
            "heatwave: a probe at (700, 10) lies outside the grid of 640 × 480 cells\n");
}

}  // namespace
}  // namespace heatwave
