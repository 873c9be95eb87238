// Draws bars from zero, whose lengths compare like the times.
#include "app/shell/gallery/lab_sketch.h"

#include <algorithm>
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

/// Returns the best variant; a yardstick only if there is nothing else. Precondition: there are
/// some.
const lab::Measurement& best_of(const Results& results) {
  const auto is_better = [](const auto* a, const auto* b) {
    return a->yardstick != b->yardstick ? b->yardstick : lab::is_better(*a, *b);
  };
  return **std::min_element(results.ranked.begin(), results.ranked.end(), is_better);
}

SpeedLines lines_of(const Results& results) {
  if (results.ranked.empty()) return {};
  const lab::Measurement& best = best_of(results);
  words::Reference reference = words::reference_of(*results.report, best);
  if (reference.is(best)) return {"CPU", {"is the fastest"}};
  if (reference.measurement == nullptr) reference = {results.ranked.front(), "", "the first"};
  const double times = reference.times_as_fast(best);
  const std::string compared = words::faster_or_slower(times);
  const std::string sign = "×";
  const std::size_t end = compared.find(sign);
  if (end == std::string::npos) return {};
  const bool on_gpu = best.processor == lab::Processor::gpu;
  const std::string timed = on_gpu ? "kernel alone " : "";
  return {compared.substr(0, end + sign.size()),
          {timed + (times < 1 ? "slower than" : "vs"), reference.in_short}};
}

/// Draws the lines at the right end of a box, in its middle; returns its left edge.
float draw_speed(ImDrawList& list, const ui::Look& look, const SpeedLines& lines,
                 const ui::Box& box) {
  const float large = look.fonts.large_size;
  const float small = look.fonts.size * 0.9F;
  const auto width_of = [](ImFont* font, float size, const std::string& text) {
    return font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  };
  const auto count = static_cast<float>(lines.base.size());
  float y = (box.top + box.bottom - large - count * small) / 2;
  float left = box.right;
  const auto draw_line = [&](ImFont* font, float size, const ImVec4& ink, const std::string& text) {
    const float x = box.right - width_of(font, size, text);
    left = std::min(left, x);
    list.AddText(font, size, {x, y}, ui::packed_colour(ink), text.c_str());
    y += size;
  };
  draw_line(look.fonts.strong, large, look.theme.text, lines.number);
  for (const std::string& line : lines.base) {
    draw_line(look.fonts.body, small, look.theme.dim, line);
  }
  return left;
}

}  // namespace

SpeedLines speed_lines(const session::LabStatus& lab, const std::string& experiment) {
  return lines_of(results_of(lab, experiment));
}

void draw_lab_sketch(ImDrawList& list, const ui::Look& look, const session::LabStatus& lab,
                     const std::string& experiment, const ui::Box& area, double part) {
  constexpr std::size_t kMostBars = 9;
  const Results results = results_of(lab, experiment);
  if (results.ranked.empty()) return;
  const lab::Measurement* const best = &best_of(results);
  Ranked shown = results.ranked;
  if (shown.size() > kMostBars) shown.erase(shown.begin() + 1, shown.end() - (kMostBars - 1));
  const auto by_time = [](const auto* a, const auto* b) { return time_of(a) < time_of(b); };
  const double most = time_of(*std::max_element(shown.begin(), shown.end(), by_time));
  const double reached = part < 0 ? most : part * most;
  const float u = look.unit;
  const float rim = 12 * u;
  const ui::Box inner{area.left + rim, area.top + rim, area.right - rim, area.bottom - rim};
  const float number = draw_speed(list, look, lines_of(results), inner);
  const float each = inner.height() / static_cast<float>(shown.size());
  const float width = std::max(1.0F, number - 16 * u - inner.left);
  const ui::Theme& theme = look.theme;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double time = std::min(time_of(shown[i]), reached);
    const float length = std::max(4 * u, width * static_cast<float>(time / most));
    const float thick = std::min(each * 0.7F, 20 * u);
    const float top = inner.top + (static_cast<float>(i) + 0.5F) * each - thick / 2;
    const bool on_gpu = shown[i]->processor == lab::Processor::gpu;
    const ImVec4& colour =
        shown[i] == best ? theme.accent : ui::with_alpha(theme.text, on_gpu ? 0.55F : 0.25F);
    list.AddRectFilled({inner.left, top}, {inner.left + length, top + thick},
                       ui::packed_colour(colour), 2 * u);
  }
}

}  // namespace heatwave::shell
