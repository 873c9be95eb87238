// All blocks of a kernel run at once, so the shares of its warps are made equal: a range of rows is
// cut where a warp's share ends, and the warp whose share has room steps the next range, too.
#include "kernels/field/cuda/strip_cuts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "kernels/field/cuda/strip_ranges.h"

namespace heatwave::field {
namespace {

/// Enough blocks for each kind, with and without exchanged rows, on devices with few
/// multiprocessors
constexpr int kFewestBlocks = 8 * kBlocksTogether;
constexpr int kLowest = 8;  ///< rows of the lowest strip, unless its range is lower
/// The time that an exchange of rows between devices takes, in rows that a plain strip writes. It
/// is hidden if the strips with those rows end so much earlier than the others.
constexpr int kHeadStart = 32;
/// The time of a multiprocessor that a tile takes, with media or of any other kind, in rows that a
/// plain strip writes
constexpr double kMediaTime = 20.0;
constexpr double kMixedTime = 8.0;
/// How much later a pass ends if such tiles begin when all strips have ended, in the same unit
constexpr double kMediaTail = 50.0;
constexpr double kMixedTail = 14.0;
/// Strips on fewer multiprocessors take longer than their shares say by this factor: in large
/// grids, whose shares are long, a few tiles had better wait.
constexpr double kFewerCost = 1.08;

/// The time that a kind of strip takes, in rows that a plain strip writes.
struct Pace {
  double cost;  ///< the time of a row
  int beyond;   ///< rows that a strip steps and does not write

  [[nodiscard]] double time(int rows) const { return cost * (rows + beyond); }
  /// Returns how many rows a strip writes in this time; negative: it does not even begin.
  [[nodiscard]] int rows(double time) const { return static_cast<int>(time / cost) - beyond; }
};

Pace pace_of(StripKind kind, const StripShape& shape) {
  switch (kind) {
    case StripKind::any:
      return {shape.any_cost, shape.beyond};
    case StripKind::wide:
      return {shape.wide_cost, shape.wide_beyond};
    case StripKind::plain:
      break;
    case StripKind::fixed:
      return {kFixedCost, 0};
  }
  return {1.0, shape.beyond};
}

/// Rows that are to be stepped in one range, or in one range for each warp of a block. The ranges
/// of a block lie side by side, so that together its warps read whole rows of memory.
struct Work {
  std::size_t first;  ///< index of the first range
  Band rows;
};

/// The strips that a warp or, if its warps work side by side, a block steps one after another.
using Share = std::vector<Work>;

/// Deals work out in shares. The first `firsts` of them have another time than all others.
class Dealer {
 public:
  Dealer(Pace pace, std::size_t firsts, double first_time, double time)
      : pace_(pace), firsts_(firsts), first_time_(first_time), time_(time) {}

  void deal(const std::vector<Work>& all) {
    for (const Work& work : all) {
      int begin = work.rows.begin;
      while (begin < work.rows.end) {
        const int rest = work.rows.end - begin;
        int rows = std::min(pace_.rows(left_), rest);
        if (rows < std::min(kLowest, rest)) {
          begin_share();
          rows = std::min(std::max(pace_.rows(left_), kLowest), rest);
        }
        // The strip below must not become lower than the lowest.
        if (rows < rest && rest - rows < kLowest) rows = std::max(rest - kLowest, 1);
        shares_.back().push_back({work.first, {begin, begin + rows}});
        left_ -= pace_.time(rows);
        begin += rows;
      }
    }
  }
  [[nodiscard]] const std::vector<Share>& shares() const { return shares_; }

 private:
  void begin_share() {
    left_ = shares_.size() < firsts_ ? first_time_ : time_;
    shares_.emplace_back();
  }

  Pace pace_;
  std::size_t firsts_;
  double first_time_;
  double time_;
  double left_ = 0.0;  ///< time that the last share has room for
  std::vector<Share> shares_;
};

/// One kind of strips in one medium, and their work or their shares.
template <typename Of>
struct PerKind {
  StripKind kind;
  float factor;  ///< that of the medium
  std::vector<Of> of_blocks;
  std::vector<Of> of_warps;
};

/// Deals out the work of a kind. The first `firsts` blocks have another time than all others.
PerKind<Share> shares_of(const PerKind<Work>& work, const StripShape& shape, int firsts,
                         double first_time, double time) {
  const Pace pace = pace_of(work.kind, shape);
  const auto blocks = static_cast<std::size_t>(std::max(firsts, 0));
  Dealer side_by_side(pace, blocks, first_time, time);
  side_by_side.deal(work.of_blocks);
  const std::size_t dealt = std::min(side_by_side.shares().size(), blocks);
  const auto warps = static_cast<std::size_t>(shape.warps);
  Dealer apart(pace, (blocks - dealt) * warps, first_time, time);
  apart.deal(work.of_warps);
  return {work.kind, work.factor, side_by_side.shares(), apart.shares()};
}

/// Shares in the order in which their blocks begin.
struct Shares {
  std::vector<PerKind<Share>> kinds;
  int blocks = 0;

  void add(PerKind<Share> kind, int warps) {
    const auto all =
        static_cast<int>(kind.of_blocks.size()) * warps + static_cast<int>(kind.of_warps.size());
    const int together = warps * kBlocksTogether;
    blocks += (all + together - 1) / together * kBlocksTogether;
    kinds.push_back(std::move(kind));
  }
};

/// All strips of a grid, dealt out.
struct Deal {
  double end = std::numeric_limits<double>::infinity();  ///< when the last block ends
  Shares exchanged;                                      ///< shares with rows that devices exchange
  Shares others;
};

/// Finds the deal after which the last block ends earliest.
class DealSearch {
 public:
  DealSearch(std::vector<StripRange> ranges, Band inner, const StripShape& shape,
             int multiprocessors)
      : ranges_(std::move(ranges)),
        inner_(inner),
        shape_(shape),
        blocks_(std::max(multiprocessors, kFewestBlocks)) {
    std::ranges::stable_sort(ranges_, {}, [](const StripRange& range) {
      return std::tuple(range.factor, range.kind, range.rows.begin, range.rows.end, range.x);
    });
    for (std::size_t first = 0; first < ranges_.size();) first += add_work(first);
    // The most work comes last: short shares fill what is left of the time best.
    std::ranges::stable_sort(work_, {}, [&](const auto& kind) { return time_of(kind); });
  }

  [[nodiscard]] const std::vector<StripRange>& ranges() const { return ranges_; }

  [[nodiscard]] Deal find() const {
    double all = 0.0;
    for (const PerKind<Work>& kind : work_) all += time_of(kind);
    double too_short = all / (blocks_ * shape_.warps);
    double enough = std::max(too_short, shortest());
    Deal best = deal(enough);
    for (; best.end > enough; best = deal(enough)) {
      too_short = enough;
      enough *= 1.25;
    }
    for (int i = 0; i < 8; ++i) {
      const double time = (too_short + enough) / 2.0;
      if (time < shortest()) break;
      Deal tried = deal(time);
      if (tried.end <= time) {
        enough = time;
        best = std::move(tried);
      } else {
        too_short = time;
      }
    }
    return best;
  }

 private:
  /// Returns the shortest time for which a share is worth a run-in.
  [[nodiscard]] double shortest() const { return shape_.any_cost * (kLowest + shape_.beyond); }

  /// Returns the time that all warps together take for the work, if none is cut.
  [[nodiscard]] double time_of(const PerKind<Work>& kind) const {
    const Pace pace = pace_of(kind.kind, shape_);
    double time = 0.0;
    for (const Work& one : kind.of_blocks) time += shape_.warps * pace.time(one.rows.rows());
    for (const Work& one : kind.of_warps) time += pace.time(one.rows.rows());
    return time;
  }

  /// Adds the work in a range, or in one range for each warp of a block, and returns the number of
  /// these ranges.
  std::size_t add_work(std::size_t first) {
    const StripRange& range = ranges_[first];
    const auto is_alike = [&](const auto& other) {
      return other.kind == range.kind && other.factor == range.factor;
    };
    if (work_.empty() || !is_alike(work_.back())) {
      work_.push_back(
          {.kind = range.kind, .factor = range.factor, .of_blocks = {}, .of_warps = {}});
    }
    has_exchanged_ =
        has_exchanged_ || range.rows.begin < inner_.begin || range.rows.end > inner_.end;
    const auto warps = static_cast<std::size_t>(shape_.warps);
    std::size_t alike = 1;
    while (alike < warps && first + alike < ranges_.size()) {
      const StripRange& next = ranges_[first + alike];
      if (!is_alike(next) || next.rows.begin != range.rows.begin ||
          next.rows.end != range.rows.end) {
        break;
      }
      ++alike;
    }
    if (alike == warps && range.kind != StripKind::any) {
      work_.back().of_blocks.push_back({first, range.rows});
      return warps;
    }
    work_.back().of_warps.push_back({first, range.rows});
    return 1;
  }

  /// Deals the work out so that each block ends at this time. The end is infinite if there are then
  /// more blocks than run at once.
  [[nodiscard]] Deal deal(double time) const {
    if (!has_exchanged_) return deal(time, 0.0);
    for (const double early : {time - kHeadStart, (time - kHeadStart) / 2.0}) {
      if (early < shortest()) break;
      Deal found = deal(time, early);
      if (found.end <= time) return found;
    }
    return {};
  }

  /// `early`: when blocks end whose rows devices exchange.
  [[nodiscard]] Deal deal(double time, double early) const {
    Deal found;
    std::vector<PerKind<Work>> rest;
    for (const PerKind<Work>& all : work_) {
      auto& others = rest.emplace_back(PerKind<Work>{all.kind, all.factor, {}, {}});
      if (!has_exchanged_) {
        others = all;
        continue;
      }
      const int height = std::max(pace_of(all.kind, shape_).rows(early), kLowest);
      PerKind<Work> exchanged{all.kind, all.factor, {}, {}};
      divide(all.of_blocks, height, exchanged.of_blocks, others.of_blocks);
      divide(all.of_warps, height, exchanged.of_warps, others.of_warps);
      found.exchanged.add(shares_of(exchanged, shape_, 0, early, early), shape_.warps);
    }
    // Blocks follow on those that end early if enough time is left.
    const double late = time - early;
    const bool is_late_enough = found.exchanged.blocks > 0 && late >= shortest();
    for (const PerKind<Work>& kind : rest) {
      const int left = blocks_ - found.exchanged.blocks - found.others.blocks;
      const bool is_last = &kind == &rest.back();
      found.others.add(is_last && is_late_enough ? shares_of(kind, shape_, left, time, late)
                                                 : shares_of(kind, shape_, 0, time, time),
                       shape_.warps);
    }
    const int most = is_late_enough ? blocks_ : blocks_ - found.exchanged.blocks;
    const bool fits = found.exchanged.blocks <= blocks_ && found.others.blocks <= most;
    if (fits) found.end = time;
    return found;
  }

  /// Divides work into rows that devices exchange, with as many beside them as strips of this
  /// height have room for, and all others.
  void divide(const std::vector<Work>& all, int height, std::vector<Work>& exchanged,
              std::vector<Work>& others) const {
    const auto in_strips = [&](int rows) { return (rows + height - 1) / height * height; };
    for (const Work& work : all) {
      const Band rows = work.rows;
      const int above = std::clamp(inner_.begin - rows.begin, 0, rows.rows());
      const int below = std::clamp(rows.end - inner_.end, 0, rows.rows());
      const int begin = rows.begin + std::min(in_strips(above), rows.rows());
      const int end = std::max(rows.end - in_strips(below), begin);
      if (rows.begin < begin) exchanged.push_back({work.first, {rows.begin, begin}});
      if (end < rows.end) exchanged.push_back({work.first, {end, rows.end}});
      if (begin < end) others.push_back({work.first, {begin, end}});
    }
  }

  std::vector<StripRange> ranges_;
  Band inner_;
  StripShape shape_;
  int blocks_;
  bool has_exchanged_ = false;
  std::vector<PerKind<Work>> work_;
};

/// The strips of all warps in one medium, of which those of one block follow each other.
class WarpStrips {
 public:
  WarpStrips(const std::vector<StripRange>& ranges, const StripShape& shape, float factor)
      : ranges_(ranges), shape_(shape), factor_(factor) {}

  void add(const Shares& shares) {
    for (const PerKind<Share>& kind : shares.kinds) {
      if (kind.factor != factor_) continue;
      for (const Share& share : kind.of_blocks) {
        for (int warp = 0; warp < shape_.warps; ++warp) add(share, static_cast<std::size_t>(warp));
      }
      for (const Share& share : kind.of_warps) add(share, 0);
      const auto together = static_cast<std::size_t>(shape_.warps * kBlocksTogether);
      while (warps_.size() % together != 0) warps_.emplace_back();
    }
  }
  [[nodiscard]] std::size_t warps() const { return warps_.size(); }

  /// Returns the first strip of each warp, then the strips that follow them.
  [[nodiscard]] CutList<FusedTile> list() const {
    CutList<FusedTile> list;
    for (const std::vector<FusedTile>& strips : warps_) {
      // A strip without rows fills up a block.
      list.tiles.push_back(strips.empty() ? FusedTile{.x = 0, .y = 0} : strips.front());
    }
    for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
      std::size_t before = warp;
      for (std::size_t i = 1; i < warps_[warp].size(); ++i) {
        list.tiles[before].next = static_cast<int>(list.tiles.size() - before);
        before = list.tiles.size();
        list.tiles.push_back(warps_[warp][i]);
      }
    }
    list.followers = list.tiles.size() - warps_.size();
    return list;
  }

 private:
  /// Adds the strips of a block's warp.
  void add(const Share& share, std::size_t warp) {
    std::vector<FusedTile>& strips = warps_.emplace_back();
    for (const Work& work : share) {
      const StripRange& range = ranges_[work.first + warp];
      strips.push_back({.x = range.x,
                        .y = work.rows.begin,
                        .fixed_cells = range.fixed_cells,
                        .height = work.rows.rows(),
                        .kind = range.kind});
    }
  }

  const std::vector<StripRange>& ranges_;
  StripShape shape_;
  float factor_;
  std::vector<std::vector<FusedTile>> warps_;
};

/// All strips of a grid, with a list for each medium.
struct DealtStrips {
  double end = 0.0;  ///< when the last block ends
  std::vector<MediumStrips> lists;
};

/// Deals the strips of these ranges out to all multiprocessors.
void deal_out(std::vector<StripRange> ranges, Band inner, const StripShape& shape,
              int multiprocessors, DealtStrips& dealt) {
  std::set<float> factors;
  for (const StripRange& range : ranges) factors.insert(range.factor);
  const DealSearch search(std::move(ranges), inner, shape, multiprocessors);
  const Deal deal = search.find();
  dealt.end += deal.end;
  for (const float factor : factors) {
    WarpStrips strips(search.ranges(), shape, factor);
    strips.add(deal.exchanged);
    const std::size_t exchanged = strips.warps();
    strips.add(deal.others);
    MediumStrips& tiles = dealt.lists.emplace_back(factor, strips.list());
    tiles.list.exchanged = exchanged;
  }
}

/// Deals out strips of all media, together or one medium after the other.
DealtStrips deal_out_media(const std::vector<StripRange>& ranges, Band inner,
                           const StripShape& shape, int multiprocessors, bool at_once) {
  std::map<float, std::vector<StripRange>> apart;
  for (const StripRange& range : ranges) apart[at_once ? 1.0F : range.factor].push_back(range);
  DealtStrips dealt;
  for (auto& [factor, some] : apart) {
    deal_out(std::move(some), inner, shape, multiprocessors, dealt);
  }
  return dealt;
}

/// Returns how many multiprocessors strips take that all would step until `end`, if they leave the
/// others to tiles that run beside them. Many tiles fill the device after the strips as well.
int left_to_strips(const Cut& cut, const StripRoom& room, double end) {
  const std::size_t mixed = cut.mixed.tiles.size() + static_cast<std::size_t>(room.watched);
  const std::size_t tiles = cut.media.tiles.size() + mixed;
  const int all = room.multiprocessors;
  if (!room.at_once || tiles == 0 || tiles > static_cast<std::size_t>(all)) return all;
  const double time = kMediaTime * static_cast<double>(cut.media.tiles.size()) +
                      kMixedTime * static_cast<double>(mixed);
  const int pairs = static_cast<int>(time * all / (end * all + time)) / kBlocksTogether + 1;
  return all - pairs * kBlocksTogether;
}

}  // namespace

Cut cut_strips(const Parts& parts, const StripShape& shape, const StripRoom& room) {
  Cut cut;
  StripRanges ranges(parts, shape);
  ranges.add_other_tiles(room.multiprocessors, cut);
  put_exchanged_first(parts, cut);
  const auto dealt_to = [&](int multiprocessors) {
    const auto dealt_of = [&](bool wide) {
      return deal_out_media(ranges.find(wide), parts.rows.inner, shape, multiprocessors,
                            room.at_once);
    };
    DealtStrips narrow = dealt_of(false);
    if (shape.wide_width == 0) return narrow;
    DealtStrips wide = dealt_of(true);
    return wide.end < narrow.end ? wide : narrow;
  };
  DealtStrips dealt = dealt_to(room.multiprocessors);
  const int left = left_to_strips(cut, room, dealt.end);
  if (left < room.multiprocessors) {
    const double tail = cut.media.tiles.empty() ? kMixedTail : kMediaTail;
    DealtStrips fewer = dealt_to(left);
    if (kFewerCost * fewer.end < dealt.end + tail) dealt = std::move(fewer);
  }
  for (MediumStrips& tiles : dealt.lists) {
    if (tiles.factor == 1.0F) {
      cut.plain = std::move(tiles.list);
    } else {
      cut.in_one_medium.push_back(std::move(tiles));
    }
  }
  return cut;
}

}  // namespace heatwave::field
