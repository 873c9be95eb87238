// Finds levels, traces lines by marching squares, and places labels.
#include "app/lines/contours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "app/words/numbers.h"

namespace heatwave::lines {
namespace {

Levels band_borders(const colour::ColourScale& scale, int most) {
  const auto low = static_cast<double>(scale.low);
  const double width = (static_cast<double>(scale.high) - low) / scale.bands;
  int every = std::max(1, (scale.bands + std::max(2, most)) / std::max(2, most));
  // An odd number of bands, taken an even number at once, has no mirror image at the middle.
  if (scale.bands % 2 == 1 && every % 2 == 0) ++every;
  Levels levels{.values = {}, .step = width * every};
  // The remaining bands are shared equally between both ends.
  const int rest = scale.bands % every;
  const int first = (rest % 2 == 0 ? rest : rest + every) / 2;
  const bool is_linear = scale.kind == colour::ScaleKind::linear;
  for (int i = first; i <= scale.bands; i += every) {
    const float place = 1.0F - static_cast<float>(i) / static_cast<float>(scale.bands);
    levels.values.push_back(is_linear ? low + width * i
                                      : static_cast<double>(scale.value_at(place)));
  }
  if (is_linear) return levels;
  for (std::size_t i = 1; i < levels.values.size(); ++i) {
    levels.step = std::min(levels.step, levels.values[i] - levels.values[i - 1]);
  }
  return levels;
}

/// Returns whether a value is a power of ten or two or five times one, as 0.2 is and 0.9 is not.
bool is_round(double value) {
  if (value == 0.0) return true;
  const double power = std::pow(10.0, std::floor(std::log10(std::abs(value)) + 1e-9));
  return std::ranges::any_of(std::array{1.0, 2.0, 5.0}, [&](double digit) {
    return std::abs(std::abs(value) / power - digit) < 1e-6;
  });
}

/// Calls `take` with the multiples of a step within a range by their distance from zero: both at
/// the same distance together, as far as both lie in the range.
template <typename Take>
void for_multiples(double step, double low, double high, const Take& take) {
  const double slack = step * 1e-6;
  const bool holds_zero = low <= 0 && high >= 0;
  const double nearest = holds_zero ? 0.0 : std::min(std::abs(low), std::abs(high));
  const double farthest = std::max(std::abs(low), std::abs(high));
  for (double n = std::ceil((nearest - slack) / step); n * step <= farthest + slack; n += 1.0) {
    std::vector<double> pair;
    for (const double value : {-n * step, n * step}) {
      const bool is_twice = n == 0 && !pair.empty();
      if (value >= low - slack && value <= high + slack && !is_twice) {
        pair.push_back(value + 0.0);  // + 0.0 avoids −0
      }
    }
    if (!pair.empty()) take(pair);
  }
}

/// Returns multiples of ever smaller round steps, each where the bar has room for it and for its
/// mirror image at zero. `low` and `high` are the ends of the range in the displayed unit.
Levels softened_levels(const colour::ColourScale& scale, double low, double high, int most) {
  const double room = (1.0 - 1e-6) / std::max(2, most);
  Levels levels{.values = {}, .step = high - low};
  const auto has_room = [&](double value) {
    return std::all_of(levels.values.begin(), levels.values.end(), [&](double other) {
      return std::abs(scale.place_of(value) - scale.place_of(other)) >= room;
    });
  };
  // The steps are 1, 2 and 5 times powers of ten. None that is smaller than the last one has room
  // beside the centre, where the bar has most.
  const colour::Softening curve = scale.softening();
  const double last = room * static_cast<double>(curve.reach) * scale.legend.scale() /
                      (1.0 + static_cast<double>(colour::kSoftness));
  // Values far from zero may need more digits, and so may the ends, which few levels reach.
  const bool are_round = low <= 0 && high >= 0 && most > 2;
  double power = std::pow(10.0, std::ceil(std::log10(high - low)));
  for (int digit = 0; power > 0; ++digit) {
    const double step = power / (digit % 3 == 0 ? 1.0 : digit % 3 == 1 ? 2.0 : 5.0);
    if (step < last) break;
    for_multiples(step, low, high, [&](const std::vector<double>& pair) {
      if (are_round && !is_round(pair.back())) return;
      std::vector<double> values;
      for (const double said : pair) values.push_back(scale.legend.value(said));
      if (!std::all_of(values.begin(), values.end(), has_room)) return;
      levels.values.insert(levels.values.end(), values.begin(), values.end());
      levels.step = (digit % 3 == 0 ? power : power / 10.0) / scale.legend.scale();
    });
    if (digit % 3 == 2) power /= 10.0;
  }
  std::sort(levels.values.begin(), levels.values.end());
  return levels;
}

/// Returns the decimals of a level. Borders of bands are seldom round and get one more.
int decimals_of(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step) + 1e-9));
  const double digits = step / power;
  const bool round = std::abs(digits - std::round(digits)) < 1e-3;
  const int exponent = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  return std::clamp((round ? 0 : 1) - exponent, 0, 6);
}

}  // namespace

std::string level_text(const colour::ColourScale& scale, double value, double step) {
  const colour::Legend& legend = scale.legend;
  const double level = legend.said(value);
  const double apart = step * legend.scale();
  const double reach = std::max(std::abs(legend.said(static_cast<double>(scale.low))),
                                std::abs(legend.said(static_cast<double>(scale.high))));
  const double size = std::abs(level) < apart * 1e-6 ? 0.0 : std::abs(level);
  const std::string sign = level < 0 && size > 0 ? "−" : "";
  if (reach >= 1e5 || reach < 1e-3) return legend.with_unit(sign + fmt::format("{:.1e}", size));
  return legend.with_unit(sign + fmt::format("{:.{}f}", size, decimals_of(apart)));
}

long long steps_from_zero(const colour::ColourScale& scale, double value, double step) {
  return std::llround(scale.legend.said(value) / (step * scale.legend.scale()));
}

Levels levels_of(const colour::ColourScale& scale, int most) {
  if (!(scale.high > scale.low)) return {};
  const colour::Legend& legend = scale.legend;
  const auto [low, high] = std::minmax(
      {legend.said(static_cast<double>(scale.low)), legend.said(static_cast<double>(scale.high))});
  if (!std::isfinite(high - low)) return {};
  if (scale.bands > 0) return band_borders(scale, most);
  if (scale.kind == colour::ScaleKind::softened) return softened_levels(scale, low, high, most);
  const double step = words::tick_step(low, high, most);
  if (!std::isfinite(step) || step <= 0) return {};
  Levels levels{.values = {}, .step = step / legend.scale()};
  constexpr double kSlack = 1e-6;
  const double last = high + step * kSlack;
  for (double n = std::ceil(low / step - kSlack); n * step <= last; n += 1.0) {
    levels.values.push_back(legend.value(n * step + 0.0));  // + 0.0 avoids −0
    // tick_step() takes no step that leaves fewer than two ticks, so there may be up to five even
    // where `most` is less.
    if (levels.values.size() > static_cast<std::size_t>(std::max(most + 1, 5))) break;
  }
  std::sort(levels.values.begin(), levels.values.end());  // a legend may fall with the value
  return levels;
}

std::vector<double> labelled_levels(const colour::ColourScale& scale, const Levels& levels,
                                    double room) {
  const double alike = 1e-3 * levels.step * scale.legend.scale();
  const auto distance = [&](double value) { return std::abs(scale.legend.said(value)); };
  std::vector<double> nearest_first = levels.values;
  std::stable_sort(nearest_first.begin(), nearest_first.end(),
                   [&](double a, double b) { return distance(a) < distance(b); });
  std::vector<double> labelled;
  const auto has_room = [&](double value) {
    return std::all_of(labelled.begin(), labelled.end(), [&](double other) {
      return std::abs(scale.place_of(value) - scale.place_of(other)) >= room;
    });
  };
  for (auto first = nearest_first.begin(); first != nearest_first.end();) {
    const auto end = std::find_if(first, nearest_first.end(), [&](double value) {
      return distance(value) - distance(*first) > alike;
    });
    if (std::all_of(first, end, has_room)) labelled.insert(labelled.end(), first, end);
    first = end;
  }
  return labelled;
}

Levels inner_levels(const colour::ColourScale& scale, int most) {
  Levels levels = levels_of(scale, most);
  const double slack = levels.step * 1e-6;
  std::erase_if(levels.values, [&](double value) {
    return value <= static_cast<double>(scale.low) + slack ||
           value >= static_cast<double>(scale.high) - slack;
  });
  return levels;
}

Levels with_limits(Levels levels, const colour::ColourScale& scale,
                   const colour::ColourLimits& limits) {
  if (levels.values.empty()) levels.step = static_cast<double>(scale.high - scale.low);
  for (const float limit : {limits.below, limits.above}) {
    if (std::isfinite(limit)) levels.values.push_back(static_cast<double>(limit));
  }
  std::sort(levels.values.begin(), levels.values.end());
  return levels;
}

namespace {

constexpr double kFlat = 1e-3;  ///< smallest rise across a square, as a fraction of the level step

/// A piece of a line from one side of a square to another. The number of a side is twice the index
/// of the sample at its western or northern end, plus one if it runs from north to south.
struct Piece {
  int from = 0;
  int to = 0;
};

/// Returns the smallest float that is not below a level.
float at_least(double level) {
  const auto nearest = static_cast<float>(level);
  return static_cast<double>(nearest) < level
             ? std::nextafter(nearest, std::numeric_limits<float>::infinity())
             : nearest;
}

class Tracer {
 public:
  Tracer(const Samples& samples, const Levels& levels)
      : samples_(samples), levels_(levels), pieces_(levels.values.size()) {
    for (const double level : levels.values) least_.push_back(at_least(level));
  }

  /// Returns false as soon as a row of squares ends with more pieces than `most`.
  bool find_pieces(std::size_t most) {
    std::vector<int> north;
    std::vector<int> south;
    find_ranks(0, south);
    for (int y = 0; y + 1 < samples_.extent.height && count_ <= most; ++y) {
      north.swap(south);
      find_ranks(y + 1, south);
      for (std::size_t x = 0; x + 1 < north.size(); ++x) {
        const auto [low, high] = std::minmax({north[x], north[x + 1], south[x], south[x + 1]});
        if (low != high) take_square(static_cast<int>(x), y, low, high);
      }
    }
    return count_ <= most;
  }

  std::vector<Contour> lines() {
    at_side_.resize(2 * samples_.values.size(), {kNone, kNone});
    std::vector<Contour> found;
    for (std::size_t level = 0; level < pieces_.size(); ++level) join(level, found);
    return found;
  }

 private:
  static constexpr int kNone = -1;

  /// Counts for each sample of a row the levels at or below it; 0 for NaN.
  void find_ranks(int y, std::vector<int>& ranks) const {
    ranks.assign(static_cast<std::size_t>(samples_.extent.width), 0);
    const float* const values = &samples_.values[samples_.index(0, y)];
    for (const float least : least_) {
      for (std::size_t x = 0; x < ranks.size(); ++x) ranks[x] += values[x] >= least ? 1 : 0;
    }
  }

  /// Precondition: the levels from `first` to before `end` lie between the square's corners.
  void take_square(int x, int y, int first, int end) {
    // The corners are ordered north-west, north-east, south-east, south-west.
    const std::array<std::size_t, 4> at{samples_.index(x, y), samples_.index(x + 1, y),
                                        samples_.index(x + 1, y + 1), samples_.index(x, y + 1)};
    std::array<double, 4> v{};
    for (std::size_t i = 0; i < 4; ++i) {
      v[i] = static_cast<double>(samples_.values[at[i]]);
      if (samples_.is_wall(at[i]) || !std::isfinite(v[i])) return;
    }
    const auto [least, most] = std::minmax_element(v.begin(), v.end());
    if (!(*most - *least >= kFlat * levels_.step)) return;
    const int north_west = static_cast<int>(at[0]);
    const std::array<int, 4> sides{2 * north_west, 2 * static_cast<int>(at[1]) + 1,
                                   2 * static_cast<int>(at[3]), 2 * north_west + 1};
    for (int level = first; level < end; ++level) {
      add_pieces(static_cast<std::size_t>(level), v, sides);
    }
  }

  void add_pieces(std::size_t which, const std::array<double, 4>& v,
                  const std::array<int, 4>& sides) {
    const double level = levels_.values[which];
    const auto above = [&](std::size_t i) { return v[i % 4] >= level; };
    std::array<int, 4> crossed{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (above(i) != above(i + 1)) crossed[count++] = sides[i];
    }
    std::vector<Piece>& pieces = pieces_[which];
    count_ += count / 2;
    if (count == 2) pieces.push_back({crossed[0], crossed[1]});
    if (count < 4) return;
    // A saddle: the mean of the corners decides which corners are connected.
    const bool middle = (v[0] + v[1] + v[2] + v[3]) / 4 >= level;
    if (middle == above(0)) {
      pieces.push_back({crossed[0], crossed[1]});
      pieces.push_back({crossed[2], crossed[3]});
    } else {
      pieces.push_back({crossed[3], crossed[0]});
      pieces.push_back({crossed[1], crossed[2]});
    }
  }

  [[nodiscard]] core::Point crossing(int side, double level) const {
    const std::size_t a = static_cast<std::size_t>(side) / 2;
    const auto width = static_cast<std::size_t>(samples_.extent.width);
    const bool down = side % 2 == 1;
    const std::size_t b = a + (down ? width : 1);
    const auto va = static_cast<double>(samples_.values[a]);
    const auto vb = static_cast<double>(samples_.values[b]);
    const double part = (level - va) / (vb - va);
    const core::Point place =
        samples_.place(static_cast<int>(a % width), static_cast<int>(a / width));
    return {place.x + (down ? 0.0 : part * samples_.spacing.x),
            place.y + (down ? part * samples_.spacing.y : 0.0)};
  }

  /// Adds the lines of a level.
  void join(std::size_t which, std::vector<Contour>& found) {
    const double level = levels_.values[which];
    const std::vector<Piece>& pieces = pieces_[which];
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (const int side : {pieces[i].from, pieces[i].to}) {
        auto& there = at_side_[static_cast<std::size_t>(side)];
        (there[0] == kNone ? there[0] : there[1]) = static_cast<int>(i);
      }
    }
    used_.assign(pieces.size(), false);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!used_[i]) found.push_back(traced(level, pieces, i));
    }
    for (const Piece& piece : pieces) {
      at_side_[static_cast<std::size_t>(piece.from)] = {kNone, kNone};
      at_side_[static_cast<std::size_t>(piece.to)] = {kNone, kNone};
    }
  }

  /// Returns the line that contains a piece; follows it forwards, then backwards.
  Contour traced(double level, const std::vector<Piece>& pieces, std::size_t start) {
    const Piece piece = pieces[start];
    Contour line{.level = level, .closed = false, .points = {}};
    used_[start] = true;
    line.points = {crossing(piece.from, level), crossing(piece.to, level)};
    line.closed = follow(pieces, start, piece.to, piece.from, level, line.points);
    if (line.closed) {
      line.points.pop_back();
      return line;
    }
    std::vector<core::Point> back;
    (void)follow(pieces, start, piece.from, kNone, level, back);
    line.points.insert(line.points.begin(), back.rbegin(), back.rend());
    return line;
  }

  /// Returns true if the line returns to the side `end`.
  bool follow(const std::vector<Piece>& pieces, std::size_t piece, int side, int end, double level,
              std::vector<core::Point>& points) {
    for (;;) {
      const auto& there = at_side_[static_cast<std::size_t>(side)];
      const int next = there[0] == static_cast<int>(piece) ? there[1] : there[0];
      if (next == kNone || used_[static_cast<std::size_t>(next)]) return false;
      piece = static_cast<std::size_t>(next);
      used_[piece] = true;
      const Piece& found = pieces[piece];
      side = found.from == side ? found.to : found.from;
      points.push_back(crossing(side, level));
      if (side == end) return true;
    }
  }

  const Samples& samples_;
  const Levels& levels_;
  std::vector<float> least_;                 ///< smallest float at or above each level
  std::vector<std::vector<Piece>> pieces_;   ///< pieces of each level
  std::size_t count_ = 0;                    ///< number of pieces of all levels
  std::vector<std::array<int, 2>> at_side_;  ///< the current level's pieces that end at each side
  /// true: this piece of the current level is part of a line
  std::vector<bool> used_;
};

/// Keeps every second level, including the one nearest to zero.
Levels thinned(const Levels& levels) {
  const auto& values = levels.values;
  const auto nearest = std::min_element(
      values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  Levels fewer{.values = {}, .step = levels.step};
  for (std::size_t i = static_cast<std::size_t>(nearest - values.begin()) % 2; i < values.size();
       i += 2) {
    fewer.values.push_back(values[i]);
  }
  return fewer;
}

}  // namespace

std::vector<Contour> contours(const Samples& samples, const Levels& levels, std::size_t most) {
  if (samples.extent.width < 2 || samples.extent.height < 2 || levels.values.empty()) return {};
  Tracer tracer(samples, levels);
  if (tracer.find_pieces(most)) return tracer.lines();
  return levels.values.size() > 1 ? contours(samples, thinned(levels), most)
                                  : std::vector<Contour>{};
}

namespace {

constexpr double kGap = 16.0;         ///< between two labels, in window units
constexpr double kLeastGap = 6.0;     ///< where a level would have no label otherwise
constexpr double kLeastLength = 2.5;  ///< shortest line that is labelled, in widths of its label

constexpr std::ptrdiff_t kMostOfALevel = 3;

/// A horizontal or vertical line at a fraction of the area; labels stand on guides.
struct Guide {
  bool upright = false;
  double part = 0.5;
};
constexpr std::array<Guide, 10> kGuides{{{false, 0.5},
                                         {true, 0.5},
                                         {false, 0.22},
                                         {false, 0.78},
                                         {true, 0.22},
                                         {true, 0.78},
                                         {true, 0.36},
                                         {true, 0.64},
                                         {false, 0.36},
                                         {false, 0.64}}};

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

double length_up_to(const Contour& line, double enough) {
  double length = 0.0;
  for (std::size_t i = 1; i < line.points.size() && length < enough; ++i) {
    length += std::hypot(line.points[i].x - line.points[i - 1].x,
                         line.points[i].y - line.points[i - 1].y);
  }
  return length;
}

/// Returns the positions where the line crosses the guide, in their order along the guide.
std::vector<core::Point> crossings(const Contour& line, Guide guide, double at) {
  const auto across = [&](core::Point p) { return guide.upright ? p.x : p.y; };
  const auto along = [&](core::Point p) { return guide.upright ? p.y : p.x; };
  const std::size_t count = line.points.size();
  const std::size_t pieces = line.closed ? count : count - 1;
  std::vector<core::Point> found;
  for (std::size_t i = 0; i < pieces; ++i) {
    const core::Point a = line.points[i];
    const core::Point b = line.points[(i + 1) % count];
    if ((across(a) < at) == (across(b) < at)) continue;
    const double part = (at - across(a)) / (across(b) - across(a));
    found.push_back({a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)});
  }
  std::sort(found.begin(), found.end(),
            [&](core::Point a, core::Point b) { return along(a) < along(b); });
  return found;
}

/// Places the labels of the lines in an area.
class Labeller {
 public:
  Labeller(std::span<const Contour> lines, const Frame& area,
           const std::function<core::Point(double level)>& size_of)
      : lines_(lines), area_(area) {
    for (const Contour& line : lines) {
      const core::Point size = size_of(line.level);
      const double least = kLeastLength * size.x;
      const bool is_long = line.points.size() > 1 && length_up_to(line, least) >= least;
      sizes_.push_back(is_long ? size : core::Point{});
      labelled_.push_back({});
      length_of_level_[line.level] += length_up_to(line, kUnlimited);
      order_.push_back(order_.size());
    }
    // A level with short lines has few places, so it goes first. The order of whole levels seldom
    // changes while the lines move.
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return length_of_level_[lines_[a].level] < length_of_level_[lines_[b].level];
    });
  }

  /// Labels lines at the guides, each level at most `most` times in all.
  void add_labels(std::ptrdiff_t most) {
    for (std::size_t guide = 0; guide < kGuides.size(); ++guide) {
      for (const std::size_t line : order_) {
        if (sizes_[line].x <= 0 || labelled_[line][guide]) continue;
        if (count_of(lines_[line].level) >= most) continue;
        add_label(line, guide, most == 1 ? kLeastGap : kGap);
      }
    }
  }

  [[nodiscard]] std::vector<LevelLabel> take() { return std::move(labels_); }

 private:
  [[nodiscard]] std::ptrdiff_t count_of(double level) const {
    return std::count_if(labels_.begin(), labels_.end(),
                         [level](const LevelLabel& label) { return label.level == level; });
  }

  /// Labels the line where it first crosses the guide with room for a label, at this distance from
  /// others.
  void add_label(std::size_t line, std::size_t guide, double gap) {
    const Guide& which = kGuides.at(guide);
    const double at = which.upright ? area_.left + which.part * (area_.right - area_.left)
                                    : area_.top + which.part * (area_.bottom - area_.top);
    const core::Point half{sizes_[line].x / 2, sizes_[line].y / 2};
    for (const core::Point place : crossings(lines_[line], which, at)) {
      const Frame box{place.x - half.x, place.y - half.y, place.x + half.x, place.y + half.y};
      if (!is_free(box, gap)) continue;
      labelled_[line][guide] = true;
      labels_.push_back({lines_[line].level, box});
      return;
    }
  }

  [[nodiscard]] bool is_free(const Frame& box, double gap) const {
    const Frame wide{box.left - gap, box.top - gap, box.right + gap, box.bottom + gap};
    return area_.holds(box) &&
           std::none_of(labels_.begin(), labels_.end(),
                        [&](const LevelLabel& label) { return label.place.meets(wide); });
  }

  std::span<const Contour> lines_;
  const Frame& area_;
  std::map<double, double> length_of_level_;
  std::vector<std::size_t> order_;  ///< lines in the order in which they are labelled
  std::vector<core::Point> sizes_;  ///< sizes of the lines' labels; 0: a short line has none
  std::vector<std::array<bool, kGuides.size()>> labelled_;  ///< by line and guide
  std::vector<LevelLabel> labels_;
};

}  // namespace

std::vector<LevelLabel> place_labels(std::span<const Contour> lines, const Frame& area,
                                     const std::function<core::Point(double level)>& size_of) {
  Labeller labeller(lines, area, size_of);
  // Each level has a label before any has two.
  for (std::ptrdiff_t most = 1; most <= kMostOfALevel; ++most) labeller.add_labels(most);
  return labeller.take();
}

}  // namespace heatwave::lines
