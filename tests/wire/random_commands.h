// Commands with random values, made by their descriptions.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/scene_checks.h"
#include "app/wire/request_fields.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::wire {

/// A visitor that fills every field with a valid random value.
class RandomFields {
 public:
  explicit RandomFields(std::mt19937& random) : random_(&random) {}

  void operator()(const char* /*name*/, auto& field) { fill(field); }
  void operator()(const char* /*name*/, double& field, json::Positive /*limit*/) {
    field = positive();
  }
  void optional(const char* name, auto& field, const auto&... limits) {
    if (below(2) == 0) (*this)(name, field, limits...);
  }
  void inner(auto& field) { json::describe(field, *this); }

  int below(int end) { return static_cast<int>((*random_)() % static_cast<unsigned>(end)); }
  double number() {
    switch (below(4)) {
      case 0:
        return below(40) - 20;
      case 1:
        return -0.0;
      case 2:
        return std::uniform_real_distribution<double>(-1e3, 1e3)(*random_);
      default:
        return std::ldexp(std::uniform_real_distribution<double>(-1, 1)(*random_),
                          below(120) - 100);
    }
  }
  double positive() { return std::uniform_real_distribution<double>(0.5, 9)(*random_); }

 private:
  void fill(bool& v) { v = below(2) == 0; }
  void fill(int& v) {
    v = below(2) == 0 ? below(100) : static_cast<int>((*random_)() & 0x7fffffff);
  }
  void fill(std::int64_t& v) { v = static_cast<std::int64_t>(whole()); }
  void fill(std::uint64_t& v) { v = whole(); }
  void fill(double& v) { v = number(); }
  void fill(float& v) { v = std::bit_cast<float>(static_cast<std::uint32_t>((*random_)())); }
  void fill(std::string& v) {
    static const std::array<std::string, 6> kTexts{"",        "alpha",  "a \"b\" \\c",
                                                   "größe λ", "x\ny\t", "~"};
    v = kTexts.at(static_cast<std::size_t>(below(6)));
  }
  void fill(core::Point& v) { v = {number(), number()}; }
  void fill(core::Extent& v) { v = {1 + below(1'000'000), 1 + below(1'000'000)}; }
  void fill(scene::Pace& v) { v = {below(2) == 0 ? 0 : below(1000)}; }
  void fill(scene::Stroke& v) {
    fill(v.points);
    v.radius = positive();
  }
  template <typename T>
  void fill(std::vector<T>& v) {
    v.resize(1 + static_cast<std::size_t>(below(4)));
    for (T& each : v) fill(each);
  }
  template <typename T>
  void fill(std::map<std::string, T>& v) {
    fill(v["n"]);
    fill(v["block"]);
  }
  template <typename T>
  void fill(std::optional<T>& v) {
    fill(v.emplace());
  }
  void fill(scene::Shape& v) {
    switch (below(5)) {
      case 3: {
        const core::Extent extent{1 + below(9), 1 + below(9)};
        std::vector<std::uint8_t> places(static_cast<std::size_t>(extent.cells()));
        for (std::uint8_t& place : places) place = static_cast<std::uint8_t>(below(2));
        v = scene::Stencil{
            {number(), number()}, {number(), number()}, scene::places_from(extent, places)};
        return;
      }
      case 0:
        v = scene::Disc{{number(), number()}, positive()};
        return;
      case 1:
        v = scene::Rectangle{{number(), number()}, {number(), number()}};
        return;
      case 2:
        v = scene::Line{{number(), number()}, {number(), number()}, positive()};
        return;
      default:
        fill(v.emplace<scene::Stroke>());
    }
  }
  void fill(scene::Item& v) {
    v.id = 1 + below(1000);
    fill(v.shape);
    if (below(2) == 0) fill(v.holes);
    switch (below(4)) {
      case 0:
        v.role = scene::Source{.value = number(), .component = below(2) == 0 ? "" : "v"};
        return;
      case 1:
        v.role = scene::Source{.value = number(),
                               .oscillation = field::Oscillation{number(), positive(), number(),
                                                                 number(), positive()}};
        return;
      case 2:
        v.role = scene::Wall{};
        return;
      default:
        v.role = scene::Medium{positive()};
    }
  }
  std::shared_ptr<const field::FieldState> given(const field::EquationInfo& equation) {
    auto state = std::make_shared<field::FieldState>();
    state->extent = {1 + below(7), 1 + below(5)};
    state->step = below(1000);
    state->planes.resize(field::plane_count(equation));
    for (auto& plane : state->planes) {
      plane.resize(static_cast<std::size_t>(state->extent.cells()));
      for (float& value : plane) value = static_cast<float>(below(1000)) / 7.0F;
    }
    return state;
  }
  void fill(scene::Scene& v) {
    const auto& equations = field::equations();
    const auto& equation =
        equations.at(static_cast<std::size_t>(below(static_cast<int>(equations.size()))));
    v = scene::blank_scene(equation.id, {1 + below(500), 1 + below(500)});
    fill(v.name);
    fill(v.title);
    if (below(2) == 0) fill(v.items);
    for (scene::Item& item : v.items) {
      auto* source = std::get_if<scene::Source>(&item.role);
      if (source != nullptr) source->component = equation.components.back().id;
    }
    for (std::size_t i = 0; i < v.items.size(); ++i)
      v.items[i].id = 3 * static_cast<int>(i) + below(3);
    v.initial = {scene::Fill{scene::Disc{{number(), number()}, positive()}, number(), {}},
                 scene::Gaussian{{number(), number()}, positive(), number(), {}},
                 scene::Ridge{{number(), number()}, number(), positive(), number(), {}},
                 scene::Mode{below(9), below(9), number(), equation.components.back().id}};
    if (below(3) == 0) v.given = scene::GivenField(given(equation));
    v.quantities.shown = below(2) == 0 ? "" : equation.components.front().id;
    for (colour::ColourChoice& colours : v.colours) {
      colours.low = number();
      colours.high = colours.low + positive();
      colours.automatic = below(2) == 0 || !(colours.high > colours.low);
    }
    v.pace = {below(50)};
    for (int number = 1; number <= scene::kMostProbes; ++number) {
      const core::Point at{below(v.extent.width) / 2.0, below(v.extent.height) / 2.0};
      if (below(3) == 0) v.measures.probes.push_back({number, at});
      if (below(9) == 0) v.measures.tape = scene::Segment{at, {0, 0}};
      if (below(9) == 0) v.measures.profile = scene::Segment{{0, 0}, at};
    }
    if (below(2) == 0) v.measures.every = 1 + below(99);
    v.measures.totals = below(2) == 0;
    if (below(4) == 0) v.measures.units = scene::Units{positive(), positive(), number(), 99.0};
    v.guarded = below(2) == 0 && !scene::broken_stability_rule(v);
  }
  template <typename T>
  void fill(T& v) {
    if constexpr (core::Named<T>) {
      const auto names = names_of(T{});
      v = names[static_cast<std::size_t>(below(static_cast<int>(names.size())))].value;
    } else {
      json::describe(v, *this);
    }
  }

  std::uint64_t whole() {
    const std::uint64_t bits = std::uint64_t{(*random_)()} << 32U | (*random_)();
    return below(2) == 0 ? bits % 1000 : bits >> 11U;
  }

  std::mt19937* random_;
};

}  // namespace heatwave::wire
