// Code lies in the order of the text, and a loop's end behind its body. So of two threads the one
// with the lower position is further behind.
#include "kernels/cuda_text/statements.h"

#include <algorithm>
#include <set>

#include "kernels/cuda_text/operators.h"

namespace heatwave::cuda_text {
namespace {

using StatementKind = Statement::Kind;

constexpr std::size_t kMostCells = 256;  // an element has at most this many

/// Returns whether code can change a variable: it assigns it, or takes its address.
bool changes(const Expression& expression, const std::string& name) {
  const bool target =
      expression.kind == Expression::Kind::assign || expression.kind == Expression::Kind::postfix ||
      (expression.kind == Expression::Kind::unary &&
       (expression.text == "++" || expression.text == "--" || expression.text == "&"));
  const bool names = !expression.parts.empty() &&
                     expression.parts.front()->kind == Expression::Kind::name &&
                     expression.parts.front()->text == name;
  if (target && names) return true;
  // A function may take a reference to it.
  if (expression.kind == Expression::Kind::call) {
    for (std::size_t i = 1; i < expression.parts.size(); ++i) {
      const Expression& argument = *expression.parts[i];
      if (argument.kind == Expression::Kind::name && argument.text == name) {
        static const std::set<std::string> kPlain{"min", "max", "printf", "fmaf"};
        const Expression& callee = *expression.parts.front();
        if (callee.kind != Expression::Kind::name || !kPlain.contains(callee.text)) return true;
      }
    }
  }
  return std::any_of(expression.parts.begin(), expression.parts.end(),
                     [&](const auto& part) { return changes(*part, name); });
}

bool changes(const Statement& statement, const std::string& name) {
  const auto in = [&](const ExpressionPointer& part) {
    return part != nullptr && changes(*part, name);
  };
  if (in(statement.condition) || in(statement.next)) return true;
  for (const Variable& each : statement.variables) {
    if (in(each.initial)) return true;
  }
  return std::any_of(statement.body.begin(), statement.body.end(),
                     [&](const auto& part) { return changes(*part, name); });
}

bool names_only(const Expression& expression, const std::string& name) {
  return expression.kind == Expression::Kind::name && expression.text == name;
}

}  // namespace

Layout layout_of(const Type& element) {
  Layout layout{.cells = {}, .bytes = static_cast<std::int32_t>(element.bytes)};
  for (const Leaf& leaf : leaves_of(element, true, kMostCells)) {
    layout.cells.push_back({leaf.name, static_cast<std::int32_t>(leaf.offset),
                            leaf.type->is_scalar() ? leaf.type->scalar : Scalar::uint64});
  }
  if (element.is(Type::Kind::nothing)) {
    layout.bytes = 1;
    layout.cells = {{"", 0, Scalar::uint8}};
  }
  return layout;
}

void Statements::go_on_after(const Rejected& rejected) {
  at_.record(rejected.diagnostic);
  // Otherwise functions that call each other many times would be tried in all ways.
  if (at_.out.here() >= at_.budget.instructions) throw rejected;
}

void Statements::land_all(const std::vector<int>& jumps) {
  for (const int jump : jumps) at_.out.land(jump);
}

void Statements::body(const Function& function, const std::optional<Value>& result,
                      bool is_kernel) {
  running_.push_back({.is_kernel = is_kernel, .result = result, .returns = {}, .flows = {}});
  const int loops = at_.loops;
  statement(*function.body);
  at_.loops = loops;
  at_.out.at(function.end);
  land_all(running_.back().returns);
  if (is_kernel) at_.out.emit(Code::finish);
  running_.pop_back();
}

void Statements::device_body(const Function& function) {
  const Type* type = at_.names.type_of(function.result);
  std::optional<Value> result;
  if (!type->is(Type::Kind::nothing)) result = at_.values.temporary(type);
  body(function, result, false);
}

void Statements::statement(const Statement& statement) {
  const int loops = at_.loops;
  const std::size_t flows = running_.back().flows.size();
  try {
    compile(statement);
  } catch (const Rejected& rejected) {
    go_on_after(rejected);
    at_.loops = loops;
    running_.back().flows.resize(flows);
  }
}

void Statements::compile(const Statement& statement) {
  at_.out.at(statement.place);
  switch (statement.kind) {
    case StatementKind::block:
      return block(statement);
    case StatementKind::expression:
      expressions_.discarded(*statement.condition);
      return;
    case StatementKind::variables:
      for (const Variable& each : statement.variables) {
        try {
          variable(each);
        } catch (const Rejected& rejected) {
          go_on_after(rejected);
          // Later uses of the name are no mistakes of their own.
          if (at_.names.find(each.name) == nullptr) {
            const Type* type = at_.types.scalar(Scalar::int32);
            const std::int32_t at = at_.out.allocate(*type);
            at_.names.declare(each.name, {Symbol::Kind::local, type, at, 0}, each.place);
          }
        }
      }
      return;
    case StatementKind::if_else:
      return if_else(statement);
    case StatementKind::while_loop:
    case StatementKind::for_loop:
      return loop(statement);
    case StatementKind::do_loop:
      return do_loop(statement);
    case StatementKind::switch_case:
      return switch_case(statement);
    case StatementKind::case_label:
    case StatementKind::default_label:
      reject(statement.place, "this label belongs to no 'switch'");
    case StatementKind::break_out:
      return leave(statement, true);
    case StatementKind::continue_loop:
      return leave(statement, false);
    case StatementKind::return_value:
      return returned(statement);
    case StatementKind::alias:
      at_.names.declare(statement.name,
                        {Symbol::Kind::type, at_.names.type_of(*statement.type), 0, 0},
                        statement.place);
      return;
    case StatementKind::refused:
      throw Rejected{{statement.place, statement.name, Severity::unplayed}};
    case StatementKind::empty:
      return;
  }
}

void Statements::block(const Statement& statement) {
  at_.names.enter_scope();
  for (const StatementPointer& each : statement.body) this->statement(*each);
  at_.names.leave_scope();
}

std::optional<bool> Statements::known_condition(const ExpressionPointer& condition) {
  if (condition == nullptr) return true;
  const auto constant = at_.names.constant_of(*condition);
  if (!constant || !constant->type->is_scalar()) return std::nullopt;
  return converted(constant->type->scalar, Scalar::boolean, constant->word) != 0;
}

void Statements::if_else(const Statement& statement) {
  if (statement.body.front()->kind == StatementKind::empty) {
    at_.warn(statement.body.front()->place,
             "this ';' ends the 'if': what follows does not depend on its condition");
  }
  const std::optional<bool> known = known_condition(statement.condition);
  if (statement.is_constexpr && !known) {
    reject(statement.condition->place,
           "the condition of 'if constexpr' must be known to the compiler");
  }
  const auto side = [&](std::size_t which) {
    at_.names.enter_scope();
    this->statement(*statement.body[which]);
    at_.names.leave_scope();
  };
  if (known) {
    if (*known) return side(0);
    if (statement.body.size() > 1) side(1);
    return;
  }
  try {
    expressions_.condition(*statement.condition);
  } catch (const Rejected& rejected) {
    go_on_after(rejected);
  }
  at_.out.at(statement.place);
  at_.out.emit(Code::branch);
  const int otherwise = at_.out.emit(Code::jump_if_zero);
  side(0);
  if (statement.body.size() == 1) return at_.out.land(otherwise);
  const int end = at_.out.emit(Code::jump);
  at_.out.land(otherwise);
  side(1);
  at_.out.land(end);
}

/// Returns whether a for loop runs a number of times that the compiler knows. Compilers unroll such
/// a loop, so its condition is no branch.
bool Statements::runs_known_times(const Statement& loop) {
  if (loop.kind != StatementKind::for_loop || loop.next == nullptr || loop.condition == nullptr)
    return false;
  const Statement& first = *loop.body.front();
  if (first.kind != StatementKind::variables || first.variables.size() != 1) return false;
  const Variable& counter = first.variables.front();
  if (counter.initial == nullptr || !at_.names.constant_of(*counter.initial)) return false;
  const Expression& condition = *loop.condition;
  static const std::set<std::string> kComparisons{"<", ">", "<=", ">=", "!="};
  if (condition.kind != Expression::Kind::binary || !kComparisons.contains(condition.text)) {
    return false;
  }
  if (!names_only(*condition.parts[0], counter.name) ||
      !at_.names.constant_of(*condition.parts[1])) {
    return false;
  }
  const Expression& next = *loop.next;
  const bool counts =
      next.kind == Expression::Kind::postfix ||
      (next.kind == Expression::Kind::unary && (next.text == "++" || next.text == "--"));
  const bool steps = next.kind == Expression::Kind::assign && next.text != "=" &&
                     at_.names.constant_of(*next.parts[1]).has_value();
  if (!(counts || steps) || !names_only(*next.parts.front(), counter.name)) return false;
  return !changes(*loop.body.back(), counter.name);
}

void Statements::loop(const Statement& statement) {
  at_.names.enter_scope();
  if (statement.kind == StatementKind::for_loop) this->statement(*statement.body.front());
  const std::optional<bool> known = known_condition(statement.condition);
  if (known && !*known) return at_.names.leave_scope();
  // The variable of a for loop must not count as constant in its own condition.
  const bool unrolled = runs_known_times(statement);
  at_.out.at(statement.place);
  const int depth = at_.loops++;
  at_.out.emit(Code::loop_begin, Scalar::int32, depth);
  const int top = at_.out.here();
  running_.back().flows.push_back({.is_loop = true, .breaks = {}, .continues = {}});
  int out = -1;
  if (!known) {
    try {
      expressions_.condition(*statement.condition);
    } catch (const Rejected& rejected) {
      go_on_after(rejected);
    }
    at_.out.at(statement.place);
    if (!unrolled) at_.out.emit(Code::branch, Scalar::int32, 0, 1);
    out = at_.out.emit(Code::jump_if_zero);
  }
  at_.names.enter_scope();
  this->statement(*statement.body.back());
  at_.names.leave_scope();
  at_.out.at(statement.place);
  land_all(running_.back().flows.back().continues);
  if (statement.next != nullptr) {
    try {
      expressions_.discarded(*statement.next);
    } catch (const Rejected& rejected) {
      go_on_after(rejected);
    }
  }
  at_.out.at(statement.place);
  at_.out.emit(Code::loop_next, Scalar::int32, depth);
  at_.out.emit(Code::jump, Scalar::int32, top);
  if (out >= 0) at_.out.land(out);
  land_all(running_.back().flows.back().breaks);
  running_.back().flows.pop_back();
  at_.out.emit(Code::loop_end, Scalar::int32, depth);
  at_.loops = depth;
  at_.names.leave_scope();
}

void Statements::do_loop(const Statement& statement) {
  const int depth = at_.loops++;
  at_.out.emit(Code::loop_begin, Scalar::int32, depth);
  const int top = at_.out.here();
  running_.back().flows.push_back({.is_loop = true, .breaks = {}, .continues = {}});
  at_.names.enter_scope();
  this->statement(*statement.body.front());
  at_.names.leave_scope();
  land_all(running_.back().flows.back().continues);
  const std::optional<bool> known = known_condition(statement.condition);
  int out = -1;
  if (!known) {
    expressions_.condition(*statement.condition);
    at_.out.at(statement.end);
    at_.out.emit(Code::branch, Scalar::int32, 0, 1);
    out = at_.out.emit(Code::jump_if_zero);
  }
  at_.out.at(statement.end);
  if (!known || *known) {
    at_.out.emit(Code::loop_next, Scalar::int32, depth);
    at_.out.emit(Code::jump, Scalar::int32, top);
  }
  if (out >= 0) at_.out.land(out);
  land_all(running_.back().flows.back().breaks);
  running_.back().flows.pop_back();
  at_.out.emit(Code::loop_end, Scalar::int32, depth);
  at_.loops = depth;
}

void Statements::switch_case(const Statement& statement) {
  const Type* type = expressions_.word(*statement.condition);
  if (!type->is_scalar() || is_floating(type->scalar)) {
    reject(statement.condition->place, "'switch' needs a whole number");
  }
  const Value value = at_.values.temporary(type);
  at_.values.store(value);
  const Statement& body = *statement.body.front();
  // A thread takes its branch at the label that it goes to.
  std::map<const Statement*, int> jumps;
  const Statement* otherwise = nullptr;
  std::set<std::int64_t> labels;
  const auto take = [&](const Statement& label) {
    at_.out.at(label.place);
    at_.out.push(1);
    at_.out.emit(Code::branch);
    at_.out.emit(Code::pop);
    jumps[&label] = at_.out.emit(Code::jump);
  };
  for (const StatementPointer& each : body.body) {
    if (each->kind == StatementKind::default_label) otherwise = each.get();
    if (each->kind != StatementKind::case_label) continue;
    const std::int64_t label = at_.names.whole_constant(*each->condition, "a case");
    if (!labels.insert(label).second) reject(each->place, "this case occurs twice");
    at_.out.at(each->place);
    at_.values.load(value);
    at_.out.push(wrapped(type->scalar, label));
    at_.out.emit(Code::binary, type->scalar, 0, static_cast<int>(Binary::equal));
    const int next = at_.out.emit(Code::jump_if_zero);
    take(*each);
    at_.out.land(next);
  }
  int out = -1;
  if (otherwise != nullptr) {
    take(*otherwise);
  } else {
    out = at_.out.emit(Code::jump);
  }
  running_.back().flows.push_back({.is_loop = false, .breaks = {}, .continues = {}});
  at_.names.enter_scope();
  for (const StatementPointer& each : body.body) {
    const auto jump = jumps.find(each.get());
    if (jump != jumps.end()) {
      at_.out.land(jump->second);
    } else {
      this->statement(*each);
    }
  }
  at_.names.leave_scope();
  if (out >= 0) at_.out.land(out);
  land_all(running_.back().flows.back().breaks);
  running_.back().flows.pop_back();
}

void Statements::leave(const Statement& statement, bool breaks) {
  std::vector<Flow>& flows = running_.back().flows;
  const auto flow = std::find_if(flows.rbegin(), flows.rend(),
                                 [&](const Flow& each) { return breaks || each.is_loop; });
  if (flow == flows.rend()) {
    reject(statement.place,
           breaks ? "this 'break' is in no loop and no switch" : "this 'continue' is in no loop");
  }
  (breaks ? flow->breaks : flow->continues).push_back(at_.out.emit(Code::jump));
}

void Statements::returned(const Statement& statement) {
  Running& running = running_.back();
  if (!running.result) {
    if (statement.condition != nullptr) {
      if (running.is_kernel) {
        reject(statement.place, "a kernel returns nothing: store its result in memory");
      }
      reject(statement.place, "this function returns nothing");
    }
    if (running.is_kernel) {
      at_.out.emit(Code::finish);
      return;
    }
  } else {
    if (statement.condition == nullptr) {
      reject(statement.place,
             "this function returns a value of type " + name_of(*running.result->type));
    }
    const Value result = *running.result;
    expressions_.objects().initialise(result, *statement.condition);
  }
  running_.back().returns.push_back(at_.out.emit(Code::jump));
}

// Variables.

int Statements::add_object(const Variable& variable, const Type* type, MemoryObject::Space space) {
  std::string arguments;
  for (const auto& [name, binding] : at_.names.bindings()) {
    arguments += name + "=" +
                 (binding.is_type ? name_of(*binding.type) : std::to_string(binding.word)) + ",";
  }
  const auto known = objects_.find({&variable, arguments});
  if (known != objects_.end()) return known->second;
  MemoryObject object{.name = variable.name, .space = space, .line = variable.place.line};
  const Type* element = type;
  std::int64_t count = 1;
  while (element->is(Type::Kind::array)) {
    if (!element->element->is(Type::Kind::array) && element != type) {
      object.width = static_cast<std::int32_t>(element->count);
    }
    count *= element->count;
    element = element->element;
  }
  object.layout = layout_of(*element);
  if (object.layout.cells.size() > kMostCells) {
    reject(variable.place, "an element of '" + variable.name + "' has too many parts");
  }
  object.elements = count;
  object.alignment = static_cast<std::int32_t>(std::max<std::int64_t>(element->alignment, 1));
  if (variable.alignment != nullptr) {
    object.alignment =
        static_cast<std::int32_t>(at_.names.whole_constant(*variable.alignment, "an alignment"));
    if (object.alignment < 1 || object.alignment > 4096) {
      reject(variable.place, "an alignment is 1 to 4096 bytes");
    }
  }
  constexpr std::int64_t kMostElements = 64 * 1024;
  if (count > kMostElements) {
    reject(variable.place, "'" + variable.name + "' is too large to be shown: at most " +
                               std::to_string(kMostElements) + " elements");
  }
  at_.program.objects.push_back(std::move(object));
  const int index = static_cast<int>(at_.program.objects.size()) - 1;
  objects_[{&variable, arguments}] = index;
  return index;
}

void Statements::declare_memory(const Variable& variable) {
  try {
    const Type* type = at_.names.type_of(variable);
    const auto space =
        variable.is_constant_memory ? MemoryObject::Space::constant : MemoryObject::Space::global;
    const int object = add_object(variable, type, space);
    if (variable.initial != nullptr) {
      const auto value = at_.names.constant_of(*variable.initial);
      if (!value || !type->is_scalar()) refuse(variable.place, "this initial value");
      at_.program.objects.back().initial = {
          converted(value->type->scalar, type->scalar, value->word)};
    }
    if (variable.is_constant_memory) type = at_.types.as_const(type);
    at_.names.declare(variable.name, {Symbol::Kind::object, type, object, 0}, variable.place);
  } catch (const Rejected& rejected) {
    at_.record(rejected.diagnostic);
  }
}

void Statements::shared(const Variable& variable) {
  if (variable.initial != nullptr) {
    reject(variable.place,
           "a __shared__ variable has no initial value, because all threads of the block would "
           "write it: let one thread assign it, then __syncthreads()");
  }
  const bool unsized = !variable.extents.empty() && variable.extents.front() == nullptr;
  if (variable.is_extern != unsized) {
    reject(variable.place, unsized ? "only 'extern __shared__' leaves the size to the launch"
                                   : "'extern __shared__' has no size here: write []");
  }
  const Type* type = at_.names.type_of(variable, 0);
  if (unsized) {
    if (extern_shared_ >= 0) {
      const MemoryObject& first = at_.program.objects[static_cast<std::size_t>(extern_shared_)];
      if (first.name != variable.name) {
        refuse(variable.place, "a second 'extern __shared__' array with another name");
      }
    } else {
      extern_shared_ = add_object(variable, type, MemoryObject::Space::shared);
    }
    return at_.names.declare(variable.name, {Symbol::Kind::object, type, extern_shared_, 0},
                             variable.place);
  }
  const int object = add_object(variable, type, MemoryObject::Space::shared);
  at_.names.declare(variable.name, {Symbol::Kind::object, type, object, 0}, variable.place);
}

/// A variable whose type is that of its value.
void Statements::automatic(const Variable& variable) {
  if (variable.initial == nullptr || variable.initial->kind == Expression::Kind::list) {
    reject(variable.place, "'auto' needs an initial value");
  }
  const Value value = expressions_.of(*variable.initial);
  if (value.kind == Value::Kind::nothing) {
    reject(variable.initial->place, "this function returns no value");
  }
  if (variable.is_reference) {
    return expressions_.objects().bind_reference(variable, value.type, value, variable.place);
  }
  const Type* type = at_.types.without_const(value.type);
  if (type->is(Type::Kind::array)) type = at_.types.pointer_to(value.type->element);
  const std::int32_t at = at_.out.allocate(*type);
  const Value object{.kind = Value::Kind::slot, .type = type, .at = at};
  at_.out.show(variable.name, *type, at);
  at_.out.at(variable.place);
  if (type->is_aggregate()) {
    at_.values.copy(object, value, variable.place);
  } else {
    at_.values.load(value);
    at_.values.store(object);
  }
  const Type* declared = variable.type.is_const ? at_.types.as_const(type) : type;
  at_.names.declare(variable.name, {Symbol::Kind::local, declared, at, 0}, variable.place);
}

void Statements::ordinary(const Variable& variable) {
  const Expression* initial = variable.initial.get();
  const bool list = initial != nullptr && initial->kind == Expression::Kind::list;
  const Type* type =
      at_.names.type_of(variable, list ? static_cast<std::int64_t>(initial->parts.size()) : 0);
  if (type->bytes == 0) reject(variable.place, "the size of '" + variable.name + "' is missing");
  const bool fixed = variable.is_constexpr || (type->is_const && type->is_scalar());
  if (fixed && type->is_scalar() && initial != nullptr) {
    const Expression* only =
        list && initial->parts.size() == 1 ? initial->parts.front().get() : initial;
    const auto constant = at_.names.constant_of(*only);
    if (constant && constant->type->is_scalar()) {
      Operators(at_, expressions_).check_constant(*only);
      const Type* plain = at_.types.without_const(type);
      return at_.names.declare(variable.name,
                               {Symbol::Kind::constant, plain, 0,
                                converted(constant->type->scalar, plain->scalar, constant->word)},
                               variable.place);
    }
    if (variable.is_constexpr) {
      reject(initial->place, "the value of a constexpr must be known to the compiler");
    }
  }
  const std::int32_t at = at_.out.allocate(*type);
  const Value object{.kind = Value::Kind::slot, .type = at_.types.without_const(type), .at = at};
  at_.out.show(variable.name, *type, at);
  static const Expression kNothing = [] {
    Expression list_of_none;
    list_of_none.kind = Expression::Kind::list;
    return list_of_none;
  }();
  at_.out.at(variable.place);
  const bool constructed =
      type->is(Type::Kind::record) && type->record->syntax != nullptr &&
      std::any_of(type->record->syntax->methods.begin(), type->record->syntax->methods.end(),
                  [](const auto& each) { return each->is_constructor && each->body != nullptr; });
  if (initial != nullptr) {
    // A scalar in brackets: int x(5), int x{5}, int x{}.
    expressions_.objects().initialise(object, *initial);
  } else {
    at_.out.emit(Code::declare_local, Scalar::int32, at, type->bytes);
    if (constructed) expressions_.objects().initialise(object, kNothing);
  }
  at_.names.declare(variable.name, {Symbol::Kind::local, type, at, 0}, variable.place);
}

void Statements::variable(const Variable& variable) {
  at_.out.at(variable.place);
  if (variable.is_shared) return shared(variable);
  if (variable.is_constant_memory || variable.is_device_memory) {
    reject(variable.place, "this memory is declared outside of functions");
  }
  if (variable.is_extern) reject(variable.place, "'extern' needs __shared__ here");
  if (variable.is_static) refuse(variable.place, "a static variable in a kernel");
  if (variable.type.name == "auto") return automatic(variable);
  if (variable.is_reference) {
    if (variable.initial == nullptr) {
      reject(variable.place, "the reference '" + variable.name + "' needs a variable");
    }
    const Type* type = at_.names.type_of(variable);
    return expressions_.objects().bind_reference(variable, type, expressions_.of(*variable.initial),
                                                 variable.initial->place);
  }
  ordinary(variable);
}

}  // namespace heatwave::cuda_text
