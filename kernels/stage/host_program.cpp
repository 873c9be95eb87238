// The host function is interpreted from its syntax tree; the runtime carries out what it calls.
#include "kernels/stage/host_program.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "kernels/core/error.h"
#include "kernels/stage/host_expressions.h"

namespace heatwave::stage {
namespace {

using cuda_text::Function;
using cuda_text::Statement;
using cuda_text::Structure;
using cuda_text::TypeName;

int lines_in(std::string_view text) {
  const auto breaks = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  return breaks + (text.empty() || text.back() == '\n' ? 0 : 1);
}

const Function* constructor_of(const Structure& type) {
  for (const auto& each : type.methods) {
    if (each->is_constructor && each->body != nullptr && each->parameters.empty())
      return each.get();
  }
  return nullptr;
}

const Function* destructor_of(const Structure& type) {
  for (const auto& each : type.methods) {
    if (each->is_destructor && each->body != nullptr) return each.get();
  }
  return nullptr;
}

/// Plays a host function once.
class HostRun : core::NonCopyable {
 public:
  HostRun(const KernelText& kernels, const HostInputs& inputs, HostRuntime& runtime)
      : program_(*kernels.host()),
        inputs_(inputs),
        runtime_(runtime),
        expressions_(
            kernels, inputs, runtime,
            [this](HostObject& self, const Function& method, int line) {
              return call_method(self, method, line);
            },
            [this](HostObject& copy, int line) { destroy(copy, "the launch's copy", line); }) {}

  void run(const Function& function);

 private:
  enum class Flow : std::uint8_t { next, returned };

  void bind(const cuda_text::Variable& parameter);
  /// A statement whose mark says so is a step of the host.
  Flow statement(const Statement& statement);
  Flow carry_out(const Statement& statement);
  Flow block(const Statement& statement);
  Flow for_loop(const Statement& statement);
  void variable(const cuda_text::Variable& declared);
  void array(const cuda_text::Variable& declared);
  void construct(HostVariable& variable, const Structure& type, int line);
  void destroy(HostObject& object, const std::string& who, int line);
  void leave_scope(int line);
  HostValue call_method(HostObject& self, const Function& method, int line);
  [[nodiscard]] const Structure* structure(const TypeName& type) const;
  [[nodiscard]] HostNames& names() { return expressions_.names(); }
  [[nodiscard]] int line_of(cuda_text::Place place) const { return expressions_.line_of(place); }

  const HostProgram& program_;
  const HostInputs& inputs_;
  HostRuntime& runtime_;
  HostExpressions expressions_;
  HostValue returned_;
  bool is_in_step_ = false;
};

void HostRun::run(const Function& function) {
  names().enter();
  for (const cuda_text::TemplateParameter& each : function.templates) {
    const auto found = inputs_.numbers.find(each.name);
    if (found == inputs_.numbers.end())
      refuse_host_code(line_of(function.place), "'" + each.name + "'");
    names().declare({each.name, &each.type, host_number(found->second)});
  }
  for (const cuda_text::Variable& each : function.parameters) bind(each);
  block(*function.body);
  names().leave();
}

void HostRun::bind(const cuda_text::Variable& parameter) {
  HostVariable made{parameter.name, &parameter.type};
  const std::string& name = parameter.name;
  const auto given = inputs_.numbers.find(name);
  const auto list = inputs_.lists.find(name);
  const auto array = inputs_.arrays.find(name);
  if (given != inputs_.numbers.end()) {
    made.value = host_converted(host_number(given->second, false), parameter.type);
  } else if (list != inputs_.lists.end()) {
    made.value = {HostMemory{std::make_shared<std::vector<double>>(list->second)}};
  } else if (array != inputs_.arrays.end()) {
    made.value = {runtime_.adopt(name, array->second)};
  } else if (!parameter.type.pointers.empty()) {
    made.value = {runtime_.adopt(name, {})};
  } else {
    throw core::Error("the host's code needs a value for '" + name + "'");
  }
  names().declare(std::move(made));
}

HostRun::Flow HostRun::statement(const Statement& statement) {
  const std::string_view sentence = runtime_.calls_are_steps() || is_in_step_
                                        ? std::string_view()
                                        : program_.sentence_at(statement.place.line);
  if (sentence.empty()) return carry_out(statement);
  Flow flow = Flow::next;
  is_in_step_ = true;
  runtime_.machine().step(
      std::string(sentence), [&] { flow = carry_out(statement); }, line_of(statement.place));
  is_in_step_ = false;
  return flow;
}

HostRun::Flow HostRun::carry_out(const Statement& statement) {
  switch (statement.kind) {
    case Statement::Kind::empty:
      return Flow::next;
    case Statement::Kind::block:
      return block(statement);
    case Statement::Kind::expression:
      expressions_.value(*statement.condition);
      return Flow::next;
    case Statement::Kind::variables:
      for (const cuda_text::Variable& each : statement.variables) variable(each);
      return Flow::next;
    case Statement::Kind::if_else: {
      const bool is_true = expressions_.numeric(*statement.condition) != 0;
      if (is_true) return this->statement(*statement.body.front());
      return statement.body.size() > 1 ? this->statement(*statement.body[1]) : Flow::next;
    }
    case Statement::Kind::for_loop:
      return for_loop(statement);
    case Statement::Kind::return_value:
      if (statement.condition != nullptr) returned_ = expressions_.value(*statement.condition);
      return Flow::returned;
    case Statement::Kind::while_loop:
    case Statement::Kind::do_loop:
    case Statement::Kind::switch_case:
    case Statement::Kind::case_label:
    case Statement::Kind::default_label:
    case Statement::Kind::break_out:
    case Statement::Kind::continue_loop:
    case Statement::Kind::alias:
    case Statement::Kind::refused:
      break;
  }
  refuse_host_code(line_of(statement.place), "this statement");
}

HostRun::Flow HostRun::block(const Statement& statement) {
  names().enter_scope();
  Flow flow = Flow::next;
  for (const auto& each : statement.body) {
    flow = this->statement(*each);
    if (flow == Flow::returned) break;
  }
  leave_scope(line_of(statement.end));
  return flow;
}

HostRun::Flow HostRun::for_loop(const Statement& statement) {
  names().enter_scope();
  Flow flow = carry_out(*statement.body.front());
  const auto goes_on = [&] {
    return statement.condition == nullptr || expressions_.numeric(*statement.condition) != 0;
  };
  while (flow == Flow::next && goes_on()) {
    flow = this->statement(*statement.body[1]);
    if (flow == Flow::next && statement.next != nullptr) expressions_.value(*statement.next);
  }
  leave_scope(line_of(statement.place));
  return flow;
}

const Structure* HostRun::structure(const TypeName& type) const {
  if (!type.pointers.empty()) return nullptr;
  for (const auto& each : program_.unit().structures) {
    if (each->name == type.name) return each.get();
  }
  return nullptr;
}

void HostRun::variable(const cuda_text::Variable& declared) {
  const int line = line_of(declared.place);
  if (!declared.extents.empty()) return array(declared);
  HostVariable made{declared.name, &declared.type};
  if (declared.type.name == "cudaError_t" && runtime_.calls_are_steps()) {
    made.shown = runtime_.machine().unwritten(declared.name, Space::host, Scalar::int32, 1);
  }
  HostVariable& variable = names().declare(std::move(made));
  if (const Structure* type = structure(declared.type)) return construct(variable, *type, line);
  if (declared.initial == nullptr) return;
  if (declared.type.name == "dim3" && declared.constructs) {
    variable.value = {expressions_.dim_of(*declared.initial)};
    return;
  }
  variable.value =
      host_converted(expressions_.value_for(variable, *declared.initial), declared.type);
  const auto* pointer = std::get_if<DevicePointer>(&variable.value.of);
  const bool is_null = pointer != nullptr && pointer->allocation == DevicePointer::kNull;
  if (is_null && runtime_.calls_are_steps()) {
    runtime_.machine().step(
        "the host has a null pointer, " + declared.name + ": cudaMalloc was not called for it", {},
        line);
  }
}

void HostRun::array(const cuda_text::Variable& declared) {
  HostVariable made{declared.name, &declared.type};
  HostValue initial;
  if (declared.initial != nullptr) initial = expressions_.value(*declared.initial);
  auto* list = std::get_if<HostList>(&initial.of);
  if (!declared.type.pointers.empty()) {
    made.value = std::move(initial);
  } else {
    double elements = list == nullptr ? 0 : static_cast<double>(list->values.size());
    if (declared.extents.front() != nullptr) {
      elements = expressions_.numeric(*declared.extents.front());
    }
    auto cells = std::make_shared<std::vector<double>>(static_cast<std::size_t>(elements));
    for (std::size_t i = 0; list != nullptr && i < list->values.size(); ++i) {
      (*cells)[i] = std::get<double>(list->values[i].of);
    }
    made.value = {HostMemory{std::move(cells)}};
  }
  names().declare(std::move(made));
}

void HostRun::construct(HostVariable& variable, const Structure& type, int line) {
  HostObject object{.type = &type, .members = {}};
  for (const cuda_text::Variable& each : type.members) {
    object.members.push_back({each.name, &each.type});
  }
  variable.value = {std::move(object)};
  const Function* constructor = constructor_of(type);
  if (constructor == nullptr) return;
  runtime_.begin_parts();
  call_method(std::get<HostObject>(variable.value.of), *constructor, line);
  const std::string who = "the " + variable.name;
  runtime_.end_parts(who + " ", who + " is constructed: ", line);
}

void HostRun::destroy(HostObject& object, const std::string& who, int line) {
  const Function* destructor = destructor_of(*object.type);
  if (destructor == nullptr) return;
  runtime_.begin_parts();
  call_method(object, *destructor, line);
  runtime_.end_parts(who + " is destroyed, and its destructor ", who + " is destroyed: ", line);
}

void HostRun::leave_scope(int line) {
  auto& scope = names().scope();
  for (auto each = scope.rbegin(); each != scope.rend(); ++each) {
    auto* object = std::get_if<HostObject>(&each->value.of);
    if (object != nullptr) destroy(*object, "the " + each->name, line);
  }
  names().leave_scope();
}

HostValue HostRun::call_method(HostObject& self, const Function& method, int line) {
  names().enter(self, line);
  returned_ = {};
  block(*method.body);
  names().leave();
  HostValue result = std::exchange(returned_, {});
  const Structure* type = structure(method.result);
  auto* list = std::get_if<HostList>(&result.of);
  if (type == nullptr || list == nullptr) return result;
  HostObject object{.type = type, .members = {}};
  for (std::size_t i = 0; i < std::min(type->members.size(), list->values.size()); ++i) {
    const cuda_text::Variable& member = type->members[i];
    object.members.push_back({member.name, &member.type, list->values[i]});
  }
  return {std::move(object)};
}

}  // namespace

HostProgram::HostProgram(const std::string& kernels, std::string text, HostSteps steps)
    : text_(std::move(text)),
      steps_(steps),
      lines_above_(lines_in(kernels) + 1),
      source_(kernels + (kernels.ends_with('\n') ? "\n" : "\n\n") + text_) {
  for (const cuda_text::Diagnostic& each : source_.diagnostics()) {
    throw core::Error(cuda_text::text_of(each));
  }
  if (unit().function("host") == nullptr) throw core::Error("the text has no function 'host'");
  constexpr std::string_view kMark = "//! the host ";
  constexpr std::size_t kSign = 4;  // "//! "
  int line = lines_above_;
  for (std::string_view rest = text_; !rest.empty();) {
    ++line;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view its = rest.substr(0, end);
    const std::size_t mark = its.find(kMark);
    if (mark != std::string_view::npos) sentences_[line] = its.substr(mark + kSign);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

std::string_view HostProgram::sentence_at(int line) const {
  const auto found = sentences_.find(line);
  return found == sentences_.end() ? std::string_view() : found->second;
}

int first_host_line(const KernelText& code) {
  return code.host() == nullptr ? 0 : lines_in(code.text()) + 2;
}

HostInputs host_inputs(const PlaySettings& settings) {
  HostInputs inputs;
  for (const auto& [id, values] : settings.inputs) {
    inputs.numbers[id] = values.front();
    inputs.lists["host_" + id] = values;
  }
  return inputs;
}

std::map<std::string, Array> play_host(Machine& machine, const KernelText& code,
                                       const HostInputs& inputs) {
  if (code.host() == nullptr) throw core::Error("the text has no host code");
  HostRuntime runtime(machine, inputs, code.host()->steps());
  HostRun(code, inputs, runtime).run(*code.host()->unit().function("host"));
  return runtime.arrays();
}

std::function<void()> host_play(Machine& machine, const KernelText& code, HostInputs inputs) {
  return [&machine, code, inputs = std::move(inputs)] { play_host(machine, code, inputs); };
}

}  // namespace heatwave::stage
