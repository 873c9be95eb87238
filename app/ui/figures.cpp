// Draws figures and the strip of frame times.
#include "app/ui/figures.h"

#include <algorithm>

#include "app/ui/controls.h"

namespace heatwave::ui {

void TimeSeries::add(double at, double ms) {
  samples_[next_] = {at, ms};
  next_ = (next_ + 1) % kSamples;
}

TimeSeries::Statistics TimeSeries::statistics(double at) const {
  Statistics statistics;
  statistics.now = newest(0);
  double sum = 0.0;
  int count = 0;
  for (const Sample& sample : samples_) {
    if (at - sample.at > kSeconds) continue;
    sum += sample.ms;
    statistics.worst = std::max(statistics.worst, sample.ms);
    ++count;
  }
  if (count > 0) statistics.mean = sum / count;
  return statistics;
}

double TimeSeries::newest(std::size_t i) const {
  if (i >= kSamples) return 0.0;
  return samples_[(next_ + kSamples - 1 - i) % kSamples].ms;
}

void draw_figure(const Look& look, const std::string& number, const char* label, float width,
                 const std::string& help, bool large) {
  const float u = look.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + width * u;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = look.fonts.strong;
  const float size = large ? look.fonts.large_size : look.fonts.size;
  const float number_width = font->CalcTextSizeA(size, 1e6F, 0, number.c_str()).x;
  const float label_width = ImGui::CalcTextSize(label).x;
  list.AddText(font, size, {right - number_width, from.y + 20 * u - size},
               packed_colour(look.theme.text), number.c_str());
  list.AddText({right - label_width, from.y + 21 * u}, packed_colour(look.theme.dim), label);
  space({width * u, 40 * u});
  explain(look, help);
  ImGui::SameLine(0, 16 * u);
}

void draw_strip_chart(const Look& look, const TimeSeries& series, ImVec2 size) {
  constexpr double kFrame = 1000.0 / 60.0;
  constexpr double kTop = 2.0 * kFrame;
  const float u = look.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  space(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed_colour(look.theme.raised), 4 * u);
  const float bar = 2 * u;
  const auto bars = std::min(TimeSeries::kSamples, static_cast<std::size_t>(size.x / bar));
  double sum = 0.0;
  for (std::size_t i = 0; i < bars; ++i) sum += series.newest(i);
  const double mean = sum / static_cast<double>(std::max<std::size_t>(bars, 1));
  for (std::size_t i = 0; i < bars; ++i) {
    const double part = std::min(1.0, series.newest(i) / kTop);
    const float x = to.x - bar * static_cast<float>(i + 1);
    const float y = to.y - static_cast<float>(part) * size.y;
    // Only frames that stand out have the accent's colour, on a slow machine, too.
    const bool stands_out = part > 0.75 && series.newest(i) > 1.5 * mean;
    const ImVec4 colour = stands_out ? look.theme.accent : with_alpha(look.theme.dim, 0.5F);
    list.AddRectFilled({x, y}, {x + bar - 0.5F * u, to.y}, packed_colour(colour));
  }
  const float line = to.y - static_cast<float>(kFrame / kTop) * size.y;
  list.AddLine({from.x, line}, {to.x, line}, packed_colour(with_alpha(look.theme.text, 0.35F)));
}

}  // namespace heatwave::ui
