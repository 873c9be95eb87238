// Tests the views of a field: they change no cell, and pictures show them.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/export/field_picture.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/field_flux.h"
#include "app/session/field/picture_exports.h"
#include "app/session/session.h"
#include "tests/kernels/captured_frame.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

SetView shown_as(const char* view, scene::ViewLayers layers = {}) {
  return {.view = *core::find_named<scene::ViewKind>(view), .parameters = {}, .layers = layers};
}

exporting::Image picture_as(const char* view, scene::ViewLayers layers = {}) {
  Session session(small_heat(), cpu_options());
  do_now(session, shown_as(view, layers));
  session.run(200);
  return exporting::coloured(
      picture_of(session.snapshot().scene, session.state(), session.cell_flags()));
}

TEST(Views, ChangeNoCellAndAreNothingToUndo) {
  for (const scene::View& view : scene::views()) {
    Session flat(small_scene_for(view), cpu_options());
    flat.run(100);
    Session session(small_scene_for(view), cpu_options());
    session.run(50);
    do_now(session, shown_as(view.id.c_str()));
    EXPECT_FALSE(session.snapshot().can_undo);
    field::testing::CapturedFrame frame(1000);
    session.present(frame, PresentedPlane::step_before);
    session.run(50);
    EXPECT_TRUE(session.state() == flat.state()) << view.id;
  }
}

TEST(Views, TheStepBeforeIsPresentedWhereTheEquationLooksBack) {
  Session session(small_wave(), cpu_options());
  session.run(41);
  const field::FieldState state = session.state();
  field::testing::CapturedFrame now(1000);
  field::testing::CapturedFrame before(1000);
  session.present(now);
  session.present(before, PresentedPlane::step_before);
  EXPECT_EQ(now.cells, state.planes[0]);
  EXPECT_EQ(before.cells, state.planes[1]);
  EXPECT_NE(before.cells, now.cells);
}

TEST(Views, PicturesShowThem) {
  const exporting::Image flat = picture_as("flat");
  EXPECT_NE(flat.rgb, picture_as("contours").rgb);
  EXPECT_NE(flat.rgb, picture_as("arrows").rgb);
  EXPECT_EQ(picture_as("flat", {.contours = true}).rgb, picture_as("contours").rgb);
  EXPECT_NE(picture_as("arrows", {.contours = true}).rgb, picture_as("arrows").rgb);
}

TEST(Views, TheOutlineOfAFixedRangeIsDrawnOnlyWhereItIsAskedFor) {
  Session session(small_heat(), cpu_options());
  session.run(200);
  const auto picture = [&](bool automatic, bool outlined) {
    do_now(session, SetColours{{.automatic = automatic, .low = 0.0, .high = 0.25}});
    do_now(session, shown_as("flat", {.range_outline = outlined}));
    return picture_of(session.snapshot().scene, session.state(), session.cell_flags());
  };
  const exporting::FieldPicture plain = picture(false, false);
  const exporting::Image bare = exporting::coloured(plain);
  for (std::size_t i = 0; i < plain.cells.size(); ++i) {
    const colour::Rgb rgb = plain.scale.colour(std::min(plain.cells[i], 0.25F));
    ASSERT_EQ((colour::Rgb{bare.rgb[3 * i], bare.rgb[3 * i + 1], bare.rgb[3 * i + 2]}), rgb) << i;
  }
  EXPECT_NE(exporting::coloured(picture(false, true)).rgb, bare.rgb);
  EXPECT_EQ(exporting::coloured(picture(true, true)).rgb,
            exporting::coloured(picture(true, false)).rgb)
      << "a range that follows the field has nothing beyond";
}

TEST(Views, ArrowsOfAPictureGoAwayFromTheHotDisc) {
  Session session(small_heat(), cpu_options());
  session.run(200);
  const scene::Scene scene = session.snapshot().scene;
  const auto arrows = arrows_of(scene, session.state(), session.cell_flags());
  ASSERT_FALSE(arrows.empty());
  for (const lines::Arrow& arrow : arrows) {
    const core::Point out{arrow.at.x - 16, arrow.at.y - 16};
    EXPECT_GT(out.x * arrow.flux.x + out.y * arrow.flux.y, 0.0);
  }
}

TEST(Views, AMediumCountsInTheCoefficient) {
  const scene::Scene scene = small_wave();
  const lines::Coefficient coefficient = coefficient_of(scene);
  EXPECT_DOUBLE_EQ(coefficient({2, 2}), scene.parameters.front());
  EXPECT_DOUBLE_EQ(coefficient({30, 10}), 0.5 * scene.parameters.front());
}

}  // namespace
}  // namespace heatwave::session
