// Heat on a plate for YASK's compiler, with the arithmetic of our heat equation. It is copied into
// the folder src/stencils of YASK's sources and built there.
#include "yask_compiler_api.hpp"

namespace {

using namespace yask;

class HeatPlate : public yc_solution_base {
 public:
  HeatPlate() : yc_solution_base("heat_plate") {}

  void define() override {
    const auto neighbours = (u(t, y, x - 1) + u(t, y, x + 1)) + (u(t, y - 1, x) + u(t, y + 1, x));
    u(t + 1, y, x) EQUALS u(t, y, x) + kAlpha*(neighbours - 4.0 * u(t, y, x));
  }

 private:
  static constexpr double kAlpha = 0.2;

  MAKE_STEP_INDEX(t);
  MAKE_DOMAIN_INDEX(y);
  MAKE_DOMAIN_INDEX(x);
  MAKE_VAR(u, t, y, x);
};

REGISTER_SOLUTION(HeatPlate);

}  // namespace
