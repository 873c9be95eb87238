// Formulas that are written at random, and small fields that they step.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/field/formula/formula.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {

/// Writes formulas at random from a grammar.
class RandomFormula {
 public:
  explicit RandomFormula(unsigned seed) : random_(seed) {}

  std::string formula() {
    const bool is_second = dice(4) == 0;
    std::string text = is_second ? "u'' = 0.1*lap(u) - 0.05*u' - " : "u' = 0.1*lap(u) - ";
    second_ = is_second;
    const bool is_wide = dice(8) == 0;
    text +=
        "0.05*u + 0.1*tanh(" + expression(3) + (is_wide ? " + 0.01*(" + pairs() + ")" : "") + ")\n";
    text +=
        is_second ? "v'' = 0.05*lap(v) - 0.1*v + 0.1*sin(" : "v' = 0.05*lap(v) - 0.1*v + 0.1*sin(";
    text += expression(3) + (is_wide ? " + 0.01*(" + differences() + ")" : "") + ")\n";
    may_use_w_ = false;
    text += "w = tanh(u + " + expression(2) + ")\n";
    text += "p = 0.3 in [0, 1]\nq = 1 - p\ndt = 0.5\ndx = 1.25\n";
    for (int i = 0; is_wide && i < kWide; ++i) {
      text += "r" + std::to_string(i) + " = tanh(" + expression(1) + ")*" + expression(1) + " + " +
              std::to_string(i) + "\n";
    }
    if (dice(3) == 0) text += "left: u = 0.5*sin(t), v = p\n";
    if (dice(3) == 0) text += "top: u_n = -0.1*(u - 0.5), v_n = 0.1*sin(x)\n";
    if (dice(3) == 0) text += "right: v_n = 0.05*t\n";
    static constexpr const char* kSteppings[] = {"euler", "staggered", "midpoint", "heun", "ab2"};
    if (!is_second && dice(2) == 0) {
      text += std::string("stepping: ") + kSteppings[dice(std::size(kSteppings))] + "\n";
    }
    return text;
  }

 private:
  unsigned dice(unsigned sides) { return static_cast<unsigned>(random_() % sides); }
  std::string expression(int depth) {
    if (depth == 0 || dice(5) == 0) {
      static constexpr const char* kLeaves[] = {"u",
                                                "v",
                                                "p",
                                                "q",
                                                "0.7",
                                                "u_x",
                                                "v_yb",
                                                "sin(x)",
                                                "cos(y)",
                                                "t",
                                                "m",
                                                "noise",
                                                "white",
                                                "lap(w)",
                                                "w",
                                                "W",
                                                "w_x",
                                                "u_xx",
                                                "integral(u, 3)/100"};
      if (second_ && dice(6) == 0) return "u'";
      const std::string leaf = kLeaves[dice(std::size(kLeaves))];
      const bool has_w = leaf == "w" || leaf == "w_x" || leaf == "lap(w)";
      return has_w && !may_use_w_ ? "v" : leaf;
    }
    const auto next = [&] { return expression(depth - 1); };
    switch (dice(21)) {
      case 0:
        return "(" + next() + " + " + next() + ")";
      case 1:
        return "(" + next() + " - " + next() + ")";
      case 2:
        return next() + "*" + next();
      case 3:
        return next() + "/(1.5 + abs(" + next() + "))";
      case 4:
        return "(" + next() + ")^2";
      case 5:
        return "min(" + next() + ", " + next() + ")";
      case 6:
        return "if(" + comparison(depth) + ", " + next() + ", " + next() + ")";
      case 7:
        return "sin(" + next() + ")";
      case 8:
        return "exp(-abs(" + next() + "))";
      case 9:
        return "sqrt(abs(" + next() + "))";
      case 10:
        return "mod(" + next() + ", 2)";
      case 11:
        return "abs(" + next() + ")^0.3";
      case 12:
        return "div((1 + tanh(v)^2)*grad(u))";
      case 13:
        return "tan(0.3*tanh(" + next() + "))";
      case 14:
        return "log(1.1 + abs(" + next() + "))";
      case 15:
        return "sinh(cos(" + next() + "))";
      case 16:
        return "cosh(tanh(" + next() + "))";
      case 17:
        return "max(" + next() + ", " + next() + ")";
      case 18:
        return "sign(" + next() + ")";
      case 19:
        return "cos(100000*" + next() + ")";
      default:
        return "-" + next();
    }
  }
  /// Compares two values that are equal in many cells: one with itself, or steps of two others.
  std::string comparison(int depth) {
    static constexpr const char* kSigns[] = {"<", "<=", ">", ">=", "==", "!="};
    const std::string sign = std::string(" ") + kSigns[dice(std::size(kSigns))] + " ";
    const std::string a = expression(depth - 1);
    const std::string b = dice(4) == 0 ? a : expression(depth - 1);
    switch (dice(3)) {
      case 0:
        return a + sign + b;
      case 1:
        return "sign(" + a + ")" + sign + "sign(" + b + ")";
      default:
        return "H(" + a + ")" + sign + "(" + comparison_of_steps() + ")";
    }
  }
  std::string comparison_of_steps() { return dice(2) == 0 ? "u > 0.2" : "abs(v) >= abs(v)"; }
  /// Uses each of the values r0, r1, … twice, and the first ones last, so that all of them are
  /// needed at once: more than there are registers.
  static std::string pairs() {
    std::string sum;
    for (int i = 0; i < kWide; ++i) {
      sum += (i == 0 ? "r" : " + r") + std::to_string(i) + "*r" + std::to_string(kWide - 1 - i);
    }
    for (int i = kWide - 1; i >= 0; i -= 3) sum += " - sin(r" + std::to_string(i) + ")";
    return sum;
  }

  /// Uses the differences of neighbours among the values twice. Each value is needed for the last
  /// time, from memory, where a difference needs a register.
  static std::string differences() {
    std::string first;
    std::string second;
    for (int i = 0; i + 1 < kWide; ++i) {
      const std::string difference =
          "(r" + std::to_string(i + 1) + " - r" + std::to_string(i) + ")";
      first += (i == 0 ? "abs" : " + abs") + difference;
      second += " + " + difference + "*" + difference;
    }
    return first + second;
  }

  static constexpr int kWide = 40;
  std::mt19937 random_;
  bool second_ = false;
  bool may_use_w_ = true;
};

/// Returns a formula that passes of several steps can take on a GPU: it depends neither on places
/// nor on times. Every fourth one has steps of two sub-steps.
class RandomPassFormula {
 public:
  explicit RandomPassFormula(unsigned seed) : random_(seed), has_w_(seed % 4 == 3) {}

  std::string formula() {
    if (has_w_) {
      return "w = 0.1*cos(u + " + expression(3) + ")\nu' = 0.1*m*lap(u) + 0.05*lap(w) - 0.05*u + " +
             "0.1*sin(" + expression(3) + ")*w\n" + kEnd;
    }
    has_v_ = dice(3) == 0;
    second_ = !has_v_ && dice(2) == 0;
    std::string text = second_ ? "u'' = 0.1*m*lap(u) - 0.05*u' - 0.05*u + 0.1*sin("
                               : "u' = 0.1*m*lap(u) - 0.05*u + 0.1*tanh(";
    text += expression(3) + ")\n";
    if (has_v_) text += "v' = 0.05*lap(v) - 0.1*v + 0.1*sin(" + expression(3) + ")\n";
    return text + kEnd;
  }

 private:
  static constexpr const char* kEnd = "p = 0.3 in [0, 1]\nq = 1 - p\ndt = 0.5\ndx = 1.25\n";

  unsigned dice(unsigned sides) { return static_cast<unsigned>(random_() % sides); }
  std::string expression(int depth) {
    if (depth == 0 || dice(5) == 0) {
      static constexpr const char* kLeaves[] = {"u", "p", "q", "0.7", "u_x", "u_yb", "m", "u_xx"};
      if (has_v_ && dice(3) == 0) return dice(2) == 0 ? "v" : "v_y";
      return kLeaves[dice(std::size(kLeaves))];
    }
    const auto next = [&] { return expression(depth - 1); };
    switch (dice(10)) {
      case 0:
        return "(" + next() + " + " + next() + ")";
      case 1:
        return "(" + next() + " - " + next() + ")";
      case 2:
        return next() + "*" + next();
      case 3:
        return next() + "/(1.5 + abs(" + next() + "))";
      case 4:
        return "min(" + next() + ", " + next() + ")";
      case 5:
        return "if(" + next() + " < " + next() + ", " + next() + ", " + next() + ")";
      case 6:
        return "exp(-abs(" + next() + "))";
      case 7:
        return "sqrt(abs(" + next() + "))";
      case 8:
        return "abs(" + next() + ")^0.3";
      default:
        return "cos(" + next() + ")";
    }
  }
  std::mt19937 random_;
  bool has_v_ = false;
  bool second_ = false;
  bool has_w_;
};

enum class Media : std::uint8_t { some, none };

inline std::vector<std::vector<float>> stepped_formula(
    const std::shared_ptr<const formula::Formula>& typed, core::Extent extent, const Edges& edges,
    const SolverRequest& how, std::initializer_list<int> groups, std::string* method = nullptr,
    Media media = Media::some) {
  SolverRequest request = how;
  request.formula = typed;
  request.extent = extent;
  request.backend = Backend::cpu;
  const auto solver = make_solver(request);
  // Two components of a built-in equation lend their tangle; further ones begin at zero.
  Tangle tangle = random_tangle("gray-scott", extent, edges, 7);
  const auto cells = static_cast<std::size_t>(extent.cells());
  const std::size_t components = typed->info().components.size();
  tangle.rules.parameters = initial_parameters(typed->info());
  tangle.cells.held_values.resize(cells * components);
  if (media == Media::none) {
    tangle.cells.factors.clear();
    for (std::uint8_t& flags : tangle.cells.flags) flags &= static_cast<std::uint8_t>(~kMedium);
  }
  solver->apply(tangle.rules);
  FieldState state{.extent = extent};
  state.planes =
      formula::initial_planes(*typed, {tangle.rules.parameters, extent}, core::whole(extent));
  const FieldState random = random_state("gray-scott", extent, 3);
  for (std::size_t c = 0; c < 2; ++c) state.planes[c] = random.planes[c];
  if (typed->info().steps_back > 0) {
    for (std::size_t c = 0; c < 2; ++c) state.planes[components + c] = random.planes[c];
  }
  solver->load(state);
  solver->apply(tangle.cells);
  for (const int steps : groups) solver->advance(steps);
  if (method != nullptr) *method = solver->report().method;
  return solver->save().planes;
}

/// Returns whether two planes have equal values; two NaNs count as equal.
inline bool are_equal(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](float x, float y) { return x == y || (x != x && y != y); });
}

}  // namespace heatwave::field::testing
