// Tests the gallery in the real window: it opens by its key, is walked through, searched, and leads
// to what its cards show.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class GalleryWindow : public PlateWindowTest {
 protected:
  void open_gallery() {
    window().key("ctrl+g");
    ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == true; }));
  }
  bool wait_chosen(const std::string& id) {
    return wait([&](const json& s) { return s["gallery"]["chosen"] == id; });
  }
  bool wait_closed() {
    return wait([](const json& s) { return s["gallery"]["open"] == false; });
  }
  void type(const std::string& letters) {
    std::vector<std::string> keys;
    for (const char letter : letters) keys.emplace_back(1, letter);
    window().keys_at_once(keys);
    ASSERT_TRUE(wait([&](const json& s) { return s["gallery"]["typed"] == letters; }));
  }
};

TEST_F(GalleryWindow, ArrowsWalkThroughTheCardsAndEnterOpensOne) {
  open_gallery();
  ASSERT_TRUE(wait_chosen("double-slit"));
  window().key("Right");
  ASSERT_TRUE(wait_chosen("spots"));
  window().key("Down");
  ASSERT_TRUE(wait([](const json& s) {
    return s["gallery"]["chosen"] != "spots" && s["gallery"]["chosen"] != "double-slit";
  })) << "another row";
  const std::string scene = window().status()["gallery"]["chosen"];
  window().key("Right");
  ASSERT_TRUE(wait([&](const json& s) { return s["gallery"]["chosen"] != scene; }));
  window().key("Left");
  ASSERT_TRUE(wait_chosen(scene));
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["runs"] == true; }))
      << "the chosen card runs";
  window().key("Return");
  EXPECT_TRUE(wait([&](const json& s) {
    return s["room"] == "fields" && s["scene"] == scene && s["gallery"]["open"] == false;
  }));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(GalleryWindow, EscapeItsKeyAndAClickBesideItLeadBackToTheRoomAsItWas) {
  const json before = window().status();
  for (const char* key : {"Escape", "ctrl+g"}) {
    open_gallery();
    window().key(key);
    ASSERT_TRUE(wait_closed());
  }
  open_gallery();
  window().move_to(4, 4);
  window().press();
  window().release();
  ASSERT_TRUE(wait_closed());
  EXPECT_EQ(window().status()["scene"], before["scene"]);
  EXPECT_EQ(window().status()["room"], before["room"]);
  window().click("Ctrl G");
  EXPECT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == true; }));
}

TEST_F(GalleryWindow, AWindowOfOneColumnHasNoRoomForPicturesAndAWiderOneHasThemAgain) {
  window().key("ctrl+l");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["pictures"] > 0; }));
  window().resize(1, 400);
  window().wait_frames(5);
  window().resize(1280, 800);
  window().key("Escape");
  EXPECT_TRUE(wait_closed());
  EXPECT_EQ(window().errors(), "");
}

TEST_F(GalleryWindow, AButtonBeginsTheTour) {
  open_gallery();
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("gallery/tour"); }));
  window().click("gallery/tour");
  EXPECT_TRUE(wait([](const json& s) {
    return s["places"].contains("tour/end") && s["gallery"]["open"] == false;
  }));
}

TEST_F(GalleryWindow, WithLargeLettersAMenuLeadsToTheLecturesAndTheSettings) {
  open({"heat-plate", "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("menu"); }));
  window().click("menu");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("menu/lectures"); }));
  window().click("menu/lectures");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["section"] == "lectures"; }));
  window().key("Escape");
  ASSERT_TRUE(wait_closed());
  window().click("menu");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("menu/settings"); }));
  window().click("menu/settings");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("settings motion"); }));
}

TEST_F(GalleryWindow, AKeyAndAButtonLeadToTheLectures) {
  for (const bool by_key : {true, false}) {
    if (by_key) {
      window().key("ctrl+l");
    } else {
      window().click("Ctrl L");
    }
    ASSERT_TRUE(wait([](const json& s) {
      return s["gallery"]["section"] == "lectures" && s["gallery"]["count"] > 0;
    }));
    window().key("Escape");
    ASSERT_TRUE(wait_closed());
  }
  open_gallery();
  EXPECT_TRUE(wait([](const json& s) { return s["gallery"]["section"] == "all"; }));
}

TEST_F(GalleryWindow, FindsCardsByWordsAndLeadsOnToTheSearch) {
  open_gallery();
  type("mutex");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["count"] > 0; }));
  EXPECT_LT(window().status()["gallery"]["count"], 20);
  window().click("card/lock");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] != "fields"; }));
  open_gallery();
  type("settings");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["count"] == 0; }));
  window().key("Return");
  EXPECT_TRUE(wait([](const json& s) {
    return s["search"]["open"] == true && s["search"]["typed"] == "settings";
  }));
}

TEST_F(GalleryWindow, KeysForTheWindowWorkWhileItIsOpen) {
  open_gallery();
  window().key("ctrl+plus");
  EXPECT_TRUE(wait([](const json& s) { return s["scale"] > 1.1 && s["gallery"]["open"] == true; }));
  window().key("F1");
  EXPECT_TRUE(
      wait([](const json& s) { return s["help"] == true && s["gallery"]["open"] == false; }));
}

TEST_F(GalleryWindow, NoCardRunsWithLessMotion) {
  window().key("F12");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("settings motion"); }));
  window().click("settings motion");
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return !s["places"].contains("settings motion"); }));
  open_gallery();
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["pictures"] > 3; }));
  window().wait_frames(60);
  EXPECT_EQ(window().status()["gallery"]["runs"], false);
}

class GalleryAtHome : public HomeWindowTest {
 protected:
  /// Returns the files of pictures that were kept.
  [[nodiscard]] int kept() const {
    int count = 0;
    std::error_code none;
    const fs::path folder = home_.path() / "XDG_CACHE_HOME" / "heatwave" / "pictures";
    for (const auto& each : fs::directory_iterator(folder, none)) {
      count += each.path().extension() == ".png" ? 1 : 0;
    }
    return count;
  }
};

TEST_F(GalleryAtHome, IsTheFirstThingSeenWhereNothingIsRemembered) {
  open({"--remember"});
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == true; }));
  ASSERT_TRUE(wait([this](const json&) { return kept() > 0; })) << "pictures are kept";
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == false; }));
  leave();
  open({"--remember"});
  EXPECT_EQ(window().status()["gallery"]["open"], false) << "something is remembered";
}

TEST_F(GalleryAtHome, IsNotSeenWhereTheCommandLineNamesAScene) {
  open({"--remember", "lens"});
  window().wait_frames(3);
  EXPECT_EQ(window().status()["gallery"]["open"], false);
  EXPECT_EQ(window().status()["scene"], "lens");
}

}  // namespace
}  // namespace heatwave::test
