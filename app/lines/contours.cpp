// Marching squares: each square of four samples gives pieces, which are then joined to lines.
#include "app/lines/contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace heatwave::lines {
namespace {

constexpr double kFlat = 1e-3;  ///< of the step from level to level

/// From one side of a square to another. A side is counted by the sample at its western or northern
/// end, twice, and one more where it goes down.
struct Piece {
  int from = 0;
  int to = 0;
};

class Tracer {
 public:
  Tracer(const Samples& samples, const Levels& levels)
      : samples_(samples), levels_(levels), pieces_(levels.values.size()) {}

  /// False where there are more than so many.
  bool find_pieces(std::size_t most) {
    for (int y = 0; y + 1 < samples_.extent.height; ++y) {
      for (int x = 0; x + 1 < samples_.extent.width; ++x) take_square(x, y);
      if (count_ > most) return false;
    }
    return true;
  }

  std::vector<Contour> lines() {
    at_side_.assign(2 * samples_.values.size(), {kNone, kNone});
    for (std::size_t level = 0; level < pieces_.size(); ++level) join(level);
    return std::move(found_);
  }

 private:
  static constexpr int kNone = -1;

  void take_square(int x, int y) {
    // Around it: north-west, north-east, south-east, south-west.
    const std::array<std::size_t, 4> at{samples_.index(x, y), samples_.index(x + 1, y),
                                        samples_.index(x + 1, y + 1), samples_.index(x, y + 1)};
    std::array<double, 4> v{};
    for (std::size_t i = 0; i < 4; ++i) v[i] = static_cast<double>(samples_.values[at[i]]);
    const auto [least, most] = std::minmax_element(v.begin(), v.end());
    const auto& values = levels_.values;
    const auto first = std::upper_bound(values.begin(), values.end(), *least);
    if (first == values.end() || *first > *most) return;
    if (!(*most - *least >= kFlat * levels_.step)) return;
    for (std::size_t i = 0; i < 4; ++i) {
      if (samples_.is_wall(at[i]) || !std::isfinite(v[i])) return;
    }
    const int north_west = static_cast<int>(at[0]);
    const std::array<int, 4> sides{2 * north_west, 2 * static_cast<int>(at[1]) + 1,
                                   2 * static_cast<int>(at[3]), 2 * north_west + 1};
    for (auto level = first; level != values.end() && *level <= *most; ++level) {
      add_pieces(static_cast<std::size_t>(level - values.begin()), *level, v, sides);
    }
  }

  void add_pieces(std::size_t which, double level, const std::array<double, 4>& v,
                  const std::array<int, 4>& sides) {
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
    // A saddle: its middle tells which corners belong together.
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

  void join(std::size_t which) {
    const std::vector<Piece>& pieces = pieces_[which];
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (const int side : {pieces[i].from, pieces[i].to}) {
        auto& there = at_side_[static_cast<std::size_t>(side)];
        (there[0] == kNone ? there[0] : there[1]) = static_cast<int>(i);
      }
    }
    std::vector<bool> used(pieces.size(), false);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!used[i]) found_.push_back(traced(which, i, used));
    }
    for (const Piece& piece : pieces) {
      at_side_[static_cast<std::size_t>(piece.from)] = {kNone, kNone};
      at_side_[static_cast<std::size_t>(piece.to)] = {kNone, kNone};
    }
  }

  /// The line that a piece belongs to: forward from it, and then backward.
  Contour traced(std::size_t which, std::size_t start, std::vector<bool>& used) const {
    const std::vector<Piece>& pieces = pieces_[which];
    const double level = levels_.values[which];
    Contour line{.level = level, .closed = false, .points = {}};
    used[start] = true;
    line.points = {crossing(pieces[start].from, level), crossing(pieces[start].to, level)};
    line.closed =
        follow(pieces, start, pieces[start].to, pieces[start].from, level, used, line.points);
    if (line.closed) {
      line.points.pop_back();
      return line;
    }
    std::vector<core::Point> back;
    (void)follow(pieces, start, pieces[start].from, kNone, level, used, back);
    line.points.insert(line.points.begin(), back.rbegin(), back.rend());
    return line;
  }

  /// True where it comes back to the side that ends it.
  bool follow(const std::vector<Piece>& pieces, std::size_t piece, int side, int end, double level,
              std::vector<bool>& used, std::vector<core::Point>& points) const {
    for (;;) {
      const auto& there = at_side_[static_cast<std::size_t>(side)];
      const int next = there[0] == static_cast<int>(piece) ? there[1] : there[0];
      if (next == kNone || used[static_cast<std::size_t>(next)]) return false;
      piece = static_cast<std::size_t>(next);
      used[piece] = true;
      side = pieces[piece].from == side ? pieces[piece].to : pieces[piece].from;
      points.push_back(crossing(side, level));
      if (side == end) return true;
    }
  }

  const Samples& samples_;
  const Levels& levels_;
  std::vector<std::vector<Piece>> pieces_;   ///< of each level
  std::size_t count_ = 0;                    ///< of all pieces
  std::vector<std::array<int, 2>> at_side_;  ///< the pieces of one level that end there
  std::vector<Contour> found_;
};

/// Every second, among them the one that is nearest to zero.
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

}  // namespace heatwave::lines
