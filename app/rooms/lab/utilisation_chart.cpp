// Draws how busy each variant keeps memory and arithmetic, and what limits it.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "app/words/numbers.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::lab_room {
namespace {

constexpr float kLowestPair = 32.0F;
constexpr const char* kWidestWords = "latency: memory 100 % of L1 and shared memory";

class UtilisationChart {
 public:
  UtilisationChart(LabView& context, const ChartData& data)
      : context_(context),
        data_(data),
        pen_(context, *ImGui::GetWindowDrawList()),
        ladder_(shown_ladder(context.model, data.result->report)) {}

  [[nodiscard]] std::string draw(const ui::Box& area) {
    const ui::Box box = draw_chart_head(
        context_, pen_, area, chart_heading(*data_.result, "utilisation", ladder_.first()));
    const bool any = std::any_of(ladder_.rungs.begin(), ladder_.rungs.end(),
                                 [&](const auto* m) { return has_bar(*m) && of(*m).known(); });
    if (!any) {
      pen_.message(box, "No memory-traffic data",
                   "Its variants count neither bytes nor operations: they wait for each other, or "
                   "for a bus.");
      return {};
    }
    const float u = pen_.unit();
    const float line = pen_.line();
    columns_ = ladder_columns(pen_, ladder_, box);
    const float words = std::min(pen_.width(kWidestWords, ui::Voice::strong), 0.3F * box.width());
    axis_ = {0.0, 1.05, false, columns_.content,
             std::max(columns_.content + 80 * u, columns_.right - words)};
    const ui::Box plot{box.left, box.top, box.right, box.bottom - 2 * line - 8 * u};
    draw_grid(plot);
    pen_.foot({box.left, box.bottom - line, box.right, box.bottom},
              {.text = "Percentage of the device's limit; both below 60 %: latency"},
              {{ui::KeyEntry::Sample::thin_bar, "memory, busiest part"},
               {ui::KeyEntry::Sample::accent_bar, "arithmetic"}});
    return draw_ladder_rows(context_, plot,
                            {.ladder = ladder_,
                             .selected = data_.selected,
                             .columns = columns_,
                             .lowest = kLowestPair,
                             .room_for = rows_to_come(context_, *data_.result),
                             .draw = [this](const ui::ChartPen& pen, const ui::Box& row,
                                            const lab::Measurement& m) { draw_row(pen, row, m); }});
  }

 private:
  [[nodiscard]] lab::Utilisation of(const lab::Measurement& m) const {
    return lab::utilisation_of(m, data_.result->report.machine);
  }
  void draw_grid(const ui::Box& plot) const {
    const float u = pen_.unit();
    // Where not all numbers find room, the border's does, and the end's if it lies far enough off.
    const float wide = pen_.width(words::percent(1.0)) + 4 * u;
    const bool has_room = axis_.at(0.2) - axis_.at(0.0) > wide;
    const bool has_end = axis_.at(1.0) - axis_.at(lab::kBusy) > wide;
    for (const double tick : {0.0, 0.2, 0.4, lab::kBusy, 0.8, 1.0}) {
      const float x = std::round(axis_.at(tick));
      const bool border = tick == lab::kBusy;
      if (border) {
        pen_.dashed({x, plot.top}, {x, plot.bottom}, pen_.theme().text, 1.5F * u);
      } else {
        pen_.line({x, plot.top}, {x, plot.bottom + 3 * u}, pen_.theme().line, 1 * u);
      }
      if (!has_room && !border && !(has_end && tick == 1.0)) continue;
      pen_.text(x, plot.bottom + 3 * u + pen_.line() / 2, tick > 0 ? words::percent(tick) : "0",
                pen_.theme().dim, ui::Voice::body, ui::Align::centre);
    }
  }

  void draw_row(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m) const {
    const float u = pen.unit();
    const lab::Utilisation busy = of(m);
    const float y = (row.top + row.bottom) / 2;
    if (!busy.known()) {
      pen.text_on_plate(axis_.from + 8 * u, y, "no memory-traffic data", pen.theme().dim);
      return;
    }
    const float half = std::min(row.height() * 0.36F, 14 * u);
    const auto end_of = [&](double part) { return std::max(axis_.at(part), axis_.from + 2 * u); };
    const double memory = busy.shown(busy.busiest_memory());
    const double arithmetic = busy.shown(lab::DevicePart::arithmetic);
    const ui::Box above{axis_.from, y - half, end_of(arithmetic), y - 1 * u};
    const ui::Box below{axis_.from, y + 1 * u, end_of(memory), y + half};
    if (arithmetic > 0) pen.fill(above, pen.theme().accent, 2 * u);
    if (memory > 0) pen.fill(below, pen.neutral(0.6F), 2 * u);
    draw_words(pen, row, m, busy, std::max(above.right, below.right));
  }

  /// Says what limits the variant, and how busy its busiest part of memory was.
  void draw_words(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m,
                  const lab::Utilisation& busy, float right) const {
    const float u = pen.unit();
    const lab::DevicePart memory = busy.busiest_memory();
    std::string words = lab::limit_words(busy);
    if (busy.passes_limit()) {
      words = std::string("no limit: ") + lab::name_of(busy.busiest()) + " is faster than measured";
    }
    if (busy.waits() && memory != lab::DevicePart::none) {
      words += ": memory " + words::percent(busy.shown(memory)) + " of " + lab::name_of(memory);
    }
    const ui::Voice voice = ladder_.is_best(m) ? ui::Voice::strong : ui::Voice::body;
    const float left = std::max(right, axis_.at(0.0)) + 10 * u;
    pen.text_on_plate(left, (row.top + row.bottom) / 2, pen.elided(words, row.right - left, voice),
                      pen.theme().text, voice);
  }

  LabView& context_;
  const ChartData& data_;
  ui::ChartPen pen_;
  Ladder ladder_;
  LadderColumns columns_{};
  ui::Axis axis_{};
};

}  // namespace

std::string draw_utilisation(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("utilisation", area);
  return UtilisationChart(context, data).draw(chart.box());
}

}  // namespace heatwave::lab_room
