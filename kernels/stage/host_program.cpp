// The statements of host code are compiled here; a mark, `//! the host …`, makes one a step.
#include "kernels/stage/host_program.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/stage/host_expressions.h"
#include "kernels/stage/host_runtime.h"

namespace heatwave::stage {
namespace {

using cuda_text::Function;
using cuda_text::Statement;
using cuda_text::TypeName;

int lines_in(std::string_view text) {
  const auto breaks = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  return breaks + (text.empty() || text.back() == '\n' ? 0 : 1);
}

/// Returns the sentences of lines that are steps although they call nothing of CUDA's.
std::map<int, std::string> sentences_in(std::string_view text, int line) {
  constexpr std::string_view kMark = "//! the host ";
  constexpr std::size_t kSign = 4;  // "//! "
  std::map<int, std::string> sentences;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t mark = text.substr(0, end).find(kMark);
    if (mark != std::string_view::npos) {
      sentences[line] = text.substr(mark + kSign, end - mark - kSign);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sentences;
}

/// The types, structures and marks of a text, for all its functions.
struct HostSource {
  const cuda_text::TypeTable& types;
  const std::vector<HostStructure>& structures;
  std::map<int, std::string> sentences;  ///< by line; where calls are steps there are none
  bool calls_are_steps;

  /// Null: the type is no structure.
  [[nodiscard]] const HostStructure* structure(const TypeName& type) const {
    if (!type.pointers.empty()) return nullptr;
    const auto found = std::find_if(structures.begin(), structures.end(),
                                    [&](const auto& each) { return each.name == type.name; });
    return found == structures.end() ? nullptr : &*found;
  }
};

/// Compiles a function of the host.
class HostStatements : core::NonCopyable {
 public:
  /// `self`: the structure of a method, or null.
  HostStatements(const HostSource& source, const Function& syntax, const HostStructure* self)
      : source_(source), syntax_(syntax), expressions_(source.types, made_, self) {}

  HostFunction compiled();

 private:
  HostStatement statement(const Statement& statement);
  HostStatement without_step(const Statement& statement);
  HostStatement block(const Statement& statement);
  HostStatement if_else(const Statement& statement);
  HostStatement for_loop(const Statement& statement);
  HostStatement variable(const cuda_text::Variable& declared);
  HostStatement array(const cuda_text::Variable& declared);

  const HostSource& source_;
  const Function& syntax_;
  HostFunction made_;
  HostExpressions expressions_;
};

HostFunction HostStatements::compiled() {
  made_.name = syntax_.name;
  made_.result = source_.structure(syntax_.result);
  expressions_.enter_scope();
  for (const auto& each : syntax_.templates) expressions_.declare(each.name, each.type);
  for (const auto& each : syntax_.parameters) expressions_.declare(each.name, each.type);
  made_.parameters = static_cast<int>(made_.variables.size());
  made_.body = block(*syntax_.body);
  return std::move(made_);
}

HostStatement HostStatements::statement(const Statement& statement) {
  HostStatement code = without_step(statement);
  const auto found = source_.sentences.find(statement.place.line);
  if (found == source_.sentences.end()) return code;
  return [code = std::move(code), sentence = found->second, place = statement.place](HostRun& run) {
    if (run.runtime.has_ended()) return true;
    if (run.is_in_step) return code(run);
    bool returns = false;
    run.is_in_step = true;
    run.runtime.machine().step(
        sentence, [&] { returns = code(run); }, run.line_of(place));
    run.is_in_step = false;
    return returns;
  };
}

HostStatement HostStatements::without_step(const Statement& statement) {
  switch (statement.kind) {
    case Statement::Kind::empty:
      return [](HostRun&) { return false; };
    case Statement::Kind::block:
      return block(statement);
    case Statement::Kind::expression:
      return [code = expressions_.value(*statement.condition)](HostRun& run) {
        code(run);
        return false;
      };
    case Statement::Kind::variables: {
      std::vector<HostStatement> all;
      for (const cuda_text::Variable& each : statement.variables) all.push_back(variable(each));
      return [all = std::move(all)](HostRun& run) {
        for (const HostStatement& each : all) each(run);
        return false;
      };
    }
    case Statement::Kind::if_else:
      return if_else(statement);
    case Statement::Kind::for_loop:
      return for_loop(statement);
    case Statement::Kind::return_value:
      if (statement.condition == nullptr) return [](HostRun&) { return true; };
      return [value = expressions_.value(*statement.condition)](HostRun& run) {
        run.return_value(value(run));
        return true;
      };
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
  return [place = statement.place](HostRun& run) -> bool { run.refuse(place, "this statement"); };
}

HostStatement HostStatements::block(const Statement& statement) {
  const int first = expressions_.enter_scope();
  std::vector<HostStatement> body;
  for (const auto& each : statement.body) body.push_back(this->statement(*each));
  const int end = expressions_.leave_scope();
  return [first, end, body = std::move(body), place = statement.end](HostRun& run) {
    const auto ends = [&](const HostStatement& each) {
      return each(run) || run.runtime.has_ended();
    };
    const bool returns = std::any_of(body.begin(), body.end(), ends);
    run.leave(first, end, run.line_of(place));
    return returns;
  };
}

HostStatement HostStatements::if_else(const Statement& statement) {
  const bool has_else = statement.body.size() > 1;
  return [condition = expressions_.value(*statement.condition),
          yes = this->statement(*statement.body.front()),
          no = has_else ? this->statement(*statement.body[1]) : HostStatement(),
          place = statement.place](HostRun& run) {
    if (run.number(condition, place) != 0) return yes(run);
    return no && no(run);
  };
}

HostStatement HostStatements::for_loop(const Statement& statement) {
  const int first = expressions_.enter_scope();
  HostStatement begin = without_step(*statement.body.front());
  HostExpression condition;
  if (statement.condition != nullptr) condition = expressions_.value(*statement.condition);
  HostStatement body = this->statement(*statement.body[1]);
  HostExpression next;
  if (statement.next != nullptr) next = expressions_.value(*statement.next);
  const int end = expressions_.leave_scope();
  return [first, end, begin = std::move(begin), condition = std::move(condition),
          body = std::move(body), next = std::move(next), place = statement.place](HostRun& run) {
    bool returns = begin(run);
    while (!returns && (!condition || run.number(condition, place) != 0)) {
      returns = body(run);
      if (!returns && next) next(run);
    }
    run.leave(first, end, run.line_of(place));
    return returns;
  };
}

HostStatement HostStatements::variable(const cuda_text::Variable& declared) {
  if (!declared.extents.empty()) return array(declared);
  const HostSlot slot = expressions_.declare(declared.name, declared.type);
  if (const HostStructure* type = source_.structure(declared.type)) {
    return [slot, type, place = declared.place](HostRun& run) {
      run.construct(run.at(slot), *type, run.line_of(place));
      return false;
    };
  }
  HostExpression initial;
  if (declared.initial != nullptr) {
    const bool is_dim = declared.type.name == "dim3" && declared.constructs;
    initial = is_dim ? expressions_.dim_of(*declared.initial)
                     : expressions_.value_for(slot, *declared.initial);
  }
  return [slot, initial = std::move(initial), calls_are_steps = source_.calls_are_steps,
          is_shown = source_.calls_are_steps && declared.type.name == "cudaError_t",
          place = declared.place](HostRun& run) {
    HostVariable& made = run.at(slot);
    const std::string& name = made.declared->name;
    Machine& machine = run.runtime.machine();
    if (is_shown) made.shown = machine.unwritten(name, Space::host, Scalar::int32, 1);
    if (!initial) return false;
    made.value = host_converted(initial(run), *made.declared->type);
    const auto* pointer = std::get_if<DevicePointer>(&made.value.of);
    if (calls_are_steps && pointer != nullptr && pointer->allocation == DevicePointer::kNull) {
      machine.step("the host has a null pointer, " + name + ": cudaMalloc was not called for it",
                   {}, run.line_of(place));
    }
    return false;
  };
}

HostStatement HostStatements::array(const cuda_text::Variable& declared) {
  HostExpression initial = [](HostRun&) { return HostValue{HostList{}}; };
  if (declared.initial != nullptr) initial = expressions_.value(*declared.initial);
  HostExpression extent;
  if (declared.extents.front() != nullptr) extent = expressions_.value(*declared.extents.front());
  const HostSlot slot = expressions_.declare(declared.name, declared.type);
  return [initial = std::move(initial), extent = std::move(extent), slot,
          has_numbers = declared.type.pointers.empty(), place = declared.place](HostRun& run) {
    HostValue given = initial(run);
    const auto* list = std::get_if<HostList>(&given.of);
    if (list == nullptr) run.refuse(place, "this array");
    if (has_numbers) {
      auto cells = std::make_shared<std::vector<double>>();
      for (const HostValue& each : list->values) {
        const double* its = std::get_if<double>(&each.of);
        if (its == nullptr) run.refuse(place, "an array without numbers");
        cells->push_back(*its);
      }
      if (extent) cells->resize(static_cast<std::size_t>(run.whole(extent, place)));
      given = {HostMemory{std::move(cells)}};
    }
    run.at(slot).value = std::move(given);
    return false;
  };
}

/// Returns the structures of a text, whose functions are not compiled yet.
std::vector<HostStructure> structures_of(const cuda_text::Unit& unit,
                                         const cuda_text::TypeTable& types) {
  std::vector<HostStructure> all;
  for (const auto& each : unit.structures) {
    HostStructure& made = all.emplace_back();
    made.name = each->name;
    for (const auto& member : each->members) {
      made.members.push_back(host_name(member.name, member.type, types));
    }
  }
  return all;
}

}  // namespace

std::optional<double> HostInputs::number(const std::string& name) const {
  if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
  if (settings == nullptr) return std::nullopt;
  const auto found = settings->inputs.find(name);
  return found == settings->inputs.end() ? std::nullopt : std::optional(found->second.front());
}

const std::vector<double>* HostInputs::list(const std::string& name) const {
  constexpr std::string_view kPrefix = "host_";
  if (const auto found = lists.find(name); found != lists.end()) return &found->second;
  if (settings == nullptr || !name.starts_with(kPrefix)) return nullptr;
  const auto found = settings->inputs.find(name.substr(kPrefix.size()));
  return found == settings->inputs.end() ? nullptr : &found->second;
}

HostProgram::HostProgram(const std::string& kernels, std::string text, HostSteps steps)
    : text_(std::move(text)),
      steps_(steps),
      lines_above_(lines_in(kernels) + 1),
      source_(kernels + (kernels.ends_with('\n') ? "\n" : "\n\n") + text_) {
  for (const cuda_text::Diagnostic& each : source_.diagnostics()) {
    throw core::Error(cuda_text::text_of(each));
  }
  const cuda_text::Unit& unit = source_.unit();
  const Function* host = unit.function("host");
  if (host == nullptr) throw core::Error("the text has no function 'host'");
  const cuda_text::TypeTable types;
  structures_ = structures_of(unit, types);
  const bool calls_are_steps = steps == HostSteps::calls;
  const HostSource source{.types = types,
                          .structures = structures_,
                          .sentences = calls_are_steps ? std::map<int, std::string>()
                                                       : sentences_in(text_, lines_above_),
                          .calls_are_steps = calls_are_steps};
  for (std::size_t i = 0; i < structures_.size(); ++i) {
    HostStructure& made = structures_[i];
    for (const auto& each : unit.structures[i]->methods) {
      const bool is_played =
          each->body != nullptr && each->parameters.empty() && (each->is_host || !each->is_device);
      if (!is_played) continue;
      HostFunction method = HostStatements(source, *each, &made).compiled();
      if (each->is_constructor) {
        made.constructor = std::move(method);
      } else if (each->is_destructor) {
        made.destructor = std::move(method);
      } else {
        made.methods.push_back(std::move(method));
      }
    }
  }
  function_ = HostStatements(source, *host, nullptr).compiled();
}

int first_host_line(const KernelText& code) {
  return code.host() == nullptr ? 0 : lines_in(code.text()) + 2;
}

std::map<std::string, Array> play_host(Machine& machine, const KernelText& code,
                                       const HostInputs& inputs) {
  if (code.host() == nullptr) throw core::Error("the text has no host code");
  HostRuntime runtime(machine, inputs, code.host()->steps());
  HostRun(code, inputs, runtime).play(code.host()->function());
  if (runtime.has_ended()) Machine::end();
  return runtime.arrays();
}

std::function<void()> host_play(Machine& machine, const KernelText& code, HostInputs inputs) {
  return [&machine, code, inputs = std::move(inputs)] {
    HostRuntime runtime(machine, inputs, code.host()->steps());
    HostRun(code, inputs, runtime).play(code.host()->function());
  };
}

}  // namespace heatwave::stage
