// Draws bars on a logarithmic scale, since the variants of a ladder differ by powers of ten.
#include "app/shell/gallery/lab_sketch.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/words/numbers.h"
#include "app/words/speed_words.h"

namespace heatwave::shell {
namespace {

using Ranked = std::vector<const lab::Measurement*>;

/// The comparable results of one run, in the order of the ladder.
struct Results {
  const lab::Report* report = nullptr;  ///< null: there are no results
  Ranked ranked;
};

/// Returns the results that compare with the first one without a task of its own.
Results comparable_in(const lab::Report& report) {
  Results results{.report = &report};
  const auto& all = report.measurements;
  const auto is_main = [](const lab::Measurement& m) { return m.ranked() && m.task.empty(); };
  auto first = std::find_if(all.begin(), all.end(), is_main);
  if (first == all.end()) {
    first = std::find_if(all.begin(), all.end(), [](const auto& m) { return m.ranked(); });
  }
  if (first == all.end()) return results;
  for (const lab::Measurement& each : all) {
    if (each.ranked() && each.comparable_with(*first)) results.ranked.push_back(&each);
  }
  return results;
}

Results results_of(const session::LabStatus& lab, const std::string& experiment) {
  for (const auto* runs : {&lab.results, &lab.recorded}) {
    const auto found = runs->find(experiment);
    if (found == runs->end() || found->second.empty()) continue;
    Results results = comparable_in(found->second.front()->report);
    if (results.ranked.size() > 1) return results;
  }
  return {};
}

double time_of(const lab::Measurement* m) { return std::max(m->time.median, 1e-9); }

/// How much faster the best variant is, in two lines: "757×" and what it is compared with.
struct Factor {
  std::string number;
  std::string base;
};

/// Returns the Lab's own comparison of the best variant: with all threads of the CPU, with one, or
/// with the first variant.
Factor factor_of(const Results& results, const lab::Measurement& best) {
  const words::Speed speed = words::kernel_speed(*results.report, best);
  const int threads = results.report->machine.cpu.threads;
  const bool beside_all = speed.as_all_threads > 0 && threads > 1;
  double factor = beside_all ? speed.as_all_threads : speed.as_one_thread;
  std::string base = beside_all ? std::to_string(threads) + " threads" : "1 thread";
  if (factor <= 0) {
    factor = time_of(results.ranked.front()) / time_of(&best);
    base = "the first";
  }
  const std::string compared = words::faster_or_slower(factor);
  const std::string sign = "×";
  const std::size_t end = compared.find(sign);
  if (end == std::string::npos) return {};
  return {compared.substr(0, end + sign.size()), (factor < 1 ? "slower than " : "vs ") + base};
}

/// Draws the factor at the right end of a box, in its middle; returns its left edge.
float draw_factor(ImDrawList& list, const ui::Look& look, const Factor& factor,
                  const ui::Box& box) {
  const float large = look.fonts.large_size;
  const float small = look.fonts.size * 0.9F;
  const ImVec2 first = look.fonts.strong->CalcTextSizeA(large, 1e6F, 0, factor.number.c_str());
  const ImVec2 second = look.fonts.body->CalcTextSizeA(small, 1e6F, 0, factor.base.c_str());
  const float top = (box.top + box.bottom - first.y - second.y) / 2;
  list.AddText(look.fonts.strong, large, {box.right - first.x, top},
               ui::packed_colour(look.theme.text), factor.number.c_str());
  list.AddText(look.fonts.body, small, {box.right - second.x, top + first.y},
               ui::packed_colour(look.theme.dim), factor.base.c_str());
  return box.right - std::max(first.x, second.x);
}

}  // namespace

void draw_lab_sketch(ImDrawList& list, const ui::Look& look, const session::LabStatus& lab,
                     const std::string& experiment, const ui::Box& area, double part) {
  constexpr std::size_t kMostBars = 9;
  const Results results = results_of(lab, experiment);
  if (results.ranked.empty()) return;
  const auto is_better = [](const auto* a, const auto* b) {
    return std::pair(a->yardstick, time_of(a)) < std::pair(b->yardstick, time_of(b));
  };
  const lab::Measurement* const best =
      *std::min_element(results.ranked.begin(), results.ranked.end(), is_better);
  Ranked shown = results.ranked;
  if (shown.size() > kMostBars) shown.erase(shown.begin() + 1, shown.end() - (kMostBars - 1));
  const auto by_time = [](const auto* a, const auto* b) { return time_of(a) < time_of(b); };
  const auto [fastest, slowest] = std::minmax_element(shown.begin(), shown.end(), by_time);
  const double least = std::log(time_of(*fastest) / 3);
  const double most = std::log(time_of(*slowest));
  const double reached = part < 0 ? most : least + part * (most - least);
  const float u = look.unit;
  const float rim = 12 * u;
  const ui::Box inner{area.left + rim, area.top + rim, area.right - rim, area.bottom - rim};
  const float number = draw_factor(list, look, factor_of(results, *best), inner);
  const float each = inner.height() / static_cast<float>(shown.size());
  const float width = std::max(1.0F, number - 16 * u - inner.left);
  const ui::Theme& theme = look.theme;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double log_time = std::log(time_of(shown[i]));
    const auto length = [&](double to) {
      return width * static_cast<float>(std::clamp((to - least) / (most - least), 0.02, 1.0));
    };
    const float thick = std::min(each * 0.7F, 20 * u);
    const float top = inner.top + (static_cast<float>(i) + 0.5F) * each - thick / 2;
    const bool on_gpu = shown[i]->processor == lab::Processor::gpu;
    const ImVec4& colour =
        shown[i] == best ? theme.accent : ui::with_alpha(theme.text, on_gpu ? 0.55F : 0.25F);
    list.AddRectFilled({inner.left, top},
                       {inner.left + length(std::min(log_time, reached)), top + thick},
                       ui::packed_colour(colour), 2 * u);
  }
}

}  // namespace heatwave::shell
