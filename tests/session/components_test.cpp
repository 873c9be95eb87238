// Tests a session whose equation has several components: shown, painted, erased, loaded, undone.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/scene/rasterise.h"
#include "app/session/field/picture_exports.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

constexpr core::Extent kGrid{40, 36};
constexpr std::size_t kCells = 40 * 36;

scene::Scene small_reaction() {
  scene::Scene scene = scene::blank_scene("gray-scott", kGrid);
  scene.name = "small-reaction";
  scene.edges = all_edges(field::EdgeKind::periodic);
  scene.initial = {scene::Fill{scene::Disc{{20, 18}, 5}, 0.5},
                   scene::Fill{scene::Disc{{20, 18}, 5}, -0.5, "u"}};
  return scene;
}

std::size_t changed(const std::vector<float>& a, const std::vector<float>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

TEST(Components, StartAtRestWithTheirOwnParts) {
  const field::FieldState state = initial_field(small_reaction());
  ASSERT_EQ(state.planes.size(), 2U);
  const std::size_t middle = core::whole(kGrid).index(20, 18);
  EXPECT_EQ(state.planes[0][0], 1.0F);
  EXPECT_EQ(state.planes[0][middle], 0.5F);
  EXPECT_EQ(state.planes[1][0], 0.0F);
  EXPECT_EQ(state.planes[1][middle], 0.5F);
}

TEST(Components, SourcesKeepOneAndHoldTheOtherAtRest) {
  scene::Scene scene = with_items(
      small_reaction(), {{.role = scene::Source{0.25, {}, "u"}, .shape = scene::Disc{{5, 5}, 2}},
                         {.role = scene::Source{0.75}, .shape = scene::Disc{{30, 5}, 2}}});
  Session session(scene, cpu_options());
  session.run(10);
  const field::FieldState state = session.state();
  const std::size_t first = core::whole(kGrid).index(5, 5);
  const std::size_t second = core::whole(kGrid).index(30, 5);
  EXPECT_EQ(state.planes[0][first], 0.25F);
  EXPECT_EQ(state.planes[1][first], 0.0F);
  EXPECT_EQ(state.planes[0][second], 1.0F);
  EXPECT_EQ(state.planes[1][second], 0.75F);
  EXPECT_THROW(do_now(session, AddItem{{.role = scene::Source{1.0, {}, "w"},
                                        .shape = scene::Disc{{9, 9}, 2}}}),
               core::Error);
}

TEST(Components, TheBrushPaintsTheOneShownUnlessToldOtherwise) {
  const scene::Stroke stroke{{{8, 8}}, 3};
  const std::vector<std::tuple<std::string, std::string, std::size_t>> cases = {
      {"", "", 1}, {"u", "", 0}, {"v", "", 1}, {"v", "u", 0}, {"u", "v", 1}};
  for (const auto& [shown, named, painted] : cases) {
    Session session(small_reaction(), cpu_options());
    do_now(session, ShowComponent{shown});
    const field::FieldState before = session.state();
    do_now(session, Paint{stroke, 0.875, named});
    const field::FieldState after = session.state();
    EXPECT_GT(changed(before.planes[painted], after.planes[painted]), 20U) << shown << named;
    EXPECT_EQ(before.planes[1 - painted], after.planes[1 - painted]) << shown << named;
    EXPECT_EQ(after.planes[painted][core::whole(kGrid).index(8, 8)], 0.875F);
    do_now(session, Undo{});
    EXPECT_EQ(session.state(), before);
  }
}

TEST(Components, ErasingBringsAllToRest) {
  Session session(small_reaction(), cpu_options());
  session.run(20);
  do_now(session, Erase{{{{20, 18}}, 30}});
  const field::FieldState state = session.state();
  for (const float u : state.planes[0]) ASSERT_EQ(u, 1.0F);
  for (const float v : state.planes[1]) ASSERT_EQ(v, 0.0F);
}

TEST(Components, EachHasItsOwnColoursAndPicture) {
  Session session(small_reaction(), cpu_options());
  colour::ColourChoice grey;
  grey.colormap = "gray";
  do_now(session, SetColours{grey});
  const std::uint64_t version = session.snapshot().field_version;
  do_now(session, ShowComponent{"u"});
  EXPECT_GT(session.snapshot().field_version, version) << "the displayed field has changed";
  EXPECT_EQ(shown_colours(session.snapshot().scene), colour::ColourChoice{});
  const auto of_u = picture_of(session.snapshot().scene, session.state(), session.cell_flags());
  EXPECT_EQ(of_u.scale.map->id, "viridis");
  EXPECT_EQ(of_u.cells, session.state().planes[0]);
  do_now(session, ShowComponent{"v"});
  EXPECT_EQ(shown_colours(session.snapshot().scene), grey);
  const auto of_v = picture_of(session.snapshot().scene, session.state(), session.cell_flags());
  EXPECT_EQ(of_v.scale.map->id, "gray");
  EXPECT_EQ(of_v.cells, session.state().planes[1]);
  EXPECT_THROW(do_now(session, ShowComponent{"w"}), core::Error);
  EXPECT_EQ(session.snapshot().scene.quantities.shown, "v");
}

TEST(Components, AreLoadedTogether) {
  Session session(small_reaction(), cpu_options());
  std::vector<float> both(kCells, 0.75F);
  both.resize(2 * kCells, 0.125F);
  do_now(session, LoadField{both});
  const field::FieldState state = session.state();
  EXPECT_EQ(state.planes[0], std::vector<float>(kCells, 0.75F));
  EXPECT_EQ(state.planes[1], std::vector<float>(kCells, 0.125F));
  EXPECT_THROW(do_now(session, LoadField{std::vector<float>(kCells, 1.0F)}), core::Error);
}

TEST(Components, ItemsLeaveNoTraceOfEitherBetweenTwoSteps) {
  Session session(small_reaction(), cpu_options());
  session.run(30);
  const field::FieldState before = session.state();
  do_now(session, AddItem{disc_item(scene::Source{0.5}, {20, 18}, 4)});
  scene::Item item = session.snapshot().scene.items.back();
  for (int i = 0; i < 10; ++i) {
    item = moved(item, {i % 2 == 0 ? 3.0 : -2.0, 1.0});
    do_now(session, ChangeItem{item});
  }
  do_now(session, RemoveItem{item.id});
  EXPECT_EQ(session.state(), before);
}

}  // namespace
}  // namespace heatwave::session
