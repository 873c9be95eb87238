// The methods by which a GPU takes several steps in one launch.
#pragma once

#include <string>
#include <vector>

#include "kernels/field/stepping.h"

namespace heatwave::field::testing {

struct Method {
  std::string name;
  Stepping stepping;
};

inline const std::vector<Method>& methods() {
  static const std::vector<Method> kAll{
      {"in registers", {}},
      {"small tiles", {.in_registers = false, .tiles = Tiles::small}},
      {"large tiles", {.in_registers = false, .tiles = Tiles::large}},
      {"strips", {.in_registers = false, .tiles = Tiles::strips}}};
  return kAll;
}

}  // namespace heatwave::field::testing
