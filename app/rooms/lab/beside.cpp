// Finds the other run, its words, and the range that holds both.
#include "app/rooms/lab/beside.h"

#include <algorithm>

#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/ui/controls.h"
#include "app/words/numbers.h"
#include "kernels/lab/catalogued.h"

namespace heatwave::lab_room {
namespace {

/// "Recorded: H200", a sweep of it "H200 by blocks"; the chart's head has the whole name.
std::string recording_title(const session::LabResult& recorded) {
  const lab::Machine& machine = recorded.report.machine;
  std::string name =
      machine.gpu.name.empty() ? short_device_name(machine.cpu.name) : machine.gpu.name;
  const std::string maker = "NVIDIA ";
  if (name.starts_with(maker)) name.erase(0, maker.size());
  const std::string& swept = recorded.report.swept;
  return swept.empty() ? "Recorded: " + name : name + " by " + swept;
}

std::shared_ptr<const session::LabResult> result_of(const LabView& context, std::size_t origin) {
  const session::LabStatus& lab = context.snapshot.lab;
  const auto& from = origin == 0 ? lab.results : lab.recorded;
  const auto found = from.find(shown_experiment(context.model).id);
  const std::size_t place = origin == 0 ? 0 : origin - 1;
  if (found == from.end() || place >= found->second.size()) return nullptr;
  return found->second[place];
}

}  // namespace

Origins origins_of(const session::LabStatus& lab, const std::string& experiment) {
  Origins origins{{"This machine"}, {"The newest run of this machine."}};
  const auto recorded = lab.recorded.find(experiment);
  if (recorded == lab.recorded.end()) return origins;
  for (const auto& each : recorded->second) {
    origins.titles.push_back(recording_title(*each));
    origins.help.push_back("Measured on another machine, " + each->when + ", with this program.");
  }
  return origins;
}

std::size_t shown_beside(const LabView& context) {
  const auto& all = context.model.run_beside;
  const auto chosen = all.find(shown_experiment(context.model).id);
  if (chosen == all.end() || chosen->second == 1 + shown_recording(context)) return 0;
  return chosen->second;
}

std::shared_ptr<const session::LabResult> result_beside(const LabView& context) {
  const std::size_t beside = shown_beside(context);
  return beside == 0 ? nullptr : result_of(context, beside - 1);
}

void choose_next_beside(LabView& context) {
  const std::string& experiment = shown_experiment(context.model).id;
  const std::size_t count = origins_of(context.snapshot.lab, experiment).titles.size();
  std::size_t next = shown_beside(context) + 1;
  while (next <= count &&
         (next == 1 + shown_recording(context) || result_of(context, next - 1) == nullptr)) {
    ++next;
  }
  context.model.run_beside[experiment] = next <= count ? next : 0;
}

const lab::Measurement* Beside::of(const lab::Measurement& m) const {
  const lab::Measurement* found = ladder.find(m.variant);
  return found != nullptr && has_bar(*found) ? found : nullptr;
}

std::string Beside::label(const lab::Measurement& m) const {
  const lab::Measurement* other = of(m);
  if (other == nullptr) return "";
  std::string words = words::measured_time(other->time.median);
  for (const auto& [id, value] : other->settings.values) {
    const auto here = m.settings.values.find(id);
    if (here != m.settings.values.end() && here->second == value) continue;
    words += "   " + setting_words(m.experiment, id, value);
  }
  return words;
}

Beside beside_of(const LabModel& model, const session::LabResult* result) {
  if (result == nullptr) return {};
  return {shown_ladder(model, result->report), chart_heading(*result, "", nullptr).origin};
}

ui::Range range_of_times(const Ladder& ladder, const Ladder& before, const Beside& beside,
                         bool linear) {
  ui::PositiveEnds ends;
  for (const lab::Measurement* m : ladder.rungs) {
    if (const lab::Measurement* other = beside.of(*m)) ends.include(other->time.median);
    if (!has_bar(*m)) continue;
    for (const double ms : {m->time.least, m->time.most, m->with_copies_ms}) ends.include(ms);
    const lab::Measurement* old = before.find(m->variant);
    if (old != nullptr && old->timed()) ends.include(old->time.median);
    for (const double ms : lab::kernel_times_of_lecture(*m)) ends.include(ms);
  }
  return linear ? ui::zero_range(ends.most) : ui::log_range(ends.least, ends.most, 1.6);
}

void draw_chart_group(LabView& context) {
  LabModel& lab = context.model;
  const std::string& experiment = shown_experiment(lab).id;
  const std::vector<std::string> scales{"Logarithmic", "Linear"};
  const std::string key = " Key: " + context.keys_of("linear_axis") + ".";
  const std::vector<std::string> help{"Every step of the axis is so many times as long." + key,
                                      "From zero: twice as long is twice the time." + key};
  const float width = ImGui::GetContentRegionAvail().x;
  const int scale = segmented(context, "scale", scales, lab.bars.linear ? 1 : 0, width, help);
  if (scale >= 0) lab.bars.linear = scale == 1;
  const Origins origins = origins_of(context.snapshot.lab, experiment);
  std::vector<std::string> titles{"nothing"};
  std::vector<std::string> words{"One run alone."};
  std::vector<std::size_t> places{0};
  const std::size_t shown = shown_beside(context);
  int chosen = 0;
  for (std::size_t i = 0; i < origins.titles.size(); ++i) {
    if (i == shown_recording(context)) continue;  // that one is shown already
    if (i + 1 == shown) chosen = static_cast<int>(titles.size());
    titles.push_back(origins.titles[i]);
    words.push_back(origins.help[i] + " Its bars are striped, below the filled ones. Key: " +
                    context.keys_of("run_beside") + ".");
    places.push_back(i + 1);
  }
  row(context, "beside it");
  const int pressed =
      choice(context, "beside", titles, chosen, ImGui::GetContentRegionAvail().x, words);
  if (pressed >= 0) lab.run_beside[experiment] = places[static_cast<std::size_t>(pressed)];
  if (shown > 0 && result_beside(context) == nullptr) {
    dim_text(context, "This machine has not measured it yet.");
  }
}

}  // namespace heatwave::lab_room
