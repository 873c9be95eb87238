// Looks equations up by their ids.
#include "kernels/field/catalogue.h"

#include <string>

#include "kernels/core/error.h"

namespace heatwave::field {
namespace {

template <typename... Equations>
std::vector<EquationInfo> rows(EquationList<Equations...> /*list*/) {
  return {Equations::info()...};
}

}  // namespace

const std::vector<EquationInfo>& equations() {
  static const std::vector<EquationInfo> all = rows(Catalogue{});
  return all;
}

const EquationInfo& find_equation(std::string_view id) {
  std::string known;
  for (const EquationInfo& equation : equations()) {
    if (equation.id == id) return equation;
    known += (known.empty() ? "" : ", ") + equation.id;
  }
  throw core::Error("unknown equation '" + std::string(id) + "' (there are: " + known + ")");
}

}  // namespace heatwave::field
