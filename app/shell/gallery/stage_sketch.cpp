// Picks moments of a play and draws them: a few threads and cells with their numbers, more of them
// as dots and squares.
#include "app/shell/gallery/stage_sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::shell {
namespace {

constexpr int kMostMoments = 60;
constexpr std::size_t kMostArrays = 5;
constexpr std::size_t kMostSquares = 64;

/// Returns the index of the launch with the most threads; −1: the lesson launches nothing.
int largest_launch(const stage::Trace& trace) {
  int best = -1;
  int most = 0;
  for (int i = 0; i < static_cast<int>(trace.launches.size()); ++i) {
    const stage::LaunchInfo& launch = trace.launches[static_cast<std::size_t>(i)];
    if (launch.blocks * launch.threads <= most) continue;
    most = launch.blocks * launch.threads;
    best = i;
  }
  return best;
}

std::vector<std::size_t> shown_arrays(const stage::Trace& trace, int launch) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < trace.arrays.size() && shown.size() < kMostArrays; ++i) {
    const stage::ArrayInfo& array = trace.arrays[i];
    const bool is_elsewhere = array.launch >= 0 && array.launch != launch;
    if (array.space != stage::Space::host && !is_elsewhere && array.size > 0) shown.push_back(i);
  }
  return shown;
}

StageSketch::Lane lane_of(const stage::ThreadState& state) {
  switch (state.status) {
    case stage::Status::absent:
    case stage::Status::ready:
      return StageSketch::Lane::waiting;
    case stage::Status::barrier:
      return StageSketch::Lane::at_barrier;
    case stage::Status::spinning:
      return StageSketch::Lane::spinning;
    case stage::Status::done:
      return StageSketch::Lane::ended;
  }
  return StageSketch::Lane::waiting;
}

StageSketch::Cell cell_of(const stage::CellState& state) {
  if (!state.written) return StageSketch::Cell::unwritten;
  return state.writer < 0 ? StageSketch::Cell::input : StageSketch::Cell::written;
}

StageSketch::Moment moment_at(const stage::Trace& trace, int step, const stage::LaunchInfo& launch,
                              const std::vector<std::size_t>& arrays) {
  StageSketch::Moment moment;
  const stage::State state = trace.at(step + 1);
  const stage::Step& now = trace.steps[static_cast<std::size_t>(step)];
  const auto first = static_cast<std::size_t>(launch.first_thread);
  const int threads = launch.blocks * launch.threads;
  const auto count = static_cast<std::size_t>(threads);
  for (std::size_t i = first; i < std::min(first + count, state.threads.size()); ++i) {
    moment.lanes.push_back(lane_of(state.threads[i]));
  }
  for (const std::size_t i : arrays) {
    const std::vector<stage::CellState>& cells = state.arrays[i];
    std::vector<StageSketch::Cell>& shown = moment.arrays.emplace_back();
    std::vector<double>& values = moment.values.emplace_back();
    for (std::size_t c = 0; c < std::min(cells.size(), kMostSquares); ++c) {
      shown.push_back(cell_of(cells[c]));
      values.push_back(cells[c].value);
    }
  }
  for (const stage::Action& action : now.actions) {
    const std::size_t lane = static_cast<std::size_t>(action.thread) - first;
    if (action.thread >= launch.first_thread && lane < moment.lanes.size() &&
        moment.lanes[lane] != StageSketch::Lane::at_barrier &&
        moment.lanes[lane] != StageSketch::Lane::spinning) {
      moment.lanes[lane] = StageSketch::Lane::acting;
    }
    const auto array =
        std::find(arrays.begin(), arrays.end(), static_cast<std::size_t>(action.array));
    if (action.array < 0 || array == arrays.end()) continue;
    std::vector<StageSketch::Cell>& cells =
        moment.arrays[static_cast<std::size_t>(array - arrays.begin())];
    if (action.index >= 0 && std::cmp_less(action.index, cells.size())) {
      cells[static_cast<std::size_t>(action.index)] = StageSketch::Cell::touched;
    }
  }
  moment.is_fault = !now.faults.empty();
  return moment;
}

/// Returns the moment of the second half at which most threads work and most cells are touched.
std::size_t busiest(const std::vector<StageSketch::Moment>& moments) {
  std::size_t best = 0;
  std::ptrdiff_t most = -1;
  for (std::size_t i = moments.size() / 2; i < moments.size(); ++i) {
    std::ptrdiff_t work =
        std::count(moments[i].lanes.begin(), moments[i].lanes.end(), StageSketch::Lane::acting);
    for (const auto& cells : moments[i].arrays) {
      work += std::count(cells.begin(), cells.end(), StageSketch::Cell::touched);
    }
    if (work <= most) continue;
    most = work;
    best = i;
  }
  return best;
}

}  // namespace

StageSketch sketch_of_lesson(const std::string& id) {
  const stage::Lesson& lesson = stage::find_lesson(id);
  stage::Schedule schedule = lesson.schedule;
  // A play by choices would wait for a person.
  if (schedule.kind == stage::Schedule::Kind::chosen) schedule = {stage::Schedule::Kind::random};
  const stage::Trace trace = stage::play(lesson, stage::completed(lesson, {.schedule = schedule}));
  StageSketch sketch;
  const int largest = largest_launch(trace);
  if (largest < 0) return sketch;
  const stage::LaunchInfo& launch = trace.launches[static_cast<std::size_t>(largest)];
  sketch.blocks = launch.blocks;
  sketch.threads = launch.threads;
  std::vector<int> steps;
  for (int i = 0; i < static_cast<int>(trace.steps.size()); ++i) {
    if (trace.steps[static_cast<std::size_t>(i)].launch == largest) steps.push_back(i);
  }
  const std::vector<std::size_t> arrays = shown_arrays(trace, largest);
  for (const std::size_t i : arrays) sketch.names.push_back(trace.arrays[i].name);
  const int count = std::min(kMostMoments, static_cast<int>(steps.size()));
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i) * steps.size() / static_cast<std::size_t>(count);
    sketch.moments.push_back(moment_at(trace, steps[at], launch, arrays));
  }
  sketch.still = busiest(sketch.moments);
  return sketch;
}

namespace {

using Lane = StageSketch::Lane;
using Cell = StageSketch::Cell;

struct Colours {
  ImU32 block, faint, middle, strong, accent, error;
};

Colours colours_of(const ui::Theme& theme) {
  return {.block = ui::packed_colour(theme.panel),
          .faint = ui::packed_colour(ui::with_alpha(theme.text, 0.14F)),
          .middle = ui::packed_colour(ui::with_alpha(theme.text, 0.35F)),
          .strong = ui::packed_colour(theme.dim),
          .accent = ui::packed_colour(theme.accent),
          .error = ui::packed_colour(theme.error)};
}

/// `ring`: width of the ring of a thread that waits for others, as a part of the radius.
void draw_lane(ImDrawList& list, const Colours& colours, Lane lane, ImVec2 at, float radius,
               float ring = 0.4F) {
  switch (lane) {
    case Lane::waiting:
      return list.AddCircleFilled(at, radius, colours.middle);
    case Lane::acting:
      return list.AddCircleFilled(at, radius * 1.25F, colours.accent);
    case Lane::at_barrier:
      return list.AddCircle(at, radius, colours.accent, 0, std::max(1.0F, radius * ring));
    case Lane::spinning:
      return list.AddCircle(at, radius, colours.error, 0, std::max(1.0F, radius * ring));
    case Lane::ended:
      return list.AddCircleFilled(at, radius, colours.faint);
  }
}

void draw_cell(ImDrawList& list, const Colours& colours, Cell cell, const ui::Box& box) {
  const ImVec2 from{box.left, box.top};
  const ImVec2 to{box.right, box.bottom};
  switch (cell) {
    case Cell::unwritten:
      return list.AddRect(from, to, colours.faint);
    case Cell::input:
      return list.AddRectFilled(from, to, colours.faint);
    case Cell::written:
      return list.AddRectFilled(from, to, colours.strong);
    case Cell::touched:
      return list.AddRectFilled(from, to, colours.accent);
  }
}

/// Returns how many of `count` squares stand side by side, so that they are largest in the box.
int columns_of(int count, const ui::Box& box) {
  int best = 1;
  float largest = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const float side = std::min(box.width() / static_cast<float>(columns),
                                box.height() / static_cast<float>(rows));
    if (side <= largest * 1.01F) continue;
    largest = side;
    best = columns;
  }
  return best;
}

/// A grid of squares in the middle of a box.
struct Squares {
  Squares(int count, const ui::Box& box, float most) : columns(columns_of(count, box)) {
    const int rows = (count + columns - 1) / columns;
    side = std::min(
        {box.width() / static_cast<float>(columns), box.height() / static_cast<float>(rows), most});
    left = (box.left + box.right - side * static_cast<float>(columns)) / 2;
    top = (box.top + box.bottom - side * static_cast<float>(rows)) / 2;
  }
  [[nodiscard]] ImVec2 corner(int i) const {
    const int row = i / columns;
    return {left + side * static_cast<float>(i % columns), top + side * static_cast<float>(row)};
  }

  int columns = 1;
  float side = 0.0F;
  float left = 0.0F;
  float top = 0.0F;
};

/// Draws the blocks side by side, each a box of dots.
void draw_blocks(ImDrawList& list, const Colours& colours, const StageSketch& sketch,
                 const StageSketch::Moment& moment, const ui::Box& area) {
  constexpr int kMostBlocks = 4;
  const int shown = std::clamp(sketch.blocks, 1, kMostBlocks);
  const float gap = area.width() * 0.03F;
  const float all_gaps = gap * static_cast<float>(shown - 1);
  const float width = (area.width() - all_gaps) / static_cast<float>(shown);
  std::size_t lane = 0;
  for (int b = 0; b < shown; ++b) {
    const float left = area.left + static_cast<float>(b) * (width + gap);
    const ui::Box box{left, area.top, left + width, area.bottom};
    list.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, colours.block, gap);
    const float rim = gap / 2;
    const Squares squares(sketch.threads,
                          {box.left + rim, box.top + rim, box.right - rim, box.bottom - rim},
                          area.height() * 0.5F);
    for (int t = 0; t < sketch.threads; ++t) {
      if (lane == moment.lanes.size()) break;
      const ImVec2 corner = squares.corner(t);
      const float half = squares.side / 2;
      draw_lane(list, colours, moment.lanes[lane++], {corner.x + half, corner.y + half},
                squares.side * 0.32F);
    }
  }
}

/// Draws each array as rows of squares, one array below the other.
void draw_arrays(ImDrawList& list, const Colours& colours, const StageSketch::Moment& moment,
                 const ui::Box& area) {
  const float height = area.height() / static_cast<float>(moment.arrays.size());
  float top = area.top;
  for (const auto& cells : moment.arrays) {
    const Squares squares(static_cast<int>(cells.size()),
                          {area.left, top, area.right, top + height * 0.86F}, area.height() * 0.4F);
    const float side = squares.side * 0.86F;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const ImVec2 corner = squares.corner(static_cast<int>(i));
      draw_cell(list, colours, cells[i], ui::Box::at(corner.x, corner.y, side, side));
    }
    top += height;
  }
}

/// Returns whether the threads and the arrays are so few that each can have a row with a name.
bool has_few(const StageSketch& sketch, const StageSketch::Moment& moment) {
  constexpr std::size_t kMostItems = 12;
  constexpr std::size_t kMostRows = 3;
  const auto is_short = [](const auto& cells) { return cells.size() <= kMostItems; };
  return sketch.blocks * sketch.threads <= static_cast<int>(kMostItems) &&
         moment.arrays.size() <= kMostRows &&
         std::all_of(moment.arrays.begin(), moment.arrays.end(), is_short);
}

/// A row of threads or cells with its name at the left.
class NamedRow {
 public:
  NamedRow(ImDrawList& list, const ui::Look& look, const std::string& name, const ui::Box& box,
           float names)
      : list_(list), look_(look), box_(box), left_(box.left + names) {
    const float size = letters();
    list.AddText(look.fonts.body, size, {box.left, middle() - size / 2},
                 ui::packed_colour(look.theme.dim), name.c_str());
  }

  static float letters(const ui::Look& look, float row) {
    return std::min(look.fonts.size * 0.9F, row * 0.75F);
  }
  /// Returns the place of an item of `count`; `side`: its width and height.
  [[nodiscard]] ui::Box item(std::size_t i, std::size_t count) const {
    constexpr float kPart = 0.84F;  // an item takes this part of its place
    const auto all = static_cast<float>(std::max<std::size_t>(count, 4));
    const float place = std::min(box_.height(), (box_.right - left_) / all);
    const float side = place * kPart;
    return ui::Box::at(left_ + static_cast<float>(i) * place, middle() - side / 2, side, side);
  }
  /// Writes into an item, where it is large enough.
  void write(const ui::Box& item, const std::string& text, const ImVec4& ink) const {
    const float size = std::min(letters(), item.height() * 0.7F);
    const float width = look_.fonts.strong->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
    constexpr float kLeastLetters = 9;
    if (size < kLeastLetters * look_.unit || width > item.width()) return;
    list_.AddText(look_.fonts.strong, size,
                  {(item.left + item.right - width) / 2, middle() - size / 2},
                  ui::packed_colour(ink), text.c_str());
  }

 private:
  [[nodiscard]] float middle() const { return (box_.top + box_.bottom) / 2; }
  [[nodiscard]] float letters() const { return letters(look_, box_.height()); }

  ImDrawList& list_;
  const ui::Look& look_;
  ui::Box box_;
  float left_;
};

/// Draws the threads with their numbers and the arrays with their values, a row for each.
void draw_named_rows(ImDrawList& list, const ui::Look& look, const StageSketch& sketch,
                     const StageSketch::Moment& moment, const ui::Box& area) {
  const Colours colours = colours_of(look.theme);
  const std::string threads = "threads";
  const float height = area.height() / static_cast<float>(1 + moment.arrays.size());
  float names = 0.0F;
  const auto widen = [&](const std::string& name) {
    const float size = NamedRow::letters(look, height);
    names = std::max(names, look.fonts.body->CalcTextSizeA(size, 1e6F, 0, name.c_str()).x);
  };
  widen(threads);
  for (const std::string& name : sketch.names) widen(name);
  names = std::min(names + 10 * look.unit, area.width() / 2);
  const auto row_at = [&](std::size_t i) {
    return ui::Box::at(area.left, area.top + static_cast<float>(i) * height, area.width(), height);
  };
  const NamedRow lanes(list, look, threads, row_at(0), names);
  for (std::size_t i = 0; i < moment.lanes.size(); ++i) {
    const ui::Box item = lanes.item(i, moment.lanes.size());
    const ImVec2 centre{(item.left + item.right) / 2, (item.top + item.bottom) / 2};
    draw_lane(list, colours, moment.lanes[i], centre, item.width() * 0.42F, 0.16F);
    const bool is_filled = moment.lanes[i] == Lane::acting;
    lanes.write(item, std::to_string(i % static_cast<std::size_t>(std::max(1, sketch.threads))),
                is_filled ? look.theme.on_accent : look.theme.text);
  }
  for (std::size_t a = 0; a < moment.arrays.size(); ++a) {
    const NamedRow row(list, look, sketch.names[a], row_at(1 + a), names);
    for (std::size_t i = 0; i < moment.arrays[a].size(); ++i) {
      const ui::Box item = row.item(i, moment.arrays[a].size());
      const Cell cell = moment.arrays[a][i];
      draw_cell(list, colours, cell == Cell::written ? Cell::input : cell, item);
      if (cell == Cell::unwritten) continue;
      row.write(item, fmt::format("{:.3g}", moment.values[a][i]),
                cell == Cell::touched ? look.theme.on_accent : look.theme.text);
    }
  }
}

}  // namespace

void draw_stage_sketch(ImDrawList& list, const ui::Look& look, const StageSketch& sketch,
                       const ui::Box& area, double part) {
  const Colours colours = colours_of(look.theme);
  if (sketch.moments.empty()) return;
  const std::size_t last = sketch.moments.size() - 1;
  const std::size_t at =
      part < 0
          ? std::min(sketch.still, last)
          : std::min(static_cast<std::size_t>(part * static_cast<double>(sketch.moments.size())),
                     last);
  const StageSketch::Moment& moment = sketch.moments[at];
  const float rim = std::max(area.height() * 0.1F, 10 * look.unit);
  const ui::Box inner{area.left + rim, area.top + rim, area.right - rim, area.bottom - rim};
  const bool has_arrays = !moment.arrays.empty();
  ui::Box blocks = inner;
  if (has_arrays) blocks.bottom = inner.top + inner.height() * 0.46F;
  if (has_few(sketch, moment)) {
    draw_named_rows(list, look, sketch, moment, inner);
  } else {
    draw_blocks(list, colours, sketch, moment, blocks);
    if (has_arrays) {
      draw_arrays(list, colours, moment,
                  {inner.left, blocks.bottom + rim, inner.right, inner.bottom});
    }
  }
  if (moment.is_fault) {
    list.AddRect({area.left + 2, area.top + 2}, {area.right - 2, area.bottom - 2}, colours.error, 0,
                 3.0F);
  }
}

}  // namespace heatwave::shell
