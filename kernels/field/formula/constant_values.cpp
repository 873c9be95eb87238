// Expressions that consist of numbers and parameters are found and computed here.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/field/formula/model.h"

namespace heatwave::field::formula {

using Means = Meaning::Kind;

std::vector<double> initial_values(const Model& model) {
  std::vector<double> values;
  for (const Parameter& parameter : model.parameters) values.push_back(parameter.initial);
  return values;
}

bool is_constant(const Model& model, int root) {
  std::vector<int> open{root};
  std::vector<bool> seen(model.document.names.size());
  while (!open.empty()) {
    const Node& node = model.document.node(open.back());
    open.pop_back();
    switch (node.operation) {
      case Operation::name: {
        const Meaning& means = model.meaning(node);
        switch (means.kind) {
          case Means::definition:
            if (!seen[static_cast<std::size_t>(node.name)]) open.push_back(means.index);
            seen[static_cast<std::size_t>(node.name)] = true;
            break;
          case Means::parameter:
          case Means::pi:
          case Means::width:
          case Means::height:
          case Means::dx:
          case Means::dt:
            break;
          case Means::unknown:
          case Means::component:
          case Means::x:
          case Means::y:
          case Means::time:
          case Means::medium:
          case Means::noise:
          case Means::white:
          case Means::picture:
            return false;
        }
        break;
      }
      case Operation::rate:
      case Operation::noise:
      case Operation::white:
      case Operation::integral:
      case Operation::laplacian:
      case Operation::divergence:
      case Operation::gradient:
      case Operation::derivative:
        return false;
      default:
        break;
    }
    for (int i = 0; i < node.operands; ++i)
      open.push_back(node.operand[static_cast<std::size_t>(i)]);
  }
  return true;
}

ConstantValues::ConstantValues(const Model& model, std::span<const double> parameters,
                               core::Extent extent)
    : model_(model),
      parameters_(parameters.begin(), parameters.end()),
      extent_(extent),
      values_(model.document.nodes.size()),
      is_known_(model.document.nodes.size()) {}

double ConstantValues::operator()(int node) {
  const auto index = static_cast<std::size_t>(node);
  if (!is_known_[index]) {
    is_known_[index] = true;
    values_[index] = computed(model_.document.node(node));
  }
  return values_[index];
}

double ConstantValues::named(const Node& node) {
  const Meaning& means = model_.meaning(node);
  switch (means.kind) {
    case Means::definition:
      return (*this)(means.index);
    case Means::parameter:
      return parameters_.at(static_cast<std::size_t>(means.index));
    case Means::pi:
      return std::numbers::pi;
    case Means::dx:
      return spacing();
    case Means::dt:
      return time_step();
    case Means::width:
      return extent_.width * spacing();
    case Means::height:
      return extent_.height * spacing();
    case Means::unknown:
    case Means::component:
    case Means::x:
    case Means::y:
    case Means::time:
    case Means::medium:
    case Means::noise:
    case Means::white:
    case Means::picture:
      break;
  }
  return 0.0;
}

double ConstantValues::computed(const Node& node) {
  const auto at = [&](std::size_t i) { return (*this)(node.operand[i]); };
  switch (node.operation) {
    case Operation::number:
      return node.number;
    case Operation::name:
      return named(node);
    case Operation::negate:
      return -at(0);
    case Operation::add:
      return at(0) + at(1);
    case Operation::subtract:
      return at(0) - at(1);
    case Operation::multiply:
      return at(0) * at(1);
    case Operation::divide:
      return at(0) / at(1);
    case Operation::power:
      return std::pow(at(0), at(1));
    case Operation::less:
      return at(0) < at(1) ? 1.0 : 0.0;
    case Operation::less_equal:
      return at(0) <= at(1) ? 1.0 : 0.0;
    case Operation::greater:
      return at(0) > at(1) ? 1.0 : 0.0;
    case Operation::greater_equal:
      return at(0) >= at(1) ? 1.0 : 0.0;
    case Operation::equal:
      return at(0) == at(1) ? 1.0 : 0.0;
    case Operation::not_equal:
      return at(0) != at(1) ? 1.0 : 0.0;
    case Operation::both:
      return at(0) != 0.0 && at(1) != 0.0 ? 1.0 : 0.0;
    case Operation::either:
      return at(0) != 0.0 || at(1) != 0.0 ? 1.0 : 0.0;
    case Operation::negation:
      return at(0) == 0.0 ? 1.0 : 0.0;
    case Operation::square_root:
      return std::sqrt(at(0));
    case Operation::exp:
      return std::exp(at(0));
    case Operation::log:
      return std::log(at(0));
    case Operation::sin:
      return std::sin(at(0));
    case Operation::cos:
      return std::cos(at(0));
    case Operation::tan:
      return std::tan(at(0));
    case Operation::sinh:
      return std::sinh(at(0));
    case Operation::cosh:
      return std::cosh(at(0));
    case Operation::tanh:
      return std::tanh(at(0));
    case Operation::abs:
      return std::abs(at(0));
    case Operation::min:
      return at(0) < at(1) ? at(0) : at(1);
    case Operation::max:
      return at(0) > at(1) ? at(0) : at(1);
    case Operation::mod:
      return at(0) - at(1) * std::floor(at(0) / at(1));
    case Operation::heaviside:
      return at(0) > 0.0 ? 1.0 : 0.0;
    case Operation::sign:
      return at(0) > 0.0 ? 1.0 : at(0) < 0.0 ? -1.0 : 0.0;
    case Operation::choose:
      return at(0) != 0.0 ? at(1) : at(2);
    case Operation::gauss:
      return std::exp(-(at(0) * at(0) + at(1) * at(1)) / (at(2) * at(2)));
    case Operation::rate:
    case Operation::noise:
    case Operation::white:
    case Operation::integral:
    case Operation::laplacian:
    case Operation::divergence:
    case Operation::gradient:
    case Operation::derivative:
      break;
  }
  return 0.0;
}

}  // namespace heatwave::field::formula
