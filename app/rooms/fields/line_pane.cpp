// Draws what exporting::marks_of() says, in the window's fonts and colours.
#include "app/rooms/fields/line_pane.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/session/field/line_plots.h"
#include "app/session/field/theory.h"
#include "app/ui/line_chart.h"
#include "app/ui/pen.h"

namespace heatwave::fields_room {
namespace {

constexpr float kLetter = 19;       ///< height of a line of text, in design units
constexpr double kCurveReach = 10;  ///< distance at which a curve is taken hold of, likewise

lines::Frame frame_of(const ui::Box& box) {
  return {static_cast<double>(box.left), static_cast<double>(box.top),
          static_cast<double>(box.right), static_cast<double>(box.bottom)};
}

ui::Box box_of(const lines::Frame& frame) {
  return {static_cast<float>(frame.left), static_cast<float>(frame.top),
          static_cast<float>(frame.right), static_cast<float>(frame.bottom)};
}

std::vector<ImVec2> in_window(const std::vector<core::Point>& points) {
  std::vector<ImVec2> placed;
  placed.reserve(points.size());
  for (const core::Point p : points) {
    placed.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  }
  return placed;
}

/// The colour of a curve: the accent for the one that the colours show, others as probes have them.
ImVec4 colour_of(const FieldsView& context, const exporting::LinePlot& plot, std::size_t curve) {
  if (plot.curves[curve].is_main) return context.theme.accent;
  if (plot.curves[curve].is_dashed) return context.theme.text;
  return ui::curve_colour(context.theme.dark, curve + 1);
}

class PlotDrawing {
 public:
  PlotDrawing(const FieldsView& context, const exporting::LinePlot& plot,
              const exporting::PlotMarks& marks)
      : context_(context),
        plot_(plot),
        marks_(marks),
        list_(*ImGui::GetBackgroundDrawList()),
        pen_(context, list_),
        unit_(context.unit) {}

  void below(const ui::Box& curves) const {
    pen_.fill(curves, pen_.neutral(0.04F));
    list_.PushClipRect({curves.left, curves.top}, {curves.right, curves.bottom});
    for (const lines::Frame& medium : marks_.media) {
      pen_.fill(box_of(medium), ui::with_alpha(context_.theme.accent, 0.12F));
    }
    constexpr colour::Rgb kWall = colour::kWallColour;
    for (const lines::Frame& wall : marks_.walls) {
      const ui::Box box = box_of(wall);
      list_.AddRectFilled({box.left, box.top}, {box.right, box.bottom},
                          IM_COL32(kWall.r, kWall.g, kWall.b, 255));
    }
    strokes(marks_.grid, pen_.neutral(0.14F), 1);
    if (!marks_.zero.empty()) strokes({marks_.zero}, pen_.neutral(0.4F), 1);
    // Dashes stay visible over the curve that they agree with.
    for (const bool is_dashed : {false, true}) {
      for (std::size_t i = 0; i < marks_.curves.size(); ++i) {
        if (plot_.curves[i].is_dashed == is_dashed) curve(i);
      }
    }
    strokes(marks_.held, context_.theme.error, 5);
    list_.PopClipRect();
  }

  void around(const ui::Box& curves, const ui::Box& past) const {
    for (const ui::Box& box : {curves, past}) pen_.frame(box, pen_.neutral(0.45F));
    strokes(marks_.ticks, pen_.neutral(0.6F), 1);
    for (const exporting::PlotText& text : marks_.texts) {
      using From = exporting::PlotText::Align;
      const ui::Align align = text.align == From::left     ? ui::Align::left
                              : text.align == From::centre ? ui::Align::centre
                                                           : ui::Align::right;
      const auto x = static_cast<float>(text.at.x);
      const auto y = static_cast<float>(text.at.y);
      if (text.curve >= 0) {
        pen_.text_on_plate(x, y, text.text,
                           colour_of(context_, plot_, static_cast<std::size_t>(text.curve)),
                           ui::Voice::strong, align);
      } else {
        pen_.text(x, y, text.text, text.is_title ? context_.theme.text : context_.theme.dim,
                  text.is_title ? ui::Voice::strong : ui::Voice::body, align);
      }
    }
  }

 private:
  void strokes(const std::vector<std::vector<core::Point>>& parts, const ImVec4& colour,
               float width) const {
    for (const auto& part : parts) {
      ui::stroke(list_, in_window(part), ui::packed_colour(colour), width * unit_);
    }
  }
  void curve(std::size_t i) const {
    constexpr float kUnseen = 0.2F;  // largest error of a simplified curve, in window units
    const ImU32 colour = ui::packed_colour(colour_of(context_, plot_, i));
    const float width = (plot_.curves[i].is_main ? 2.5F : 1.75F) * unit_;
    for (const auto& part : marks_.curves[i]) {
      std::vector<ImVec2> points = in_window(part);
      ui::simplify(points, kUnseen);
      if (!plot_.curves[i].is_dashed) {
        ui::stroke(list_, points, colour, width);
        continue;
      }
      for (const auto& dash : ui::dashes(points, 7 * unit_)) {
        ui::stroke(list_, dash, colour, width);
      }
    }
  }

  const FieldsView& context_;
  const exporting::LinePlot& plot_;
  const exporting::PlotMarks& marks_;
  ImDrawList& list_;
  ui::ChartPen pen_;
  float unit_;
};

}  // namespace

void LineLook::take(const exporting::LinePlot* plot, const ui::Box& curves) {
  plot_ = plot;
  curves_ = curves;
}

core::Point LineLook::to_window(core::Point cells) const {
  const double x = mapping_.to_window(cells).x;
  const double middle = static_cast<double>(curves_.top + curves_.bottom) / 2;
  if (plot_ == nullptr || plot_->curves.empty()) return {x, middle};
  const std::vector<float>& values = plot_->curves.back().values;
  if (values.empty()) return {x, middle};
  const exporting::PlotMapping mapping(*plot_, {.curves = frame_of(curves_), .past = {}});
  const double last = static_cast<double>(values.size()) - 1;
  const double at = std::clamp(cells.x - 0.5, 0.0, last);
  const auto left = static_cast<std::size_t>(at);
  const auto right = std::min(values.size() - 1, left + 1);
  const double part = at - static_cast<double>(left);
  const double value =
      static_cast<double>(values[left]) * (1 - part) + static_cast<double>(values[right]) * part;
  if (!std::isfinite(value)) return {x, middle};
  return {x, std::clamp(mapping.y_of(value), static_cast<double>(curves_.top),
                        static_cast<double>(curves_.bottom))};
}

core::Point LineLook::to_cells(double x, double y) const {
  return {mapping_.to_cells(x, y).x, 0.5};
}

double LineLook::value_at(double y) const {
  if (plot_ == nullptr) return 0.0;
  return exporting::PlotMapping(*plot_, {.curves = frame_of(curves_), .past = {}}).value_at(y);
}

ui::Box LinePane::place(const ui::Box& area, float unit) {
  area_ = area;
  const auto plan = exporting::plan_plot(frame_of(area), static_cast<double>(kLetter * unit));
  curves_ = box_of(plan.curves);
  past_ = box_of(plan.past);
  look_.take(plot_ ? &*plot_ : nullptr, curves_);
  return curves_;
}

void LinePane::forget() {
  plot_.reset();
  image_.reset();
  look_.take(nullptr, curves_);
}

void LinePane::follow(const rooms::Frame& frame, const view::FieldMapping& mapping,
                      bool shows_theory) {
  const session::Snapshot& now = frame.snapshot;
  if (now.line == nullptr || frame.colours.map == nullptr) return forget();
  plot_ = session::line_plot(now.scene, *now.line, frame.colours);
  const auto left = static_cast<double>(curves_.left);
  const auto right = static_cast<double>(curves_.right);
  plot_->first_cell = std::max(0.0, mapping.to_cells(left, 0).x);
  plot_->end_cell = std::min(static_cast<double>(plot_->cells), mapping.to_cells(right, 0).x);
  add_comparison(frame);
  if (shows_theory) add_theory(frame);
  look_.take(&*plot_, curves_);
}

void LinePane::add_comparison(const rooms::Frame& frame) {
  if (frame.comparison == nullptr || frame.comparison->snapshot == nullptr) return;
  const rooms::Comparison& comparison = *frame.comparison;
  const session::Snapshot& other = *comparison.snapshot;
  if (!comparison.is_comparable || other.line == nullptr) return;
  const std::span<const float> values = other.line->now->shown(other.scene);
  std::string label = comparison.before;
  if (comparison.largest) {
    label += *comparison.largest == 0.0
                 ? ", equal to the last bit"
                 : fmt::format(", differs by {:.3g} at most",
                               *comparison.largest * frame.colours.legend.scale());
  }
  plot_->curves.back().label += ", " + comparison.now;
  plot_->curves.insert(plot_->curves.begin(),
                       {.label = std::move(label), .values = {values.begin(), values.end()}});
}

void LinePane::add_theory(const rooms::Frame& frame) {
  const session::Snapshot& now = frame.snapshot;
  if (!now.readings.as_begun) return;
  const auto theory = session::theory_of(now.scene);
  if (!theory) return;
  exporting::PlotCurve curve{.label = "theory: " + theory->words, .values = {}, .is_dashed = true};
  for (int cell = 0; cell < plot_->cells; ++cell) {
    curve.values.push_back(static_cast<float>(
        theory->value({cell + 0.5, 0.5}, static_cast<double>(now.line->now->step))));
  }
  plot_->curves.insert(plot_->curves.begin(), std::move(curve));
}

void LinePane::aim(PointerInput& pointer, core::Point window, float unit) const {
  pointer.value.reset();
  pointer.on_curve = false;
  if (!plot_) return;
  pointer.value = look_.value_at(window.y);
  pointer.value_per_unit =
      std::abs(look_.value_at(window.y + static_cast<double>(unit)) - *pointer.value);
  const core::Point curve = look_.to_window(pointer.at);
  pointer.on_curve = std::abs(curve.y - window.y) <= kCurveReach * static_cast<double>(unit);
}

void LinePane::draw_past(const FieldsView& context) {
  const session::Snapshot& now = context.snapshot;
  const PastKey key{.scene_version = now.scene_version,
                    .field_version = now.field_version,
                    .scale = context.colours,
                    .first_cell = plot_->first_cell,
                    .end_cell = plot_->end_cell,
                    .dark = context.theme.dark};
  if (std::exchange(key_, key) != key || image_ == nullptr) {
    const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
    const ImVec4 ground = pen.neutral(0.07F);
    const auto byte = [](float part) { return static_cast<std::uint8_t>(std::lround(255 * part)); };
    image_ = std::make_shared<const exporting::Image>(exporting::past_pixels(
        *plot_, static_cast<int>(past_.width()), {byte(ground.x), byte(ground.y), byte(ground.z)}));
  }
  if (context.texture_of_image == nullptr) return;
  ImGui::GetBackgroundDrawList()->AddImage((*context.texture_of_image)(image_),
                                           {past_.left, past_.top}, {past_.right, past_.bottom});
}

void LinePane::draw(const FieldsView& context) {
  if (!plot_) return;
  const exporting::PlotPlan plan{.curves = frame_of(curves_), .past = frame_of(past_)};
  const exporting::PlotMarks marks =
      exporting::marks_of(*plot_, plan, static_cast<double>(kLetter * context.unit));
  const PlotDrawing drawing(context, *plot_, marks);
  drawing.below(curves_);
  draw_past(context);
  drawing.around(curves_, past_);
}

}  // namespace heatwave::fields_room
