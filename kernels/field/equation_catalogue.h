// The catalogue of equations. To add an equation, include its header and add its type to the list
// here.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "kernels/field/equation.h"
#include "kernels/field/equations/fitzhugh_nagumo.h"
#include "kernels/field/equations/gray_scott.h"
#include "kernels/field/equations/heat.h"
#include "kernels/field/equations/wave.h"

namespace heatwave::field {

template <typename... Equations>
struct EquationList {};

using Catalogue = EquationList<Heat, Wave, GrayScott, FitzHughNagumo>;

/// Returns every equation's row, in the order of the catalogue.
const std::vector<EquationInfo>& equations();

/// Throws core::Error with a list of all ids when no equation has this id.
const EquationInfo& find_equation(std::string_view id);

/// Calls `function.template operator()<Equation>()` for the equation with this id.
template <typename Function, typename... Equations>
auto with_equation(std::string_view id, EquationList<Equations...> /*list*/, Function function) {
  using First = std::tuple_element_t<0, std::tuple<Equations...>>;
  using Result = decltype(function.template operator()<First>());
  Result result{};
  (void)find_equation(id);
  (void)((Equations::info().id == id ? (result = function.template operator()<Equations>(), true)
                                     : false) ||
         ...);
  return result;
}

}  // namespace heatwave::field
