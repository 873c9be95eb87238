// Fills the tooltip of a measurement.
#include "app/rooms/lab/figures_tooltip.h"

#include <fmt/format.h>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/chart_area.h"
#include "app/words/numbers.h"
#include "app/words/printed_time.h"
#include "app/words/speed_words.h"
#include "kernels/lab/catalogued.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::lab_room {
namespace {

void add_times(ui::ChartTooltip& tooltip, const Ladder& ladder, const lab::Measurement& m,
               const lab::Measurement* before) {
  tooltip.figure(fmt::format("Median of {}", m.time.samples), words::measured_time(m.time.median));
  tooltip.figure("Least to most",
                 words::measured_time(m.time.least) + " – " + words::measured_time(m.time.most));
  if (m.with_copies_ms > 0) {
    tooltip.figure("With copies, pageable memory", words::measured_time(m.with_copies_ms));
  }
  if (m.with_pinned_copies_ms > 0) {
    tooltip.figure("With copies, pinned memory", words::measured_time(m.with_pinned_copies_ms));
  }
  if (m.host_ms > 0 && m.processor == lab::Processor::gpu) {
    tooltip.figure("By the host's clock", words::measured_time(m.host_ms));
  }
  if (ladder.report != nullptr) {
    for (const words::Speed& speed : words::speeds_of(*ladder.report, m)) {
      tooltip.figure(speed.timed.empty() ? "Speed" : "Speed, " + speed.timed,
                     words::beside_cpu(speed, ladder.report->machine.cpu), true);
    }
  }
  if (before != nullptr && before->timed()) {
    tooltip.figure("The run before", words::measured_time(before->time.median));
  }
}

/// How busy it kept the device, and what that makes its limit.
void add_utilisation(ui::ChartTooltip& tooltip, const lab::Utilisation& busy) {
  using enum lab::DevicePart;
  for (const lab::DevicePart part : {arithmetic, l1, l2, memory}) {
    if (busy.shown(part) > 0) {
      tooltip.figure(std::string("Busy: ") + lab::name_of(part), words::percent(busy.shown(part)));
    }
  }
  const std::string limit = lab::limit_words(busy);
  if (!limit.empty()) tooltip.figure("Limit", limit);
}

void add_rates(ui::ChartTooltip& tooltip, const lab::Measurement& m) {
  if (m.bytes_per_second > 0) {
    tooltip.figure("Memory", words::with_prefix(m.bytes_per_second, "B/s"));
  }
  if (m.operations_per_second > 0) {
    tooltip.figure("Arithmetic", words::with_prefix(m.operations_per_second, "FLOP/s"));
  }
  if (!m.work.floats && m.work.operations > 0) {
    tooltip.figure("Operations",
                   words::with_prefix(m.work.operations / (m.time.median * 1e-3), "op/s"));
  }
  if (m.part_of_limit > 0) {
    const std::string of =
        m.limit_is_memory ? " of the memory's limit" : " of the arithmetic limit";
    tooltip.figure("By the least it must do", words::percent(m.part_of_limit) + of);
  }
}

void add_result(ui::ChartTooltip& tooltip, const lab::Measurement& m) {
  if (!m.outcome.result.empty()) tooltip.figure("Result", m.outcome.result);
  if (!m.outcome.right && !m.outcome.expected.empty()) {
    tooltip.figure("Expected", m.outcome.expected);
  }
  if (m.outcome.error > 0) tooltip.figure("Error", error_words(m.outcome.error));
}

void add_shape(ui::ChartTooltip& tooltip, const lab::Measurement& m) {
  if (!m.shape) return;
  const lab::LaunchShape& shape = *m.shape;
  const auto words = [](const std::string& text, std::int64_t number) {
    return text.empty() ? words::grouped(number) : text;
  };
  tooltip.figure("Blocks", words(shape.grid_text, shape.grid));
  tooltip.figure("Threads per block", words(shape.block_text, shape.block));
  tooltip.figure("Registers per thread", words::grouped(shape.registers));
  tooltip.figure("Shared memory per block",
                 words::with_prefix(static_cast<double>(shape.shared_bytes), "B"));
  tooltip.figure("Occupancy", words::percent(shape.occupancy));
}

void add_lecture(ui::ChartTooltip& tooltip, const lab::Variant* variant) {
  if (variant == nullptr) return;
  for (const lab::LectureFigure& figure : variant->lecture) {
    tooltip.figure("Lecture: " + figure.where,
                   words::printed_time(figure.milliseconds, figure.gflops));
  }
}

void add_words(ui::ChartTooltip& tooltip, const ui::Theme& theme, const lab::Measurement& m,
               const lab::Variant* variant) {
  tooltip.title(m.title);
  if (variant != nullptr) tooltip.sentence(variant->what, theme.dim);
  if (!m.task.empty()) {
    tooltip.sentence("Compared only within its own task: " + m.task + ".", theme.dim);
  }
  if (m.status == lab::Status::wrong) {
    tooltip.sentence("Its result is wrong, so its time counts for nothing.", theme.error);
  } else if (m.wrong_on_purpose && m.timed()) {
    tooltip.sentence("It is wrong on purpose: " + how_wrong(m) + ".", theme.text);
  } else if (m.status != lab::Status::measured) {
    tooltip.sentence(why_not_measured(m), theme.text);
  }
}

}  // namespace

void figures_tooltip(const ui::Look& look, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before,
                     const Beside* beside) {
  const lab::Variant* variant = lab::catalogued_variant(measurement);
  ui::ChartTooltip tooltip(look);
  add_words(tooltip, look.theme, measurement, variant);
  const bool counts = measurement.timed() && (measurement.status == lab::Status::measured ||
                                              measurement.status == lab::Status::wrong);
  if (counts) {
    add_times(tooltip, ladder, measurement, before);
    if (measurement.status == lab::Status::measured) {
      add_rates(tooltip, measurement);
      if (ladder.report != nullptr) {
        add_utilisation(tooltip, lab::utilisation_of(measurement, ladder.report->machine));
      }
    }
    add_result(tooltip, measurement);
    add_shape(tooltip, measurement);
  }
  if (beside != nullptr && beside->of(measurement) != nullptr) {
    tooltip.figure(beside->origin, beside->label(measurement), true);
  }
  add_lecture(tooltip, variant);
}

}  // namespace heatwave::lab_room
