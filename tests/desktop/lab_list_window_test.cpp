// Tests the lab's list of variants in the real window: its columns, and the rows in sight.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lab_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

/// Returns whether two rows are in sight.
bool in_sight(const json& status, const std::array<const char*, 2>& rows) {
  const json area = status["lab"]["chart_area"];
  return std::all_of(rows.begin(), rows.end(), [&](const char* row) {
    if (!status["places"].contains(row)) return false;
    const json at = status["places"][row];
    return at[1] >= area[1] && at[1].get<double>() + at[3].get<double>() <=
                                   area[1].get<double>() + area[3].get<double>();
  });
}

class LabListWindow : public LabWindowTest {};

TEST_F(LabListWindow, TheAxisHasALengthInASmallWindowToo) {
  for (const char* experiment : {"dot", "matmul"}) {
    open({"--experiment", experiment, "--window", "800x500"});
    window().wait_frames(5);
    EXPECT_GT(window().status()["lab"]["axis_length"], 130.0) << experiment;
    window().key("h");  // hides the panel
    ASSERT_TRUE(window().wait_until([](const json& s) { return s["panel"] == false; }));
    window().wait_frames(5);
    EXPECT_GT(window().status()["lab"]["axis_length"], 130.0) << experiment;
  }
}

/// The list's headings in the order of the columns, with their left and right ends.
std::vector<std::pair<double, double>> columns_of(const json& status) {
  std::vector<std::pair<double, double>> all;
  for (const auto& [name, place] : status["places"].items()) {
    if (!name.starts_with("head/")) continue;
    const double left = place[0];
    all.emplace_back(left, left + place[2].get<double>());
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST_F(LabListWindow, NoColumnIsCutOrCoversAnotherInAnyWindow) {
  for (const char* scale : {"1", "2"}) {
    open({"--experiment", "dot", "--scale", scale});
    for (const auto& [width, height] : {std::pair{1280, 800}, {800, 500}}) {
      window().resize(width, height);
      for (const char* figures : {"Speed", "Launch", "Result"}) {
        choose("figures", figures);
        window().wait_frames(3);
        const json status = window().status();
        const json area = status["lab"]["chart_area"];
        const auto columns = columns_of(status);
        ASSERT_GE(columns.size(), 2U) << width << " at " << scale << " " << figures;
        EXPECT_GE(columns.front().first, area[0]) << width << " at " << scale << " " << figures;
        EXPECT_LE(columns.back().second, area[0].get<double>() + area[2].get<double>())
            << width << " at " << scale << " " << figures;
        for (std::size_t i = 1; i < columns.size(); ++i) {
          EXPECT_LE(columns[i - 1].second, columns[i].first) << width << " " << figures;
        }
      }
    }
  }
}

TEST_F(LabListWindow, TimesAreHiddenAndComeOneByOneByARemoteWithoutALecture) {
  open_recorded("reverse");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("source/description"); }));
  window().key("g");
  ASSERT_TRUE(wait([](const json& s) {
    return s["lab"]["guesses"] == true && s["lab"]["hidden"] > 0 &&
           !s["places"].contains("source/description");
  })) << "words above the source tell which variant is fast";
  const int all = window().status()["lab"]["hidden"];
  ASSERT_GT(all, 3);
  EXPECT_FALSE(window().status()["places"].contains("best")) << "the best time is not told either";
  window().key("Next");
  ASSERT_TRUE(wait([&](const json& s) { return s["lab"]["hidden"] == all - 1; }));
  window().key("Prior");
  ASSERT_TRUE(wait([&](const json& s) { return s["lab"]["hidden"] == all; }));
  for (int left = all; left > 0; --left) window().key("Right");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["guesses"] == false && s["places"].contains("best") &&
           s["places"].contains("source/description");
  }));
}

TEST_F(LabListWindow, WithoutAGpuItsVariantsAreOneLineThatShowsTheRecording) {
  open({"--experiment", "reverse"});
  if (begins_with_this_machine()) GTEST_SKIP() << "a GPU is here";
  choose("origin", "This machine");
  ASSERT_TRUE(wait([](const json& s) {
    return s["lab"]["recorded"] == false && s["lab"]["folded"] == 4 && s["lab"]["rows"] == 2;
  }));
  click("show recorded");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["recorded"] == true && s["lab"]["folded"] == 0 && s["lab"]["rows"] == 6;
  }));
}

TEST_F(LabListWindow, TheRowOfTheVariantChosenByAKeyIsScrolledIntoSight) {
  open({"--experiment", "matmul", "--window", "1280x620"});
  const char* last = "row/cublas-tf32";
  window().wait_frames(3);
  const double bottom = bottom_of(window().status()["lab"]["chart_area"]);
  ASSERT_GT(bottom_of(window().status()["places"][last]), bottom);
  for (int i = 0; i < 13; ++i) window().key("Down");
  EXPECT_TRUE(window().wait_until([&](const json& s) {
    return s["lab"]["variant"] == "cublas-tf32" && bottom_of(s["places"][last]) <= bottom;
  }));
}

TEST_F(LabListWindow, TheRowThatALectureChoosesIsWholeBetweenThePinnedRows) {
  const TemporaryFolder folder;
  const auto lecture = folder.path() / "two.hwl";
  std::ofstream(lecture) << R"({"heatwave": "lecture", "version": 1, "title": "Two", "steps": [
    {"title": "One", "room": "lab", "lab": {"experiment": "stencil", "variant": "solver"}},
    {"title": "Two", "room": "lab", "lab": {"experiment": "stencil", "variant": "texture"}}]})";
  WindowTest::open_full_size({lecture.string()});
  const auto top = [](const json& s, const char* row) {
    return s["places"].contains(row) ? s["places"][row][1].get<double>() : -1.0;
  };
  for (const int height : {800, 785, 740, 700, 660}) {
    window().resize(1280, height);
    ASSERT_TRUE(wait([&](const json& s) {
      return s["lab"]["variant"] == "solver" && s["places"].contains("Page Down") &&
             std::abs(bottom_of(s["places"]["Page Down"]) - height) < 110;
    }));
    window().key("Next");
    EXPECT_TRUE(wait([&](const json& s) {
      if (s["lab"]["variant"] != "texture" || top(s, "row/texture") < 0) return false;
      const double end = bottom_of(s["places"]["row/texture"]);
      return top(s, "row/texture") >= bottom_of(s["places"]["row/solver"]) &&
             end <= top(s, "row/solver-cuda") && end <= bottom_of(s["lab"]["chart_area"]);
    })) << "at a height of "
        << height;
    window().key("Prior");
  }
}

TEST_F(LabListWindow, TheRowThatALectureChoosesIsInSightWhateverIsPinnedAndWhateverWasShownBefore) {
  const TemporaryFolder folder;
  const auto lecture = folder.path() / "rows.hwl";
  std::ofstream(lecture) << R"({"heatwave": "lecture", "version": 1, "title": "Rows", "steps": [
    {"title": "1", "room": "lab", "lab": {"experiment": "memory-spaces", "variant": "registers"}},
    {"title": "2", "room": "lab", "lab": {"experiment": "memory-spaces", "variant": "shared"}},
    {"title": "3", "room": "lab", "lab": {"experiment": "transfer", "variant": "overlapped"}},
    {"title": "4", "room": "lab", "lab": {"experiment": "memory-spaces", "variant": "local"}}]})";
  WindowTest::open_full_size({lecture.string()});
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["variant"] == "registers"; }));
  struct Step {
    const char* variant;
    std::array<std::string, 2> pinned;
  };
  for (const auto& [variant, pinned] : {Step{"shared", {"row/threads-own", "row/registers"}},
                                        Step{"overlapped", {"row/streaming", "row/streaming"}},
                                        Step{"local", {"row/threads-own", "row/registers"}}}) {
    window().key("Next");
    const std::string row = std::string("row/") + variant;
    ASSERT_TRUE(wait([&](const json& s) {
      return s["lab"]["variant"] == variant && s["places"].contains(row);
    })) << variant;
    window().wait_frames(40);  // the list must not move on by itself
    const json places = window().status()["places"];
    const json& chosen = places[row];
    EXPECT_GE(chosen[1], places["rows"][1]) << variant;
    EXPECT_LE(bottom_of(chosen), bottom_of(places["rows"])) << variant;
    for (const std::string& other : pinned) {
      const bool is_above = bottom_of(places[other]) - 1 <= chosen[1].get<double>();
      EXPECT_TRUE(is_above || places[other][1].get<double>() >= bottom_of(chosen) - 1)
          << other << " covers " << variant;
    }
  }
}

TEST_F(LabListWindow, TheFastestRowAndTheOneItIsComparedWithStayInSightWhileTheListScrolls) {
  open({"--experiment", "matmul", "--window", "1280x620"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  const auto compared_in_sight = [](const json& s) {
    return in_sight(s, {"row/packed", "row/bulk-copies"});
  };
  window().wait_frames(30);  // the layout of the first frames does not last
  ASSERT_TRUE(wait(
      [](const json& s) { return s["lab"]["recorded"] == true && s["lab"]["chart_missing"] > 0; }));
  EXPECT_TRUE(wait(compared_in_sight)) << "at the top of the list";
  const json first = window().status()["places"]["row/loops"];
  window().move_to(first[0].get<double>() + 200, first[1].get<double>() + 60);
  for (int i = 0; i < 24; ++i) {
    window().press(5);
    window().release(5);
  }
  EXPECT_TRUE(wait([](const json& s) {
    return in_sight(s, {"row/cublas", "row/cublas-tf32"});
  })) << "the end of the list";
  EXPECT_TRUE(wait(compared_in_sight)) << "at its end";
}

TEST_F(LabListWindow, ALongListIsWholeInTheUsualWindowAndLeavesTheSourceAReadableHeight) {
  open({"--experiment", "matmul", "--window", "1280x800"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["recorded"] == true && s["lab"]["rows"] == 16 &&
           s["lab"]["shows_mark"] == true && s["lab"]["drawn_share"] < 0.73 &&
           s["lab"]["chart_missing"] == 0 && in_sight(s, {"row/loops", "row/cublas-tf32"});
  })) << window().status()["lab"];
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) {
    return s["present"]["on"] == true && s["lab"]["chart_missing"] == 0 &&
           in_sight(s, {"row/loops", "row/cublas-tf32"});
  }));
  window().key("F5");
  window().resize(1280, 1080);
  EXPECT_TRUE(wait([](const json& s) {
    return s["present"]["on"] == false && s["lab"]["chart_missing"] == 0 &&
           s["lab"]["drawn_share"] < 0.61 && in_sight(s, {"row/loops", "row/cublas-tf32"});
  }));
}

TEST_F(LabListWindow, ASentenceBelowEachNameSaysWhatIsSpecialWhereThereIsRoom) {
  open({"--experiment", "histogram", "--window", "1920x1080"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  ASSERT_TRUE(wait([](const json& s) {
    return s["lab"]["recorded"] == true && s["places"].contains("about/shared");
  })) << window().status()["places"];
  const json places = window().status()["places"];
  const Area about = places["about/shared"];
  const Area row = places["row/shared"];
  EXPECT_GT(about[1], row[1] + row[3] / 3) << "below the name";
  EXPECT_LE(about[1] + about[3], row[1] + row[3]);
  window().resize(1280, 700);
  EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("about/shared"); }));
}

TEST_F(LabListWindow, ALargeInterfaceShowsTheKeyAndTheSpeedsBesideTheTimes) {
  for (const char* experiment : {"dot", "matmul"}) {
    open({"--experiment", experiment, "--window", "1280x800", "--scale", "2"});
    if (begins_with_this_machine()) choose("origin", "Recorded: H200");
    EXPECT_TRUE(wait([](const json& s) {
      const json& places = s["places"];
      return s["lab"]["recorded"] == true && places.contains("head/speed") &&
             places.contains("head/median time") && places.contains("key of times") &&
             bottom_of(places["key of times"]) <= bottom_of(s["lab"]["chart_area"]);
    })) << experiment;
  }
}

TEST_F(LabListWindow, ALargeInterfaceSaysAboveTheTimesWhereAndOfWhatSizeTheyAre) {
  for (const char* experiment : {"dot", "matmul", "histogram"}) {
    open({"--experiment", experiment, "--window", "1280x800", "--scale", "2"});
    if (begins_with_this_machine()) choose("origin", "Recorded: H200");
    EXPECT_TRUE(wait([](const json& s) {
      const json& places = s["places"];
      return s["lab"]["recorded"] == true && places.contains("facts of times") &&
             places.contains("head/median time") && places["facts of times"][3] >= 24 &&
             bottom_of(places["facts of times"]) <= places["head/median time"][1].get<double>() + 1;
    })) << experiment;
  }
}

TEST_F(LabListWindow, BothTimesWithCopiesStandBesideTheKernelsInTheUsualWindow) {
  open({"--experiment", "dot", "--window", "1280x800"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  choose("figures", "Copies");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["recorded"] == true && s["places"].contains("head/kernel + copies") &&
           s["places"].contains("head/+ pinned copies") && s["lab"]["axis_length"] > 130.0;
  }));
}

TEST_F(LabListWindow, TheLegendExplainsTheMarksOfTheRowsInSightAlone) {
  open({"--experiment", "matmul", "--window", "1280x620"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  const auto has = [](const json& s, const char* text) {
    const json& key = s["lab"]["key"];
    return std::find(key.begin(), key.end(), text) != key.end();
  };
  ASSERT_TRUE(wait([&](const json& s) {
    return s["lab"]["recorded"] == true && s["places"].contains("more rows") &&
           has(s, "best at full precision") && has(s, "time on the course's slides");
  }));
  EXPECT_FALSE(has(window().status(), "library")) << "the libraries' rows are out of sight";
  EXPECT_FALSE(has(window().status(), "best with TF32")) << "so is the hollow star's row";
  EXPECT_FALSE(has(window().status(), "min, max")) << "the spreads are narrower than the dots";
  window().resize(1280, 800);
  window().key("F5");
  EXPECT_TRUE(wait([&](const json& s) {
    return s["lab"]["chart_missing"] == 0 && has(s, "library") && has(s, "best with TF32");
  })) << "a presented list has all rows";
}

TEST_F(LabListWindow, ALargeInterfaceShowsFourRowsAtLeast) {
  open({"--experiment", "histogram", "--window", "1280x800", "--scale", "2"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["recorded"] == true; }));
  const auto rows_in_sight = [](const json& s) {
    const json& places = s["places"];
    if (!places.contains("rows")) return 0;
    const double top = places["rows"][1];
    const double bottom = bottom_of(places["rows"]);
    int rows = 0;
    for (const auto& [name, box] : places.items()) {
      const bool is_row = name.starts_with("row/") && box[1] >= top - 1;
      if (is_row && bottom_of(box) <= bottom + 1) ++rows;
    }
    return rows;
  };
  EXPECT_TRUE(wait([&](const json& s) { return rows_in_sight(s) >= 4; }))
      << rows_in_sight(window().status());
}

TEST_F(LabListWindow, APresentedListIsHigherAndShowsTheFastestRow) {
  open_recorded("histogram");
  const double before = window().status()["lab"]["chart_area"][3];
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  EXPECT_TRUE(wait([&](const json& s) {
    return s["lab"]["chart_area"][3] > 1.2 * before &&
           in_sight(s, {"row/threads", "row/striped-vectors"});
  }));
}

TEST_F(LabListWindow, APresentedListThatNeedsTheWholeRoomTakesTurnsWithTheSource) {
  open_recorded("histogram");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("source/variant"); }));
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["takes_turns"] == true && s["lab"]["chart_missing"] == 0 &&
           s["places"].contains("row/cub") && !s["places"].contains("source/variant");
  }));
  window().key("shift+Up");
  EXPECT_TRUE(wait([](const json& s) {
    return s["places"].contains("source/variant") && !s["places"].contains("row/cub");
  }));
  window().key("shift+Down");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("row/cub"); }));
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["takes_turns"] == false && s["places"].contains("source/variant");
  }));
}

TEST_F(LabListWindow, ALineCountsTheRowsOutOfSightAndAClickShowsThem) {
  open({"--experiment", "matmul", "--window", "1280x620"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  const auto is_listed = [](const json& s) {
    return s["lab"]["recorded"] == true && s["lab"]["chart_missing"] > 0 &&
           s["places"].contains("more rows") && s["places"].contains("row/blocked");
  };
  ASSERT_TRUE(wait(is_listed));
  window().wait_frames(5);
  const json before = window().status();
  ASSERT_TRUE(is_listed(before));
  const auto second_row = [](const json& s) { return s["places"]["row/blocked"][1].get<double>(); };
  EXPECT_GT(before["places"]["more rows"][1], second_row(before)) << "the line is below the rows";
  click("more rows");
  EXPECT_TRUE(wait([&](const json& s) {
    return is_listed(s) && second_row(s) < second_row(before) - 60;
  })) << "the next rows are shown";
  const auto is_at_start = [&](const json& s) {
    return is_listed(s) && second_row(s) == second_row(before);
  };
  for (int i = 0; i < 5 && !is_at_start(window().status()); ++i) {
    const double at = second_row(window().status());
    click("more rows");
    EXPECT_TRUE(wait([&](const json& s) { return is_listed(s) && second_row(s) != at; }));
    window().wait_frames(5);
  }
  EXPECT_TRUE(wait(is_at_start)) << "from the end it leads back to the beginning";
}

TEST_F(LabListWindow, TheHeadingOfTheSpeedsSaysInAWideWindowThatTheyAreOfTheKernel) {
  open({"--experiment", "histogram", "--window", "1920x1080"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  // "vs 16 CPU threads" alone is about one and a half times as wide as "median time".
  EXPECT_TRUE(wait([](const json& s) {
    const json& places = s["places"];
    return s["lab"]["recorded"] == true && places.contains("head/speed") &&
           places["head/speed"][2].get<double>() >
               1.7 * places["head/median time"][2].get<double>();
  }));
}

}  // namespace
}  // namespace heatwave::test
