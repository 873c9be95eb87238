// Tests the lab in the real window, in a real X server: opened, run, cancelled, saved, closed.
#include <gtest/gtest.h>

#include <stb_image.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <set>

#include "app/session/lab/lab_sources.h"
#include "kernels/lab/experiment_catalogue.h"
#include "lab_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class LabWindow : public LabWindowTest {};

bool in_room(const json& status, const char* room) { return status["room"] == room; }

TEST_F(LabWindow, TheKey2OpensItAndTheFieldRestsUntilTheKey1) {
  open({});
  EXPECT_TRUE(in_room(window().status(), "fields"));
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["step"] > 2; }));
  window().key("2");
  ASSERT_TRUE(window().wait_until([](const json& s) { return in_room(s, "lab"); }));
  const std::int64_t step = window().status()["step"];
  window().wait_frames(10);
  EXPECT_EQ(window().status()["step"], step);
  EXPECT_EQ(window().status()["playing"], true);
  window().key("1");
  EXPECT_TRUE(window().wait_until(
      [step](const json& s) { return in_room(s, "fields") && s["step"] > step; }));
}

TEST_F(LabWindow, TheFieldsKeysDoNothingThere) {
  open({"--room", "lab"});
  const json before = window().status();
  ASSERT_TRUE(in_room(before, "lab"));
  for (const char* key : {"r", "period", "d", "ctrl+z", "f"}) window().key(key);
  const json after = window().status();
  EXPECT_EQ(after["step"], before["step"]);
  EXPECT_EQ(after["tool"], before["tool"]);
  EXPECT_EQ(after["pace"], before["pace"]);
  EXPECT_EQ(after["lab"]["running"], false);
}

TEST_F(LabWindow, TheTopBarsSwitchChangesRooms) {
  open({});
  click("room/Lab");
  EXPECT_TRUE(window().wait_until([](const json& s) { return in_room(s, "lab"); }));
  click("room/Fields");
  EXPECT_TRUE(window().wait_until([](const json& s) { return in_room(s, "fields"); }));
}

TEST_F(LabWindow, SpaceRunsAllAndTheMeasurementsArrive) {
  open({"--experiment", "reverse"});
  EXPECT_EQ(window().status()["lab"]["experiment"], "reverse");
  window().key("space");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == true; }));
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["measurements"] > 0; }));
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["complete"] == true; }, 120));
  const json lab = window().status()["lab"];
  EXPECT_EQ(lab["done"], lab["total"]);
  EXPECT_EQ(lab["measurements"], lab["total"]);
  EXPECT_EQ(window().status()["notices"], json::array());
}

TEST_F(LabWindow, WhileItRunsFramesGoOnAndEscapeCancels) {
  open({"--experiment", "matmul"});
  window().key("space");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == true; }));
  window().wait_frames(10);
  window().key("h");  // the window still answers
  EXPECT_TRUE(window().wait_until(
      [](const json& s) { return s["panel"] == false && s["lab"]["running"] == true; }));
  window().key("Escape");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == false; }));
  EXPECT_EQ(window().status()["lab"]["complete"], false);
}

TEST_F(LabWindow, LeavingDuringARunEndsPromptly) {
  open({"--experiment", "matmul"});
  window().key("space");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == true; }));
  window().key_and_leave("ctrl+q");
  EXPECT_EQ(window().wait_for_end(), 0);
}

TEST_F(LabWindow, NAndTheArrowsChooseAndResultsStay) {
  open({"--experiment", "reverse"});
  if (begins_with_this_machine()) GTEST_SKIP() << "a GPU is here";
  run_all();
  const json before = window().status()["lab"];
  window().key("Up");
  EXPECT_NE(window().status()["lab"]["variant"], before["variant"]);
  window().key("n");
  EXPECT_NE(window().status()["lab"]["experiment"], "reverse");
  window().key("shift+n");
  EXPECT_TRUE(window().wait_until([&](const json& s) {
    return s["lab"]["experiment"] == "reverse" &&
           s["lab"]["measurements"] == before["measurements"];
  }));
}

/// Returns the colours that occur in a PNG file.
std::set<std::uint32_t> colours_in(const std::filesystem::path& path, int* width, int* height) {
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(path.c_str(), width, height, &channels, 3), stbi_image_free);
  std::set<std::uint32_t> colours;
  if (pixels == nullptr) return colours;
  const std::size_t count = static_cast<std::size_t>(*width) * static_cast<std::size_t>(*height);
  for (std::size_t i = 0; i < count; ++i) {
    const stbi_uc* p = pixels.get() + 3 * i;
    colours.insert((std::uint32_t{p[0]} << 16U) | (std::uint32_t{p[1]} << 8U) | p[2]);
  }
  return colours;
}

TEST_F(LabWindow, SSavesTheChartAsAPicture) {
  open({"--experiment", "reverse"});
  run_all();
  window().key("s");
  const std::filesystem::path file = window().folder() / "out" / "lab-reverse-times.png";
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == 1; }));
  ASSERT_TRUE(std::filesystem::exists(file));
  int width = 0;
  int height = 0;
  EXPECT_GT(colours_in(file, &width, &height).size(), 8U);
  EXPECT_NEAR(width, window().status()["lab"]["chart_area"][2].get<double>(), 1.0);
}

/// Colour of a scrollbar's grip and of no chart: the dark theme's `hovered`.
constexpr std::uint32_t kGrip = 0x313844;

TEST_F(LabWindow, AChartHigherThanItsPlaceIsSavedWholeAndWithoutAScrollbar) {
  open({"--experiment", "matmul", "--window", "1280x620"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  ASSERT_TRUE(wait([](const json& s) {
    return s["lab"]["recorded"] == true && s["lab"]["chart_missing"] > 50;
  })) << "the chart is higher than its area";
  window().wait_frames(5);
  const json lab = window().status()["lab"];
  window().key("s");
  const std::filesystem::path file = window().folder() / "out" / "lab-matmul-times.png";
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == 1; }));
  int width = 0;
  int height = 0;
  const std::set<std::uint32_t> colours = colours_in(file, &width, &height);
  EXPECT_NEAR(width, lab["chart_area"][2].get<double>(), 1.0);
  // Its heading has a title, too, and its edges may lie between pixels.
  const double whole = lab["chart_area"][3].get<double>() + lab["chart_missing"].get<double>();
  EXPECT_LE(height, whole + 44 + 1);
  EXPECT_GT(height, whole);
  EXPECT_GT(colours.size(), 8U);
  EXPECT_FALSE(colours.contains(kGrip));
  window().key("shift+s");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == 2; }));
  const std::string all = window().status()["newest"];
  EXPECT_TRUE(colours_in(window().folder() / all, &width, &height).contains(kGrip)) << all;
  EXPECT_EQ(window().status()["lab"]["chart_area"], lab["chart_area"])
      << "the room must not change";
}

TEST_F(LabWindow, TheDividerIsDraggedAndMovedByKeys) {
  open_full_size({"--experiment", "reverse"});
  window().wait_frames(3);
  const json divider = window().status()["places"]["divider"];
  const json before = window().status()["lab"];
  EXPECT_NEAR(before["share"], 0.5, 0.01) << "the source has half the height";
  const double x = divider[0].get<double>() + divider[2].get<double>() / 2;
  const double y = divider[1].get<double>() + divider[3].get<double>() / 2;
  window().move_to(x, y);
  window().wait_frames(2);
  window().press();
  window().wait_frames(2);
  window().move_to(x, y + 100);
  window().wait_frames(2);
  window().release();
  ASSERT_TRUE(wait([&](const json& s) {
    return s["lab"]["chart_area"][3].get<double>() > before["chart_area"][3].get<double>() + 90;
  }));
  for (int i = 0; i < 5; ++i) window().key("shift+Up");
  EXPECT_TRUE(wait([](const json& s) { return s["lab"]["share"] < 0.52; }));
}

TEST_F(LabWindow, UntilTheDividerIsMovedAChartTakesTheRoomThatItsRowsNeed) {
  open_recorded("matmul");
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["drawn_share"] > 0.515; }))
      << window().status()["lab"];
  EXPECT_EQ(window().status()["lab"]["share"], 0.5);
  window().wait_frames(5);
  const double before = window().status()["lab"]["drawn_share"];
  window().key("shift+Up");
  EXPECT_TRUE(wait([before](const json& s) {
    return s["lab"]["share"] < before && s["lab"]["share"] > before - 0.1 &&
           s["lab"]["drawn_share"] == s["lab"]["share"];
  })) << "the divider moves from where it stands";
}

TEST_F(LabWindow, TwoSourcesStandSideBySideWithTheLinesThatDiffer) {
  open({"--experiment", "reverse"});
  window().key("d");
  ASSERT_TRUE(wait([](const json& s) {
    return s["lab"]["other_source"] != "" && s["lab"]["differing_lines"] > 0;
  }));
  const json now = window().status();
  const std::string other = now["lab"]["other_source"];
  const std::string shown = now["lab"]["variant"];
  ASSERT_TRUE(now["places"].contains("source/name of " + other)) << "each has its name above it";
  ASSERT_TRUE(now["places"].contains("source/name of " + shown));
  const Area left = now["places"]["source/name of " + shown];
  const Area right = now["places"]["source/name of " + other];
  EXPECT_EQ(left[1], right[1]);
  EXPECT_GE(right[0], left[0] + left[2]);
  window().key("d");
  EXPECT_TRUE(wait([](const json& s) { return s["lab"]["differing_lines"] == 0; }));
}

/// Returns whether the boxes overlap by more than their borders.
bool overlap(const json& a, const json& b) {
  constexpr double kRim = 2.0;
  const auto apart = [&](int from, int size) {
    return a[from].get<double>() + a[size].get<double>() - kRim <= b[from].get<double>() ||
           b[from].get<double>() + b[size].get<double>() - kRim <= a[from].get<double>();
  };
  return !apart(0, 2) && !apart(1, 3);
}

TEST_F(LabWindow, ANoticeLiesOnNoControlInAnyRoom) {
  open({"--experiment", "reverse"});
  for (const char* room : {"2", "1", "3"}) {
    window().key(room);
    window().key("s");
    ASSERT_TRUE(window().wait_until([](const json& s) { return s["places"].contains("notice"); }));
    window().wait_frames(3);  // its size is known only after several frames
    const json status = window().status();
    const json notice = status["places"]["notice"];
    EXPECT_FALSE(overlap(notice, status["lab"]["chart_area"])) << room;
    for (const auto& [name, place] : status["places"].items()) {
      const bool its_own = name == "notice" || name == "close";
      EXPECT_FALSE(!its_own && overlap(notice, place)) << room << ": " << name;
    }
    EXPECT_GE(notice[1], 48.0) << "below the bar at the top";
    EXPECT_LE(notice[1].get<double>() + notice[3].get<double>(), 800.0 - 64.0);
    click("close");
    ASSERT_TRUE(window().wait_until([](const json& s) { return !s["places"].contains("notice"); }));
  }
}

TEST_F(LabWindow, GroupsFoldAndUnfold) {
  open({"--experiment", "reverse"});
  const auto shown = [](const json& s) { return s["places"].contains("experiment/dot"); };
  ASSERT_TRUE(window().wait_until(shown));
  click("fold/Experiment");
  EXPECT_TRUE(window().wait_until([&](const json& s) { return !shown(s); }));
  click("fold/Experiment");
  EXPECT_TRUE(window().wait_until(shown));
}

TEST_F(LabWindow, TheButtonsThatRunAndAllExperimentsAreInSightInTheUsualWindow) {
  open({"--experiment", "scaling", "--window", "1280x800"});
  EXPECT_TRUE(wait([](const json& s) {
    const json& places = s["places"];
    return std::ranges::all_of(
        std::array{"Run all", "Run this variant", "experiment/pairwise-sum", "experiment/scaling"},
        [&](const char* name) {
          return places.contains(name) &&
                 bottom_of(places[name]) <= bottom_of(places["side panel"]);
        });
  })) << window().status()["places"].value("experiment/scaling", json()).dump();
}

TEST_F(LabWindow, WhereThereIsLittleRoomChartAndDetailsTakeTurns) {
  open({"--experiment", "reverse", "--scale", "2"});
  window().key("h");
  ASSERT_TRUE(wait([](const json& s) { return s["panel"] == false; }));
  const auto has_chart = [](const json& s) { return s["lab"]["chart_area"][3] > 0; };
  const auto has_source = [](const json& s) { return s["places"].contains("whole"); };
  EXPECT_TRUE(window().wait_until([&](const json& s) { return has_chart(s) && !has_source(s); }));
  choose("charts", "Source");
  ASSERT_TRUE(wait([&](const json& s) {
    return has_source(s) && !has_chart(s) && !s["places"].contains("charts/Times");
  })) << "the list has closed";
  choose("charts", "Times");
  EXPECT_TRUE(window().wait_until([&](const json& s) { return has_chart(s) && !has_source(s); }));
}

TEST_F(LabWindow, TheSweepTabFindsARecordedSweep) {
  open_recorded("dot");
  ASSERT_EQ(window().status()["lab"]["swept"], "");
  click("charts/Sweep");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["swept"] == "n"; }));
}

TEST_F(LabWindow, ARunUnderWayIsThisMachinesFromItsBeginning) {
  open_recorded("matmul");
  window().key("space");
  EXPECT_TRUE(window().wait_until(
      [](const json& s) { return s["lab"]["running"] == true && s["lab"]["recorded"] == false; }));
  window().key("Escape");
}

TEST_F(LabWindow, ThisMachineCanBeChosenBeforeItHasMeasured) {
  open({"--experiment", "matmul"});
  choose("origin", "This machine");
  EXPECT_TRUE(window().wait_until([](const json& s) {
    return s["lab"]["recorded"] == false && s["lab"]["measurements"] == 0;
  }));
}

TEST_F(LabWindow, EnterOnAVariantThatNeedsAGpuKeepsWhatIsShownAndSaysWhy) {
  open({"--experiment", "reverse"});
  if (begins_with_this_machine()) GTEST_SKIP() << "a GPU is here";
  run_all();
  const json before = window().status()["lab"];
  const auto chosen = [](const json& s) { return s["lab"]["variant"].get<std::string>(); };
  for (std::string at = chosen(window().status()); at != "direct"; at = chosen(window().status())) {
    // The first choice depends on the features of this build.
    window().key(at == "loop" || at == "threads" ? "Down" : "Up");
    ASSERT_TRUE(window().wait_until([&](const json& s) { return chosen(s) != at; })) << at;
  }
  window().key("Return");
  EXPECT_TRUE(window().wait_until([](const json& s) {
    return s["told"].get<std::string>().find("needs a CUDA GPU") != std::string::npos;
  })) << window().status()["told"];
  const json after = window().status()["lab"];
  EXPECT_EQ(after["measurements"], before["measurements"]);
  EXPECT_EQ(after["runs"], before["runs"]);
}

TEST_F(LabWindow, TheTabsBelowTheChartStayWhereTheyAreClicked) {
  open({"--experiment", "reverse"});
  ASSERT_TRUE(
      window().wait_until([](const json& s) { return s["places"].contains("details/Source"); }));
  const json source = window().status()["places"]["details/Source"];
  for (const char* tab : {"details/Compare", "details/Profile", "details/Source"}) {
    click(tab);
    window().wait_frames(3);
    EXPECT_EQ(window().status()["places"]["details/Source"], source) << tab;
  }
}

TEST_F(LabWindow, TheButtonsStayWhereTheyAreWhenAnotherStoryIsTold) {
  open({"--experiment", "reverse"});
  const auto place = [this] { return window().status()["places"]["Run this variant"]; };
  ASSERT_TRUE(
      window().wait_until([](const json& s) { return s["places"].contains("Run this variant"); }));
  const json before = place();
  for (int i = 0; i < 4; ++i) {
    window().key("n");
    window().wait_frames(2);
    EXPECT_EQ(place(), before) << window().status()["lab"]["experiment"];
  }
}

/// In classes the important line is far below the first.
TEST_F(LabWindow, TheSourceOpensAtALineThatMattersForEveryVariantMeasuredOrNot) {
  open({"--experiment", "lock"});
  click("details/Source");
  std::set<std::string> seen;
  for (int i = 0; i < 30; ++i) {
    window().wait_frames(3);
    const json lab = window().status()["lab"];
    seen.insert(lab["variant"]);
    EXPECT_EQ(lab["shows_mark"], true) << lab["variant"];
    window().key(i < 15 ? "Down" : "Up");
  }
  EXPECT_GT(seen.size(), 10U);
  EXPECT_TRUE(window().status()["places"].contains("source/variant"));
}

TEST_F(LabWindow, TheSourceBeginsWithTheKernelsSignature) {
  const auto first_text = [this]() -> std::string {
    const json lab = window().status()["lab"];
    const auto source = session::source_of(
        lab::find_experiment(lab["experiment"]),
        lab::find_variant(lab::find_experiment(lab["experiment"]), lab["variant"]));
    for (const session::SourceLine& line : source.lines) {
      if (line.number == lab["first_line"]) return line.text;
    }
    return "";
  };
  for (const char* experiment : {"histogram", "dot", "reverse"}) {
    open_recorded(experiment);
    ASSERT_TRUE(wait([](const json& s) { return s["lab"]["shows_mark"] == true; })) << experiment;
    EXPECT_TRUE(wait([&](const json&) { return first_text().starts_with("__global__"); }))
        << experiment << ": " << first_text();
  }
}

TEST_F(LabWindow, AnAudienceSeesNoControls) {
  open_recorded("histogram");
  window().resize(800, 600);
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["chart_area"][2] < 800; }));
  window().key("F4");
  ASSERT_TRUE(wait([](const json& s) {
    return s["present"]["audience"] == true && s["places"].contains("notice");
  }));
  ASSERT_TRUE(wait([](const json& s) { return !s["places"].contains("notice"); }));
  window().wait_frames(5);
  XClient screen(window().display());
  const auto control = [&](const char* name) {
    const json place = window().status()["places"][name];
    return screen.colour_at(place[0].get<int>() + 4, static_cast<int>(bottom_of(place)) - 10);
  };
  const auto fill = control("figures");
  const auto ground = screen.colour_at(4, 300);
  EXPECT_NE(fill, ground);
  EXPECT_EQ(control("charts"), fill);
  // The audience's window is to the right of the first one, half as large.
  bool has_words = false;
  for (int y = 1; y < 100; ++y) {
    for (int x = 804; x < 1196; x += 3) {
      const auto colour = screen.colour_at(x, y);
      ASSERT_NE(colour, fill) << x << ' ' << y;
      has_words = has_words || colour[0] > 180;
    }
  }
  EXPECT_TRUE(has_words) << "the heading";
}

TEST_F(LabWindow, ControlsOfAPresentedRoomComeWithThePointer) {
  open_recorded("histogram");
  window().key("F5");
  ASSERT_TRUE(wait(
      [](const json& s) { return s["present"]["on"] == true && s["places"].contains("figures"); }));
  XClient screen(window().display());
  const auto is_filled = [&] {
    const json place = window().status()["places"]["figures"];
    // The words of the heading, which the controls cover, end above this.
    return screen.colour_at(place[0].get<int>() + 6, static_cast<int>(bottom_of(place)) - 3) !=
           screen.colour_at(4, 300);
  };
  const auto comes = [&](bool expected) {
    for (int tries = 0; tries < 200 && is_filled() != expected; ++tries) window().wait_frames(4);
    return is_filled() == expected;
  };
  EXPECT_TRUE(comes(false)) << "the pointer rests";
  window().move_to(300, 500);
  window().move_to(320, 520);
  EXPECT_TRUE(comes(true));
}

TEST_F(LabWindow, APresentedRoomSaysWhatTheResultIs) {
  open_recorded("histogram");
  EXPECT_FALSE(window().status()["places"].contains("conclusion")) << "the bar below has it";
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("conclusion"); }));
  EXPECT_LE(bottom_of(window().status()["lab"]["chart_area"]),
            window().status()["places"]["conclusion"][1].get<double>() + 1);
  window().key("g");
  EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("conclusion"); }))
      << "hidden times are not told";
}

TEST_F(LabWindow, TheSecondLineOfTheConclusionIsSmallerThanTheFirst) {
  open_recorded("dot");
  for (const int width : {1280, 900, 700}) {
    window().resize(width, 480);
    ASSERT_TRUE(wait([&](const json& s) {
      return s["places"].contains("best") && bottom_of(s["places"]["best"]) <= 480 &&
             s["places"]["best"][0].get<double>() + s["places"]["best"][2].get<double>() <= width;
    }));
    window().wait_frames(3);
    const json places = window().status()["places"];
    EXPECT_LT(places["best/details"][3], places["best/headline"][3]) << width;
  }
}

TEST_F(LabWindow, ThePictureOfTheOccupancyHasNoBestVariantBelowIt) {
  open_recorded("dot");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("best"); }));
  click("charts/Occupancy");
  EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("best"); }));
  click("charts/Times");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("best"); }));
}

TEST_F(LabWindow, AButtonTurnsToTheSourceAndBackWhereTheyTakeTurns) {
  open({"--experiment", "dot", "--scale", "2", "--window", "1920x1080"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["takes_turns"] == true; }));
  click("turn");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("source/variant"); }));
  click("turn");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lab"]["chart_in_front"] == true && !s["places"].contains("source/variant");
  }));
}

TEST_F(LabWindow, TheImportantLineOfCodeStaysInSightWhenTheRoomIsPresented) {
  open({"--experiment", "matmul", "--window", "1500x1000"});
  if (begins_with_this_machine()) choose("origin", "Recorded: H200");
  choose("charts", "Roofline");
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["shows_mark"] == true; }));
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  window().wait_frames(5);
  EXPECT_EQ(window().status()["lab"]["takes_turns"], false);
  EXPECT_EQ(window().status()["lab"]["shows_mark"], true);
}

TEST_F(LabWindow, EveryChartOfEveryExperimentOpens) {
  open({"--experiment", "reverse"});
  run_all();
  for (const char* chart : {"charts/Sweep", "charts/Bandwidth", "charts/Output", "charts/Times"}) {
    click(chart);
    window().wait_frames(3);
  }
  const std::string first = window().status()["lab"]["experiment"];
  std::set<std::string> seen;
  do {
    window().key("n");
    const std::string shown = window().status()["lab"]["experiment"];
    EXPECT_TRUE(seen.insert(shown).second) << shown;
    if (shown == first) break;
  } while (seen.size() < 100);
  EXPECT_TRUE(seen.contains(first));
  EXPECT_EQ(window().status()["notices"], json::array());
}

TEST_F(LabWindow, AButtonClosesAKernelThatALessonIsAbout) {
  open_full_size({"--experiment", "lock"});
  window().key("e");
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["editing"] == true; }));
  window().wait_frames(3);
  click("close kernel");
  EXPECT_TRUE(wait([](const json& s) { return s["lab"]["editing"] == false; }));
}

TEST_F(LabWindow, AnEditedKernelIsWhatTheStageCounts) {
  open_full_size({"--experiment", "dot"});
  window().key("e");
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["editing"] == true; }));
  window().wait_frames(3);
  if (!window().status()["places"].contains("count on stage")) {
    GTEST_SKIP() << "the kernel can be timed here";
  }
  for (const char* key : {"slash", "slash", "z", "Return"}) window().key(key);
  click("count on stage");
  ASSERT_TRUE(wait([](const json& s) { return in_room(s, "stage"); }));
  EXPECT_TRUE(wait([](const json& s) {
    const std::string lesson = s["stage"]["lesson"];
    return lesson.starts_with("dot-") && lesson.ends_with(".cu") && s["stage"]["edited"] == true;
  })) << window().status()["stage"]["lesson"];
  window().key("e");
  EXPECT_TRUE(wait([](const json& s) {
    return s["edited"].contains("kernel") &&
           s["edited"]["kernel"].get<std::string>().find("//z") != std::string::npos;
  })) << "the edited text stands in the editor";
}

}  // namespace
}  // namespace heatwave::test
