// Marching squares: each square of four samples gives pieces, which are then joined to lines, level
// by level.
#include "app/lines/contours.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>

namespace heatwave::lines {
namespace {

constexpr double kFlat = 1e-3;  ///< of the step from level to level

/// From one side of a square to another. A side is counted by the sample at its western or northern
/// end, twice, and one more where it goes down.
struct Piece {
  int from = 0;
  int to = 0;
};

/// Rows whose pieces one of the team finds.
constexpr int kRowsAtOnce = 16;

/// The least number that is no less than a level, among those that samples are.
float at_least(double level) {
  const auto nearest = static_cast<float>(level);
  return static_cast<double>(nearest) < level
             ? std::nextafter(nearest, std::numeric_limits<float>::infinity())
             : nearest;
}

class Tracer {
 public:
  Tracer(const Samples& samples, const Levels& levels, core::ThreadTeam& team)
      : samples_(samples),
        levels_(levels),
        team_(team),
        bands_(
            static_cast<std::size_t>((samples.extent.height - 1 + kRowsAtOnce - 1) / kRowsAtOnce)) {
    for (const double level : levels.values) least_.push_back(at_least(level));
  }

  /// False where there are more than so many.
  bool find_pieces(std::size_t most) {
    std::atomic<std::size_t> count{0};
    team_.share_pieces(static_cast<int>(bands_.size()), [&](int piece, int /*index*/) {
      if (count > most) return;
      Band& band = bands_[static_cast<std::size_t>(piece)];
      find_pieces_of(band, piece * kRowsAtOnce);
      count += band.count;
    });
    return count <= most;
  }

  std::vector<Contour> lines() {
    std::vector<std::vector<Contour>> of_levels(levels_.values.size());
    std::vector<Joiner> joiners(static_cast<std::size_t>(team_.size()));
    team_.share_pieces(static_cast<int>(of_levels.size()), [&](int piece, int index) {
      const auto level = static_cast<std::size_t>(piece);
      of_levels[level] = joined(level, joiners[static_cast<std::size_t>(index)]);
    });
    std::vector<Contour> found;
    for (auto& lines : of_levels) {
      found.insert(found.end(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
    }
    return found;
  }

 private:
  static constexpr int kNone = -1;

  /// What lies between some rows.
  struct Band {
    std::vector<std::vector<Piece>> pieces;  ///< of each level
    std::size_t count = 0;                   ///< of all of them
  };
  /// Whoever joins the pieces of a level.
  struct Joiner {
    std::vector<std::array<int, 2>> at_side;  ///< the pieces that end there
    std::vector<Piece> pieces;
    std::vector<bool> used;
  };

  /// How many levels are no higher than each sample of a row; none where it is no number.
  void find_ranks(int y, std::vector<int>& ranks) const {
    ranks.assign(static_cast<std::size_t>(samples_.extent.width), 0);
    const float* const values = &samples_.values[samples_.index(0, y)];
    for (const float least : least_) {
      for (std::size_t x = 0; x < ranks.size(); ++x) ranks[x] += values[x] >= least ? 1 : 0;
    }
  }

  void find_pieces_of(Band& band, int begin) const {
    band.pieces.resize(levels_.values.size());
    std::vector<int> north;
    std::vector<int> south;
    find_ranks(begin, south);
    const int end = std::min(begin + kRowsAtOnce, samples_.extent.height - 1);
    for (int y = begin; y < end; ++y) {
      north.swap(south);
      find_ranks(y + 1, south);
      for (std::size_t x = 0; x + 1 < north.size(); ++x) {
        const auto [low, high] = std::minmax({north[x], north[x + 1], south[x], south[x + 1]});
        if (low != high) take_square(static_cast<int>(x), y, low, high, band);
      }
    }
  }

  /// Between its corners lie the levels from `first` to before `end`.
  void take_square(int x, int y, int first, int end, Band& band) const {
    // Around it: north-west, north-east, south-east, south-west.
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
      add_pieces(static_cast<std::size_t>(level), v, sides, band);
    }
  }

  void add_pieces(std::size_t which, const std::array<double, 4>& v,
                  const std::array<int, 4>& sides, Band& band) const {
    const double level = levels_.values[which];
    const auto above = [&](std::size_t i) { return v[i % 4] >= level; };
    std::array<int, 4> crossed{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (above(i) != above(i + 1)) crossed[count++] = sides[i];
    }
    std::vector<Piece>& pieces = band.pieces[which];
    band.count += count / 2;
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

  /// The lines of a level.
  std::vector<Contour> joined(std::size_t which, Joiner& joiner) const {
    const double level = levels_.values[which];
    joiner.at_side.resize(2 * samples_.values.size(), {kNone, kNone});
    joiner.pieces.clear();
    for (const Band& band : bands_) {
      joiner.pieces.insert(joiner.pieces.end(), band.pieces[which].begin(),
                           band.pieces[which].end());
    }
    const std::vector<Piece>& pieces = joiner.pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (const int side : {pieces[i].from, pieces[i].to}) {
        auto& there = joiner.at_side[static_cast<std::size_t>(side)];
        (there[0] == kNone ? there[0] : there[1]) = static_cast<int>(i);
      }
    }
    joiner.used.assign(pieces.size(), false);
    std::vector<Contour> found;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!joiner.used[i]) found.push_back(traced(level, i, joiner));
    }
    for (const Piece& piece : pieces) {
      joiner.at_side[static_cast<std::size_t>(piece.from)] = {kNone, kNone};
      joiner.at_side[static_cast<std::size_t>(piece.to)] = {kNone, kNone};
    }
    return found;
  }

  /// The line that a piece belongs to: forward from it, and then backward.
  Contour traced(double level, std::size_t start, Joiner& joiner) const {
    const Piece piece = joiner.pieces[start];
    Contour line{.level = level, .closed = false, .points = {}};
    joiner.used[start] = true;
    line.points = {crossing(piece.from, level), crossing(piece.to, level)};
    line.closed = follow(joiner, start, piece.to, piece.from, level, line.points);
    if (line.closed) {
      line.points.pop_back();
      return line;
    }
    std::vector<core::Point> back;
    (void)follow(joiner, start, piece.from, kNone, level, back);
    line.points.insert(line.points.begin(), back.rbegin(), back.rend());
    return line;
  }

  /// True where it comes back to the side that ends it.
  bool follow(Joiner& joiner, std::size_t piece, int side, int end, double level,
              std::vector<core::Point>& points) const {
    for (;;) {
      const auto& there = joiner.at_side[static_cast<std::size_t>(side)];
      const int next = there[0] == static_cast<int>(piece) ? there[1] : there[0];
      if (next == kNone || joiner.used[static_cast<std::size_t>(next)]) return false;
      piece = static_cast<std::size_t>(next);
      joiner.used[piece] = true;
      const Piece& found = joiner.pieces[piece];
      side = found.from == side ? found.to : found.from;
      points.push_back(crossing(side, level));
      if (side == end) return true;
    }
  }

  const Samples& samples_;
  const Levels& levels_;
  core::ThreadTeam& team_;
  std::vector<float> least_;  ///< that is no less than each level
  std::vector<Band> bands_;
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

std::vector<Contour> contours(const Samples& samples, const Levels& levels, core::ThreadTeam& team,
                              std::size_t most) {
  if (samples.extent.width < 2 || samples.extent.height < 2 || levels.values.empty()) return {};
  Tracer tracer(samples, levels, team);
  if (tracer.find_pieces(most)) return tracer.lines();
  return levels.values.size() > 1 ? contours(samples, thinned(levels), team, most)
                                  : std::vector<Contour>{};
}

}  // namespace heatwave::lines
