// Everything of a play as data: arrays, threads, every step with its actions, faults, the end.
#include "app/cli/stage_json.h"

#include <nlohmann/json.hpp>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::cli {
namespace {

using Json = nlohmann::ordered_json;
using stage::Trace;

const char* name_of(stage::Space space) {
  constexpr const char* kNames[] = {"host", "global", "shared"};
  return kNames[static_cast<std::size_t>(space)];
}

const char* name_of(stage::Op op) {
  constexpr const char* kNames[] = {"start", "load",    "store", "atomic", "barrier",
                                    "fence", "compute", "print", "branch", "reconverge",
                                    "host",  "launch",  "finish"};
  return kNames[static_cast<std::size_t>(op)];
}

Json arrays_of(const Trace& trace) {
  const stage::State end = trace.at(static_cast<int>(trace.steps.size()));
  Json all = Json::array();
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    const stage::ArrayInfo& array = trace.arrays[i];
    Json cells = Json::array();
    for (const stage::CellState& cell : end.arrays[i]) {
      cells.push_back(cell.written ? Json(cell.value) : Json());
    }
    all.push_back({{"name", array.name},
                   {"space", name_of(array.space)},
                   {"block", array.block},
                   {"address", array.address},
                   {"width", array.width},
                   {"end", std::move(cells)}});
  }
  return all;
}

Json threads_of(const Trace& trace) {
  Json all = Json::array();
  for (const stage::ThreadInfo& thread : trace.threads) {
    all.push_back({{"kernel", thread.kernel},
                   {"launch", thread.launch},
                   {"block", thread.block},
                   {"warp", thread.warp},
                   {"lane", thread.lane},
                   {"thread", thread.thread}});
  }
  return all;
}

Json action_of(const stage::Action& action) {
  Json json{{"thread", action.thread}, {"does", name_of(action.op)}, {"line", action.line}};
  if (action.op == stage::Op::atomic) json["atomic"] = stage::name_of(action.atomic);
  if (action.array >= 0) {
    json["array"] = action.array;
    json["index"] = action.index;
    json["value"] = action.value;
    json["before"] = action.before;
  }
  if (action.op == stage::Op::branch) json["taken"] = action.value != 0.0;
  if (!action.text.empty()) json["text"] = action.text;
  return json;
}

Json steps_of(const Trace& trace) {
  Json all = Json::array();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const stage::Step& step = trace.steps[i];
    Json json{{"step", i + 1},
              {"block", step.block},
              {"warp", step.warp},
              {"says", stage::words::sentence(trace, static_cast<int>(i))}};
    for (const stage::Action& action : step.actions) json["actions"].push_back(action_of(action));
    if (step.cost.sectors > 0) json["sectors"] = step.cost.sectors;
    if (step.cost.ways > 0) json["bank_ways"] = step.cost.ways;
    if (step.cost.waiting > 0) json["waiting"] = step.cost.waiting;
    all.push_back(std::move(json));
  }
  return all;
}

Json faults_of(const Trace& trace) {
  Json all = Json::array();
  for (const stage::Fault& fault : trace.faults) {
    all.push_back({{"kind", stage::name_of(fault.kind)},
                   {"step", fault.step + 1},
                   {"text", fault.text},
                   {"threads", fault.threads},
                   {"array", fault.array},
                   {"index", fault.index},
                   {"lines", fault.lines}});
  }
  return all;
}

Json json_of(const stage::Lesson& lesson) {
  Json json{{"id", lesson.id},
            {"title", lesson.title},
            {"shows", lesson.shows},
            {"question", lesson.question},
            {"lecture", lesson.lecture},
            {"lab", lesson.lab},
            {"schedule", lesson.schedule.text()},
            {"warp", lesson.warp}};
  json["versions"] = Json::array();
  for (const stage::Version& each : lesson.versions) {
    json["versions"].push_back({{"id", each.id},
                                {"title", each.title},
                                {"what", each.what},
                                {"inputs", each.inputs},
                                {"schedule", stage::first_schedule(lesson, each.id).text()}});
  }
  json["inputs"] = Json::array();
  for (const stage::Input& each : lesson.inputs) {
    json["inputs"].push_back({{"id", each.id},
                              {"title", each.title},
                              {"help", each.help},
                              {"initial", each.initial},
                              {"minimum", each.minimum},
                              {"maximum", each.maximum},
                              {"whole_numbers", each.whole_numbers},
                              {"least", each.least},
                              {"most", each.most},
                              {"version", each.version}});
  }
  return json;
}

Json totals_of(const Trace& trace) {
  const stage::Totals sum = stage::totals(trace);
  Json json{{"steps", sum.steps},
            {"sectors", sum.sectors},
            {"bank_conflicts", sum.conflicts},
            {"waiting", sum.waiting},
            {"global_queue", sum.global_queue},
            {"global_queue_blocks", sum.global_queue_blocks},
            {"shared_queue", sum.shared_queue}};
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (sum.sectors_of[i] > 0) json["sectors_of"][trace.arrays[i].name] = sum.sectors_of[i];
  }
  return json;
}

}  // namespace

std::string stage_list_json(const std::string& lesson) {
  Json document = Json::array();
  for (const stage::Lesson& each : stage::lessons()) {
    if (lesson.empty() || each.id == lesson) document.push_back(json_of(each));
  }
  return document.dump(2) + "\n";
}

std::string stage_json(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                       const Trace& trace) {
  Json document{{"lesson", lesson.id},
                {"version", settings.version},
                {"schedule", settings.schedule.text()},
                {"warp", settings.warp},
                {"inputs", settings.inputs}};
  document["arrays"] = arrays_of(trace);
  document["threads"] = threads_of(trace);
  document["steps"] = steps_of(trace);
  document["faults"] = faults_of(trace);
  for (const stage::Candidate& each : trace.candidates) {
    document["could_go_next"].push_back({{"threads", each.threads}, {"line", each.line}});
  }
  document["totals"] = totals_of(trace);
  document["lecture"] = lesson.lecture;
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heatwave::cli
