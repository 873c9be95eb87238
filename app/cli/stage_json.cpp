// Describes lessons and plays as JSON for programs.
#include "app/cli/stage_json.h"

#include <nlohmann/json.hpp>

#include <utility>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::cli {
namespace {

using Json = nlohmann::ordered_json;
using stage::Trace;

const char* name_of(stage::Space space) {
  constexpr const char* kNames[] = {"host", "global", "shared"};
  return kNames[static_cast<std::size_t>(space)];
}

const char* name_of(stage::Op op) {
  constexpr const char* kNames[] = {
      "start",  "load",       "store",   "atomic", "barrier",      "fence", "compute", "print",
      "branch", "reconverge", "shuffle", "vote",   "grid barrier", "host",  "launch",  "finish"};
  return kNames[static_cast<std::size_t>(op)];
}

Json cells_of(const std::vector<stage::CellState>& states) {
  Json cells = Json::array();
  for (const stage::CellState& cell : states) {
    cells.push_back(cell.written ? Json(cell.value) : Json());
  }
  return cells;
}

/// Describes the cells of an array's element: their types and their distances in bytes.
Json layout_of(const cuda_text::Layout& layout) {
  Json json{{"bytes", layout.bytes}};
  for (const cuda_text::Cell& cell : layout.cells) {
    json["cells"].push_back({{"type", cuda_text::name_of(cell.scalar)}, {"offset", cell.offset}});
  }
  return json;
}

Json arrays_of(const Trace& trace) {
  const stage::State end = trace.at(static_cast<int>(trace.steps.size()));
  Json all = Json::array();
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    const stage::ArrayInfo& array = trace.arrays[i];
    all.push_back({{"name", array.name},
                   {"space", name_of(array.space)},
                   {"block", array.block},
                   {"address", array.address},
                   {"width", array.width},
                   {"element", layout_of(array.layout)},
                   {"start", cells_of(trace.start.arrays[i])},
                   {"end", cells_of(end.arrays[i])}});
  }
  return all;
}

Json dim_of(const stage::Dim& dim) { return {dim.x, dim.y, dim.z}; }

/// Describes the launches, each with its arguments as far as the kernel's text names them.
Json launches_of(const Trace& trace) {
  Json all = Json::array();
  for (const stage::LaunchInfo& launch : trace.launches) {
    Json arguments = Json::array();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const cuda_text::Parameter& parameter = launch.program->parameters[i];
      const stage::GivenArgument& given = launch.arguments[i];
      Json argument{{"name", parameter.name}, {"offset", parameter.offset}};
      if (parameter.is_pointer) {
        argument["array"] = given.array;
      } else {
        argument["type"] = cuda_text::name_of(parameter.scalar);
        argument["value"] = given.number;
      }
      arguments.push_back(std::move(argument));
    }
    all.push_back({{"kernel", launch.program->instance},
                   {"grid", dim_of(launch.grid)},
                   {"block", dim_of(launch.block)},
                   {"shared_bytes", launch.shared_bytes},
                   {"arguments", std::move(arguments)}});
  }
  return all;
}

Json threads_of(const Trace& trace) {
  Json all = Json::array();
  for (const stage::ThreadInfo& thread : trace.threads) {
    all.push_back({{"kernel", trace.launches[static_cast<std::size_t>(thread.launch)].kernel},
                   {"launch", thread.launch},
                   {"block", thread.block},
                   {"warp", thread.warp},
                   {"lane", thread.lane},
                   {"thread", thread.thread}});
  }
  return all;
}

Json action_of(const Trace& trace, const stage::Action& action) {
  Json json{{"thread", action.thread}, {"does", name_of(action.op)}, {"line", action.line}};
  if (action.op == stage::Op::atomic) json["atomic"] = stage::name_of(action.atomic);
  if (action.array >= 0) {
    json["array"] = action.array;
    json["index"] = action.index;
    if (action.cells > 1) json["cells"] = action.cells;
    json["value"] = action.value;
    json["before"] = action.before;
  }
  if (action.op == stage::Op::branch) json["taken"] = action.value != 0.0;
  if (const std::string text = trace.text_of(action); !text.empty()) json["text"] = text;
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
    for (const stage::Action& action : step.actions) {
      json["actions"].push_back(action_of(trace, action));
    }
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
  Json json{{"id", lesson.id},         {"title", lesson.title},
            {"shows", lesson.shows},   {"question", lesson.question},
            {"answer", lesson.answer}, {"lecture", lesson.lecture},
            {"lab", lesson.lab},       {"schedule", lesson.schedule.text()},
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

Json json_of(const stage::Cost& cost) {
  return {{"instructions", cost.instructions},
          {"sectors", cost.sectors},
          {"bank_conflicts", cost.conflicts},
          {"waiting", cost.waiting},
          {"barriers", cost.barriers}};
}

/// Describes what each line costs.
Json lines_of(const stage::Totals& sum) {
  Json all = Json::array();
  for (const auto& [line, cost] : sum.by_line) {
    Json json{{"line", line}};
    json.update(json_of(cost));
    all.push_back(std::move(json));
  }
  return all;
}

Json totals_of(const Trace& trace) {
  const stage::Totals sum = stage::totals(trace);
  Json json{{"steps", sum.steps},
            {"instructions", sum.instructions},
            {"sectors", sum.sectors},
            {"bank_conflicts", sum.conflicts},
            {"waiting", sum.waiting},
            {"barriers", sum.barriers},
            {"global_queue", sum.global_queue},
            {"global_queue_blocks", sum.global_queue_blocks},
            {"shared_queue", sum.shared_queue}};
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (sum.sectors_of[i] > 0) json["sectors_of"][trace.arrays[i].name] = sum.sectors_of[i];
  }
  return json;
}

Json warnings_of(const stage::KernelText& code) {
  Json all = Json::array();
  for (const cuda_text::Diagnostic& each : code.warnings()) {
    all.push_back({{"line", each.place.line}, {"column", each.place.column}, {"text", each.text}});
  }
  return all;
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
                       const Trace& trace, bool only_cost) {
  Json document{{"lesson", lesson.id},
                {"version", settings.version},
                {"schedule", settings.schedule.text()},
                {"warp", settings.warp},
                {"inputs", settings.inputs}};
  if (!only_cost) {
    const stage::KernelText code = stage::code_of(lesson, settings);
    document["text"] = code.text();
    if (code.host() != nullptr) {
      document["host"] = {{"line", stage::first_host_line(code)}, {"text", code.host()->text()}};
    }
    document["arrays"] = arrays_of(trace);
    document["launches"] = launches_of(trace);
    document["threads"] = threads_of(trace);
    document["steps"] = steps_of(trace);
  }
  document["warnings"] = warnings_of(stage::code_of(lesson, settings));
  document["lines"] = lines_of(stage::totals(trace));
  document["faults"] = faults_of(trace);
  for (const stage::Candidate& each : trace.candidates) {
    document["could_go_next"].push_back({{"threads", each.threads}, {"line", each.line}});
  }
  document["totals"] = totals_of(trace);
  document["lecture"] = lesson.lecture;
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heatwave::cli
