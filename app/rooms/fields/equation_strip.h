// The equation and parameters that a lecture's step points at, above the field.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

class EquationStrip {
 public:
  /// Takes the named places that the strip shows: "equation", and "parameter/alpha" for each
  /// parameter of the scene's equation.
  void take(std::span<const std::string> named, const scene::Scene& scene);
  /// Returns the height that the strip takes; 0: nothing is named.
  [[nodiscard]] float height(float unit) const;
  void place(const ui::Box& area) { area_ = area; }
  void draw(FieldsView& context) const;

 private:
  bool shows_equation_ = false;
  std::vector<std::size_t> parameters_;  ///< by index
  ui::Box area_;
};

}  // namespace heatwave::fields_room
