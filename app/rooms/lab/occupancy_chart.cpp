// Draws a multiprocessor, and how the blocks of the selected variant fill it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/lab/occupancy.h"

namespace heatwave::lab_room {
namespace {

constexpr std::int64_t kKilobyte = 1024;

/// Returns the selected variant if it has a launch; otherwise the best one; null: none has.
const lab::Measurement* measurement_with_launch(const Ladder& ladder, const std::string& selected) {
  const auto has_launch = [](const lab::Measurement* m) {
    return m != nullptr && m->shape.has_value() && m->shape->block > 0;
  };
  const lab::Measurement* chosen = ladder.find(selected);
  if (chosen != nullptr) return has_launch(chosen) ? chosen : nullptr;
  return has_launch(ladder.best) ? ladder.best : nullptr;
}

class OccupancyChart {
 public:
  OccupancyChart(const ui::Look& look, const lab::Measurement& measurement,
                 const lab::Multiprocessor& multiprocessor)
      : pen_(look, *ImGui::GetWindowDrawList()),
        launch_(*measurement.shape),
        multiprocessor_(multiprocessor),
        residency_(lab::residency_of(launch_, multiprocessor)) {
    // The blocks of a grid are spread over all multiprocessors before any gets a second one.
    const std::int64_t each = (launch_.grid + multiprocessor.count - 1) / multiprocessor.count;
    resident_ = std::min(residency_.blocks, each);
  }

  /// Returns whether the picture is legible in the area, with its heading.
  [[nodiscard]] bool fits(const ui::Box& area) const {
    constexpr float kFewestLines = 10;
    constexpr float kNarrowest = 320;
    return area.height() >= kFewestLines * pen_.line() && area.width() >= kNarrowest * pen_.unit();
  }

  /// Returns "16 of 64 warps (25 %)": the warps of this launch on one multiprocessor.
  [[nodiscard]] std::string warps_words() const {
    return fmt::format("{} of {} ({:.3g}\u00A0%)", words::grouped(resident_warps()),
                       words::counted(multiprocessor_.warps, "warp", "warps"),
                       100 * resident_share());
  }
  /// Returns "2 blocks of 256 threads".
  [[nodiscard]] std::string resident_words() const {
    return fmt::format("{} of {} threads", words::counted(resident_, "block", "blocks"),
                       launch_.block_text);
  }

  /// Names the scarcest resource. A grid that is too small to fill a multiprocessor is compared
  /// with one that has enough blocks.
  [[nodiscard]] std::string limit_words() const {
    if (resident_ == residency_.blocks) {
      return fmt::format("Occupancy {}, limited by {}", words::percent(residency_.occupancy),
                         name_of(residency_.limit));
    }
    return fmt::format("{}, limited by {}", brief_limit_words(), name_of(residency_.limit));
  }
  /// Says the same in fewer words.
  [[nodiscard]] std::string brief_limit_words() const {
    const std::string now = fmt::format("{:.3g}\u00A0%", 100 * resident_share());
    return fmt::format("Now {}: {}. Possible: {}, {}", words::counted(resident_, "block", "blocks"),
                       now, words::counted(residency_.blocks, "block", "blocks"),
                       words::percent(residency_.occupancy));
  }
  /// Says how many blocks each resource allows.
  [[nodiscard]] std::string blocks_words() const {
    std::string words = "Blocks that fit by";
    for (const lab::BlockLimit limit : lab::kBlockLimits) {
      const auto most = residency_.most.at(static_cast<std::size_t>(limit));
      words += fmt::format("{} {} {}", limit == lab::kBlockLimits.front() ? "" : ",",
                           name_of(limit), words::grouped(most));
    }
    return words;
  }

  void draw(const ui::Box& box) const {
    const float u = pen_.unit();
    const float line = pen_.line();
    const float gap = 8 * u;
    constexpr float kWithUnits = 12;    // lines
    constexpr float kWithDevice = 440;  // a narrower picture has one multiprocessor alone
    const bool has_units = box.height() >= kWithUnits * line && fits(units_words(), box.width());
    const std::string blocks = ui::in_lines(blocks_words(), box.width());
    const auto breaks = static_cast<float>(std::count(blocks.begin(), blocks.end(), '\n'));
    const float below = (has_units ? 3 : 2) + breaks;
    const ui::Box above{box.left, box.top, box.right, box.bottom - below * line - gap};
    const bool has_device = box.width() >= kWithDevice * u;
    const float usual = std::clamp(0.26F * box.width(), 96 * u, 240 * u);
    // The word of the heading beside it is worth a little room.
    const float count = std::min(pen_.width(count_words()) + u, 0.32F * box.width());
    const float left = std::max(usual, count);
    if (has_device) draw_device({above.left, above.top, above.left + left, above.bottom});
    const float beside = has_device ? left + 2 * gap : 0.0F;
    draw_multiprocessor({above.left + beside, above.top, above.right, above.bottom});
    const auto write = [&](float lines_up, const std::string& words, ui::Voice voice,
                           const ImVec4& colour) {
      pen_.text(box.left, box.bottom - lines_up * line, words, colour, voice);
    };
    const ui::Voice strong = ui::Voice::strong;
    write(below - 0.5F, longest_of({limit_words(), brief_limit_words()}, box.width(), strong),
          strong, pen_.theme().text);
    write(below - 1.5F, blocks, ui::Voice::body, pen_.theme().text);
    if (has_units) write(0.5F, units_words(), ui::Voice::body, pen_.theme().dim);
  }

 private:
  [[nodiscard]] std::int64_t resident_warps() const {
    return resident_ * residency_.warps_of_block;
  }
  /// Returns the occupancy of this launch, from 0 to 1.
  [[nodiscard]] double resident_share() const {
    return static_cast<double>(resident_warps()) / static_cast<double>(multiprocessor_.warps);
  }

  /// Returns the colour of a block; neighbours differ.
  [[nodiscard]] ImVec4 colour_of(std::int64_t block) const {
    return block % 2 == 0 ? pen_.theme().accent : pen_.neutral(0.62F);
  }

  /// Says what the schedulers do, and with which units.
  [[nodiscard]] std::string units_words() const {
    const std::string words = "Each cycle a scheduler issues an instruction of one ready warp";
    if (multiprocessor_.float_units == 0 || multiprocessor_.special_units == 0) return words + ".";
    return words + fmt::format(", to {} float or {} special function units.",
                               multiprocessor_.float_units / multiprocessor_.schedulers,
                               multiprocessor_.special_units / multiprocessor_.schedulers);
  }

  /// Names the picture's frame, and says how this launch fills it, in the longest words that fit.
  [[nodiscard]] std::string title_of_multiprocessor(float width) const {
    const std::string warps = warps_words();
    const std::string short_warps = warps.substr(0, warps.find(" ("));
    return longest_of(
        {"One multiprocessor in this launch: " + resident_words() + ", " + warps,
         "One multiprocessor: " + resident_words() + ", " + warps, "One multiprocessor: " + warps,
         "One multiprocessor: " + short_warps, "Multiprocessor: " + short_warps, warps},
        width, ui::Voice::strong);
  }

  [[nodiscard]] bool fits(const std::string& words, float width) const {
    return pen_.elided(words, width) == words;
  }
  /// Returns the first of some texts that fits, the longest first; the last one is cut if need be.
  [[nodiscard]] std::string longest_of(std::initializer_list<std::string> texts, float width,
                                       ui::Voice voice = ui::Voice::body) const {
    for (const std::string& words : texts) {
      if (pen_.elided(words, width, voice) == words) return words;
    }
    return pen_.elided(*(texts.end() - 1), width, voice);
  }

  /// Returns "132 multiprocessors".
  [[nodiscard]] std::string count_words() const {
    return words::counted(multiprocessor_.count, "multiprocessor", "multiprocessors");
  }

  /// Draws the multiprocessors of the GPU as squares; those with a block are filled.
  void draw_device(const ui::Box& box) const {
    const float u = pen_.unit();
    const float line = pen_.line();
    const auto count = static_cast<float>(multiprocessor_.count);
    const std::string blocks = words::counted(launch_.grid, "block", "blocks");
    const std::string brief = fmt::format("{} in the GPU", multiprocessor_.count);
    pen_.text(box.left, box.top + line / 2, longest_of({count_words(), brief}, box.width()),
              pen_.theme().text);
    pen_.text(box.left, box.bottom - line / 2,
              longest_of({blocks + " in the grid", blocks}, box.width()), pen_.theme().dim);
    const ui::Box area{box.left, box.top + 1.4F * line, box.right, box.bottom - 1.4F * line};
    if (area.height() <= 0) return;
    const float side = std::sqrt(area.width() * area.height() / count);
    const float columns = std::max(1.0F, std::ceil(area.width() / side));
    const float rows = std::ceil(count / columns);
    const float cell = std::min(area.width() / columns, area.height() / rows);
    for (std::int64_t i = 0; i < multiprocessor_.count; ++i) {
      const float column = std::fmod(static_cast<float>(i), columns);
      const float row = std::floor(static_cast<float>(i) / columns);
      const ui::Box square =
          ui::Box::at(area.left + column * cell, area.top + row * cell, cell - 2 * u, cell - 2 * u);
      if (i < launch_.grid) {
        pen_.fill(square, i == 0 ? pen_.theme().accent : pen_.neutral(0.45F));
      } else {
        pen_.frame(square, pen_.neutral(0.4F));
      }
    }
  }

  void draw_multiprocessor(const ui::Box& box) const {
    const float u = pen_.unit();
    const float line = pen_.line();
    pen_.frame(box, pen_.neutral(0.5F), 1 * u, 4 * u);
    const float pad = 8 * u;
    const ui::Box inner{box.left + pad, box.top + pad, box.right - pad, box.bottom - pad};
    pen_.text(inner.left, inner.top + line / 2, title_of_multiprocessor(inner.width()),
              pen_.theme().text, ui::Voice::strong);
    const float memory = inner.bottom - 1.3F * line;
    const auto parts = static_cast<float>(multiprocessor_.schedulers);
    const float wide = (inner.width() - (parts - 1) * pad) / parts;
    for (std::int64_t i = 0; i < multiprocessor_.schedulers; ++i) {
      const float x = inner.left + static_cast<float>(i) * (wide + pad);
      draw_partition({x, inner.top + 1.4F * line, x + wide, memory - pad}, i);
    }
    const std::string used = fmt::format(
        "{} of {} KB", (resident_ * residency_.bytes_of_block + kKilobyte - 1) / kKilobyte,
        multiprocessor_.shared_bytes / kKilobyte);
    draw_used({inner.left, memory, inner.right, inner.bottom}, residency_.bytes_of_block,
              multiprocessor_.shared_bytes, resident_,
              {"L1 and shared memory: " + used + " in use as shared", "shared memory: " + used});
  }

  /// Draws a scheduler, the warps that it chooses from, their registers, and the units.
  void draw_partition(const ui::Box& box, std::int64_t scheduler) const {
    const float u = pen_.unit();
    const float line = pen_.line();
    const float bar = 1.3F * line;
    const bool has_registers = box.height() > 3.5F * line;  // else the warps have the height
    const bool has_units = box.height() > 5.5F * line;
    const float bars = (has_registers ? bar + 4 * u : 0) + (has_units ? bar + 4 * u : 0);
    const bool has_name = fits("scheduler", box.width());
    if (has_name) {
      pen_.text((box.left + box.right) / 2, box.top + line / 2, "scheduler", pen_.theme().dim,
                ui::Voice::body, ui::Align::centre);
    }
    const float top = has_name ? 1.2F * line : 4 * u;
    const ui::Box slots{box.left, box.top + top, box.right, box.bottom - bars};
    draw_warps(slots, scheduler);
    if (!has_registers) return;
    const ui::Box registers{box.left, slots.bottom + 4 * u, box.right, slots.bottom + 4 * u + bar};
    const std::int64_t all = multiprocessor_.registers / multiprocessor_.schedulers;
    draw_used(registers, residency_.registers_of_warp, all, warps_of(scheduler),
              {words::grouped(all) + " registers", "registers"});
    if (!has_units) return;
    const ui::Box last{box.left, box.bottom - bar, box.right, box.bottom};
    pen_.frame(last, pen_.neutral(0.4F), 1 * u);
    const auto each = [&](std::int64_t units_of_all) {
      return words::grouped(units_of_all / multiprocessor_.schedulers);
    };
    const std::string floats = each(multiprocessor_.float_units) + " float";
    const std::string special = each(multiprocessor_.special_units) + " SFU";
    const float room = last.width() - 4 * u;
    const std::string text = multiprocessor_.float_units == 0
                                 ? longest_of({"load and store"}, room)
                                 : longest_of({floats + ", " + special + ", load/store",
                                               floats + ", " + special, floats},
                                              room);
    pen_.text((last.left + last.right) / 2, (last.top + last.bottom) / 2, text, pen_.theme().text,
              ui::Voice::body, ui::Align::centre);
  }

  /// Returns the number of resident warps of a scheduler: they are dealt to all in turn.
  [[nodiscard]] std::int64_t warps_of(std::int64_t scheduler) const {
    const std::int64_t warps = resident_ * residency_.warps_of_block;
    return (warps + multiprocessor_.schedulers - 1 - scheduler) / multiprocessor_.schedulers;
  }

  /// Draws a cell for each warp that a scheduler can hold, in the colour of its block.
  void draw_warps(const ui::Box& box, std::int64_t scheduler) const {
    const float u = pen_.unit();
    const std::int64_t slots = multiprocessor_.warps / multiprocessor_.schedulers;
    const std::int64_t columns = box.width() > 2 * box.height() ? slots / 2 : slots / 4;
    const std::int64_t wide = std::max<std::int64_t>(1, columns);
    const std::int64_t high = (slots + wide - 1) / wide;
    const float x = box.width() / static_cast<float>(wide);
    const float y = box.height() / static_cast<float>(high);
    for (std::int64_t i = 0; i < slots; ++i) {
      const std::int64_t row = i / wide;
      const ui::Box cell = ui::Box::at(box.left + static_cast<float>(i - row * wide) * x,
                                       box.top + static_cast<float>(row) * y, x - 2 * u, y - 2 * u);
      const std::int64_t warp = i * multiprocessor_.schedulers + scheduler;
      if (i < warps_of(scheduler)) {
        pen_.fill(cell, colour_of(warp / residency_.warps_of_block), 2 * u);
      } else {
        pen_.frame(cell, pen_.neutral(0.4F), 1 * u, 2 * u);
      }
    }
  }

  /// Draws a bar: `count` equal parts of it are in use.
  void draw_used(const ui::Box& box, std::int64_t part, std::int64_t all, std::int64_t count,
                 std::initializer_list<std::string> texts) const {
    const float u = pen_.unit();
    const float scale = box.width() / static_cast<float>(std::max<std::int64_t>(1, all));
    const float used = std::min(box.width(), scale * static_cast<float>(part * count));
    pen_.fill({box.left, box.top, box.left + used, box.bottom}, pen_.neutral(0.2F));
    pen_.frame(box, pen_.neutral(0.4F), 1 * u);
    pen_.text((box.left + box.right) / 2, (box.top + box.bottom) / 2,
              longest_of(texts, box.width() - 4 * u), pen_.theme().text, ui::Voice::body,
              ui::Align::centre);
  }

  ui::ChartPen pen_;
  const lab::LaunchShape& launch_;
  const lab::Multiprocessor& multiprocessor_;
  lab::Residency residency_;
  std::int64_t resident_ = 0;  ///< blocks on the fullest multiprocessor
};

}  // namespace

void draw_occupancy(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("occupancy", area);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const lab::Report& report = data.result->report;
  const Ladder ladder = shown_ladder(context.model, report);
  const lab::Measurement* chosen = measurement_with_launch(ladder, data.selected);
  const auto multiprocessor = lab::multiprocessor_of(report.machine.gpu);
  if (!multiprocessor) {
    return pen.message(chart.box(), "No GPU in this result",
                       "A recording of a GPU shows its multiprocessors.");
  }
  if (chosen == nullptr) {
    return pen.message(chart.box(), "No launch of its own",
                       "Choose a variant that launches a kernel on the GPU.");
  }
  // In a low room, where a lecture's question stands beside it, its letters are those of the list.
  constexpr float kLinesOfWindow = 32.0F;
  const float least = ImGui::GetIO().DisplaySize.y / kLinesOfWindow / context.fonts.size;
  const bool is_smaller = context.model.chart_place.takes_turns && !context.presented;
  const float part = is_smaller ? std::min(1.0F, least) : 1.0F;
  const ui::SizedLook sized(context, part);
  const OccupancyChart picture(sized.look, *chosen, *multiprocessor);
  if (!picture.fits(chart.box())) {
    return pen.message(chart.box(), "This launch: " + picture.warps_words(),
                       picture.resident_words() + ". " + picture.limit_words() + ". " +
                           picture.blocks_words() + ".");
  }
  const std::string what = "occupancy of " + title_beside_tag(*chosen);
  picture.draw(
      draw_chart_head(context, pen, chart.box(), chart_heading(*data.result, what, chosen)));
}

}  // namespace heatwave::lab_room
