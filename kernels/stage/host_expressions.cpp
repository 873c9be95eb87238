// Numbers are doubles, which hold every count of a lesson.
#include "kernels/stage/host_expressions.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"
#include "kernels/cuda_text/statements.h"

namespace heatwave::stage {

using cuda_text::Expression;
using cuda_text::TypeName;

namespace {

double host_result(const std::string& sign, double left, double right, bool is_whole, int line) {
  if (sign == "+") return left + right;
  if (sign == "-") return left - right;
  if (sign == "*") return left * right;
  if (sign == "/" || sign == "%") {
    if (is_whole && right == 0)
      throw core::Error("line " + std::to_string(line) + ": the host divides by zero");
    if (sign == "%") return std::fmod(left, right);
    return is_whole ? std::trunc(left / right) : left / right;
  }
  if (sign == "<") return left < right ? 1 : 0;
  if (sign == ">") return left > right ? 1 : 0;
  if (sign == "<=") return left <= right ? 1 : 0;
  if (sign == ">=") return left >= right ? 1 : 0;
  if (sign == "==") return left == right ? 1 : 0;
  if (sign == "!=") return left != right ? 1 : 0;
  refuse_host_code(line, "the operator " + sign);
}

}  // namespace

void refuse_host_code(int line, const std::string& what) {
  throw core::Error("line " + std::to_string(line) + ": " + what +
                    " is not played in the host's code");
}

HostValue host_converted(HostValue value, const TypeName& type) {
  double* its = std::get_if<double>(&value.of);
  if (its == nullptr || !type.pointers.empty() || type.name == "auto") return value;
  value.is_whole = type.name != "float" && type.name != "double";
  if (value.is_whole) *its = std::trunc(*its);
  if (type.name == "float") *its = static_cast<double>(static_cast<float>(*its));
  return value;
}

HostVariable* HostNames::find(const std::string& name) {
  const auto has_name = [&name](const HostVariable& each) { return each.name == name; };
  HostFrame& frame = frames_.back();
  for (auto scope = frame.scopes.rbegin(); scope != frame.scopes.rend(); ++scope) {
    const auto found = std::find_if(scope->begin(), scope->end(), has_name);
    if (found != scope->end()) return &*found;
  }
  if (frame.self == nullptr) return nullptr;
  const auto member =
      std::find_if(frame.self->members.begin(), frame.self->members.end(), has_name);
  return member == frame.self->members.end() ? nullptr : &*member;
}

HostValue HostExpressions::value(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::number:
      return host_number(cuda_text::as_double(expression.scalar, expression.word),
                         !cuda_text::is_floating(expression.scalar));
    case Expression::Kind::name:
      return named(expression);
    case Expression::Kind::call:
      return call(expression);
    case Expression::Kind::index:
      return host_number(load(*element_at(expression)), false);
    case Expression::Kind::unary:
    case Expression::Kind::postfix:
      return unary(expression);
    case Expression::Kind::binary:
      return combined(expression, expression.text);
    case Expression::Kind::assign:
      return assign(expression);
    case Expression::Kind::conditional:
      return value(*expression.parts[numeric(*expression.parts[0]) != 0 ? 1 : 2]);
    case Expression::Kind::cast:
      return host_converted(value(*expression.parts.front()), *expression.type);
    case Expression::Kind::construct:
      return construct(expression);
    case Expression::Kind::size_of:
      return size_of(expression);
    case Expression::Kind::launch:
      launch(expression);
      return {};
    case Expression::Kind::list: {
      HostList list;
      for (const auto& each : expression.parts) list.values.push_back(value(*each));
      return {std::move(list)};
    }
    case Expression::Kind::text:
    case Expression::Kind::member:
      break;
  }
  refuse_host_code(line_of(expression.place), "this expression");
}

double HostExpressions::numeric(const Expression& expression) {
  const HostValue found = value(expression);
  if (const double* its = std::get_if<double>(&found.of)) return *its;
  refuse_host_code(line_of(expression.place), "an expression without a number");
}

HostValue HostExpressions::value_for(const HostVariable& variable, const Expression& expression) {
  if (variable.shown && expression.kind == Expression::Kind::call) {
    runtime_.store_next_error(*variable.shown);
  }
  return value(expression);
}

Dim HostExpressions::dim_of(const Expression& expression) {
  Dim dim;
  int* axes[] = {&dim.x, &dim.y, &dim.z};
  for (std::size_t i = 0; i < std::min<std::size_t>(expression.parts.size(), 3); ++i) {
    *axes[i] = static_cast<int>(numeric(*expression.parts[i]));
  }
  return dim;
}

Dim HostExpressions::extent(const Expression& expression) {
  const HostValue found = value(expression);
  if (const Dim* dim = std::get_if<Dim>(&found.of)) return *dim;
  if (const double* its = std::get_if<double>(&found.of)) return {static_cast<int>(*its)};
  refuse_host_code(line_of(expression.place), "this size of a launch");
}

HostVariable& HostExpressions::variable_at(const Expression& expression) {
  HostVariable* found =
      expression.kind == Expression::Kind::name ? names_.find(expression.text) : nullptr;
  if (found == nullptr) refuse_host_code(line_of(expression.place), "'" + expression.text + "'");
  return *found;
}

std::optional<HostElement> HostExpressions::element_at(const Expression& expression) {
  const bool is_index = expression.kind == Expression::Kind::index;
  if (!is_index && (expression.kind != Expression::Kind::unary || expression.text != "*")) {
    return std::nullopt;
  }
  const HostValue of = value(*expression.parts.front());
  const std::int64_t index = is_index ? whole(*expression.parts[1]) : 0;
  if (const auto* memory = std::get_if<HostMemory>(&of.of)) return HostElement{*memory, index};
  const auto* pointer = std::get_if<DevicePointer>(&of.of);
  const Array array = pointer == nullptr ? Array{} : runtime_.array_of(*pointer);
  const auto& arrays = runtime_.machine().played().arrays;
  if (array.id() < 0 || arrays[static_cast<std::size_t>(array.id())].space != Space::host) {
    refuse_host_code(line_of(expression.place), "an access to the device's memory");
  }
  return HostElement{HostMemory{nullptr, array}, index};
}

double HostExpressions::load(const HostElement& element) {
  const auto& cells = element.memory.cells;
  if (cells == nullptr) return runtime_.machine().value(element.memory.array, element.index);
  if (element.index < 0 || element.index >= std::ssize(*cells)) {
    throw core::Error("the host reads outside its memory");
  }
  return (*cells)[static_cast<std::size_t>(element.index)];
}

void HostExpressions::store(const Expression& to, const HostValue& value) {
  const auto element = element_at(to);
  if (!element) {
    HostVariable& variable = variable_at(to);
    variable.value = host_converted(value, *variable.type);
    return;
  }
  const double* its = std::get_if<double>(&value.of);
  if (its == nullptr) refuse_host_code(line_of(to.place), "this assignment");
  const auto& cells = element->memory.cells;
  if (cells == nullptr) return runtime_.machine().set(element->memory.array, element->index, *its);
  if (element->index < 0 || element->index >= std::ssize(*cells)) {
    throw core::Error("the host writes outside its memory");
  }
  (*cells)[static_cast<std::size_t>(element->index)] = *its;
}

HostValue HostExpressions::named(const Expression& expression) {
  if (const HostVariable* found = names_.find(expression.text)) return found->value;
  if (expression.text == "nullptr") return {DevicePointer{}};
  if (expression.text == "cudaSuccess") return host_number(0);
  refuse_host_code(line_of(expression.place), "'" + expression.text + "'");
}

HostValue HostExpressions::unary(const Expression& expression) {
  const Expression& operand = *expression.parts.front();
  const std::string& sign = expression.text;
  if (sign == "&") return {HostAddress{&variable_at(operand)}};
  if (sign == "*") return host_number(load(*element_at(expression)), false);
  const HostValue before = value(operand);
  const double* its = std::get_if<double>(&before.of);
  if (its == nullptr) refuse_host_code(line_of(expression.place), "this operand of " + sign);
  if (sign == "-") return host_number(-*its, before.is_whole);
  if (sign == "!") return host_number(*its == 0 ? 1 : 0);
  if (sign != "++" && sign != "--")
    refuse_host_code(line_of(expression.place), "the operator " + sign);
  const HostValue after = host_number(*its + (sign == "++" ? 1 : -1), before.is_whole);
  store(operand, after);
  return expression.kind == Expression::Kind::postfix ? before : after;
}

HostValue HostExpressions::combined(const Expression& expression, const std::string& sign) {
  const HostValue left = value(*expression.parts[0]);
  const HostValue right = value(*expression.parts[1]);
  const double* a = std::get_if<double>(&left.of);
  const double* b = std::get_if<double>(&right.of);
  if (a == nullptr || b == nullptr) refuse_host_code(line_of(expression.place), "this operand");
  const bool is_whole = left.is_whole && right.is_whole;
  return host_number(host_result(sign, *a, *b, is_whole, line_of(expression.place)), is_whole);
}

HostValue HostExpressions::assign(const Expression& expression) {
  const Expression& to = *expression.parts[0];
  const std::string sign = expression.text.substr(0, expression.text.size() - 1);
  HostValue result;
  if (sign.empty()) {
    const HostVariable* variable =
        to.kind == Expression::Kind::name ? names_.find(to.text) : nullptr;
    result = variable != nullptr ? value_for(*variable, *expression.parts[1])
                                 : value(*expression.parts[1]);
  } else {
    result = combined(expression, sign);
  }
  store(to, result);
  return result;
}

HostValue HostExpressions::size_of(const Expression& expression) {
  constexpr double kPointerBytes = 8;
  const int line = line_of(expression.place);
  if (expression.type == nullptr) refuse_host_code(line, "a size without a type");
  if (!expression.type->pointers.empty()) return host_number(kPointerBytes);
  const cuda_text::Type* type = types().built_in(expression.type->name);
  if (type == nullptr) refuse_host_code(line, "the size of '" + expression.type->name + "'");
  return host_number(static_cast<double>(type->bytes));
}

HostValue HostExpressions::construct(const Expression& expression) {
  if (expression.type->name != "dim3") {
    if (expression.parts.size() != 1) refuse_host_code(line_of(expression.place), "this object");
    return host_converted(value(*expression.parts.front()), *expression.type);
  }
  return {dim_of(expression)};
}

std::vector<Argument> HostExpressions::arguments_of(const HostValue& value, int line) {
  if (const double* its = std::get_if<double>(&value.of)) return {Argument(*its)};
  if (const auto* pointer = std::get_if<DevicePointer>(&value.of)) {
    return {Argument(runtime_.array_of(*pointer))};
  }
  const auto* object = std::get_if<HostObject>(&value.of);
  if (object == nullptr) refuse_host_code(line, "this argument of a launch");
  std::vector<Argument> all;
  for (const HostVariable& each : object->members) {
    for (const Argument& part : arguments_of(each.value, line)) all.push_back(part);
  }
  return all;
}

void HostExpressions::launch(const Expression& expression) {
  const int line = line_of(expression.place);
  const Expression& kernel = *expression.parts.front();
  std::string name = kernel.text;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    if (kernel.arguments[i].value == nullptr)
      refuse_host_code(line, "a type as a template's argument");
    name += (i == 0 ? "<" : ", ") + std::to_string(whole(*kernel.arguments[i].value));
  }
  if (!kernel.arguments.empty()) name += ">";
  const auto parts = static_cast<std::size_t>(expression.launch_parts);
  if (parts < 2 || parts > 3) refuse_host_code(line, "a launch with this many numbers");
  KernelLaunch launch{.program = kernels_.kernel(name, inputs_.computes),
                      .grid = extent(*expression.parts[1]),
                      .block = extent(*expression.parts[2])};
  if (parts == 3) launch.shared_bytes = static_cast<int>(whole(*expression.parts[3]));
  std::vector<HostObject> copies;
  for (std::size_t i = parts + 1; i < expression.parts.size(); ++i) {
    const HostValue given = value(*expression.parts[i]);
    for (const Argument& each : arguments_of(given, line)) launch.arguments.push_back(each);
    if (const auto* object = std::get_if<HostObject>(&given.of)) copies.push_back(*object);
  }
  runtime_.launch(launch, line);
  for (HostObject& each : copies) destroy_(each, line);
}

/// Launches a kernel whose blocks all run at once: its arguments are given by their addresses.
void HostExpressions::launch_grid(const Expression& call) {
  const int line = line_of(call.place);
  if (call.parts.size() != 5) refuse_host_code(line, "this launch");
  KernelLaunch launch{.program = kernels_.kernel(call.parts[1]->text, inputs_.computes),
                      .grid = extent(*call.parts[2]),
                      .block = extent(*call.parts[3])};
  const HostValue given = value(*call.parts[4]);
  const auto* list = std::get_if<HostList>(&given.of);
  if (list == nullptr) refuse_host_code(line, "this list of arguments");
  for (const HostValue& each : list->values) {
    const auto* address = std::get_if<HostAddress>(&each.of);
    if (address == nullptr) refuse_host_code(line, "this argument of a launch");
    for (const Argument& part : arguments_of(address->of->value, line)) {
      launch.arguments.push_back(part);
    }
  }
  runtime_.launch(launch, line);
}

HostValue HostExpressions::call(const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  const int line = line_of(expression.place);
  if (callee.kind == Expression::Kind::member && expression.parts.size() == 1) {
    auto* object = std::get_if<HostObject>(&variable_at(*callee.parts.front()).value.of);
    if (object == nullptr) refuse_host_code(line, "'" + callee.text + "'");
    for (const auto& each : object->type->methods) {
      if (each->name == callee.text && each->body != nullptr)
        return call_method_(*object, *each, line);
    }
  }
  if (callee.text == "printf" && expression.parts.size() == 2) {
    std::string text = expression.parts[1]->text;
    if (text.ends_with("\\n")) text.resize(text.size() - 2);
    runtime_.print(text, line);
    return {};
  }
  if (callee.text == "cudaLaunchCooperativeKernel") {
    launch_grid(expression);
    return host_number(0);
  }
  const auto error = runtime_call(callee.text, expression);
  if (!error) refuse_host_code(line, "a call of '" + callee.text + "'");
  return host_number(static_cast<double>(*error));
}

cuda_text::Layout HostExpressions::element_of(const HostVariable& pointer, int line) {
  const cuda_text::Type* type =
      pointer.type->pointers.size() == 1 ? types().built_in(pointer.type->name) : nullptr;
  if (type == nullptr) refuse_host_code(line, "memory of the type of '" + pointer.name + "'");
  return cuda_text::layout_of(*type);
}

HostCells HostExpressions::cells_at(const Expression& expression) {
  const HostValue found = value(expression);
  if (const auto* address = std::get_if<HostAddress>(&found.of)) {
    HostVariable* variable = address->of;
    const int line = line_of(expression.place);
    return {[variable, line](std::int64_t) {
              const double* its = std::get_if<double>(&variable->value.of);
              if (its == nullptr) refuse_host_code(line, "a copy of '" + variable->name + "'");
              return *its;
            },
            [variable](std::int64_t, double value) {
              variable->value = host_converted(host_number(value, false), *variable->type);
            }};
  }
  const auto* pointer = std::get_if<DevicePointer>(&found.of);
  if (pointer != nullptr && runtime_.is_not_shown(*pointer)) {
    const int line = line_of(expression.place);
    return {[line](std::int64_t) -> double { refuse_host_code(line, "a copy of unknown memory"); },
            [](std::int64_t, double) {}};
  }
  const auto* memory = std::get_if<HostMemory>(&found.of);
  if (memory == nullptr) return {};
  return {[this, memory = *memory](std::int64_t i) {
            return load({memory, i});
          },
          [cells = memory->cells](std::int64_t i, double value) {
            if (cells == nullptr || i < 0 || i >= std::ssize(*cells)) {
              throw core::Error("the host copies beyond the end of its memory");
            }
            (*cells)[static_cast<std::size_t>(i)] = value;
          }};
}

/// `rows`: cudaMemcpy2D, whose device memory has a pitch.
HostError HostExpressions::copy(const Expression& call, bool rows) {
  const int line = line_of(call.place);
  if (call.parts.size() != (rows ? 8U : 5U)) refuse_host_code(line, "this copy");
  const std::string& kind = call.parts.back()->text;
  const Expression& to = *call.parts[1];
  const Expression& from = *call.parts[rows ? 3 : 2];
  const auto pointer = [this](const Expression& at) {
    const HostValue found = value(at);
    const auto* its = std::get_if<DevicePointer>(&found.of);
    return its == nullptr ? DevicePointer{} : *its;
  };
  if (kind == "cudaMemcpyHostToDevice") {
    const std::int64_t width = whole(*call.parts[rows ? 5 : 3]);
    const std::int64_t pitch = rows ? whole(*call.parts[2]) : width;
    const std::int64_t height = rows ? whole(*call.parts[6]) : 1;
    const HostCells cells = cells_at(from);
    // Memory of the device in the place of the host's is CUDA's invalid value.
    const DevicePointer target = cells.load ? pointer(to) : DevicePointer{};
    return runtime_.to_device(target, pitch, cells, width, height,
                              rows ? "cudaMemcpy2D" : "cudaMemcpy", line);
  }
  if (kind != "cudaMemcpyDeviceToHost" || rows)
    refuse_host_code(line, "a copy of the kind " + kind);
  const HostCells cells = cells_at(to);
  return runtime_.to_host(cells, cells.store ? pointer(from) : DevicePointer{},
                          whole(*call.parts[3]), line);
}

std::optional<HostError> HostExpressions::runtime_call(const std::string& name,
                                                       const Expression& call) {
  const int line = line_of(call.place);
  const std::size_t count = call.parts.size() - 1;
  const auto has = [&](const char* wanted, std::size_t arguments) {
    return name == wanted && count == arguments;
  };
  const auto target = [&](std::size_t argument) -> HostVariable& {
    const HostValue found = value(*call.parts[argument]);
    const auto* address = std::get_if<HostAddress>(&found.of);
    if (address == nullptr) refuse_host_code(line, "this argument of " + name);
    return *address->of;
  };
  const auto pointer = [&](std::size_t argument) {
    const HostValue found = value(*call.parts[argument]);
    const auto* its = std::get_if<DevicePointer>(&found.of);
    if (its == nullptr) refuse_host_code(line, "this argument of " + name);
    return *its;
  };
  if (has("cudaMalloc", 2)) {
    HostVariable& to = target(1);
    DevicePointer made;
    const HostError error =
        runtime_.allocate(made, to.name, element_of(to, line), whole(*call.parts[2]), line);
    to.value = {made};
    return error;
  }
  if (has("cudaMallocPitch", 4)) {
    HostVariable& to = target(1);
    DevicePointer made;
    std::int64_t pitch = 0;
    const HostError error =
        runtime_.allocate_pitched(made, pitch, to.name, element_of(to, line), whole(*call.parts[3]),
                                  whole(*call.parts[4]), line);
    to.value = {made};
    target(2).value = host_number(static_cast<double>(pitch));
    return error;
  }
  if (has("cudaMemset", 3)) {
    if (numeric(*call.parts[2]) != 0) refuse_host_code(line, "cudaMemset with another byte than 0");
    return runtime_.clear(pointer(1), whole(*call.parts[3]), line);
  }
  if (name == "cudaMemcpy") return copy(call, false);
  if (name == "cudaMemcpy2D") return copy(call, true);
  if (has("cudaFree", 1)) return runtime_.free(pointer(1), line);
  if (has("cudaDeviceSynchronize", 0)) return runtime_.synchronise(line);
  if (has("cudaGetLastError", 0)) return runtime_.last_error(true, line);
  if (has("cudaPeekAtLastError", 0)) return runtime_.last_error(false, line);
  return std::nullopt;
}

}  // namespace heatwave::stage
