// Computes the marks of a plot, and draws its picture for files.
#include "app/export/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/export/coverage.h"
#include "app/export/framed_picture.h"
#include "app/export/pixels.h"
#include "app/words/numbers.h"
#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

constexpr double kBeyond = 0.07;  ///< the axis of values goes on beyond the range of the colours

// Margins of a plot, in letters.
constexpr double kPlotNumbers = 4.2;
constexpr double kRightMargin = 1.2;
constexpr double kTopMargin = 0.7;
constexpr double kBetween = 0.8;
constexpr double kBelow = 3.0;
/// The share of the curves in the height of both parts.
constexpr double kCurvesPart = 0.5;

bool has_flag(const LinePlot& plot, std::size_t cell, field::CellFlag flag) {
  return cell < plot.flags.size() && (plot.flags[cell] & flag) != 0;
}

std::string number_text(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  std::string text = fmt::format("{:.{}f}", std::abs(value) < step * 1e-6 ? 0.0 : value, decimals);
  if (text.front() == '-') text.replace(0, 1, "−");
  return text;
}

/// Calls `take` with each round number of a scale from one unit to another, and its text.
template <typename Take>
void for_ticks(const PlotScale& scale, double from, double to, int most, Take take) {
  const double a = scale.origin + scale.per_unit * from;
  const double b = scale.origin + scale.per_unit * to;
  if (!(b > a)) return;
  const double step = words::tick_step(a, b, std::max(2, most));
  for (double i = std::ceil(a / step - 1e-9); i * step <= b + 1e-9 * step; ++i) {
    take((i * step - scale.origin) / scale.per_unit, number_text(i * step, step));
  }
}

/// Calls `take` with the first cell and the one after the last of each run of cells with a flag.
template <typename Take>
void for_runs(const LinePlot& plot, field::CellFlag flag, Take take) {
  const auto cells = static_cast<std::size_t>(plot.cells);
  for (std::size_t cell = 0; cell < cells;) {
    std::size_t end = cell;
    while (end < cells && has_flag(plot, end, flag)) ++end;
    if (end > cell) take(static_cast<double>(cell), static_cast<double>(end));
    cell = end + 1;
  }
}

class MarksMaker {
 public:
  MarksMaker(const LinePlot& plot, const PlotPlan& plan, double letter)
      : plot_(plot), plan_(plan), letter_(letter), mapping_(plot, plan) {}

  PlotMarks made() {
    cells_with_flags();
    value_axis();
    line_axis();
    time_axis();
    for (const PlotCurve& curve : plot_.curves) marks_.curves.push_back(parts_of(curve.values));
    name_curves();
    return std::move(marks_);
  }

 private:
  void cells_with_flags() {
    const auto bands = [&](field::CellFlag flag, std::vector<lines::Frame>& to) {
      for_runs(plot_, flag, [&](double first, double end) {
        const double left = std::max(mapping_.x_of(first), plan_.curves.left);
        const double right = std::min(mapping_.x_of(end), plan_.curves.right);
        if (left < right) to.push_back({left, plan_.curves.top, right, plan_.curves.bottom});
      });
    };
    bands(field::kWall, marks_.walls);
    bands(field::kMedium, marks_.media);
    if (plot_.curves.empty()) return;
    const std::vector<float>& values = plot_.curves.back().values;
    for_runs(plot_, field::kHeld, [&](double first, double end) {
      std::vector<core::Point> points;
      const auto add = [&](double cell, std::size_t of) {
        if (of < values.size() && std::isfinite(values[of])) {
          points.push_back({mapping_.x_of(cell), mapping_.y_of(static_cast<double>(values[of]))});
        }
      };
      add(first, static_cast<std::size_t>(first));
      for (double cell = first; cell < end; ++cell) add(cell + 0.5, static_cast<std::size_t>(cell));
      add(end, static_cast<std::size_t>(end) - 1);
      if (points.size() > 1) marks_.held.push_back(std::move(points));
    });
  }

  void text(core::Point at, PlotText::Align align, std::string words) {
    if (letter_ > 0) marks_.texts.push_back({at, align, std::move(words)});
  }
  void title(core::Point at, PlotText::Align align, std::string words) {
    if (letter_ > 0 && !words.empty()) marks_.texts.push_back({at, align, std::move(words), true});
  }

  void value_axis() {
    const lines::Frame& box = plan_.curves;
    const int most = std::clamp(static_cast<int>((box.bottom - box.top) / (2.2 * letter_ + 1)), 2,
                                lines::kMostLevels);
    colour::ColourScale scale = plot_.scale;
    scale.kind = colour::ScaleKind::linear;  // the curves stand on a linear axis
    const lines::Levels levels = lines::levels_of(scale, letter_ > 0 ? most : 4);
    for (const double value : levels.values) {
      const double y = mapping_.y_of(value);
      if (y < box.top || y > box.bottom) continue;
      marks_.grid.push_back({{box.left, y}, {box.right, y}});
      marks_.ticks.push_back({{box.left - 0.3 * letter_, y}, {box.left, y}});
      text({box.left - 0.5 * letter_, y}, PlotText::Align::right,
           lines::level_text(plot_.scale, value, levels.step));
    }
    const double zero = mapping_.y_of(plot_.scale.legend.value(0.0));
    if (zero > box.top && zero < box.bottom) marks_.zero = {{box.left, zero}, {box.right, zero}};
  }

  void line_axis() {
    const lines::Frame& box = plan_.past;
    const int most = static_cast<int>((box.right - box.left) / (4.5 * letter_ + 1));
    // The number of a cell stands at the cell's middle.
    for_ticks(plot_.along, plot_.first_cell - 0.5, plot_.end_cell - 0.5, letter_ > 0 ? most : 4,
              [&](double cell, std::string words) {
                const double x = mapping_.x_of(cell + 0.5);
                marks_.grid.push_back({{x, plan_.curves.top}, {x, plan_.curves.bottom}});
                marks_.ticks.push_back({{x, box.bottom}, {x, box.bottom + 0.3 * letter_}});
                text({x, box.bottom + 0.9 * letter_}, PlotText::Align::centre, std::move(words));
              });
    title({(box.left + box.right) / 2, box.bottom + 2.1 * letter_}, PlotText::Align::centre,
          plot_.along.title);
  }

  void time_axis() {
    const lines::Frame& box = plan_.past;
    const int most = static_cast<int>((box.bottom - box.top) / (2.2 * letter_ + 1));
    const auto top = static_cast<double>(plot_.top_step());
    const double title_y = box.top + 0.5 * letter_;
    for_ticks(plot_.time, top - static_cast<double>(plot_.over), top, letter_ > 0 ? most : 4,
              [&](double step, std::string words) {
                const double y = mapping_.y_of_step(step);
                marks_.ticks.push_back({{box.left - 0.3 * letter_, y}, {box.left, y}});
                if (y < title_y + 1.2 * letter_) return;  // the title stands there
                text({box.left - 0.5 * letter_, y}, PlotText::Align::right, std::move(words));
              });
    title({box.left - 0.5 * letter_, title_y}, PlotText::Align::right, plot_.time.title);
  }

  /// Returns the parts of a curve between gaps, through the middles of cells.
  [[nodiscard]] std::vector<std::vector<core::Point>> parts_of(
      const std::vector<float>& values) const {
    std::vector<std::vector<core::Point>> parts;
    std::vector<core::Point> part;
    const auto end = [&] {
      if (!part.empty()) parts.push_back(std::exchange(part, {}));
    };
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(plot_.first_cell) - 1));
    const auto last = std::min(
        values.size(), static_cast<std::size_t>(std::max(0.0, std::ceil(plot_.end_cell) + 1)));
    for (std::size_t cell = first; cell < last; ++cell) {
      if (!std::isfinite(values[cell]) || has_flag(plot_, cell, field::kWall)) {
        end();
        continue;
      }
      part.push_back({mapping_.x_of(static_cast<double>(cell) + 0.5),
                      mapping_.y_of(static_cast<double>(values[cell]))});
    }
    end();
    return parts;
  }

  /// Names the curves in the upper right corner.
  void name_curves() {
    if (letter_ <= 0) return;
    const lines::Frame& box = plan_.curves;
    double y = box.top + letter_;
    for (std::size_t i = plot_.curves.size(); i-- > 0; y += 1.3 * letter_) {
      marks_.texts.push_back({{box.right - 0.6 * letter_, y},
                              PlotText::Align::right,
                              plot_.curves[i].label,
                              false,
                              static_cast<int>(i)});
    }
  }

  const LinePlot& plot_;
  const PlotPlan& plan_;
  double letter_;
  PlotMapping mapping_;
  PlotMarks marks_;
};

}  // namespace

double LinePlot::low() const {
  return static_cast<double>(scale.low) -
         kBeyond * (static_cast<double>(scale.high) - static_cast<double>(scale.low));
}

double LinePlot::high() const {
  return static_cast<double>(scale.high) +
         kBeyond * (static_cast<double>(scale.high) - static_cast<double>(scale.low));
}

std::int64_t LinePlot::top_step() const { return std::max(over, step - step % every); }

PlotPlan plan_plot(const lines::Frame& area, double letter) {
  const double left = area.left + kPlotNumbers * letter;
  const double right = std::max(left + 1, area.right - kRightMargin * letter);
  const double top = area.top + kTopMargin * letter;
  const double bottom = std::max(top + 2, area.bottom - kBelow * letter);
  const double gap = std::min(kBetween * letter, (bottom - top) / 4);
  const double middle = top + kCurvesPart * (bottom - top - gap);
  return {.curves = {left, top, right, middle}, .past = {left, middle + gap, right, bottom}};
}

PlotMapping::PlotMapping(const LinePlot& plot, const PlotPlan& plan)
    : curves_(plan.curves),
      past_(plan.past),
      first_cell_(plot.first_cell),
      cells_(std::max(1e-9, plot.end_cell - plot.first_cell)),
      low_(plot.low()),
      high_(plot.high() > low_ ? plot.high() : low_ + 1.0),
      top_step_(static_cast<double>(plot.top_step()) + 0.5 * static_cast<double>(plot.every)),
      steps_(static_cast<double>(plot.over + plot.every)) {}

double PlotMapping::x_of(double cell) const {
  return curves_.left + (cell - first_cell_) / cells_ * (curves_.right - curves_.left);
}

double PlotMapping::y_of(double value) const {
  const double part = (high_ - value) / (high_ - low_);
  return curves_.top + std::clamp(part, -8.0, 9.0) * (curves_.bottom - curves_.top);
}

double PlotMapping::value_at(double y) const {
  const double part = (y - curves_.top) / (curves_.bottom - curves_.top);
  return high_ - part * (high_ - low_);
}

double PlotMapping::y_of_step(double step) const {
  return past_.top + (top_step_ - step) / steps_ * (past_.bottom - past_.top);
}

PlotMarks marks_of(const LinePlot& plot, const PlotPlan& plan, double letter) {
  return MarksMaker(plot, plan, letter).made();
}

Image past_pixels(const LinePlot& plot, int columns, colour::Rgb ground) {
  const std::int64_t every = std::max<std::int64_t>(1, plot.every);
  const auto rows = static_cast<int>(plot.over / every) + 1;
  const double visible = std::max(1e-9, plot.end_cell - plot.first_cell);
  const int width = std::clamp(static_cast<int>(std::ceil(visible)), 1, std::max(1, columns));
  Image image{{width, rows}, {}};
  image.rgb.reserve(3 * static_cast<std::size_t>(image.extent.cells()));
  auto known = plot.past.rbegin();
  for (int row = 0; row < rows; ++row) {
    const std::int64_t step = plot.top_step() - row * every;
    while (known != plot.past.rend() && known->step > step) ++known;
    const bool is_known =
        known != plot.past.rend() && known->step == step && known->values != nullptr;
    for (int x = 0; x < width; ++x) {
      const auto cell = static_cast<std::size_t>(
          std::clamp(plot.first_cell + (x + 0.5) / width * visible, 0.0, plot.cells - 1.0));
      colour::Rgb colour = ground;
      if (has_flag(plot, cell, field::kWall)) {
        colour = colour::kWallColour;
      } else if (is_known && cell < known->values->size()) {
        colour = plot.scale.colour((*known->values)[cell]);
      }
      image.rgb.insert(image.rgb.end(), {colour.r, colour.g, colour.b});
    }
  }
  return image;
}

namespace {

constexpr core::Extent kUsualSize{960, 640};
constexpr double kLettersHigh = 30;
constexpr double kLeastPlotLetter = 9;  ///< smaller text cannot be read and is left out

/// The colours of a plot on one kind of paper.
struct PlotInks {
  colour::Rgb paper, ground, unknown;
  colour::Rgb ink, dim, grid, zero, medium, held;
  colour::Rgb main_curve;
  std::array<colour::Rgb, 3> other_curves;

  [[nodiscard]] colour::Rgb of(const LinePlot& plot, std::size_t curve) const {
    return plot.curves[curve].is_main ? main_curve : other_curves[curve % other_curves.size()];
  }
};

constexpr PlotInks kOnWhite{.paper = {255, 255, 255},
                            .ground = {250, 250, 251},
                            .unknown = {244, 245, 247},
                            .ink = {24, 26, 30},
                            .dim = {96, 100, 108},
                            .grid = {226, 228, 232},
                            .zero = {160, 164, 172},
                            .medium = {232, 238, 246},
                            .held = {200, 40, 40},
                            .main_curve = {0, 90, 181},
                            .other_curves = {{{213, 94, 0}, {0, 128, 96}, {136, 72, 152}}}};
constexpr PlotInks kOnBlack{.paper = {12, 14, 18},
                            .ground = {18, 20, 25},
                            .unknown = {24, 27, 33},
                            .ink = {236, 238, 242},
                            .dim = {169, 177, 189},
                            .grid = {44, 50, 60},
                            .zero = {104, 110, 122},
                            .medium = {44, 36, 30},
                            .held = {255, 122, 162},
                            .main_curve = {255, 154, 82},
                            .other_curves = {{{98, 160, 250}, {62, 201, 160}, {214, 140, 232}}}};

core::Rect pixels_of(const lines::Frame& area) {
  return {static_cast<int>(std::lround(area.left)), static_cast<int>(std::lround(area.top)),
          static_cast<int>(std::lround(area.right)), static_cast<int>(std::lround(area.bottom))};
}

void fill_frame(Image& image, const lines::Frame& area, colour::Rgb colour) {
  fill(image, pixels_of(area), colour);
}

/// Draws lines of one colour, clipped to an area.
void stroke(Image& image, const std::vector<std::vector<core::Point>>& parts, double width,
            colour::Rgb colour, const lines::Frame& clip) {
  const int left = static_cast<int>(std::floor(clip.left));
  const int top = static_cast<int>(std::floor(clip.top));
  const core::Extent size{static_cast<int>(std::ceil(clip.right)) - left,
                          static_cast<int>(std::ceil(clip.bottom)) - top};
  if (size.width < 1 || size.height < 1) return;
  // The lines are drawn on a picture of the area alone, which clips them.
  Image part = blank_image(size);
  const auto copy = [&](bool back) {
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        if (left + x < 0 || top + y < 0 || left + x >= image.extent.width ||
            top + y >= image.extent.height) {
          continue;
        }
        std::uint8_t* whole = pixel_of(image, left + x, top + y);
        std::uint8_t* own = pixel_of(part, x, y);
        std::copy_n(back ? own : whole, 3, back ? whole : own);
      }
    }
  };
  copy(false);
  Coverage cover(size);
  for (const std::vector<core::Point>& points : parts) {
    std::vector<core::Point> moved;
    for (const core::Point p : points) moved.push_back({p.x - left, p.y - top});
    if (moved.size() == 1) moved.push_back(moved.front());
    cover.draw(moved, width);
  }
  cover.put(part, colour, 1.0);
  copy(true);
}

std::vector<core::Point> outline(const lines::Frame& box) {
  return {{box.left, box.top},
          {box.right, box.top},
          {box.right, box.bottom},
          {box.left, box.bottom},
          {box.left, box.top}};
}

/// Draws the colours of the values along the right side of the curves.
void lay_colours(Image& image, const LinePlot& plot, const PlotPlan& plan, double letter) {
  const PlotMapping mapping(plot, plan);
  const double left = plan.curves.right + 0.35 * letter;
  const double width = std::max(2.0, 0.5 * letter);
  const double top = mapping.y_of(static_cast<double>(plot.scale.high));
  const double bottom = mapping.y_of(static_cast<double>(plot.scale.low));
  for (double y = top; y < bottom; ++y) {
    fill_frame(image, {left, y, left + width, y + 1},
               plot.scale.colour(static_cast<float>(mapping.value_at(y + 0.5))));
  }
}

}  // namespace

core::Extent plot_extent(const PictureParts& parts) {
  if (parts.size.is_exact()) return parts.size.exact;
  const int times = std::max(1, parts.size.times);
  return {times * kUsualSize.width, times * kUsualSize.height};
}

Image drawn_plot(const LinePlot& plot, const FieldPicture& picture) {
  const PlotInks& inks = picture.is_dark ? kOnBlack : kOnWhite;
  const core::Extent size = plot_extent(picture.parts);
  Image image = blank_image(size);
  double letter = std::min(size.width / 1.5, static_cast<double>(size.height)) / kLettersHigh;
  if (letter < kLeastPlotLetter) letter = 0.0;
  const double width = std::max(1.0, size.height / 640.0);
  lines::Frame area{0, 0, static_cast<double>(size.width), static_cast<double>(size.height)};
  fill_frame(image, area, inks.paper);
  if (letter > 0 && picture.parts.title) {
    const Lettering letters(letter);
    const double moment = letters.width(picture.moment);
    const double right = size.width - kRightMargin * letter;
    const double room = right - moment - 2.0 * letter;
    letters.write(image, 0.8 * letter, 0.5 * letter, letters.elided(picture.title, room), inks.ink);
    letters.write(image, right - moment, 0.5 * letter, picture.moment, inks.dim);
    area.top += 1.6 * letter;
  }
  const PlotPlan plan = plan_plot(area, letter);
  const PlotMarks marks = marks_of(plot, plan, letter);
  fill_frame(image, plan.curves, inks.ground);
  for (const lines::Frame& medium : marks.media) fill_frame(image, medium, inks.medium);
  for (const lines::Frame& wall : marks.walls) fill_frame(image, wall, colour::kWallColour);
  const core::Rect past = pixels_of(plan.past);
  lay(image, past, past_pixels(plot, past.width(), inks.unknown));
  if (letter > 0) lay_colours(image, plot, plan, letter);
  stroke(image, marks.grid, width, inks.grid, plan.curves);
  if (!marks.zero.empty()) stroke(image, {marks.zero}, width, inks.zero, plan.curves);
  for (std::size_t i = 0; i < marks.curves.size(); ++i) {
    const double thick = plot.curves[i].is_main ? 2.5 : 1.75;
    stroke(image, marks.curves[i], thick * width, inks.of(plot, i), plan.curves);
  }
  stroke(image, marks.held, 5 * width, inks.held, plan.curves);
  const lines::Frame whole{0, 0, static_cast<double>(size.width), static_cast<double>(size.height)};
  stroke(image, {outline(plan.curves), outline(plan.past)}, width, inks.dim, whole);
  stroke(image, marks.ticks, width, inks.dim, whole);
  if (letter <= 0) return image;
  const Lettering letters(letter);
  for (const PlotText& each : marks.texts) {
    const double text_width = letters.width(each.text);
    const double shift = each.align == PlotText::Align::left     ? 0.0
                         : each.align == PlotText::Align::centre ? text_width / 2
                                                                 : text_width;
    const colour::Rgb ink = each.curve >= 0 ? inks.of(plot, static_cast<std::size_t>(each.curve))
                            : each.is_title ? inks.ink
                                            : inks.dim;
    if (each.curve >= 0) {  // no curve runs through its name
      fill_frame(image,
                 {each.at.x - shift - 0.3 * letter, each.at.y - 0.6 * letter,
                  each.at.x + 0.3 * letter, each.at.y + 0.6 * letter},
                 inks.ground);
    }
    letters.write(image, each.at.x - shift, each.at.y - letter / 2, each.text, ink);
  }
  return image;
}

}  // namespace heatwave::exporting
