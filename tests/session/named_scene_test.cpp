// Tests that a scene saved under a name belongs to that file from then on, and says so.
#include <gtest/gtest.h>

#include "app/scene/scene_files.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

class NamedScene : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }

 private:
  ScratchFolder folder_;
};

TEST_F(NamedScene, IsTheSceneOfItsFileFromThenOn) {
  Session session(small_heat(), cpu_options());
  EXPECT_TRUE(session.snapshot().scene.origin.file.empty());
  do_now(session, SaveScene{path("kitchen.json").string()});
  EXPECT_EQ(session.snapshot().scene.origin.file, path("kitchen.json"));
  EXPECT_EQ(session.snapshot().scene.name, "kitchen");
  do_now(session, SetParameter{"alpha", 0.1});
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene.origin.file, path("kitchen.json")) << "undo keeps the file";
  do_now(session, LoadScene{small_wave()});
  EXPECT_TRUE(session.snapshot().scene.origin.file.empty()) << "another scene";
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene.origin.file, path("kitchen.json")) << "and back";
}

TEST_F(NamedScene, WithoutANameStaysWhatItIs) {
  SessionOptions options = cpu_options();
  options.export_folder = path("out");
  Session session(small_heat(), options);
  const std::string name = session.snapshot().scene.name;
  do_now(session, SaveScene{});
  EXPECT_EQ(session.snapshot().scene.name, name);
  EXPECT_TRUE(session.snapshot().scene.origin.file.empty());
}

TEST_F(NamedScene, HasATitleAndWordsOfItsOwn) {
  Session session(small_heat(), cpu_options());
  do_now(session, DescribeScene{"A kitchen", "Watch the stove."});
  do_now(session, SaveScene{path("kitchen.json").string()});
  const scene::Scene again = scene::load_scene(path("kitchen.json"));
  EXPECT_EQ(again.title, "A kitchen");
  EXPECT_EQ(again.words.watch, "Watch the stove.");
  EXPECT_EQ(session.snapshot().scene.title, "A kitchen");
}

TEST_F(NamedScene, WithoutATitleOfItsOwnIsCalledByItsFile) {
  scene::Scene scene = small_heat();
  scene.title = scene.name;
  Session session(scene, cpu_options());
  do_now(session, SaveScene{path("kitchen.json").string()});
  EXPECT_EQ(session.snapshot().scene.title, "kitchen");
  EXPECT_EQ(scene::load_scene(path("kitchen.json")), session.snapshot().scene)
      << "the opened scene equals the saved one";
}

TEST_F(NamedScene, IsReplacedOnlyWhereThatIsAsked) {
  Session session(small_heat(), cpu_options());
  const std::string file = path("kitchen.json").string();
  do_now(session, SaveScene{file});
  do_now(session, Paint{{{{10, 10}, {20, 12}}, 3}, 0.5});
  EXPECT_THROW(do_now(session, SaveScene{file}), core::Error);
  EXPECT_FALSE(scene::load_scene(file).given);
  do_now(session, SaveScene{.path = file, .replace = true});
  ASSERT_TRUE(scene::load_scene(file).given);
  do_now(session, Paint{{{{10, 20}, {20, 22}}, 3}, 0.5});
  do_now(session, SaveScene{.path = file, .replace = true});
  EXPECT_EQ(scene::load_scene(file).given->planes[0], session.state().planes[0])
      << "its field is saved, too";
}

TEST_F(NamedScene, RemembersThatItRested) {
  Session session(small_heat(), cpu_options());
  do_now(session, SaveScene{.path = path("rests.json").string(), .paused = true});
  do_now(session, SaveScene{.path = path("runs.json").string()});
  EXPECT_TRUE(scene::load_scene(path("rests.json")).pace.paused);
  EXPECT_FALSE(scene::load_scene(path("runs.json")).pace.paused);
}

TEST_F(NamedScene, BegunAnewIsLikeANewSession) {
  Session session(small_wave(), cpu_options());
  session.run(20);
  do_now(session, Paint{{{{10, 10}, {20, 12}}, 3}, 0.5});
  session.begin(small_heat());
  EXPECT_FALSE(session.snapshot().can_undo);
  EXPECT_EQ(session.snapshot().step, 0);
  Session fresh(small_heat(), cpu_options());
  EXPECT_EQ(session.snapshot().scene, fresh.snapshot().scene) << "its items have the same numbers";
  do_now(session, AddItem{{.role = scene::Wall{}, .shape = scene::Disc{{10, 10}, 3}}});
  do_now(fresh, AddItem{{.role = scene::Wall{}, .shape = scene::Disc{{10, 10}, 3}}});
  session.run(30);
  fresh.run(30);
  EXPECT_EQ(session.state(), fresh.state());
  EXPECT_EQ(session.snapshot().newest_item, fresh.snapshot().newest_item);
  scene::Scene impossible = small_heat();
  impossible.extent = {0, 5};
  EXPECT_THROW(session.begin(impossible), core::Error);
  EXPECT_EQ(session.snapshot().scene.extent, fresh.snapshot().scene.extent);
}

}  // namespace
}  // namespace heatwave::session
