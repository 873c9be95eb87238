// The expressions of one sub-step form a graph in which equal nodes are one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Thrown to leave a model that cannot be lowered.
struct NotLowered {
  Problem problem;
};

/// Throws NotLowered with the place of a node of the text.
[[noreturn]] void fail_at(const Node& at, std::string message);

/// One term of a sum: ± factor · [m] · value.
struct Term {
  int factor = 0;  ///< index of a folded expression
  bool is_negative = false;
  bool has_medium = false;
  int value = kNone;  ///< index of a graph node; kNone: the factor alone
};
using Terms = std::vector<Term>;

/// A node of the graph: an operation, or a sum of terms.
struct GraphNode {
  Op op = Op::constant;
  bool is_sum = false;
  int a = kNone;
  int b = kNone;
  int c = kNone;
  Terms terms;
};

/// Collects the nodes of one sub-step.
class Graph {
 public:
  /// Returns the index of this node, which is added unless an equal one exists. Throws NotLowered
  /// when there are too many.
  int intern(GraphNode node);
  int input(Op op, int index = kNone) { return intern({.op = op, .a = index}); }
  int unary(Op op, int a) { return intern({.op = op, .a = a}); }
  int binary(Op op, int a, int b) { return intern({.op = op, .a = a, .b = b}); }

  [[nodiscard]] const GraphNode& node(int index) const {
    return nodes_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  /// Notes that a value is a derivative in space, whose terms come last in a sum.
  void mark_spatial(int value) { spatial_.push_back(value); }
  [[nodiscard]] bool is_spatial(int value) const;

 private:
  std::vector<GraphNode> nodes_;
  std::map<std::vector<int>, int> known_;
  std::vector<int> spatial_;
};

}  // namespace heatwave::field::formula
