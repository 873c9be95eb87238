// This file instantiates a test for every equation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/field/equation_catalogue.h"

namespace heatwave::field::testing {

inline std::vector<std::string> ids_of_equations() {
  std::vector<std::string> ids;
  for (const EquationInfo& equation : equations()) ids.push_back(equation.id);
  return ids;
}

/// Returns a test name, which may contain only letters, digits and underscores.
inline std::string name_of_id(const ::testing::TestParamInfo<std::string>& each) {
  std::string name = each.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace heatwave::field::testing
