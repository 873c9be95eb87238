// The groups of the side panel, one function each, and the speed limit in the timings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/colour/colouring.h"
#include "app/rooms/fields/fields_view.h"
#include "app/words/formula_tex.h"
#include "kernels/field/report.h"

namespace heatwave::fields_room {

struct SpeedLimit {
  double bytes_per_second = 0.0;  ///< 0: no known limit applies
  std::string name;               ///< "of memory's speed"
  std::string how;                ///< a sentence about the limit and its source
};

/// Returns the limit for a field of this size. The first call on the CPU measures for some tens of
/// milliseconds.
SpeedLimit speed_limit(const field::BackendInfo& backend, std::uint64_t bytes);

/// The place of a parameter's title: above its slider, with the unit, or at its left.
enum class TitlePlace : std::uint8_t { above, beside };

/// Draws a parameter: its title and its slider. Returns true while it changes.
bool draw_parameter(FieldsView& context, const field::ParameterInfo& info, double& value,
                    double maximum, const char* format, bool logarithmic,
                    TitlePlace title = TitlePlace::above);

/// The terms of an equation: all, or those without a parameter that is 0.
enum class Terms : std::uint8_t { all, present };

/// Returns the scene's equation, or its typed formula, in TeX's syntax.
std::string equation_in_tex(const scene::Scene& scene, Terms terms,
                            words::Equations places = words::Equations::column);

/// Explains the symbol of a formula's text that no slider explains; empty: it has none.
std::string symbol_words(std::string_view formula);

/// Names the parameters whose sliders differ from the text of the equation: "alpha is 0.25 on its
/// slider, in place of the text's 0.2."; empty: none.
std::string slider_words(const scene::Scene& scene);

/// Draws the title and the slider of a parameter of the scene's equation.
void draw_parameter(FieldsView& context, std::size_t index, TitlePlace title = TitlePlace::above);

void draw_equation_group(FieldsView& context);

/// Draws a slider for each parameter of the equation.
void draw_parameters(FieldsView& context);

void draw_colours_group(FieldsView& context);

void draw_scene_group(FieldsView& context);

void draw_timings_group(FieldsView& context);

void draw_export_group(FieldsView& context);

void draw_tools_group(FieldsView& context);

void draw_item_group(FieldsView& context);

void draw_measure_group(FieldsView& context);

void draw_view_group(FieldsView& context);

/// Shows the field by this view, with the parameters last used for it.
void choose_view(FieldsView& context, scene::ViewKind kind);
/// Returns the search words of the group: "flat, contours, …".
const std::string& view_group_words();

}  // namespace heatwave::fields_room
