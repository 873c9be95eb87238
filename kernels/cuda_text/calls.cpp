// Arguments are evaluated in the caller's scopes, and bound in the function's.
#include "kernels/cuda_text/calls.h"

#include <algorithm>
#include <utility>

#include "kernels/cuda_text/builtins.h"
#include "kernels/cuda_text/expressions.h"
#include "kernels/cuda_text/group_calls.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

/// Restores the scopes also where code is rejected.
class FunctionScope {
 public:
  FunctionScope(NameTable& names, Bindings bindings, std::optional<Self> self) : names_(names) {
    names_.enter_function(std::move(bindings), self);
  }
  ~FunctionScope() { names_.leave_function(); }
  FunctionScope(const FunctionScope&) = delete;
  FunctionScope& operator=(const FunctionScope&) = delete;

 private:
  NameTable& names_;
};

}  // namespace

Value Calls::call(const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  if (callee.kind == Kind::member) return method(expression);
  if (callee.kind != Kind::name) reject(callee.place, "this is no function");
  const std::span<const ExpressionPointer> arguments(expression.parts.begin() + 1,
                                                     expression.parts.end());
  if (callee.scope == nullptr) {
    if (const auto& self = at_.names.self(); self && self->record->syntax != nullptr) {
      for (const auto& each : self->record->syntax->methods) {
        if (each->name == callee.text && each->body != nullptr) {
          return inlined({*each, {}, arguments, self, self->record->bindings, callee.place});
        }
      }
    }
    if (const Function* function = at_.unit.function(callee.text)) {
      if (function->is_kernel) refuse(callee.place, "a call of a kernel without <<<…>>>");
      if (!function->is_device) {
        reject(callee.place, "'" + callee.text + "' runs on the host: mark it __device__");
      }
      const Function& caller = active_.empty() ? *at_.function : *active_.back();
      if (at_.unit.declared.at(callee.text) >= caller.sees) {
        reject(callee.place, "'" + callee.text + "' is declared only in line " +
                                 std::to_string(function->place.line) + ": move it before '" +
                                 caller.name + "'");
      }
      return inlined({*function, callee.arguments, arguments, std::nullopt, {}, callee.place});
    }
    Builtins builtins(at_, expressions_);
    if (const auto value = builtins.call(expression)) return *value;
  }
  if (at_.names.find(callee.text) != nullptr) {
    reject(callee.place, "'" + callee.text + "' is a variable, no function");
  }
  if (callee.text.starts_with("cuda")) {
    reject(callee.place, "only the host calls '" + callee.text + "', no kernel");
  }
  reject(callee.place, "there is no function '" + callee.text + "'" +
                           at_.names.suggestion(callee.text, Builtins::names()));
}

Value Calls::method(const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  Value object = expressions_.of(*callee.parts.front());
  if (object.type == nullptr) reject(callee.place, "this function returns no value");
  if (callee.arrow) {
    if (!object.type->is_pointer()) reject(callee.place, "this is no pointer: write '.' for '->'");
    object = at_.values.pointed(at_.values.load(object)->element);
  }
  if (!object.type->is(Type::Kind::record)) {
    reject(callee.place,
           "a value of type " + name_of(*at_.types.without_const(object.type)) + " has no methods");
  }
  const Record& record = *object.type->record;
  if (record.syntax == nullptr) {
    return GroupCalls(at_, expressions_).method(object, expression);
  }
  object = at_.values.pinned(object);
  if (object.kind == Value::Kind::through && object.distance != 0) {
    at_.values.address(object);
    object = at_.values.pinned(at_.values.pointed(object.type));
  }
  const std::span<const ExpressionPointer> arguments(expression.parts.begin() + 1,
                                                     expression.parts.end());
  for (const auto& each : record.syntax->methods) {
    if (each->name != callee.text || each->body == nullptr) continue;
    const Symbol symbol{
        object.kind == Value::Kind::slot ? Symbol::Kind::local : Symbol::Kind::reference,
        object.type, object.at, 0};
    return inlined({*each, {}, arguments, Self{&record, symbol}, record.bindings, callee.place});
  }
  reject(callee.place, "'" + record.name + "' has no method '" + callee.text + "'");
}

bool Calls::deduce(const TypeName& pattern, const Variable& parameter, const Type* type,
                   const std::vector<TemplateParameter>& templates, Bindings& bindings) {
  for (const auto& extent : parameter.extents) {
    if (!type->is(Type::Kind::array)) break;
    if (extent != nullptr && extent->kind == Kind::name) {
      for (const TemplateParameter& each : templates) {
        if (each.is_type || each.name != extent->text || bindings.contains(each.name)) continue;
        bindings[each.name] = {at_.types.scalar(Scalar::int32), false,
                               static_cast<Word>(type->count)};
      }
    }
    type = type->element;
  }
  for (std::size_t i = 0; i < pattern.pointers.size(); ++i) {
    if (!type->is_pointer() && !type->is(Type::Kind::array)) return false;
    type = type->element;
  }
  for (const TemplateParameter& each : templates) {
    if (!each.is_type || each.name != pattern.name || bindings.contains(each.name)) continue;
    bindings[each.name] = {at_.types.without_const(type), true, 0};
  }
  if (type->is(Type::Kind::record) && type->record->syntax != nullptr &&
      type->record->syntax->name == pattern.name) {
    const auto& of_record = type->record->syntax->templates;
    for (std::size_t i = 0; i < std::min(pattern.arguments.size(), of_record.size()); ++i) {
      const auto& value = pattern.arguments[i].value;
      if (value == nullptr || value->kind != Kind::name) continue;
      bindings.try_emplace(value->text, type->record->bindings.at(of_record[i].name));
    }
  }
  return true;
}

void Calls::pass_value(const Variable& parameter, const Type* type, Value value, Place place) {
  const std::int32_t at = at_.out.allocate(*type);
  const Value object{.kind = Value::Kind::slot, .type = type, .at = at, .is_temporary = true};
  if (type->is_aggregate()) {
    if (value.type == nullptr ||
        at_.types.without_const(value.type) != at_.types.without_const(type)) {
      reject(place, "the parameter '" + parameter.name + "' has the type " + name_of(*type));
    }
    at_.values.copy(object, value, place);
  } else {
    expressions_.convert(value, at_.types.without_const(type), place);
    at_.values.store(object);
  }
  if (!parameter.name.empty()) {
    at_.names.declare(parameter.name, {Symbol::Kind::local, type, at, 0}, parameter.place);
  }
}

Value Calls::inlined(const Call& call) {
  const Function& function = call.function;
  if (std::find(active_.begin(), active_.end(), &function) != active_.end()) {
    refuse(call.place, "'" + function.name + "' calls itself: recursion");
  }
  if (static_cast<int>(active_.size()) >= at_.budget.depth / 2) {
    reject(call.place, "functions call each other too deeply");
  }
  Bindings bindings = call.bindings;
  {
    std::vector<TemplateArgument> given(call.templates.begin(), call.templates.end());
    for (auto& [name, binding] : at_.names.bound(function.templates, given, call.place)) {
      bindings[name] = binding;
    }
  }
  std::size_t needed = 0;
  for (const Variable& each : function.parameters) {
    if (each.initial == nullptr) ++needed;
  }
  if (call.arguments.size() > function.parameters.size() || call.arguments.size() < needed) {
    reject(call.place,
           "'" + function.name + "' takes " + std::to_string(function.parameters.size()) +
               (function.parameters.size() == 1 ? " argument, not " : " arguments, not ") +
               std::to_string(call.arguments.size()));
  }
  // All arguments are evaluated in the caller's scopes; those on the stack are put into memory, so
  // that they can be bound in any order.
  std::vector<std::pair<Value, const Expression*>> values;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Expression& argument = *call.arguments[i];
    const Variable& parameter = function.parameters[i];
    if (argument.kind == Kind::list) {
      values.emplace_back(Value{}, &argument);
      continue;
    }
    Value value = expressions_.of(argument);
    if (value.kind == Value::Kind::nothing)
      reject(argument.place, "this function returns no value");
    at_.out.at(argument.place);
    if (value.kind == Value::Kind::address) value = at_.values.pinned(value);
    if (value.kind == Value::Kind::word) {
      const bool zero = value.is_zero;
      value = at_.values.pinned(value);
      value.is_zero = zero;
    }
    if (!parameter.is_reference && value.is_object() && !value.is_temporary &&
        !value.type->is_aggregate()) {
      // Loaded now, in the order of the arguments.
      const Type* type = at_.values.load(value);
      const Value copy = at_.values.temporary(type);
      at_.values.store(copy);
      value = copy;
    }
    if (!function.templates.empty()) {
      deduce(parameter.type, parameter, value.type, function.templates, bindings);
    }
    values.emplace_back(value, &argument);
  }
  for (const TemplateParameter& each : function.templates) {
    if (!bindings.contains(each.name)) {
      reject(call.place, "the template's '" + each.name + "' is not known here: write " +
                             function.name + "<…>(…)");
    }
  }
  active_.push_back(&function);
  const int first_shown = at_.out.shown();
  const int outer_shown = at_.out.begin_shown();
  std::optional<Value> result;
  try {
    const FunctionScope scope(at_.names, bindings, call.self);
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Variable& parameter = function.parameters[i];
      const Type* type = at_.names.type_of(parameter);
      if (type->is(Type::Kind::array) && !parameter.is_reference) {
        type = at_.types.pointer_to(type->element);
      }
      if (i >= values.size()) {
        pass_value(parameter, type, expressions_.of(*parameter.initial), parameter.place);
      } else if (values[i].second->kind == Kind::list) {
        const Value object = at_.values.temporary(type);
        expressions_.objects().initialise(object, *values[i].second);
        at_.names.declare(parameter.name, {Symbol::Kind::local, type, object.at, 0},
                          parameter.place);
      } else if (parameter.is_reference) {
        expressions_.objects().bind_reference(parameter, type, values[i].first,
                                              values[i].second->place);
      } else {
        at_.out.at(values[i].second->place);
        pass_value(parameter, type, values[i].first, values[i].second->place);
      }
    }
    for (const auto& [name, initial] : function.initialisers) {
      const Value object = expressions_.of_symbol(call.self->symbol);
      const Value member = expressions_.member_of(object, name, function.place);
      Value open = member;
      open.type = at_.types.without_const(member.type);
      if (open.type->is_aggregate()) {
        expressions_.objects().initialise(open, *initial);
      } else {
        expressions_.word_as(*initial, open.type);
        at_.values.store(open);
      }
    }
    const Type* returned = at_.names.type_of(function.result);
    if (function.result.is_reference) refuse(function.place, "a function that returns a reference");
    if (!returned->is(Type::Kind::nothing)) {
      result = at_.values.temporary(returned);
      at_.out.emit(Code::declare_local, Scalar::int32, result->at, result->type->bytes);
    }
    body_(function, result);
  } catch (...) {
    active_.pop_back();
    at_.out.end_shown(outer_shown);
    throw;
  }
  active_.pop_back();
  at_.out.at(call.place);
  at_.out.emit(Code::call_end, Scalar::int32, first_shown, at_.out.shown(),
               static_cast<Word>(at_.loops));
  at_.out.end_shown(outer_shown);
  return result ? *result : Value{};
}

}  // namespace heatwave::cuda_text
