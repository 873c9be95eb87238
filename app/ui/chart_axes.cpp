// Computes ticks, axes and label positions, and begins and ends the areas and tooltips of charts.
#include "app/ui/chart_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/ui/sized.h"
#include "app/words/numbers.h"

namespace heatwave::ui {
namespace {

/// rounding tolerance, in ticks
constexpr double kSlack = 1e-6;

/// The first and last power of ten in a range, as exponents.
struct Decades {
  int first;
  int last;
  [[nodiscard]] int count() const { return last - first + 1; }
};
Decades decades_within(double low, double high) {
  return {static_cast<int>(std::ceil(std::log10(low) - kSlack)),
          static_cast<int>(std::floor(std::log10(high) + kSlack))};
}

std::vector<double> multiples(double low, double high, std::initializer_list<double> factors) {
  std::vector<double> ticks;
  const Decades decades = decades_within(low, high);
  for (int power = decades.first - 1; power <= decades.last; ++power) {
    for (const double factor : factors) {
      const double value = factor * std::pow(10.0, power);
      if (value >= low * (1 - kSlack) && value <= high * (1 + kSlack)) ticks.push_back(value);
    }
  }
  return ticks;
}

/// Neighbouring labels that were pushed together: they stand `gap` apart, beginning at `start`.
struct Cluster {
  float start = 0.0F;  ///< position of the first label
  float sum = 0.0F;    ///< sum of the values of `start` that the labels want
  std::size_t count = 0;
};

}  // namespace

std::vector<double> linear_ticks(double low, double high, int most) {
  std::vector<double> ticks;
  if (!(high > low)) return ticks;
  const double step = words::tick_step(low, high, most);
  if (!std::isfinite(step) || step <= 0) return ticks;
  for (double n = std::ceil(low / step - kSlack); n * step <= high + step * kSlack; n += 1.0) {
    ticks.push_back(n * step);
  }
  return ticks;
}

std::vector<double> log_ticks(double low, double high, int most) {
  if (!(low > 0) || !(high > low)) return {};
  const Decades decades = decades_within(low, high);
  std::vector<double> fine = multiples(low, high, {1.0, 2.0, 5.0});
  if (static_cast<int>(fine.size()) <= most && fine.size() >= 2) return fine;
  if (decades.count() < 2) return linear_ticks(low, high, most);
  const int every = std::max(1, (decades.count() + most - 1) / std::max(1, most));
  std::vector<double> ticks;
  for (int power = decades.first; power <= decades.last; power += every) {
    ticks.push_back(std::pow(10.0, power));
  }
  return ticks;
}

std::string tick_label(double value, double step) {
  const double size = std::abs(value) < step * kSlack ? 0.0 : std::abs(value);
  const std::string sign = value < 0 && size > 0 ? "−" : "";
  if (size >= 1000 && step >= 1) return sign + words::grouped(std::llround(size));
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  return sign + fmt::format("{:.{}f}", size, decimals);
}

float Axis::at(double value) const {
  if (!(high > low)) return (from + to) / 2;
  const double part = logarithmic
                          ? std::log(std::max(value, low * 1e-9) / low) / std::log(high / low)
                          : (value - low) / (high - low);
  return from + static_cast<float>(part) * (to - from);
}

double Axis::value_at(float place) const {
  if (to == from) return low;
  const double part = static_cast<double>((place - from) / (to - from));
  return logarithmic ? low * std::pow(high / low, part) : low + part * (high - low);
}

std::vector<double> Axis::ticks(float gap) const {
  constexpr float kClose = 0.6F;  // fraction of the gap; logarithmic ticks are not evenly spaced
  const int gaps = static_cast<int>(std::abs(to - from) / gap);
  const int most = std::max(2, gaps);
  // A tick at each end makes one tick more than gaps.
  const auto wanted =
      logarithmic ? log_ticks(low, high, std::max(2, gaps + 1)) : linear_ticks(low, high, most);
  std::vector<double> ticks;
  for (auto tick = wanted.rbegin(); tick != wanted.rend(); ++tick) {
    const bool apart = ticks.empty() || std::abs(at(ticks.back()) - at(*tick)) >= kClose * gap;
    if (apart) ticks.push_back(*tick);
  }
  std::reverse(ticks.begin(), ticks.end());
  return ticks;
}

void PositiveEnds::include(double number) {
  if (number <= 0) return;
  least = least <= 0 ? number : std::min(least, number);
  most = std::max(most, number);
}

Range log_range(double least, double most, double margin) {
  if (!(least > 0) || !(most > 0)) return {};
  const double low = std::pow(10.0, std::floor(std::log10(least / margin) + kSlack));
  return {low, std::max(most * 1.1, low * 10)};
}

Range zero_range(double most) { return {0.0, most > 0 ? most * 1.08 : 1.0}; }

bool wants_log(double least, double most) {
  constexpr double kFarApart = 30.0;
  return least > 0 && most / least >= kFarApart;
}

std::vector<float> spread(const std::vector<float>& wanted, float gap, float low, float high) {
  const std::size_t n = wanted.size();
  if (n == 0) return {};
  if (n > 1) gap = std::min(gap, (high - low) / static_cast<float>(n - 1));
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  const auto settle = [&](Cluster& cluster) {
    const float length = gap * static_cast<float>(cluster.count - 1);
    cluster.start = std::clamp(cluster.sum / static_cast<float>(cluster.count), low,
                               std::max(low, high - length));
  };
  std::vector<Cluster> clusters;
  for (const std::size_t i : order) {
    clusters.push_back({wanted[i], wanted[i], 1});
    settle(clusters.back());
    while (clusters.size() > 1) {
      Cluster& before = clusters[clusters.size() - 2];
      const Cluster& last = clusters.back();
      const float shift = gap * static_cast<float>(before.count);
      if (before.start + shift <= last.start) break;
      before.sum += last.sum - shift * static_cast<float>(last.count);
      before.count += last.count;
      clusters.pop_back();
      settle(clusters.back());
    }
  }
  std::vector<float> places(n);
  std::size_t next = 0;
  for (const Cluster& cluster : clusters) {
    for (std::size_t i = 0; i < cluster.count; ++i) {
      places[order[next++]] = cluster.start + gap * static_cast<float>(i);
    }
  }
  return places;
}

std::vector<bool> without_overlap(const std::vector<float>& centres,
                                  const std::vector<float>& widths, float gap) {
  constexpr std::size_t kSparsest = 4;
  const std::size_t n = centres.size();
  std::vector<bool> drawn(n, false);
  // Draws every n-th label, counted from the last. `skip` true: leaves out labels that do not fit;
  // false: stops at the first one and returns false.
  const auto draw = [&](std::size_t every, bool skip) {
    drawn.assign(n, false);
    float taken = 0.0F;
    for (std::size_t back = 0; back < n; back += every) {
      const std::size_t i = n - 1 - back;
      if (back > 0 && centres[i] + widths[i] / 2 + gap > taken) {
        if (!skip) return false;
        continue;
      }
      drawn[i] = true;
      taken = centres[i] - widths[i] / 2;
    }
    return true;
  };
  for (std::size_t every = 1; every <= kSparsest; ++every) {
    if (draw(every, false)) return drawn;
  }
  draw(1, true);
  return drawn;
}

std::vector<std::optional<float>> label_column(const std::vector<float>& wanted,
                                               const std::vector<int>& weight, float gap, float low,
                                               float high) {
  std::vector<std::size_t> kept(wanted.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  std::stable_sort(kept.begin(), kept.end(),
                   [&](std::size_t a, std::size_t b) { return weight[a] > weight[b]; });
  const auto room = static_cast<std::size_t>(std::max(0.0F, (high - low) / gap)) + 1;
  kept.resize(std::min(kept.size(), room));
  std::vector<float> wanted_kept;
  for (const std::size_t i : kept) wanted_kept.push_back(wanted[i]);
  const std::vector<float> places = spread(wanted_kept, gap, low, high);
  std::vector<std::optional<float>> all(wanted.size());
  for (std::size_t i = 0; i < kept.size(); ++i) all[kept[i]] = places[i];
  return all;
}

Span place_of_title(const std::vector<Span>& labels, Span row, float width, float apart) {
  const Span at_end{row.to - width, row.to};
  const auto is_free = [&](const Span& label) { return label.to + apart <= at_end.from; };
  constexpr std::ptrdiff_t kScale = 2;  // labels that give the axis its scale
  if (std::count_if(labels.begin(), labels.end(), is_free) >= kScale) return at_end;
  Span widest{0, 0};
  for (std::size_t i = 1; i < labels.size(); ++i) {
    const Span gap{labels[i - 1].to, labels[i].from};
    if (labels[i].to <= row.to && gap.to - gap.from > widest.to - widest.from) widest = gap;
  }
  if (widest.to - widest.from < width + 2 * apart) return at_end;
  const float middle = (widest.from + widest.to) / 2;
  return {middle - width / 2, middle + width / 2};
}

namespace {

constexpr float kChartTipWidth = 420.0F;
constexpr float kNarrowestTip = 300.0F;

}  // namespace

ChartArea::ChartArea(const char* id, const Box& box, bool scrolls) : box_(box) {
  ImGui::SetCursorScreenPos({box.left, box.top});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoSavedSettings;
  if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  begin_part(id, {box.width(), box.height()}, flags);
  ImGui::PopStyleVar();
  hovered_ = ImGui::IsWindowHovered();
}

ChartArea::~ChartArea() { ImGui::EndChild(); }

/// Returns the width of sentences beside the rows, or any if there is too little room.
float ChartTooltip::width_beside(const Look& look, const Box& rows) {
  const float most = kChartTipWidth * look.unit;
  const float room = ImGui::GetIO().DisplaySize.x - rows.right - 32 * look.unit;
  return rows.width() > 0 && room > kNarrowestTip * look.unit ? std::min(most, room) : most;
}

ChartTooltip::ChartTooltip(const Look& look, const Box& rows)
    : look_(look), width_(width_beside(look, rows)) {
  const float u = look.unit;
  const Tooltips& tooltips = look.memory.tooltips;
  const auto at = rows.width() > 0 ? tooltips.place_beside(rows, tooltips.chart_size, u)
                                   : tooltips.place_at_pointer(tooltips.chart_size, u);
  shown_ = !look.is_for_picture && tooltips.may_follow_pointer() && at;
  if (!shown_) return;
  ImGui::SetNextWindowPos(*at);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * u, 8 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * u, 4 * u});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(width_);
}

ChartTooltip::~ChartTooltip() {
  if (!shown_) return;
  const float u = look_.unit;
  constexpr float kMostOfWindow = 0.75F;  // in each direction
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 most{window.x * kMostOfWindow, window.y * kMostOfWindow};
  const float left = ImGui::GetCursorPosX();
  const auto width_of = [&](const Line& line) {
    return ImGui::CalcTextSize(line.what.c_str()).x + ImGui::CalcTextSize(line.figure.c_str()).x +
           24 * u;
  };
  float width = wide_ ? width_ - left : 240 * u;
  for (const Line& line : lines_) width = std::max(width, width_of(line));
  width = std::min(width, most.x - 2 * left);
  ImGui::PopTextWrapPos();
  ImGui::PushTextWrapPos(left + width);
  for (const Line& line : lines_) {
    const bool is_one = width_of(line) <= width;
    // A window that is too low shows the first lines, which matter most.
    const float height = static_cast<float>(is_one ? 1 : 2) * ImGui::GetTextLineHeightWithSpacing();
    if (ImGui::GetCursorPosY() + height > most.y) break;
    const Theme& theme = look_.theme;
    ImGui::TextColored(line.emphasised ? theme.accent : theme.dim, "%s", line.what.c_str());
    if (is_one) {
      ImGui::SameLine(left + width - ImGui::CalcTextSize(line.figure.c_str()).x);
    } else {
      ImGui::SetCursorPosX(left + 12 * u);
    }
    ImGui::TextColored(line.emphasised ? theme.accent : theme.text, "%s", line.figure.c_str());
  }
  ImGui::PopTextWrapPos();
  look_.memory.tooltips.chart_size = ImGui::GetWindowSize();
  ImGui::EndTooltip();
  ImGui::PopStyleVar(3);
}

void ChartTooltip::title(const std::string& text) {
  if (!shown_) return;
  ImGui::PushFont(look_.fonts.strong, 0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void ChartTooltip::sentence(const std::string& text, const ImVec4& colour) {
  if (!shown_) return;
  wide_ = wide_ || ImGui::CalcTextSize(text.c_str()).x > width_;
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

void ChartTooltip::figure(const std::string& what, const std::string& figure, bool emphasised) {
  lines_.push_back({what, figure, emphasised});
}

}  // namespace heatwave::ui
