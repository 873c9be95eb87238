// Tests that a scene as a line of text is restored to the last bit, and that a damaged one is
// refused with a reason.
#include "app/files/share_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <random>

#include "app/scene/scene_json.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/system/raised_memory.h"

namespace heatwave::files {
namespace {

std::string refusal_of(const std::string& text) {
  try {
    (void)scene_from_text(text);
  } catch (const core::Error& error) {
    return error.what();
  }
  return "the text was accepted";
}

scene::Scene painted() {
  scene::Scene scene = session::small_wave();
  std::mt19937 random(7);
  field::FieldState state{.extent = scene.extent, .step = 12, .planes = {}, .rim = {}};
  for (int plane = 0; plane < 2; ++plane) {
    std::vector<float> cells(static_cast<std::size_t>(scene.extent.cells()));
    for (float& cell : cells) cell = static_cast<float>(random()) * 1e-9F;
    state.planes.push_back(std::move(cells));
  }
  scene.given = scene::GivenField(std::make_shared<const field::FieldState>(std::move(state)));
  return scene;
}

TEST(ShareText, EverySceneComesBackTheSame) {
  const scene::Scene typed =
      scene::formula_scene(field::formula::make_formula("u' = D*lap(u)\nD = 0.2"), {20, 10});
  for (const scene::Scene& scene :
       {session::small_heat(), session::small_wave(), painted(), typed}) {
    const std::string text = share_text(scene);
    EXPECT_EQ(text.find_first_of(" \t\n\""), std::string::npos) << "the text has no white space";
    EXPECT_EQ(scene_from_text(text), scene) << scene.name;
  }
}

TEST(ShareText, IsShort) { EXPECT_LT(share_text(session::small_wave()).size(), 700U); }

TEST(ShareText, LineBreaksOfAMessageDoNotMatter) {
  const std::string text = share_text(session::small_heat());
  const std::string broken = "\n " + text.substr(0, 40) + "\r\n" + text.substr(40) + "\n";
  EXPECT_EQ(scene_from_text(broken), session::small_heat());
}

TEST(ShareText, WhatIsNoSceneIsSaid) {
  EXPECT_EQ(refusal_of("hello"),
            "the text that was pasted is not a scene: a scene begins with 'heatwave1:'");
  EXPECT_EQ(refusal_of(""), refusal_of("hello"));
  EXPECT_NE(refusal_of("heatwave1:").find("is not whole"), std::string::npos);
}

TEST(ShareText, AMistakeInTheSceneIsNamedWithItsPlace) {
  EXPECT_EQ(refusal_of(share_line("{\"name\": \"\", \"siz\": 1}")),
            "the pasted text, line 1: key 'siz': is not known here; perhaps 'size' is meant");
  EXPECT_EQ(refusal_of(share_line("[]")),
            "the pasted text, line 1: a scene must be an object, is an array of 0");
}

TEST(ShareText, ASmallTextThatInflatesToALargeOneIsRefusedWithLittleMemory) {
  const std::string spaces = R"({"name": "", "x": [)" + std::string(4'000'000, ' ') + "0]}";
  std::string numbers = R"({"x": [)";
  for (int i = 0; i < 600'000; ++i) numbers += "0,";
  std::string large = share_line("{}");
  large.replace(10, 4, "////");  // the three low bytes of the inflated length
  for (const auto& [line, words] : std::vector<std::pair<std::string, std::string>>{
           {share_line(spaces), "the pasted text, line 1: key 'x': is not known here"},
           {share_line(numbers + "0]}"), "the text holds more than 500000 values"},
           {large, "holds a scene of 16.8 MB; at most 16.0 MB are read"}}) {
    EXPECT_LT(line.size(), 60'000U);
    const RaisedMemory memory;
    const std::string refusal = refusal_of(line);
    EXPECT_LE(memory.peak(), 20'000'000U) << refusal;
    EXPECT_NE(refusal.find(words), std::string::npos) << refusal;
  }
}

TEST(ShareText, NoTextThatWasCutOrChangedIsTaken) {
  const std::string text = share_text(session::small_wave());
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_NE(refusal_of(text.substr(0, length)), "the text was accepted") << length;
  }
  for (std::size_t at = 10; at < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == 'A' ? 'B' : 'A';
    // Changes in the deflated data's own check sum and in the final padding have no effect.
    try {
      EXPECT_EQ(scene_from_text(other), session::small_wave()) << at;
      EXPECT_GE(at + 16, text.size()) << at;
    } catch (const core::Error&) {
      continue;
    }
  }
}

}  // namespace
}  // namespace heatwave::files
