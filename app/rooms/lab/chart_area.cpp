// The window part that a chart of the lab is drawn into, and its tooltips.
#include <fmt/format.h>

#include <algorithm>

#include "app/rooms/pen.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"

namespace heatwave::panels {
namespace {

constexpr float kTooltipWidth = 420.0F;

void add_times(ChartTooltip& tooltip, const Ladder& ladder, const lab::Measurement& m,
               const lab::Measurement* before) {
  tooltip.figure(fmt::format("Median of {}", m.time.samples), measured_time(m.time.median));
  tooltip.figure("Least to most", measured_time(m.time.least) + " – " + measured_time(m.time.most));
  if (m.with_copies_ms > 0) tooltip.figure("With copies", measured_time(m.with_copies_ms));
  if (m.host_ms > 0 && m.place == lab::Place::gpu) {
    tooltip.figure("By the host's clock", measured_time(m.host_ms));
  }
  const auto factor = ladder.times_as_fast(m);
  const lab::Measurement* simplest = ladder.leaders_of(m).simplest_cpu;
  if (factor && &m != simplest) {
    tooltip.figure("Against " + simplest->title, times_as_fast(*factor));
  }
  if (before != nullptr && before->timed()) {
    tooltip.figure("The run before", measured_time(before->time.median));
  }
}

void add_rates(ChartTooltip& tooltip, const lab::Measurement& m) {
  if (m.bytes_per_second > 0) {
    tooltip.figure("Memory", with_prefix(m.bytes_per_second, "B/s"));
  }
  if (m.operations_per_second > 0) {
    tooltip.figure("Arithmetic", with_prefix(m.operations_per_second, "FLOP/s"));
  }
  if (m.part_of_limit > 0) {
    const std::string of =
        m.limit_is_memory ? " of the memory's limit" : " of the arithmetic limit";
    tooltip.figure("Reached", percent(m.part_of_limit) + of + (m.in_cache ? ", in cache" : ""));
  }
}

void add_result(ChartTooltip& tooltip, const lab::Measurement& m) {
  if (!m.outcome.result.empty()) tooltip.figure("Result", m.outcome.result);
  if (!m.outcome.right && !m.outcome.expected.empty()) {
    tooltip.figure("Expected", m.outcome.expected);
  }
  if (m.outcome.error > 0) tooltip.figure("Error", error_words(m.outcome.error));
}

void add_shape(ChartTooltip& tooltip, const lab::Measurement& m) {
  if (!m.shape) return;
  const lab::LaunchShape& shape = *m.shape;
  const auto words = [](const std::string& text, std::int64_t number) {
    return text.empty() ? grouped(number) : text;
  };
  tooltip.figure("Blocks", words(shape.grid_text, shape.grid));
  tooltip.figure("Threads per block", words(shape.block_text, shape.block));
  tooltip.figure("Registers per thread", grouped(shape.registers));
  tooltip.figure("Shared memory per block",
                 with_prefix(static_cast<double>(shape.shared_bytes), "B"));
  tooltip.figure("Occupancy", percent(shape.occupancy));
}

void add_lecture(ChartTooltip& tooltip, const lab::Variant* variant) {
  if (variant == nullptr) return;
  for (const lab::LectureFigure& figure : variant->lecture) {
    tooltip.figure("Lecture: " + figure.where, measured_time(figure.milliseconds));
  }
}

void add_words(ChartTooltip& tooltip, const Theme& theme, const lab::Measurement& m,
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

ChartArea::ChartArea(const char* id, const view::Area& area)
    : ChartArea(
          id,
          Box{static_cast<float>(area.x), static_cast<float>(area.y),
              static_cast<float>(area.x + area.width), static_cast<float>(area.y + area.height)},
          false) {}

ChartArea::ChartArea(const char* id, const Box& box, bool scrolls) : box_(box) {
  ImGui::SetCursorScreenPos({box.left, box.top});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings;
  if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  begin_part(id, {box.width(), box.height()}, flags);
  ImGui::PopStyleVar();
  hovered_ = ImGui::IsWindowHovered();
}

ChartArea::~ChartArea() { ImGui::EndChild(); }

ChartTooltip::ChartTooltip(const PanelContext& context)
    : context_(context), shown_(!context.ui.requests.save_chart) {
  if (!shown_) return;
  const float u = context.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * u, 8 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * u, 4 * u});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kTooltipWidth * u);
}

ChartTooltip::~ChartTooltip() {
  if (!shown_) return;
  const float u = context_.unit;
  const float left = ImGui::GetCursorPosX();
  float width = wide_ ? kTooltipWidth * u - left : 240 * u;
  for (const Line& line : lines_) {
    const float what = ImGui::CalcTextSize(line.what.c_str()).x;
    width = std::max(width, what + ImGui::CalcTextSize(line.figure.c_str()).x + 24 * u);
  }
  ImGui::PopTextWrapPos();
  for (const Line& line : lines_) {
    const Theme& theme = context_.theme;
    ImGui::TextColored(line.emphasised ? theme.accent : theme.dim, "%s", line.what.c_str());
    ImGui::SameLine(left + width - ImGui::CalcTextSize(line.figure.c_str()).x);
    ImGui::TextColored(line.emphasised ? theme.accent : theme.text, "%s", line.figure.c_str());
  }
  ImGui::EndTooltip();
  ImGui::PopStyleVar(3);
}

void ChartTooltip::title(const std::string& text) {
  if (!shown_) return;
  ImGui::PushFont(context_.fonts.strong);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void ChartTooltip::sentence(const std::string& text, const ImVec4& colour) {
  if (!shown_) return;
  wide_ = wide_ || ImGui::CalcTextSize(text.c_str()).x > kTooltipWidth * context_.unit;
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

void ChartTooltip::figure(const std::string& what, const std::string& figure, bool emphasised) {
  lines_.push_back({what, figure, emphasised});
}

void figures_tooltip(const PanelContext& context, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before) {
  const lab::Variant* variant = variant_of(measurement);
  ChartTooltip tooltip(context);
  add_words(tooltip, context.theme, measurement, variant);
  const bool counts = measurement.timed() && (measurement.status == lab::Status::measured ||
                                              measurement.status == lab::Status::wrong);
  if (counts) {
    add_times(tooltip, ladder, measurement, before);
    if (measurement.status == lab::Status::measured) add_rates(tooltip, measurement);
    add_result(tooltip, measurement);
    add_shape(tooltip, measurement);
  }
  add_lecture(tooltip, variant);
}

}  // namespace heatwave::panels
