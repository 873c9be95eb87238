// Tests expressions that a scene shows in place of a component: commands, files, pictures, probes.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/scene/scene_edit.h"
#include "app/scene/scene_json.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/host_plane.h"
#include "app/session/field/picture_exports.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

constexpr const char* kQuantum = R"json({
  "formula": "u' = -0.2*lap(v)\nv' = 0.2*lap(u)\nstepping: staggered\nu(0) = gauss(x, y, 5)",
                     "size" : [ 48, 32 ],
                     "views" : {"density" : "u^2 + v^2", "product" : "u*v"},
                     "view" : {
  "show" : "density", "range" : [ 0, 0.5 ], "others" : {
    "product" : { "bands" : 7 }
  }
}
})json";

scene::Scene quantum() { return scene::parse_scene(kQuantum, "quantum.json"); }

TEST(ShownExpression, ComesFromTheSceneFileAndGoesBack) {
  const scene::Scene scene = quantum();
  ASSERT_NE(scene::shown_expression(scene), nullptr);
  EXPECT_EQ(scene::shown_quantity(scene).id, "density");
  EXPECT_EQ(scene::shown_colours(scene).high, 0.5);
  EXPECT_EQ(scene.colours[3].bands, 7);
  EXPECT_EQ(scene::parse_scene(scene::to_json(scene), "quantum.json"), scene);
}

TEST(ShownExpression, IsTypedInTheSceneFile) {
  const std::string text = R"({"size": [16, 16], "view": {"show": "u_x^2 + u_y^2"}})";
  const scene::Scene scene = scene::parse_scene(text, "typed.json");
  EXPECT_EQ(scene::shown_quantity(scene).id, "u_x^2 + u_y^2");
  EXPECT_EQ(scene::parse_scene(scene::to_json(scene), "typed.json"), scene);
}

void expect_refused(const std::string& members, const std::string& words) {
  try {
    (void)scene::parse_scene(R"({"equation": "gray-scott", )" + members + "}", "wrong.json");
    FAIL() << members;
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(ShownExpression, IsRefusedWithItsMistakes) {
  expect_refused(R"("views": {"p": "u*"})", "column 3: expected a number");
  expect_refused(R"("views": {"u": "v"})", "belongs to a component");
  expect_refused(R"("view": {"show": "w"})", "(there are: u, v)");
  expect_refused(R"("view": {"show": "u + w"})", "column 5: unknown name 'w'");
}

TEST(ShownExpression, IsPresentedProbedAndDrawnAlike) {
  Session session(quantum(), cpu_options());
  session.submit(AddProbe{{20.5, 11.5}});
  session.run(25);
  const field::FieldState state = session.state();
  const std::vector<float> density = session.derived().plane;
  const std::size_t cell = core::whole(state.extent).index(20, 11);
  ASSERT_EQ(density.size(), state.planes[0].size());
  EXPECT_FLOAT_EQ(density[cell], state.planes[0][cell] * state.planes[0][cell] +
                                     state.planes[1][cell] * state.planes[1][cell]);
  EXPECT_EQ(session.snapshot().readings.probes.at(0), density[cell]);
  EXPECT_EQ(shown_survey(session.snapshot()).maximum,
            *std::max_element(density.begin(), density.end()));
  const exporting::FieldPicture picture = picture_of(
      session.snapshot().scene, state, session.cell_flags(), {}, {.plane = density, .line = {}});
  EXPECT_EQ(picture.cells, density);
  EXPECT_EQ(picture.quantity, "density");
  EXPECT_EQ(picture.scale.high, 0.5F);
}

TEST(ShownExpression, IsShownByACommandAndOnlyWhileItIsShownKept) {
  Session session(quantum(), cpu_options());
  session.submit(ShowComponent{"2*u"});
  session.run(3);
  EXPECT_EQ(session.snapshot().scene.quantities.expressions.size(), 3U);
  EXPECT_EQ(session.derived().plane[40], 2 * session.state().planes[0][40]);
  session.submit(ShowComponent{"3*u"});
  session.run(0);
  EXPECT_EQ(session.snapshot().scene.quantities.expressions.size(), 3U);
  EXPECT_EQ(session.derived().plane[40], 3 * session.state().planes[0][40]);
  session.submit(ShowComponent{"v"});
  session.run(0);
  EXPECT_EQ(session.snapshot().scene.quantities.expressions.size(), 2U);
  EXPECT_TRUE(session.derived().plane.empty());
  session.submit(ShowComponent{"4*"});
  EXPECT_THROW(session.run(0), core::Error);
  EXPECT_EQ(session.snapshot().scene.quantities.shown, "v");
}

TEST(ShownExpression, FollowsAParameterWhileTheFieldRests) {
  scene::Scene scene = small_wave();
  show_quantity(scene, "c2*t + u");
  Session session(scene, cpu_options());
  session.run(4);
  const std::uint64_t before = session.snapshot().field_version;
  session.submit(SetParameter{"c2", 0.125});
  session.run(0);
  EXPECT_NE(session.snapshot().field_version, before);
  EXPECT_FLOAT_EQ(session.derived().plane[0], 0.5F + session.state().planes[0][0]);
}

TEST(ShownExpression, StaysWithAnotherFormulaThatHasItsNames) {
  scene::Scene scene = quantum();
  const auto same = field::formula::make_formula("u' = v\nv' = -u");
  EXPECT_EQ(scene::shown_quantity(with_formula(scene, same)).id, "density");
  const auto other = field::formula::make_formula("a' = lap(a)");
  const scene::Scene next = with_formula(scene, other);
  EXPECT_EQ(scene::shown_quantity(next).id, "a");
  EXPECT_TRUE(next.quantities.expressions.empty());
  EXPECT_EQ(next.colours.size(), 1U);
}

TEST(Flow, ComesFromTheSceneFileAndGoesBack) {
  const std::string text =
      R"({"size": [32, 32], "view": {"arrows": true, "flow": ["-u_x", "-u_y"]}})";
  const scene::Scene scene = scene::parse_scene(text, "flow.json");
  ASSERT_EQ(scene.quantities.flow.size(), 2U);
  EXPECT_EQ(scene.quantities.flow[1].text(), "-u_y");
  EXPECT_EQ(scene::parse_scene(scene::to_json(scene), "flow.json"), scene);
  expect_refused(R"("view": {"flow": ["u"]})", "two expressions");
  expect_refused(R"("view": {"flow": ["u", "v +"]})", "column 4: expected");
}

TEST(Flow, PointsTheWayOfItsExpressionsInPictures) {
  Session session(quantum(), cpu_options());
  session.submit(SetFlow{{"0*u", "1"}});
  session.submit(SetView{.view = {}, .parameters = {}, .layers = {.arrows = true}});
  session.run(5);
  const exporting::FieldPicture picture =
      picture_of(session.snapshot().scene, session.state(), session.cell_flags(), {});
  ASSERT_FALSE(picture.arrows.empty());
  for (const lines::Arrow& arrow : picture.arrows) {
    EXPECT_EQ(arrow.flux.x, 0.0);
    EXPECT_LT(arrow.flux.y, 0.0) << "rows of cells are counted downwards";
  }
}

TEST(Flow, IsPresentedAsTheHostComputesIt) {
  struct Plane final : field::DisplayTarget {
    [[nodiscard]] int longest_side() const override { return 4096; }
    [[nodiscard]] bool takes_device_frames() const override { return false; }
    void show(const field::HostFrame& frame) override {
      cells.assign(frame.cells, frame.cells + frame.extent.cells());
    }
    void show(const field::DeviceFrame& /*frame*/) override {}
    std::vector<float> cells;
  };
  Session session(quantum(), cpu_options());
  session.submit(SetFlow{{"3*u", "v"}});
  session.run(5);
  Plane right;
  Plane up;
  session.present(right, PresentedPlane::flow_right);
  session.present(up, PresentedPlane::flow_up);
  EXPECT_EQ(up.cells, session.state().planes[1]);
  EXPECT_EQ(right.cells[700], 3 * session.state().planes[0][700]);
  session.submit(SetFlow{});
  session.run(0);
  EXPECT_TRUE(session.snapshot().scene.quantities.flow.empty());
}

TEST(Beside, ComesFromTheSceneFileAndGoesBack) {
  scene::Scene scene = quantum();
  EXPECT_FALSE(shows_beside(scene));
  for (const char* what : {"product", "v", "u_x"}) {
    scene.quantities.beside = quantity_beside(scene, what);
    const scene::Scene again = scene::parse_scene(scene::to_json(scene), "quantum.json");
    EXPECT_EQ(again, scene) << what;
    EXPECT_EQ(scene::shown_quantity(scene_beside(again)).id, what);
    EXPECT_EQ(scene::shown_quantity(again).id, "density");
  }
  expect_refused(R"("view": {"beside": "w"})", "(there are: u, v)");
  expect_refused(R"("view": {"beside": "u + w"})", "column 5: unknown name 'w'");
}

TEST(Beside, HasTheColoursOfItsQuantity) {
  scene::Scene scene = quantum();
  scene.quantities.beside = quantity_beside(scene, "product");
  EXPECT_EQ(scene::shown_colours(scene_beside(scene)).bands, 7);
  EXPECT_EQ(scene::shown_colours(scene).bands, 0);
}

TEST(Beside, IsDrawnToTheRight) {
  Session session(quantum(), cpu_options());
  session.submit(ShowBeside{"u - v"});
  session.run(25);
  const field::FieldState state = session.state();
  const scene::Scene& scene = session.snapshot().scene;
  for (const exporting::PictureParts& parts :
       {exporting::PictureParts{}, exporting::PictureParts{.bar = true, .title = true},
        exporting::PictureParts{.bar = true, .size = {.exact = {613, 301}}}}) {
    const exporting::FieldPicture picture =
        picture_of(scene, state, session.cell_flags(), parts, session.derived());
    ASSERT_NE(picture.beside, nullptr);
    EXPECT_EQ(picture.cells, session.derived().plane);
    EXPECT_EQ(picture.beside->cells[700], state.planes[0][700] - state.planes[1][700]);
    EXPECT_EQ(picture.quantity, "density");
    EXPECT_EQ(picture.beside->quantity, "u - v");
    const exporting::Image both = coloured(picture);
    EXPECT_EQ(both.extent, picture_extent(scene, state.extent, parts));
    const exporting::Image right = coloured(*picture.beside);
    const auto last = static_cast<std::ptrdiff_t>(3 * right.extent.width);
    EXPECT_TRUE(std::equal(right.rgb.end() - last, right.rgb.end(), both.rgb.end() - last));
  }
}

TEST(Beside, IsShownByACommandUntilAnotherOneEndsIt) {
  Session session(quantum(), cpu_options());
  session.submit(ShowBeside{"v"});
  session.run(5);
  EXPECT_EQ(session.derived().beside, session.state().planes[1]);
  HostPlane beside;
  session.present(beside, PresentedPlane::beside);
  EXPECT_EQ(beside.cells, session.state().planes[1]);
  session.submit(ShowBeside{"4*"});
  EXPECT_THROW(session.run(0), core::Error);
  EXPECT_EQ(session.snapshot().scene.quantities.beside->text(), "v");
  session.submit(ShowBeside{});
  session.run(0);
  EXPECT_FALSE(session.snapshot().scene.quantities.beside);
  EXPECT_TRUE(session.derived().beside.empty());
}

TEST(Beside, StaysWithAnotherFormulaThatHasItsNames) {
  scene::Scene scene = quantum();
  scene.quantities.beside = quantity_beside(scene, "product");
  const auto same = field::formula::make_formula("u' = v\nv' = -u");
  EXPECT_EQ(with_formula(scene, same).quantities.beside->info().id, "product");
  const auto other = field::formula::make_formula("a' = lap(a)");
  EXPECT_FALSE(with_formula(scene, other).quantities.beside);
}

TEST(Beside, IsNotDrawnOnALine) {
  scene::Scene scene = quantum();
  scene.quantities.beside = quantity_beside(scene, "v");
  Session session(scene, cpu_options());
  session.submit(Resize{{48, 1}});
  session.run(2);
  EXPECT_TRUE(session.derived().beside.empty());
  EXPECT_FALSE(shows_beside(session.snapshot().scene));
}

}  // namespace
}  // namespace heatwave::session
