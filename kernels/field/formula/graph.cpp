// Equal nodes are found by their operation, operands and terms.
#include "kernels/field/formula/graph.h"

#include <algorithm>
#include <utility>

namespace heatwave::field::formula {
namespace {

constexpr std::size_t kMostValues = 4096;

}  // namespace

void fail_at(const Node& at, std::string message) {
  throw NotLowered{{at.place, std::move(message)}};
}

int Graph::intern(GraphNode node) {
  std::vector<int> key{static_cast<int>(node.op), node.is_sum ? 1 : 0, node.a, node.b, node.c};
  for (const Term& term : node.terms) {
    key.insert(key.end(),
               {term.factor, term.is_negative ? 1 : 0, term.has_medium ? 1 : 0, term.value});
  }
  const auto [found, is_new] = known_.emplace(std::move(key), static_cast<int>(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= kMostValues) {
      throw NotLowered{{{}, "the formula is too large once its parts are put together"}};
    }
    nodes_.push_back(std::move(node));
  }
  return found->second;
}

bool Graph::is_spatial(int value) const {
  return node(value).op == Op::laplacian ||
         std::find(spatial_.begin(), spatial_.end(), value) != spatial_.end();
}

}  // namespace heatwave::field::formula
