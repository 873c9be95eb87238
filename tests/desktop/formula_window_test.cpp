// The formula panel of the real window: the equation is typed while the field runs.
#include <string>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class FormulaWindow : public PlateWindowTest {
 protected:
  void open_panel() {
    window().key("shift+e");
    ASSERT_TRUE(wait([](const json& s) {
      return s["places"].contains("formula") && s["focus"]["typing"] == true;
    }));
  }
  bool wait_for_formula(const std::string& part) {
    return wait([&](const json& s) {
      return s.contains("formula") &&
             s["formula"].get<std::string>().find(part) != std::string::npos;
    });
  }
};

TEST_F(FormulaWindow, AppliesWhatIsTypedAndShowsMistakesAtTheirPlace) {
  if (IsSkipped()) return;
  ASSERT_NO_FATAL_FAILURE(open_panel());
  EXPECT_FALSE(window().status().contains("formula")) << "the equation is still built in";
  window().key("ctrl+Home");
  window().key("End");
  window().key("minus");
  window().key("u");
  ASSERT_TRUE(wait_for_formula("lap(u)-u"));
  EXPECT_GT(window().status()["step"], 0) << "the field goes on";

  window().key("q");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("formula-marker-0"); }));
  EXPECT_TRUE(wait_for_formula("lap(u)-u\n")) << "the last good formula stays";
  EXPECT_NE(window().status()["edited"]["formula"].get<std::string>().find("-uq"),
            std::string::npos);

  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["focus"]["typing"] == false; }));
  window().key("ctrl+z");
  ASSERT_TRUE(wait([](const json& s) { return s["equation"] == "heat"; }));
  EXPECT_TRUE(wait([](const json& s) {
    return s["edited"]["formula"].get<std::string>().find("-u") == std::string::npos;
  })) << "the text follows the scene";
  window().key("shift+e");
  EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("formula"); }));
}

TEST_F(FormulaWindow, SaysWhereASliderDiffersFromTheTextAndWhatNoSliderExplains) {
  if (IsSkipped()) return;
  open({"heat-plate", "--set", "alpha=0.2"});  // the text's own value
  ASSERT_NO_FATAL_FAILURE(open_panel());
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("formula/symbol"); }))
      << "the text names m";
  EXPECT_FALSE(window().status()["places"].contains("formula/sliders"));
  open({"heat-plate", "--set", "alpha=0.1"});
  ASSERT_NO_FATAL_FAILURE(open_panel());
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("formula/sliders"); }));
}

TEST_F(FormulaWindow, ControlEnterBeginsFromTheInitialValues) {
  if (IsSkipped()) return;
  window().key("period");  // pauses, too
  ASSERT_TRUE(wait([](const json& s) { return s["step"] > 0; }));
  ASSERT_NO_FATAL_FAILURE(open_panel());
  const int before = window().status()["step"];
  window().hold("ctrl");
  window().key("Return");
  window().let_go("ctrl");
  EXPECT_TRUE(wait([&](const json& s) { return s.contains("formula") && s["step"] < before; }));
}

TEST_F(FormulaWindow, AnEquationStandsAboveTheFieldUnlessItsLettersWouldBeIllegible) {
  if (IsSkipped()) return;
  const auto has_equation = [](const json& s) {
    return s["places"].contains("equation above field") || s["places"].contains("equation in bar");
  };
  WindowTest::open_full_size({"double-slit"});
  EXPECT_TRUE(wait(has_equation));
  WindowTest::open_full_size({"smoke"});
  ASSERT_TRUE(wait([](const json& s) { return s["step"] > 0; }));
  window().wait_frames(10);
  EXPECT_FALSE(has_equation(window().status()));
}

}  // namespace
}  // namespace heatwave::test
