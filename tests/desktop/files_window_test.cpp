// Tests files in the real window: opening, dropping and saving, by keys and by mouse.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <optional>

#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class FilesWindow : public WindowTest {
 protected:
  void open(std::vector<std::string> arguments = {"heat-plate", "--size", "160x120"}) {
    window_.emplace(arguments);
  }
  bool wait_for_dialog(const char* key, const json& value) {
    return wait([&](const json& s) { return s["dialog"][key] == value; });
  }
  /// Types the text key by key, and waits until each letter arrives.
  void type(const std::string& text) {
    for (const char c : text) {
      const std::string before = window().status()["dialog"]["typed"];
      const std::string name = c == '.' ? "period" : c == '-' ? "minus" : std::string(1, c);
      window().key(name);
      ASSERT_TRUE(wait([&](const json& s) { return s["dialog"]["typed"] != before; })) << c;
    }
  }
  void ask(const char* keys) {
    window().key(keys);
    ASSERT_TRUE(wait_for_dialog("open", true));
  }
  [[nodiscard]] std::filesystem::path at(const std::string& name) {
    return window().folder() / name;
  }
  void save_as(const std::string& name) {
    ask("ctrl+shift+s");
    type(name);
    window().key("Return");
    ASSERT_TRUE(wait([&](const json& s) { return s["scene"] == name; }));
    ASSERT_TRUE(std::filesystem::exists(at(name + ".json")));
  }
  /// Opens the window and pauses the field.
  void open_resting() {
    open();
    window().key("space");
    ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  }
  /// Drops a picture and waits for the window's question.
  void drop_picture(XClient& client, const std::string& name) {
    client.drop({HEATWAVE_RECORDINGS "/../pictures/" + name});
    ASSERT_TRUE(wait([](const json& s) { return s["picture_asked"] == true; }));
  }
};

TEST_F(FilesWindow, APictureDroppedWithASceneIsForThatScene) {
  open();
  save_as("mine");
  window().key("n");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] != "mine"; }));
  XClient client(window().display());
  client.drop({HEATWAVE_RECORDINGS "/../pictures/lens.png", at("mine.json").string()});
  EXPECT_TRUE(
      wait([](const json& s) { return s["scene"] == "mine" && s["picture_asked"] == true; }));
}

/// Writes little-endian float32 values in NumPy's format, version 1.
void write_npy(const std::filesystem::path& path, int width, int height, float value) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                       std::to_string(height) + ", " + std::to_string(width) + "), }";
  header.resize(117, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size()) << '\0' << header;
  for (int i = 0; i < width * height; ++i) {
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
}

TEST_F(FilesWindow, WhatIsSavedAtRestUnderANameIsOpenedAtRest) {
  open();
  window().key("space");
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  save_as("mine");
  window().key("space");
  window().key("n");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] != "mine" && s["playing"] == true; }));
  ask("ctrl+o");
  type("mi");
  EXPECT_TRUE(wait_for_dialog("rows", json::array({"mine.json"})));
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] == "mine"; }));
  EXPECT_TRUE(wait([](const json& s) { return s["playing"] == false && s["step"] == 0; }));
  EXPECT_EQ(window().status()["width"], 160);
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FilesWindow, KeysGoToTheQuestionAloneAndEscapeEndsIt) {
  open();
  const json before = window().status();
  ask("ctrl+o");
  type("nr2");
  EXPECT_EQ(window().status()["scene"], before["scene"]);
  EXPECT_EQ(window().status()["room"], "fields");
  EXPECT_EQ(window().status()["dialog"]["message"], "Nothing here has 'nr2' in its name");
  window().key("Escape");
  EXPECT_TRUE(wait_for_dialog("open", false));
  window().key("2");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "lab"; }));
  ask("ctrl+o");
  window().click("close dialog");
  EXPECT_TRUE(wait_for_dialog("open", false));
}

TEST_F(FilesWindow, NoFileIsReplacedUnasked) {
  open();
  std::ofstream(at("taken.json")) << "something else";
  ask("ctrl+shift+s");
  type("taken");
  window().key("Return");
  ASSERT_TRUE(wait_for_dialog("asks_to_replace", true));
  window().key("Escape");
  ASSERT_TRUE(wait_for_dialog("asks_to_replace", false));
  EXPECT_EQ(bytes_of(at("taken.json")), "something else");
  window().key("Return");
  ASSERT_TRUE(wait_for_dialog("asks_to_replace", true));
  window().click("accept");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] == "taken"; }));
  EXPECT_NE(bytes_of(at("taken.json")), "something else");
  // Once the file belongs to this scene, saving again asks no question …
  window().key("Delete");
  const std::string once = bytes_of(at("taken.json"));
  window().drag({30, 100}, {60, 100});
  window().key("ctrl+s");
  EXPECT_TRUE(wait([](const json& s) { return !s["notices"].empty(); }));
  EXPECT_EQ(window().status()["dialog"]["open"], false);
  // … and after the file was opened, it does again.
  ask("ctrl+o");
  type("taken");
  window().key("Return");
  ASSERT_TRUE(wait_for_dialog("open", false));
  ask("ctrl+s");
  EXPECT_TRUE(wait_for_dialog("asks_to_replace", true));
}

TEST_F(FilesWindow, AFolderIsEnteredAndAFileClickedAndOpened) {
  open();
  save_as("mine");
  std::filesystem::create_directory(at("deep"));
  std::filesystem::rename(at("mine.json"), at("deep/inner.json"));
  ask("ctrl+o");
  window().click("file/deep");
  window().click("accept");
  ASSERT_TRUE(wait_for_dialog("folder", at("deep").string()));
  window().click("folder above");
  ASSERT_TRUE(wait_for_dialog("folder", window().folder().string()));
  window().key("Return");
  ASSERT_TRUE(wait_for_dialog("folder", at("deep").string()));
  window().click("file/inner.json");
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] == "inner"; }));
  ask("ctrl+o");
  EXPECT_TRUE(wait([](const json& s) {
    return s["places"].contains("recent/inner.json") && s["dialog"]["chosen"] == 0;
  }));
}

TEST_F(FilesWindow, FilesAreDroppedOntoIt) {
  open();
  save_as("mine");
  window().key("n");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] != "mine"; }));
  window().key("3");
  XClient client(window().display());
  client.drop({at("mine.json").string()});
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] == "mine" && s["room"] == "fields"; }));
  write_npy(at("warm.npy"), 60, 40, 0.25F);
  client.drop({at("warm.npy").string()});
  ASSERT_TRUE(wait([](const json& s) { return s["width"] == 60 && s["height"] == 40; }));
  client.drop({HEATWAVE_RECORDINGS "/../lectures/01-timing.hwl"});
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"].value("title", "") == "Timing"; }));
  window().click("close lecture");
  client.drop({HEATWAVE_RECORDINGS "/first-lesson.hwrec"});
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == true && s["step"] > 3; }));
  std::ofstream(at("own.cu")) << "// heatwave: title Own; input a int[4]; launch 1, 4\n"
                                 "__global__ void own(int* a) { a[threadIdx.x] = 1; }\n";
  client.drop({at("own.cu").string()});
  ASSERT_TRUE(wait([](const json& s) {
    return s["room"] == "stage" && s["stage"]["lesson"] == "own.cu" && s["stage"]["shown"] == true;
  }));
  const std::string before = window().status()["scene"];
  std::ofstream(at("wrong.json")) << "{\"equation\": \"cold\"}";
  for (const char* name : {"wrong.json", "status.jsonl"}) {
    client.drop({at(name).string()});
    ASSERT_TRUE(wait([&](const json& s) {
      return s["told"].get<std::string>().find(name) != std::string::npos;
    })) << name;
    EXPECT_EQ(window().status()["scene"], before);
  }
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FilesWindow, APictureThatIsDroppedBecomesMediaAndAWallByHowDarkItIs) {
  open_resting();
  const std::size_t items = window().status()["items"].size();
  XClient client(window().display());
  drop_picture(client, "window-lab.png");
  window().click("picture use/Medium");
  window().click("picture bands/3");
  window().click("darkest is wall");
  window().click("put picture in");
  ASSERT_TRUE(wait([&](const json& s) { return s["items"].size() == items + 3; }));
  const json roles = window().status()["items"];
  EXPECT_EQ(roles[items]["role"], 2) << "a medium, the lightest";
  EXPECT_EQ(roles[items + 1]["role"], 2);
  EXPECT_EQ(roles[items + 2]["role"], 1) << "a wall, the darkest";
  window().key("ctrl+z");
  EXPECT_TRUE(wait([&](const json& s) { return s["items"].size() == items; })) << "all by one undo";
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FilesWindow, APictureThatIsDroppedBecomesWallsOrTheField) {
  open_resting();
  const std::size_t items = window().status()["items"].size();
  XClient client(window().display());
  drop_picture(client, "lens.png");
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["picture_asked"] == false; }));
  EXPECT_EQ(window().status()["items"].size(), items);
  drop_picture(client, "lens.png");
  window().click("put picture in");
  ASSERT_TRUE(wait([&](const json& s) { return s["items"].size() == items + 1; }));
  EXPECT_EQ(window().status()["items"].back()["role"], 1) << "a wall";
  EXPECT_EQ(window().status()["picture_asked"], false);
  window().key("ctrl+z");
  ASSERT_TRUE(wait([&](const json& s) { return s["items"].size() == items; }));
  std::ofstream(at("wrong.png")) << "no picture";
  client.drop({at("wrong.png").string()});
  ASSERT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().find("neither a PNG nor a JPEG") != std::string::npos;
  }));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FilesWindow, ASceneIsCopiedAsTextAndPasted) {
  open();
  window().key("space");
  window().drag({40, 60}, {70, 60});
  window().key("p");
  window().drag({20, 20}, {60, 30});
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  window().key("ctrl+c");
  ASSERT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().find("Copied the scene") != std::string::npos;
  }));
  const json copied = window().status();
  window().key("n");
  ASSERT_TRUE(wait([&](const json& s) { return s["scene"] != copied["scene"]; }));
  window().key("ctrl+v");
  ASSERT_TRUE(wait([&](const json& s) { return s["scene"] == copied["scene"]; }));
  EXPECT_EQ(window().status()["step"], copied["step"]) << "a painted field keeps its step";
  EXPECT_EQ(window().status()["playing"], false);
  EXPECT_EQ(window().status()["width"], 160);
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FilesWindow, ARecordingThatIsOpenedPlaysToItsEndWithoutADifference) {
  open({"wave-drop", "--size", "160x120"});
  ask("ctrl+o");
  window().key("Escape");
  XClient(window().display()).drop({HEATWAVE_RECORDINGS "/first-lesson.hwrec"});
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == true; }));
  const double seconds = window().status()["playback"]["seconds"];
  const json place = window().status()["places"]["playback"];
  window().move_to(place[0].get<double>() + place[2].get<double>() - 1,
                   place[1].get<double>() + place[3].get<double>() / 2);
  window().press();
  window().release();
  ASSERT_TRUE(window().wait_until(
      [&](const json& s) { return s["playback"]["reached"].get<double>() >= seconds - 0.01; }));
  EXPECT_EQ(window().status()["told"], "");
  EXPECT_EQ(window().status()["notices"], json::array());
}

}  // namespace
}  // namespace heatwave::test
