// The group of timings: the parts of the frame, rates, the device, the way to the screen.
#include "app/rooms/fields/timings_group.h"

#include <fmt/format.h>
#include <array>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/speed_limit.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/part_of_limit.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

void draw_table(FieldsView& context) {
  const rooms::Timings& t = context.timings;
  struct Part {
    const char* title;
    const ui::TimeSeries* series;
    const char* help;
  };
  const std::array<Part, 6> parts{{
      {"step", &t.step, "All steps of a frame, on the device that computes."},
      {"display copy", &t.copy, "Bringing the field to OpenGL."},
      {"draw", &t.draw, "Colouring the field, by OpenGL's own clock."},
      {"UI", &t.ui, "Laying out and drawing panels."},
      {"present", &t.present, "Swapping the picture; waits for the screen."},
      {"frame", &t.frame, "From one frame to the next."},
  }};
  const float u = context.unit;
  const float left = ImGui::GetCursorScreenPos().x;
  const float right = left + ImGui::GetContentRegionAvail().x;
  const float column = 68 * u;
  const auto line = [&](const char* title, const std::array<std::string, 3>& texts, bool dim) {
    ImGui::TextColored(context.theme.dim, "%s", title);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ImGui::SameLine();
      if (dim) ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
      ui::text_ending_at(right - column * static_cast<float>(texts.size() - 1 - i), texts[i]);
      if (dim) ImGui::PopStyleColor();
    }
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * u, 5 * u});
  line("ms", {"now", "mean", "worst"}, true);
  for (const Part& part : parts) {
    const auto figures = part.series->figures(t.now);
    ImGui::BeginGroup();
    line(part.title,
         {words::milliseconds(figures.now), words::milliseconds(figures.mean),
          words::milliseconds(figures.worst)},
         false);
    ImGui::EndGroup();
    explain(context, part.help);
  }
  ImGui::PopStyleVar();
}

// Lines that the longest of the usual sentences takes of the panel.
constexpr int kLinesOfLimit = 3;
constexpr int kLinesOfWay = 2;

std::uint64_t field_bytes(const scene::Scene& scene) {
  constexpr std::uint64_t kPlanes = 2;  // a step's values, and those of the step before
  const std::size_t components = field::find_equation(scene.equation).components.size();
  return static_cast<std::uint64_t>(scene.extent.cells()) * components * kPlanes * sizeof(float);
}

void draw_rates(FieldsView& context) {
  const session::Snapshot& s = context.snapshot;
  const double cells = static_cast<double>(s.scene.extent.cells());
  const double device_steps =
      s.report.advance_ms > 0
          ? static_cast<double>(s.report.advance_steps) / s.report.advance_ms * 1e3
          : 0.0;
  const double bandwidth = device_steps * s.report.bytes_per_step;
  value_row(context, "steps/s", words::with_prefix(context.timings.steps_per_second));
  value_row(context, "cells/s", words::with_prefix(context.timings.steps_per_second * cells));
  value_row(context, "bandwidth", words::with_prefix(bandwidth, "B/s"));
  explain(context,
          "Bytes that the passes over the field move at the least, by the time they took. Several "
          "steps that share a pass move the field once.");
  // Where there is nothing to compare yet, no frame waits for a limit.
  const SpeedLimit limit = bandwidth > 0 ? speed_limit(s.backend, field_bytes(s.scene))
                                         : SpeedLimit{.name = "of memory's speed"};
  const double part = core::part_of_limit(bandwidth, limit.bytes_per_second);
  value_row(context, limit.name.c_str(), part > 0 ? words::percent(part) : "–");
  explain(context,
          "What is far below it waits for arithmetic, for launches or for single answers. No part "
          "is shown of a limit that does not apply.");
  ui::steady_text(context, "limit", limit.how, kLinesOfLimit);
}

}  // namespace

void draw_timings_group(FieldsView& context) {
  const field::BackendInfo& backend = context.snapshot.backend;
  draw_table(context);
  draw_strip_chart(context, context.timings.frame,
                   {ImGui::GetContentRegionAvail().x, 48 * context.unit});
  explain(context, "The newest frames, in milliseconds; the line is 1/60 s.");
  draw_rates(context);
  const std::string threads =
      backend.threads > 0
          ? fmt::format(", {} {}", backend.threads, backend.threads == 1 ? "thread" : "threads")
          : std::string();
  ImGui::TextWrapped("%s: %s%s", backend.backend == field::Backend::cuda ? "CUDA" : "CPU",
                     backend.device.c_str(), threads.c_str());
  if (!backend.reason.empty()) dim_text(context, backend.reason);
  ui::steady_text(context, "way", words::sentence(context.snapshot.report.method), kLinesOfWay);
  ui::steady_text(context, "display", "Display by " + context.timings.display_path, 1);
}

}  // namespace heatwave::fields_room
