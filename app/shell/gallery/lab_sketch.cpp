// Draws bars on a logarithmic scale, since the variants of a ladder differ by powers of ten.
#include "app/shell/gallery/lab_sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

using Ranked = std::vector<const lab::Measurement*>;

/// Returns the comparable results of the newest run, in the order of the ladder: those of the GPU,
/// where it has several.
Ranked ranked_in(const session::LabResult& result) {
  Ranked on_gpu;
  Ranked all;
  const auto add = [](Ranked& to, const lab::Measurement& each) {
    if (to.empty() || each.comparable_with(*to.front())) to.push_back(&each);
  };
  for (const lab::Measurement& each : result.report.measurements) {
    if (!each.ranked()) continue;
    add(all, each);
    if (each.processor == lab::Processor::gpu) add(on_gpu, each);
  }
  return on_gpu.size() > 1 ? on_gpu : all;
}

Ranked results_of(const session::LabStatus& lab, const std::string& experiment) {
  for (const auto* runs : {&lab.results, &lab.recorded}) {
    const auto found = runs->find(experiment);
    if (found == runs->end() || found->second.empty()) continue;
    if (Ranked all = ranked_in(*found->second.front()); all.size() > 1) return all;
  }
  return {};
}

std::string factor_text(double factor) {
  return factor < 10 ? fmt::format("{:.1f}× faster", factor)
                     : fmt::format("{:.0f}× faster", factor);
}

/// Draws how much faster the fastest one is than what is said below, on a plate in the lower right
/// corner.
void draw_factor(ImDrawList& list, const ui::Look& look, double factor, const char* below,
                 ImVec2 corner) {
  const float u = look.unit;
  const std::string text = factor_text(factor);
  const float large = look.fonts.large_size;
  const float small = look.fonts.size * 0.9F;
  const ImVec2 first = look.fonts.strong->CalcTextSizeA(large, 1e6F, 0, text.c_str());
  const ImVec2 second = look.fonts.body->CalcTextSizeA(small, 1e6F, 0, below);
  const float left = corner.x - std::max(first.x, second.x);
  const float top = corner.y - first.y - second.y;
  list.AddRectFilled({left - 6 * u, top - 2 * u}, {corner.x + 6 * u, corner.y + 2 * u},
                     ui::packed_colour(ui::with_alpha(look.theme.surround, 0.9F)), 4 * u);
  list.AddText(look.fonts.strong, large, {corner.x - first.x, top},
               ui::packed_colour(look.theme.text), text.c_str());
  list.AddText(look.fonts.body, small, {corner.x - second.x, top + first.y},
               ui::packed_colour(look.theme.dim), below);
}

}  // namespace

void draw_lab_sketch(ImDrawList& list, const ui::Look& look, const session::LabStatus& lab,
                     const std::string& experiment, const ui::Box& area, double part) {
  constexpr std::size_t kMostBars = 9;
  Ranked all = results_of(lab, experiment);
  if (all.empty()) return;
  if (all.size() > kMostBars) all.erase(all.begin() + 1, all.end() - (kMostBars - 1));
  const auto time_of = [](const lab::Measurement* each) {
    return std::max(each->time.median, 1e-9);
  };
  const auto by_time = [&](const auto* a, const auto* b) { return time_of(a) < time_of(b); };
  const auto [fastest, slowest] = std::minmax_element(all.begin(), all.end(), by_time);
  const double least = std::log(time_of(*fastest) / 3);
  const double most = std::log(time_of(*slowest));
  const double reached = part < 0 ? most : least + part * (most - least);
  const float rim = area.height() * 0.1F;
  const float each = (area.height() - 2 * rim) / static_cast<float>(all.size());
  const float width = area.width() - 2 * rim;
  const ui::Theme& theme = look.theme;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double log_time = std::log(time_of(all[i]));
    const bool is_best = all[i] == *fastest;
    const auto length = [&](double to) {
      return width * static_cast<float>(std::clamp((to - least) / (most - least), 0.02, 1.0));
    };
    const float top = area.top + rim + static_cast<float>(i) * each;
    const float thick = std::min(each * 0.7F, 20 * look.unit);
    const float left = area.left + rim;
    const bool on_gpu = all[i]->processor == lab::Processor::gpu;
    const ImVec4& colour =
        is_best ? theme.accent : ui::with_alpha(theme.text, on_gpu ? 0.55F : 0.25F);
    list.AddRectFilled({left, top}, {left + length(std::min(log_time, reached)), top + thick},
                       ui::packed_colour(colour), 2 * look.unit);
  }
  const bool are_kernels = std::all_of(all.begin(), all.end(), [](const auto* result) {
    return result->processor == lab::Processor::gpu;
  });
  draw_factor(list, look, time_of(*slowest) / time_of(*fastest),
              are_kernels ? "than the slowest kernel" : "than the slowest",
              {area.right - rim, area.bottom - rim * 0.5F});
}

}  // namespace heatwave::shell
