// A run holds the frame of the running function; a method's frame has the object's members, too.
#include "kernels/stage/host_code.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/cuda_text/statements.h"
#include "kernels/stage/host_program.h"
#include "kernels/stage/host_runtime.h"

namespace heatwave::stage {

HostValue host_converted(HostValue value, const cuda_text::TypeName& type) {
  double* its = std::get_if<double>(&value.of);
  if (its == nullptr || !type.pointers.empty() || type.name == "auto") return value;
  value.is_whole = type.name != "float" && type.name != "double";
  if (value.is_whole) *its = std::trunc(*its);
  if (type.name == "float") *its = static_cast<double>(static_cast<float>(*its));
  return value;
}

std::span<double> host_cells(const HostValue& of, std::int64_t first, std::int64_t count) {
  std::span<double> cells;
  if (const auto* memory = std::get_if<HostMemory>(&of.of)) cells = *memory->cells;
  if (const auto* address = std::get_if<HostAddress>(&of.of)) {
    if (auto* its = std::get_if<double>(&address->of->value.of)) cells = {its, 1};
  }
  if (first < 0 || first + count > std::ssize(cells)) {
    throw core::Error("the host accesses cells outside its memory");
  }
  return cells.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

void store_host_cells(const HostValue& to, std::span<const double> values) {
  const auto* address = std::get_if<HostAddress>(&to.of);
  if (address != nullptr) address->of->value = host_number(0);
  std::copy(values.begin(), values.end(), host_cells(to, 0, std::ssize(values)).begin());
  if (address == nullptr) return;
  HostVariable& variable = *address->of;
  variable.value = host_converted(std::move(variable.value), *variable.declared->type);
}

HostName host_name(const std::string& name, const cuda_text::TypeName& type,
                   const cuda_text::TypeTable& types) {
  HostName made{.name = name, .type = &type, .element = {}};
  const cuda_text::Type* target = type.pointers.size() == 1 ? types.built_in(type.name) : nullptr;
  if (target != nullptr) made.element = cuda_text::layout_of(*target);
  return made;
}

HostRun::HostRun(const KernelText& its_kernels, const HostInputs& its_inputs,
                 HostRuntime& its_runtime)
    : kernels(its_kernels),
      inputs(its_inputs),
      runtime(its_runtime),
      moved_(first_host_line(kernels) - 1 - kernels.host()->lines_above()) {}

void HostRun::play(const HostFunction& function) {
  HostFrame frame(function);
  frame_ = &frame;
  for (int i = 0; i < function.parameters; ++i) {
    HostVariable& parameter = frame.variables[static_cast<std::size_t>(i)];
    parameter.value = given(*parameter.declared);
  }
  function.body(*this);
}

HostValue HostRun::given(const HostName& parameter) {
  const std::string& name = parameter.name;
  if (const auto number = inputs.number(name)) {
    return host_converted(host_number(*number, false), *parameter.type);
  }
  if (const auto* list = inputs.list(name)) {
    return {HostMemory{std::make_shared<std::vector<double>>(*list)}};
  }
  const auto array = inputs.arrays.find(name);
  if (array != inputs.arrays.end()) return {runtime.adopt(name, array->second)};
  if (!parameter.type->pointers.empty()) return {runtime.adopt(name, {})};
  throw core::Error("the host's code needs a value for '" + name + "'");
}

double HostRun::number(const HostExpression& expression, cuda_text::Place place) {
  const HostValue found = expression(*this);
  if (const double* its = std::get_if<double>(&found.of)) return *its;
  refuse(place, "an expression without a number");
}

void HostRun::refuse(cuda_text::Place place, const std::string& what) const {
  throw core::Error("line " + std::to_string(line_of(place)) + ": " + what +
                    " is not played in the host's code");
}

HostValue HostRun::call(HostObject& self, const HostFunction& method, int line) {
  HostFrame frame(method, &self, line);
  HostFrame* const caller = std::exchange(frame_, &frame);
  method.body(*this);
  frame_ = caller;
  auto* list = std::get_if<HostList>(&frame.returned.of);
  if (method.result == nullptr || list == nullptr) return std::move(frame.returned);
  HostObject object{.type = method.result, .members = {}};
  const std::vector<HostName>& members = method.result->members;
  for (std::size_t i = 0; i < std::min(members.size(), list->values.size()); ++i) {
    object.members.push_back({&members[i], std::move(list->values[i])});
  }
  return {std::move(object)};
}

void HostRun::construct(HostVariable& variable, const HostStructure& type, int line) {
  HostObject object{.type = &type, .members = {}};
  for (const HostName& each : type.members) object.members.push_back({&each});
  variable.value = {std::move(object)};
  if (!type.constructor.body) return;
  runtime.begin_parts();
  call(std::get<HostObject>(variable.value.of), type.constructor, line);
  const std::string who = "the " + variable.declared->name;
  runtime.end_parts(who + " ", who + " is constructed: ", line);
}

void HostRun::destroy(HostObject& object, const std::string& who, int line) {
  if (!object.type->destructor.body) return;
  runtime.begin_parts();
  call(object, object.type->destructor, line);
  runtime.end_parts(who + " is destroyed, and its destructor ", who + " is destroyed: ", line);
}

void HostRun::leave(int first, int end, int line) {
  if (runtime.has_ended()) return;
  for (int i = end - 1; i >= first; --i) {
    HostVariable& each = at({i});
    if (auto* object = std::get_if<HostObject>(&each.value.of)) {
      destroy(*object, "the " + each.declared->name, line);
    }
    each = {each.declared};
  }
}

}  // namespace heatwave::stage
