// What a run leaves behind that does not end well, and that nothing is left by one that does.
#include "app/files/autosave.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

class AutosaveTest : public ::testing::Test {
 protected:
  [[nodiscard]] fs::path data() const { return folder_.path(); }
  static void wait(Autosave& autosave) {
    while (!autosave.is_ready()) std::this_thread::yield();
  }
  static scene::Scene painted() {
    scene::Scene scene = session::small_heat();
    scene.name = "kitchen";
    scene.title = "A kitchen";
    scene.origin.file = "/somewhere/kitchen.json";
    const auto cells = static_cast<std::size_t>(scene.extent.cells());
    scene.given = scene::GivenField(std::make_shared<const field::FieldState>(
        field::FieldState{.extent = scene.extent,
                          .step = 7,
                          .planes = {std::vector<float>(cells, 0.25F)},
                          .rim = {}}));
    return scene;
  }
  [[nodiscard]] std::size_t folders() const {
    std::error_code none;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(data() / "runs", none), fs::directory_iterator()));
  }

  testing::TemporaryFolder folder_;
};

TEST_F(AutosaveTest, WhatARunLeavesBehindComesBackWithItsFieldAndItsName) {
  {
    Autosave run(data());
    run.keep(session::small_wave());
    wait(run);
    run.keep(painted());
    wait(run);
    EXPECT_TRUE(run.has_kept());
    EXPECT_TRUE(left_behind(data()).empty()) << "it still runs";
  }
  const auto left = left_behind(data());
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].title, "A kitchen");
  const scene::Scene scene = scene_of(left[0]);
  EXPECT_EQ(scene, painted());
  EXPECT_EQ(scene.origin.file, "/somewhere/kitchen.json");
  forget(left[0]);
  EXPECT_TRUE(left_behind(data()).empty());
  EXPECT_EQ(folders(), 0U);
}

TEST_F(AutosaveTest, ARunThatEndsWellLeavesNothing) {
  {
    Autosave run(data());
    run.keep(painted());
    run.end_well();
  }
  EXPECT_EQ(folders(), 0U);
  { const Autosave idle(data() / "other"); }
  EXPECT_FALSE(fs::exists(data() / "other")) << "nor does one in which nothing was done";
}

TEST_F(AutosaveTest, WhatHasNoNoteIsNotOffered) {
  fs::create_directories(data() / "runs" / "run-early");
  std::ofstream(data() / "runs" / "run-early" / "scene.json") << "{}";
  EXPECT_TRUE(left_behind(data()).empty());
  EXPECT_EQ(folders(), 1U) << "it may begin just now";
  fs::last_write_time(data() / "runs" / "run-early",
                      fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_TRUE(left_behind(data()).empty());
  EXPECT_EQ(folders(), 0U);
}

TEST_F(AutosaveTest, TheNewestComesFirst) {
  for (const char* name : {"a", "b"}) {
    const fs::path folder = data() / "runs" / name;
    fs::create_directories(folder);
    std::ofstream(folder / "note.json")
        << "{\"name\": \"" << name << "\", \"when\": " << (name[0] == 'a' ? 200 : 100) << "}";
  }
  const auto left = left_behind(data());
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].title, "a");
  EXPECT_THROW(scene_of(left[0]), core::Error) << "its scene is gone";
}

TEST_F(AutosaveTest, WhereNothingCanBeWrittenItIsSaidOnce) {
  std::ofstream(data() / "runs") << "a file in the folder's place";
  Autosave run(data());
  run.keep(painted());
  wait(run);
  EXPECT_TRUE(run.take_failure());
  EXPECT_FALSE(run.take_failure());
  EXPECT_FALSE(run.has_kept());
}

}  // namespace
}  // namespace heatwave::files
