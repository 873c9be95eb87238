// Tests that manual changes of a field are saved with its scene and restored.
#include <gtest/gtest.h>

#include <fstream>

#include "app/export/npy.h"
#include "app/scene/scene_files.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

class SavedField : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  /// Saves the scene and opens it again.
  Session again(Session& session, const std::string& name = "saved.json") {
    do_now(session, SaveScene{path(name).string()});
    return {scene::load_scene(path(name)), cpu_options()};
  }
  std::string refusal(const std::string& scene) {
    std::ofstream(path("bad.json")) << scene;
    try {
      (void)scene::load_scene(path("bad.json"));
    } catch (const core::Error& error) {
      const std::string text = error.what();
      return text.substr(text.find("bad.json"));
    }
    return "it was read";
  }

 private:
  ScratchFolder folder_;
};

scene::Scene bare_reaction() {
  scene::Scene scene = scene::blank_scene("gray-scott", {40, 30});
  scene.name = "small-reaction";
  return scene;
}

TEST_F(SavedField, APaintedStrokeComesBackAndGoesOnToTheSameBits) {
  for (const scene::Scene& scene : {small_heat(), small_wave(), bare_reaction()}) {
    Session session(scene, cpu_options());
    session.run(37);
    do_now(session, Paint{{{{20, 16}, {30, 20}}, 3}, 0.75});
    Session other = again(session, scene.name + ".json");
    EXPECT_EQ(other.snapshot().step, 37);
    EXPECT_EQ(other.state().planes[0], session.state().planes[0]) << scene.name;
    session.run(60);
    other.run(60);
    EXPECT_EQ(other.state().planes[0], session.state().planes[0]) << scene.name;
    EXPECT_EQ(other.state().rim, session.state().rim) << scene.name;
  }
}

TEST_F(SavedField, LiesBesideTheSceneForNumPy) {
  Session session(small_heat(), cpu_options());
  do_now(session, Paint{{{{40, 8}}, 2}, 0.5});
  do_now(session, SaveScene{path("warm.json").string()});
  EXPECT_TRUE(
      has_notice(session, Notice::Kind::info, "and its field as " + path("warm.npy").string()));
  const exporting::Array array = exporting::NpyFile(path("warm.npy")).read();
  EXPECT_EQ(array.extent, (core::Extent{48, 32}));
  EXPECT_EQ(array.cells, session.state().planes[0]);
}

TEST_F(SavedField, ResetGoesBackToItAndAnotherGridTakesTheNearestCells) {
  Session session(small_heat(), cpu_options());
  session.run(5);
  do_now(session, Paint{{{{40, 8}}, 2}, 0.5});
  Session other = again(session);
  const field::FieldState first = other.state();
  other.run(20);
  do_now(other, Reset{});
  EXPECT_EQ(other.state(), first);
  do_now(other, Resize{{96, 64}});
  EXPECT_EQ(value_at(other, 80, 16), 0.5F);
  EXPECT_EQ(value_at(other, 81, 17), 0.5F);
  EXPECT_EQ(other.snapshot().step, 5);
  do_now(other, SaveScene{path("larger.json").string()});
  EXPECT_EQ(exporting::NpyFile(path("larger.npy")).read().extent, (core::Extent{48, 32}))
      << "the file keeps the given size";
}

TEST_F(SavedField, IsThereOnlyWhereAHandHasBeen) {
  Session session(small_heat(), cpu_options());
  session.run(9);
  (void)again(session, "untouched.json");
  EXPECT_FALSE(std::filesystem::exists(path("untouched.npy")));
  do_now(session, Paint{{{{40, 8}}, 2}, 0.5});
  do_now(session, Undo{});
  (void)again(session, "undone.json");
  EXPECT_FALSE(std::filesystem::exists(path("undone.npy")));
  do_now(session, Redo{});
  (void)again(session, "redone.json");
  EXPECT_TRUE(std::filesystem::exists(path("redone.npy")));
  do_now(session, Reset{});
  (void)again(session, "reset.json");
  EXPECT_FALSE(std::filesystem::exists(path("reset.npy")));
  do_now(session, Erase{{{{30, 8}}, 2}});
  (void)again(session, "erased.json");
  EXPECT_TRUE(std::filesystem::exists(path("erased.npy")));
}

TEST_F(SavedField, ASceneThatCannotBeSavedLeavesNoFieldBehind) {
  Session session(small_heat(), cpu_options());
  do_now(session, Paint{{{{40, 8}}, 2}, 0.5});
  std::ofstream(path("taken.json")) << "{}";
  EXPECT_THROW(do_now(session, SaveScene{path("taken.json").string()}), core::Error);
  EXPECT_FALSE(std::filesystem::exists(path("taken.npy")));
}

TEST_F(SavedField, WhatDoesNotFitIsRefusedInALine) {
  Session session(small_heat(), cpu_options());
  do_now(session, Paint{{{{40, 8}}, 2}, 0.5});
  do_now(session, SaveScene{path("warm.json").string()});
  EXPECT_EQ(refusal(R"({"size": [48, 31], "field": {"file": "warm.npy"}})"),
            "bad.json:1: key 'field.file': holds 48 × 32 cells, and the scene has 48 × 31");
  EXPECT_EQ(refusal(R"({"field": {"file": "../warm.npy"}})"),
            "bad.json:1: key 'field.file': must be the name of a file beside the scene");
  EXPECT_NE(refusal(R"({"field": {"file": "none.npy"}})").find("none.npy' does not exist"),
            std::string::npos);
  EXPECT_EQ(
      refusal(R"({"equation": "gray-scott", "size": [48, 32], "field": {"file": "warm.npy"}})"),
      "bad.json:1: key 'field.file': holds 1\u00a0plane, and the gray-scott equation takes 2");
  EXPECT_EQ(refusal(R"({"size": [48, 32], "field": {"file": "warm.npy", "step": -1}})"),
            "bad.json:1: key 'field': the step that a scene begins at must not be negative");
}

}  // namespace
}  // namespace heatwave::session
