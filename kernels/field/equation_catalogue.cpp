// Equations are found by their ids here.
#include "kernels/field/equation_catalogue.h"

#include <string>

#include "kernels/core/find_by_id.h"

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
  return core::find_by_id(equations(), id,
                          [&] { return "unknown equation '" + std::string(id) + "'"; });
}

}  // namespace heatwave::field
