// Tests the views in the real window: chosen by key and by click, turned by the mouse, and still
// edited.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "slope_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class ViewsWindow : public SlopeWindow {
 protected:
  /// Scrolls the panel to the colours.
  void show_colours() {
    window().key("ctrl+p");
    ASSERT_TRUE(wait([](const json& s) { return s["search"]["open"] == true; }));
    window().keys_at_once({"t", "u", "r", "b", "o"});
    ASSERT_TRUE(wait([](const json& s) { return s["search"]["typed"] == "turbo"; }));
    window().key("Return");
    ASSERT_TRUE(wait([](const json& s) {
      return s["places"].contains("range/Automatic") &&
             s["places"]["range/Automatic"][1].get<double>() < 700;
    }));
  }
};

TEST_F(ViewsWindow, AreChosenByKeyAndByClick) {
  ASSERT_TRUE(wait_view("flat"));
  for (const char* id : {"contours", "surface", "arrows", "flat"}) {
    window().key("g");
    ASSERT_TRUE(wait_view(id)) << id;
  }
  window().key("shift+g");
  ASSERT_TRUE(wait_view("arrows"));
  const auto shows_arrows = [](bool shown) {
    return [shown](const json& s) { return s["layers"]["arrows"] == shown; };
  };
  window().click("arrows_over");  // the switch is on, because the view draws arrows
  ASSERT_TRUE(wait_view("flat"));
  EXPECT_TRUE(wait(shows_arrows(false)));
  window().click("arrows_over");
  EXPECT_TRUE(wait(shows_arrows(true)));
}

TEST_F(ViewsWindow, NothingIsOfferedTwice) {
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("contours_over"); }));
  const json places = window().status()["places"];
  for (const auto& each : {"view/Contours", "view/Arrows", "view/Surface"}) {
    EXPECT_FALSE(places.contains(each)) << each;
  }
}

TEST_F(ViewsWindow, AKeyShowsEachCellAsASquareAndSmoothAgain) {
  ASSERT_TRUE(wait([](const json& s) { return s["smooth_cells"] == true; }));
  window().key("z");
  ASSERT_TRUE(wait([](const json& s) { return s["smooth_cells"] == false; }));
  window().click("smooth_cells");
  EXPECT_TRUE(wait([](const json& s) { return s["smooth_cells"] == true; }));
}

TEST_F(ViewsWindow, AnAutomaticRangeShowsWavesBesideTheirSourceAndAKeyFitsIt) {
  window_.emplace(std::vector<std::string>{"double-slit"});
  show_colours();
  window().click("range/Automatic");
  window().wait_frames(3);
  window().click("scale/Linear");
  ASSERT_TRUE(wait([](const json& s) { return s["colour_scale"] == "linear"; }));
  ASSERT_TRUE(wait([](const json& s) { return s["step"] > 1200; }));
  window().key("space");
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  window().key("shift+f");
  ASSERT_TRUE(wait([](const json& s) { return s["done"] == "fit_colours"; }));
  window().wait_frames(3);
  const json s = window().status();
  EXPECT_LT(s["range"][1], 0.7 * s["extremes"][1].get<double>()) << "the source is left out";
  EXPECT_GT(s["range"][1], 0.02);
  window().key("shift+m");
  ASSERT_TRUE(wait([](const json& now) { return now["colour_scale"] == "softened"; }));
  window().key("shift+f");
  EXPECT_TRUE(wait([](const json& now) {
    return now["range"][1].get<double>() >= 0.99 * now["extremes"][1].get<double>();
  })) << "a softened scale leaves out nothing";
  window().key("shift+m");
  EXPECT_TRUE(wait([](const json& now) { return now["colour_scale"] == "linear"; }));
}

TEST_F(ViewsWindow, InEachOfThemTheMousePicksWhatItPointsAt) {
  open_full_size({"two-sources", "--size", "160x120"});
  window().key("space");
  window().key("r");
  ASSERT_TRUE(wait([](const json& s) { return s["step"] == 0 && s["playing"] == false; }));
  // After a quarter of a period the sources are crests, and no other crest hides them.
  window().key("period");
  window().key("period");
  window().key("period");
  ASSERT_TRUE(wait([](const json& s) { return s["step"] == 3; }));
  for (const char* id : {"flat", "contours", "surface", "arrows", "intensity"}) {
    ASSERT_TRUE(wait_view(id)) << id;
    window().wait_frames(3);
    const json at = item()["at"];
    window().move_to(at[0], at[1]);
    window().wait_frames(2);
    window().press();
    window().release();
    EXPECT_TRUE(wait([](const json& s) { return s["selected"] == s["items"][0]["id"]; })) << id;
    window().key("Escape");
    ASSERT_TRUE(wait([](const json& s) { return s["selected"] == 0; })) << id;
    window().key("g");
  }
  EXPECT_TRUE(wait_view("flat"));
}

TEST_F(ViewsWindow, TheIntensityIsRaisedReadAndLeftAgain) {
  window_.emplace(std::vector<std::string>{"double-slit", "--size", "160x120", "--view",
                                           "intensity:every=2,over=100"});
  ASSERT_TRUE(wait_view("intensity"));
  ASSERT_TRUE(wait([](const json& s) { return s["step"] > 300; }));
  const json s = window().status();
  EXPECT_EQ(s["component"], "intensity");
  EXPECT_EQ(s["range"][0], 0.0);
  EXPECT_GT(s["range"][1], 0.0);
  window().click("raised");
  ASSERT_TRUE(wait([](const json& now) { return now["layers"]["raised"] == true; }));
  window().wait_frames(3);
  window().key("g");
  ASSERT_TRUE(wait_view("flat"));
  EXPECT_TRUE(wait([](const json& now) { return now["component"] == "u"; }));
  EXPECT_LT(window().status()["range"][0], 0.0);
  window().key("shift+g");
  ASSERT_TRUE(wait_view("intensity"));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(ViewsWindow, ArrowsOfWavesHaveTheirLengthFromTheFirstOnOn) {
  window_.emplace(std::vector<std::string>{"two-sources", "--size", "160x120"});
  ASSERT_TRUE(wait([](const json& s) { return s["step"] > 100; }));
  window().key("space");
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  for (int i = 0; i < 3; ++i) window().key("g");  // passes the other views, which take samples too
  ASSERT_TRUE(wait_view("arrows"));
  ASSERT_TRUE(wait([](const json& s) { return s["longest_flux"] > 0; }));
  const double first = window().status()["longest_flux"];
  for (int i = 0; i < 4; ++i) window().key("t");  // causes frames
  EXPECT_DOUBLE_EQ(window().status()["longest_flux"], first) << "the field rests";
}

TEST_F(ViewsWindow, ThatNoSurfaceIsSeenSideBySideIsSaid) {
  const auto is_said = [](const json& s) { return s["places"].contains("seen from above"); };
  window().key("u");
  ASSERT_TRUE(wait_view("flat"));
  EXPECT_FALSE(is_said(window().status()));
  window().click("raised");
  EXPECT_TRUE(wait(is_said));
  window().key("u");
  EXPECT_TRUE(wait([&](const json& s) { return !is_said(s); }));
}

TEST_F(ViewsWindow, WhatIsMagnifiedIsKeptWithTheScene) {
  ASSERT_TRUE(wait_view("flat"));
  const double fitted = window().status()["cell"];
  window().move_to_cell(100, 30);
  for (int i = 0; i < 3; ++i) {
    window().press(4);
    window().release(4);
  }
  ASSERT_TRUE(wait([](const json& s) { return s["magnified"] > 1.9; }));
  const json seen = window().status();
  window().key("ctrl+c");
  ASSERT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().find("Copied the scene") != std::string::npos;
  }));
  window().key("0");
  ASSERT_TRUE(wait([&](const json& s) { return s["magnified"] == 1 && s["cell"] == fitted; }));
  window().key("ctrl+v");
  const auto near = [](const json& a, const json& b) {
    return std::abs(a.get<double>() - b.get<double>()) < 0.01;
  };
  EXPECT_TRUE(wait([&](const json& s) {
    return s["magnified"] == seen["magnified"] && near(s["cell"], seen["cell"]) &&
           near(s["origin"][0], seen["origin"][0]) && near(s["origin"][1], seen["origin"][1]);
  }));
  window().key("g");
  window().key("g");
  ASSERT_TRUE(wait_view("surface"));
  const json first = window().status()["camera"];
  window().drag({80, 60}, {120, 60}, 3);
  ASSERT_TRUE(wait([&](const json& s) { return s["camera"] != first; }));
  window().wait_frames(30);
  const json turned = window().status()["camera"];
  window().key("ctrl+c");
  window().wait_frames(2);
  window().key("n");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] != "slope"; }));
  window().key("ctrl+v");
  EXPECT_TRUE(wait([&](const json& s) {
    return s["scene"] == "slope" && s["view"] == "surface" && near(s["camera"][0], turned[0]) &&
           near(s["camera"][1], turned[1]) && near(s["camera"][2], turned[2]);
  }));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(ViewsWindow, ContoursLieOverTheSurfaceTooAndOverBothFieldsSideBySide) {
  ASSERT_TRUE(wait_view("flat"));
  window().click("raised");
  ASSERT_TRUE(wait([](const json& now) { return now["layers"]["raised"] == true; }));
  window().wait_frames(3);
  const json s = window().status();
  const double left = s["field_area"][0];
  const double top = s["field_area"][1];
  const double width = s["field_area"][2];
  const double height = s["field_area"][3];
  // The ground slopes evenly, so that without lines neighbouring pixels are nearly alike.
  const auto edges = [&](double x0, double x1, double y) {
    const json now = window().status();
    const auto red_at = [&](double x) {
      const double cell = now["cell"];
      return window().colour_at_cell((x - now["origin"][0].get<double>()) / cell,
                                     (y - now["origin"][1].get<double>()) / cell)[0];
    };
    int found = 0;
    int before = red_at(x0);
    for (double x = x0 + 1; x < x1; ++x) {
      const int here = red_at(x);
      if (std::abs(here - before) > 40) ++found;
      before = here;
    }
    return found;
  };
  const double middle = top + height / 2;
  const int bare = edges(left + width * 0.3, left + width * 0.7, middle);
  window().click("contours_over");
  ASSERT_TRUE(wait([](const json& now) { return now["layers"]["contours"] == true; }));
  window().wait_frames(3);
  EXPECT_GT(edges(left + width * 0.3, left + width * 0.7, middle), bare + 2);

  window().click("compare");
  ASSERT_TRUE(wait([](const json& now) { return now.contains("compared"); }));
  window().wait_frames(3);
  // The upper left quarter is the compared copy.
  const double row = top + height / 8;
  EXPECT_GT(edges(left + width * 0.02, left + width * 0.48, row), 2);
  window().click("contours_over");
  ASSERT_TRUE(wait([](const json& now) { return now["layers"]["contours"] == false; }));
  window().wait_frames(3);
  EXPECT_LT(edges(left + width * 0.02, left + width * 0.48, row), 3);
}

TEST_F(ViewsWindow, AContourRunsWhereTheFieldHasItsValue) {
  ASSERT_TRUE(wait_view("flat"));
  // sin(πx/159) is 0.5 in the middle of cell 26.5; contours draw a line there.
  const auto flat = window().colour_at_cell(27.0, 20.5);
  window().key("g");
  ASSERT_TRUE(wait_view("contours"));
  window().wait_frames(3);
  const auto line = window().colour_at_cell(27.0, 20.5);
  EXPECT_GT(std::abs(line[0] - flat[0]), 40);
  EXPECT_LT(std::abs(window().colour_at_cell(24.5, 20.5)[0] - flat[0]), 30);
}

TEST_F(ViewsWindow, ValuesBeyondTheRangeHaveTheColourOfItsEnd) {
  const auto scene = folder_.path() / "beyond.json";
  std::string text = kSlope;
  text.replace(text.find("[0, 1]"), 6, "[0, 0.25]");
  std::ofstream(scene) << text;
  window_.reset();
  open_full_size({scene.string()});
  ASSERT_TRUE(wait_view("flat"));
  // Each of these consecutive pixels lies in a cell beyond the range.
  const auto cells_per_pixel = 1.0 / window().status()["cell"].get<double>();
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(window().colour_at_cell(80.5 + i * cells_per_pixel, 20.5),
              (std::array{255, 255, 255}))
        << i;
  }
}

TEST_F(ViewsWindow, TheFieldsBitsAreTheSameWhateverIsShown) {
  std::vector<json> read;
  for (const char* shown :
       {R"("as": "flat")", R"("as": "surface", "contours": true, "arrows": true)",
        R"("as": "flat", "contours": true, "arrows": true)"}) {
    const auto scene = folder_.path() / "waves.json";
    std::ofstream(scene) << R"({"equation": "wave", "size": [160, 120], "edges": "absorbing",
      "sources": [{"shape": "disc", "centre": [60, 60], "radius": 4,
                   "oscillation": {"amplitude": 1, "period": 24}}],
      "measure": {"probes": [{"at": [66.5, 60.5]}, {"at": [60.5, 53.5]}], "totals": true},
      "paused": true, "view": {)"
                         << shown << "}}";
    window_.reset();
    open({scene.string()});
    for (int i = 1; i <= 16; ++i) {
      window().key("period");
      ASSERT_TRUE(wait([i](const json& s) { return s["step"] == i; })) << shown;
    }
    window().wait_frames(3);
    const json measures = window().status()["measures"];
    read.push_back({measures["probes"], measures["total"]});
    EXPECT_NE(measures["probes"][0]["value"], 0.0);
    EXPECT_EQ(read.front(), read.back()) << shown;
  }
}

TEST_F(ViewsWindow, TheSurfaceIsTurnedAndZoomedAndSourcesAreDraggedOnIt) {
  window().key("g");
  window().key("g");
  ASSERT_TRUE(wait_view("surface"));
  window().wait_frames(3);
  const json before = window().status();
  const double x = before["field_area"][0].get<double>() + 60;
  const double y = before["field_area"][1].get<double>() + 60;
  window().move_to(x, y);
  window().press(3);
  window().move_to(x + 90, y + 20);
  ASSERT_TRUE(wait([&](const json& s) { return s["camera"][0] != before["camera"][0]; }));
  window().release(3);
  window().press(4);
  window().release(4);
  ASSERT_TRUE(wait([](const json& s) { return s["camera"][2] > 1.0; }));
  EXPECT_EQ(window().status()["items"].size(), 1U) << "turning erases nothing";
  window().key("0");
  ASSERT_TRUE(wait([&](const json& s) { return s["camera"] == before["camera"]; }));

  const json at = item()["at"];
  const json bounds = item()["bounds"];
  window().move_to(at[0], at[1]);
  window().wait_frames(2);
  window().press();
  window().wait_frames(2);
  window().move_to(at[0].get<double>() + 80, at[1].get<double>() - 20);
  ASSERT_TRUE(wait([&](const json& s) {
    return s["items"][0]["bounds"][0].get<int>() > bounds[0].get<int>() + 5;
  }));
  window().release();
  window().wait_frames(3);
  const json moved = item()["at"];
  EXPECT_NEAR(moved[0].get<double>(), at[0].get<double>() + 80, 12);
  EXPECT_NEAR(moved[1].get<double>(), at[1].get<double>() - 20, 12);
}

TEST_F(ViewsWindow, ASurfaceHasAnAxisAndIsSavedAsItIsSeen) {
  ASSERT_TRUE(wait_view("flat"));
  window().key("g");
  window().key("g");
  ASSERT_TRUE(wait_view("surface"));
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("height axis"); }));
  const Area axis = window().status()["places"]["height axis"];
  const Area area = window().status()["field_area"];
  EXPECT_GT(axis[3], 0.05 * area[3]);
  EXPECT_GE(axis[0], area[0]);
  window().key("s");
  ASSERT_TRUE(wait([](const json& s) { return s["written"] == 1; }));
  EXPECT_NE(window().status()["newest"].get<std::string>().find("-surface.png"), std::string::npos);
}

TEST_F(ViewsWindow, PartsOfAFieldAreTimedAndTheirCutsDrawn) {
  ASSERT_TRUE(wait_view("flat"));
  window_.reset();
  open({(folder_.path() / "slope.json").string(), "--backend", "cpu", "--parts", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["shows_cuts"] == false; }));
  window().key("period");
  EXPECT_TRUE(wait([](const json& s) { return s["parts_timed"] == 2; }));
  window().wait_frames(3);
  // The line is two pixels high and lies somewhere about the border of two cells.
  const auto greens = [&] {
    std::array<int, 5> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      all.at(i) = window().colour_at_cell(100.5, 59.4 + 0.3 * static_cast<double>(i))[1];
    }
    return all;
  };
  const auto bare = greens();
  window().click("cuts");
  ASSERT_TRUE(wait([](const json& s) { return s["shows_cuts"] == true; }));
  window().wait_frames(3);
  int change = 0;
  const auto with_cuts = greens();
  for (std::size_t i = 0; i < bare.size(); ++i) {
    change = std::max(change, std::abs(with_cuts.at(i) - bare.at(i)));
  }
  EXPECT_GT(change, 30);
}

TEST_F(ViewsWindow, WhatIsDoneOverTheSecondQuantityIsDoneToTheField) {
  ASSERT_TRUE(wait_view("flat"));
  const auto size_of = [](const json& s) {
    return s["field_area"][2].get<double>() * s["field_area"][3].get<double>();
  };
  const double alone = size_of(window().status());
  window_.reset();
  open({(folder_.path() / "slope.json").string(), "--show", "u", "--show", "u_x"});
  ASSERT_TRUE(
      wait([](const json& s) { return s.value("/beside/seen"_json_pointer, json()) != json(); }));
  window().wait_frames(3);
  const json before = window().status();
  EXPECT_EQ(before["beside"]["shown"], "u_x");
  EXPECT_LT(size_of(before), 0.6 * alone);
  const json seen = before["beside"]["seen"];
  const double cell = before["cell"].get<double>();
  const auto at = [&](double x, double y) {
    return std::array{seen[0].get<double>() + x * cell, seen[1].get<double>() + y * cell};
  };
  window().move_to(at(40.5, 60.5)[0], at(40.5, 60.5)[1]);
  window().wait_frames(2);
  window().press();
  window().wait_frames(2);
  window().move_to(at(90.5, 60.5)[0], at(90.5, 60.5)[1]);
  window().wait_frames(2);
  window().release();
  // A pixel is more than a cell, so the source may lie some cells beside.
  const auto left = [](const json& s) { return s["items"][0]["bounds"][0].get<double>(); };
  EXPECT_TRUE(wait([&](const json& s) { return std::abs(left(s) - 82) < 5; }))
      << left(window().status());
}

constexpr const char* kRod = R"({
  "equation": "heat",
  "size": [160, 1],
  "edges": "insulated",
  "sources": [{"shape": "rectangle", "from": [20, 0], "to": [30, 1], "value": 0.5}],
  "view": {"range": [0, 1]},
  "measure": {"probes": [{"number": 1, "at": [100, 0.5]}]},
  "paused": true
})";

TEST_F(ViewsWindow, OfALineIsACurveThatIsPulledAndWhoseSourcesAreRaised) {
  const auto scene = folder_.path() / "rod.json";
  std::ofstream(scene) << kRod;
  open({scene.string()});
  ASSERT_TRUE(wait_view("line"));
  window().wait_frames(2);
  const json area = window().status()["field_area"];
  const auto place = [&](double cell, double value) -> std::array<double, 2> {
    const double left = area[0];
    const double top = area[1];
    const double width = area[2];
    const double height = area[3];
    return {left + cell / 160 * width, top + (1.07 - value) / 1.14 * height};
  };
  const auto drag = [&](std::array<double, 2> from, std::array<double, 2> to) {
    window().move_to(from[0], from[1]);
    window().press();
    window().move_to((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    window().move_to(to[0], to[1]);
    window().release();
  };
  const auto value = [](const json& s) { return s["measures"]["probes"][0].value("value", -1.0); };
  ASSERT_TRUE(wait([&](const json& s) { return value(s) == 0.0; }));
  drag(place(106.5, 0.0), place(106.5, 0.8));  // the probe lies in reach of the brush
  EXPECT_TRUE(wait([&](const json& s) { return std::abs(value(s) - 0.8) < 0.03; }))
      << value(window().status());
  window().key("ctrl+z");
  EXPECT_TRUE(wait([&](const json& s) { return value(s) == 0.0; }));
  drag(place(25, 0.5), place(105, 0.9));
  EXPECT_TRUE(wait([](const json& s) { return s["items"][0]["bounds"][0] == 100; }));
  EXPECT_TRUE(wait([&](const json& s) { return value(s) > 0.8 && value(s) < 0.91; }))
      << value(window().status());
  window().key("u");
  EXPECT_TRUE(wait([](const json& s) { return s.contains("compared"); }));
}

}  // namespace
}  // namespace heatwave::test
