// Lectures as JSON; what may be left out is.
#include <nlohmann/json.hpp>
#include <utility>

#include "app/wire/command_json.h"
#include "app/wire/field_writer.h"
#include "app/wire/lecture.h"
#include "app/wire/lecture_format.h"
#include "app/wire/recording_format.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::wire {
namespace {

void put_text(Json& out, const char* key, const std::string& text) {
  if (!text.empty()) out[key] = text;
}

Json lab_json(const session::LabSight& sight) {
  const lab::Settings usual = lab::initial_settings(lab::find_experiment(sight.experiment));
  Json out{{"experiment", sight.experiment}};
  put_text(out, "variant", sight.variant);
  if (sight.chart != session::LabChart{}) out["chart"] = json_value(sight.chart);
  if (sight.detail != session::LabDetail{}) out["detail"] = json_value(sight.detail);
  if (sight.column != session::LabTableColumn{}) out["column"] = json_value(sight.column);
  if (sight.settings.seed != usual.seed) out["seed"] = sight.settings.seed;
  Json values = Json::object();
  for (const auto& [id, value] : sight.settings.values) {
    const auto at = usual.values.find(id);
    if (at == usual.values.end() || at->second != value) values[id] = value;
  }
  if (!values.empty()) out["values"] = std::move(values);
  return out;
}

Json stage_json(const session::StageSight& sight) {
  Json out{{"lesson", sight.lesson}};
  out.update(json_value(sight.settings));
  if (sight.step != 0) out["step"] = sight.step;
  return out;
}

Json step_json(const LectureStep& step) {
  Json out{{"title", step.title}};
  put_text(out, "text", step.text);
  put_text(out, "watch", step.watch);
  put_text(out, "question", step.question);
  put_text(out, "answer", step.answer);
  out["room"] = json_value(step.sight.place);
  if (step.sight.lab) out["lab"] = lab_json(*step.sight.lab);
  if (step.sight.stage) out["stage"] = stage_json(*step.sight.stage);
  if (const auto* name = std::get_if<std::string>(&step.scene)) out["scene"] = *name;
  if (const auto* scene = std::get_if<scene::Scene>(&step.scene)) out["scene"] = json_value(*scene);
  if (step.run_to) out["run_to"] = *step.run_to;
  if (step.commands.empty()) return out;
  for (const session::Command& command : step.commands) out["commands"].push_back(json_of(command));
  return out;
}

}  // namespace

std::string to_json(const Lecture& lecture) {
  Json out{{kFormatKey, kLectureWord}, {"version", kLectureVersion}, {"title", lecture.title}};
  put_text(out, "about", lecture.about);
  out["steps"] = Json::array();
  for (const LectureStep& step : lecture.steps) out["steps"].push_back(step_json(step));
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heatwave::wire
