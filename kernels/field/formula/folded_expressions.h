// The folded expressions of a program are collected here, each once.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>

#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Adds folded expressions and constants to a program.
class FoldedExpressions {
 public:
  FoldedExpressions(const Model& model, Program& program) : model_(model), program_(program) {
    one_ = intern({.kind = Folded::Kind::number, .number = 1.0});
    dx_ = model.dx == kNone ? one_ : node(model.dx);
    dt_ = model.dt == kNone ? one_ : node(model.dt);
  }

  [[nodiscard]] int one() const { return one_; }
  [[nodiscard]] int dx() const { return dx_; }
  [[nodiscard]] int dt() const { return dt_; }
  [[nodiscard]] bool is_one(int index) const { return index == one_; }

  int number(double value) {
    return value == 1.0 ? one_ : intern({.kind = Folded::Kind::number, .number = value});
  }
  int node(int index) {
    const Node& at = model_.document.node(index);
    if (at.operation == Operation::number) return number(at.number);
    return intern({.kind = Folded::Kind::node, .a = index});
  }
  int negate(int a) {
    const Folded& folded = at(a);
    if (folded.kind == Folded::Kind::number) return number(-folded.number);
    if (folded.kind == Folded::Kind::negate) return folded.a;
    return intern({.kind = Folded::Kind::negate, .a = a});
  }
  int multiply(int a, int b) {
    if (is_one(a)) return b;
    if (is_one(b)) return a;
    return intern({.kind = Folded::Kind::multiply, .a = a, .b = b});
  }
  int divide(int a, int b) {
    if (is_one(b)) return a;
    return intern({.kind = Folded::Kind::divide, .a = a, .b = b});
  }
  /// Returns 1/dx².
  int per_area() { return divide(one(), multiply(dx(), dx())); }
  int square_root(int a) {
    return is_one(a) ? a : intern({.kind = Folded::Kind::square_root, .a = a});
  }
  /// Adds from left to right; the text's own sums are taken apart: 1 − (F + k) is (1 − F) − k.
  int add(int sum, int term, bool is_negative) {
    const Folded folded = at(term);
    if (folded.kind == Folded::Kind::negate) return add(sum, folded.a, !is_negative);
    if (folded.kind == Folded::Kind::node) {
      const Node& in_text = model_.document.node(folded.a);
      if (in_text.operation == Operation::add || in_text.operation == Operation::subtract) {
        const bool flips = in_text.operation == Operation::subtract;
        sum = add(sum, node(in_text.operand[0]), is_negative);
        return add(sum, node(in_text.operand[1]), is_negative != flips);
      }
    }
    return intern({.kind = Folded::Kind::add, .a = sum, .b = is_negative ? negate(term) : term});
  }

  /// Returns the index of a constant with this value.
  int constant(int folded) {
    auto& constants = program_.constants;
    const auto found = std::find(constants.begin(), constants.end(), folded);
    if (found != constants.end()) return static_cast<int>(found - constants.begin());
    constants.push_back(folded);
    return static_cast<int>(constants.size()) - 1;
  }

 private:
  [[nodiscard]] const Folded& at(int index) const {
    return program_.folded[static_cast<std::size_t>(index)];
  }
  int intern(const Folded& folded) {
    const auto key = std::tuple(folded.kind, folded.a, folded.b, folded.number);
    const auto [found, is_new] = known_.emplace(key, static_cast<int>(program_.folded.size()));
    if (is_new) program_.folded.push_back(folded);
    return found->second;
  }

  const Model& model_;
  Program& program_;
  std::map<std::tuple<Folded::Kind, int, int, double>, int> known_;
  int one_ = 0;
  int dx_ = 0;
  int dt_ = 0;
};

}  // namespace heatwave::field::formula
