// The functions of CUDA's runtime stand in a table by their names.
#include "kernels/stage/host_calls.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "kernels/stage/host_program.h"
#include "kernels/stage/host_runtime.h"

namespace heatwave::stage {

using cuda_text::Expression;
using cuda_text::Place;

namespace {

/// A call of CUDA's runtime.
struct Call {
  std::string name;
  Place place;
  std::vector<HostExpression> arguments;

  [[nodiscard]] std::int64_t whole(HostRun& run, std::size_t argument) const {
    return run.whole(arguments[argument], place);
  }
  [[nodiscard]] DevicePointer pointer(HostRun& run, std::size_t argument) const {
    const HostValue found = arguments[argument](run);
    if (const auto* its = std::get_if<DevicePointer>(&found.of)) return *its;
    run.refuse(place, "this argument of " + name);
  }
  /// Returns the variable whose address the argument is.
  [[nodiscard]] HostVariable& target(HostRun& run, std::size_t argument) const {
    const HostValue found = arguments[argument](run);
    if (const auto* its = std::get_if<HostAddress>(&found.of)) return *its->of;
    run.refuse(place, "this argument of " + name);
  }
  [[nodiscard]] HostVariable& new_memory(HostRun& run, std::size_t argument) const {
    HostVariable& to = target(run, argument);
    if (to.declared->element.cells.size() == 1) return to;
    run.refuse(place, "memory of the type of '" + to.declared->name + "'");
  }
};

HostError allocate(const Call& call, HostRun& run, int line) {
  HostVariable& to = call.new_memory(run, 0);
  DevicePointer made;
  const HostError error = run.runtime.allocate(made, *to.declared, call.whole(run, 1), line);
  to.value = {made};
  return error;
}

HostError allocate_pitched(const Call& call, HostRun& run, int line) {
  HostVariable& to = call.new_memory(run, 0);
  DevicePointer made;
  std::int64_t pitch = 0;
  const HostError error = run.runtime.allocate_pitched(
      made, pitch, *to.declared, call.whole(run, 2), call.whole(run, 3), line);
  to.value = {made};
  call.target(run, 1).value = host_number(static_cast<double>(pitch));
  return error;
}

HostError clear(const Call& call, HostRun& run, int line) {
  if (call.whole(run, 1) != 0) run.refuse(call.place, "cudaMemset with another byte than 0");
  return run.runtime.clear(call.pointer(run, 0), call.whole(run, 2), line);
}

HostError copy_to_device(const Call& call, HostRun& run, int line) {
  const std::int64_t bytes = call.whole(run, 2);
  return run.runtime.to_device(call.arguments[0](run), bytes, call.arguments[1](run), bytes, 1,
                               "cudaMemcpy", line);
}

/// Plays cudaMemcpy2D, whose device memory has a pitch.
HostError copy_rows_to_device(const Call& call, HostRun& run, int line) {
  return run.runtime.to_device(call.arguments[0](run), call.whole(run, 1), call.arguments[2](run),
                               call.whole(run, 4), call.whole(run, 5), "cudaMemcpy2D", line);
}

HostError copy_to_host(const Call& call, HostRun& run, int line) {
  return run.runtime.to_host(call.arguments[0](run), call.arguments[1](run), call.whole(run, 2),
                             line);
}

struct CallRow {
  std::string_view name;
  std::size_t arguments;
  HostError (*play)(const Call& call, HostRun& run, int line);
  std::string_view last = {};  ///< the last argument, which chooses the function; empty: any
};

constexpr CallRow kCalls[] = {
    {"cudaMalloc", 2, allocate},
    {"cudaMallocPitch", 4, allocate_pitched},
    {"cudaMemset", 3, clear},
    {"cudaMemcpy", 4, copy_to_device, "cudaMemcpyHostToDevice"},
    {"cudaMemcpy", 4, copy_to_host, "cudaMemcpyDeviceToHost"},
    {"cudaMemcpy2D", 7, copy_rows_to_device, "cudaMemcpyHostToDevice"},
    {"cudaFree", 1,
     [](const Call& call, HostRun& run, int line) {
       return run.runtime.free(call.pointer(run, 0), line);
     }},
    {"cudaDeviceSynchronize", 0,
     [](const Call&, HostRun& run, int line) { return run.runtime.synchronise(line); }},
    {"cudaGetLastError", 0,
     [](const Call&, HostRun& run, int line) { return run.runtime.last_error(true, line); }},
    {"cudaPeekAtLastError", 0,
     [](const Call&, HostRun& run, int line) { return run.runtime.last_error(false, line); }},
};

HostExpression print(const Expression& call) {
  std::string text = call.parts[1]->text;
  if (text.ends_with("\\n")) text.resize(text.size() - 2);
  return [text, place = call.place](HostRun& run) {
    run.runtime.print(text, run.line_of(place));
    return HostValue{};
  };
}

Dim extent(HostRun& run, const HostExpression& size, Place place) {
  const HostValue found = size(run);
  if (const Dim* dim = std::get_if<Dim>(&found.of)) return *dim;
  if (const double* its = std::get_if<double>(&found.of)) return {static_cast<int>(*its)};
  run.refuse(place, "this size of a launch");
}

/// Adds an argument of a launch; each member of an object is one.
void add_argument(HostRun& run, const HostValue& value, Place place, KernelLaunch& launch) {
  if (const double* its = std::get_if<double>(&value.of)) {
    launch.arguments.emplace_back(*its);
  } else if (const auto* pointer = std::get_if<DevicePointer>(&value.of)) {
    launch.arguments.emplace_back(run.runtime.array_of(*pointer));
  } else if (const auto* object = std::get_if<HostObject>(&value.of)) {
    for (const HostVariable& each : object->members) add_argument(run, each.value, place, launch);
  } else {
    run.refuse(place, "this argument of a launch");
  }
}

/// Compiles the launch of a kernel whose blocks all run at once: a list has the addresses of its
/// arguments.
HostExpression launch_grid(const Expression& call, HostExpressions& expressions) {
  return [kernel = call.parts[1]->text, all = expressions.values(call.parts, 2),
          place = call.place](HostRun& run) {
    KernelLaunch launch{.program = run.kernels.kernel(kernel, run.inputs.computes),
                        .grid = extent(run, all[0], place),
                        .block = extent(run, all[1], place)};
    const HostValue given = all[2](run);
    const auto* list = std::get_if<HostList>(&given.of);
    if (list == nullptr) run.refuse(place, "this list of arguments");
    for (const HostValue& each : list->values) {
      const auto* address = std::get_if<HostAddress>(&each.of);
      add_argument(run, address == nullptr ? HostValue{} : address->of->value, place, launch);
    }
    run.runtime.launch(launch, run.line_of(place));
    return host_number(0);
  };
}

}  // namespace

HostExpression host_call(const Expression& call, HostExpressions& expressions) {
  const std::string& name = call.parts.front()->text;
  const std::size_t count = call.parts.size() - 1;
  if (name == "printf" && count == 1) return print(call);
  if (name == "cudaLaunchCooperativeKernel" && count == 4) return launch_grid(call, expressions);
  for (const CallRow& row : kCalls) {
    const bool fits = row.name == name && row.arguments == count &&
                      (row.last.empty() || row.last == call.parts.back()->text);
    if (!fits) continue;
    return [call = Call{name, call.place, expressions.values(call.parts, 1)},
            play = row.play](HostRun& run) {
      return host_number(static_cast<double>(play(call, run, run.line_of(call.place))));
    };
  }
  return host_refusal(call.place, "a call of '" + name + "'");
}

HostExpression host_launch(const Expression& launch, HostExpressions& expressions) {
  const Expression& kernel = *launch.parts.front();
  const auto sizes = static_cast<std::size_t>(launch.launch_parts);
  if (sizes < 2 || sizes > 3) return host_refusal(launch.place, "a launch with this many numbers");
  std::vector<HostExpression> instance;  // the template's arguments
  for (const cuda_text::TemplateArgument& each : kernel.arguments) {
    if (each.value == nullptr) {
      return host_refusal(launch.place, "a type as a template's argument");
    }
    instance.push_back(expressions.value(*each.value));
  }
  return [kernel = kernel.text, instance = std::move(instance),
          all = expressions.values(launch.parts, 1), sizes, place = launch.place](HostRun& run) {
    std::string name = kernel;
    for (const HostExpression& each : instance) {
      name += (&each == instance.data() ? "<" : ", ") + std::to_string(run.whole(each, place));
    }
    if (!instance.empty()) name += ">";
    KernelLaunch made{.program = run.kernels.kernel(name, run.inputs.computes),
                      .grid = extent(run, all[0], place),
                      .block = extent(run, all[1], place)};
    if (sizes == 3) made.shared_bytes = static_cast<int>(run.whole(all[2], place));
    made.arguments.reserve(all.size() - sizes);
    std::vector<HostObject> copies;
    for (std::size_t i = sizes; i < all.size(); ++i) {
      HostValue given = all[i](run);
      add_argument(run, given, place, made);
      if (auto* object = std::get_if<HostObject>(&given.of)) copies.push_back(std::move(*object));
    }
    const int line = run.line_of(place);
    run.runtime.launch(made, line);
    for (HostObject& each : copies) run.destroy(each, "the launch's copy", line);
    return HostValue{};
  };
}

}  // namespace heatwave::stage
