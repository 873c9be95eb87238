// Looks into expressions whose names have meanings already.
#include "kernels/field/formula/draft_checks.h"

namespace heatwave::field::formula {

bool is_function(std::string_view name) {
  for (const FunctionName& function : function_names()) {
    if (function.text == name) return true;
  }
  return false;
}

bool DraftChecks::is_picture(int expression) const {
  const Node& at = node(expression);
  return at.operation == Operation::name && model_.meaning(at).kind == Means::picture;
}

int DraftChecks::differentiated_name(const Node& at) const {
  if (at.operation == Operation::derivative) return at.name;
  if (at.operation != Operation::laplacian && at.operation != Operation::gradient) return kNone;
  const Node& operand = node(at.operand[0]);
  return operand.operation == Operation::name ? operand.name : kNone;
}

bool DraftChecks::is_fixed(int root) {
  if (fixed_.empty()) fixed_.resize(model_.document.nodes.size(), Fixed::unknown);
  Fixed& known = fixed_[static_cast<std::size_t>(root)];
  if (known == Fixed::yes || known == Fixed::open) return true;
  if (known == Fixed::no) return false;
  known = Fixed::open;
  const Node& at = node(root);
  bool is = true;
  switch (at.operation) {
    case Operation::name: {
      const Meaning& means = meaning(at.name);
      is = means.kind == Means::definition
               ? is_fixed(means.index)
               : means.kind == Means::parameter || means.kind == Means::pi ||
                     means.kind == Means::dx || means.kind == Means::dt ||
                     means.kind == Means::width || means.kind == Means::height;
      break;
    }
    case Operation::rate:
    case Operation::derivative:
    case Operation::noise:
    case Operation::white:
    case Operation::integral:
      is = false;
      break;
    default:
      break;
  }
  for (int i = 0; i < at.operands; ++i)
    is = is_fixed(at.operand[static_cast<std::size_t>(i)]) && is;
  fixed_[static_cast<std::size_t>(root)] = is ? Fixed::yes : Fixed::no;
  return is;
}

}  // namespace heatwave::field::formula
