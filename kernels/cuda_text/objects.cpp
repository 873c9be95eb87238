// A list gives each part its value; parts that it does not name are zero.
#include "kernels/cuda_text/objects.h"

#include "kernels/cuda_text/expressions.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

}  // namespace

void Objects::initialise(const Value& object, const Expression& initial) {
  at_.out.at(initial.place);
  const Type& type = *object.type;
  if (!type.is_aggregate()) {
    const int begin = at_.out.here();
    const Type* plain = at_.types.without_const(&type);
    expressions_.word_as(initial, plain);
    at_.out.at(initial.place);
    if (object.kind == Value::Kind::slot && !object.is_temporary)
      expressions_.computed_since(begin, plain);
    at_.values.store(object);
    return;
  }
  if (initial.kind != Kind::list) {
    const Value value = expressions_.of(initial);
    if (value.kind == Value::Kind::nothing) reject(initial.place, "this function returns no value");
    if (at_.types.without_const(value.type) != at_.types.without_const(&type) ||
        type.is(Type::Kind::array)) {
      reject(initial.place, "a value of type " + name_of(*at_.types.without_const(value.type)) +
                                " cannot become a " + name_of(*at_.types.without_const(&type)));
    }
    at_.out.at(initial.place);
    return at_.values.copy(object, value, initial.place);
  }
  const std::vector<ExpressionPointer>& parts = initial.parts;
  if (const Function* constructor = constructor_of(type, parts.size())) {
    return run_constructor(object, *constructor, parts, initial.place);
  }
  // T x(other) and T x{other} copy.
  if (parts.size() == 1 && type.is(Type::Kind::record) && parts.front()->kind != Kind::list) {
    return initialise_from_one(object, *parts.front());
  }
  const auto count = type.is(Type::Kind::array) ? static_cast<std::size_t>(type.count)
                                                : type.record->members.size();
  if (parts.size() > count) {
    reject(initial.place,
           "the list has " + std::to_string(parts.size()) + " values for " + std::to_string(count));
  }
  if (parts.size() < count) at_.values.zero(object);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Value part = type.is(Type::Kind::array)
                           ? at_.values.element(object, static_cast<std::int64_t>(i))
                           : at_.values.member(object, type.record->members[i]);
    initialise(part, *parts[i]);
  }
}

/// Copies a value of the record's type, or gives it to the first member.
void Objects::initialise_from_one(const Value& object, const Expression& initial) {
  const Type& type = *object.type;
  Value value = expressions_.of(initial);
  if (value.kind == Value::Kind::nothing) reject(initial.place, "this function returns no value");
  if (at_.types.without_const(value.type) == at_.types.without_const(&type)) {
    return at_.values.copy(object, value, initial.place);
  }
  const bool zero = value.is_zero;
  value = at_.values.pinned(value);
  value.is_zero = zero;
  at_.values.zero(object);
  if (type.record->members.empty()) reject(initial.place, "'" + type.record->name + "' is empty");
  Value first = at_.values.member(object, type.record->members.front());
  first.type = at_.types.without_const(first.type);
  if (first.type->is_aggregate()) {
    if (at_.types.without_const(value.type) != first.type) {
      reject(initial.place, "a value of type " + name_of(*at_.types.without_const(value.type)) +
                                " cannot become a " + name_of(*first.type));
    }
    return at_.values.copy(first, value, initial.place);
  }
  expressions_.convert(value, first.type, initial.place);
  at_.values.store(first);
}

const Function* Objects::constructor_of(const Type& type, std::size_t arguments) const {
  if (!type.is(Type::Kind::record) || type.record->syntax == nullptr) return nullptr;
  const Function* any = nullptr;
  for (const auto& each : type.record->syntax->methods) {
    if (!each->is_constructor || each->is_deleted || each->body == nullptr) continue;
    any = each.get();
    if (each->parameters.size() == arguments) return any;
  }
  return any;
}

void Objects::run_constructor(const Value& object, const Function& constructor,
                              std::span<const ExpressionPointer> arguments, Place place) {
  const Record& record = *object.type->record;
  const Symbol symbol{
      object.kind == Value::Kind::slot ? Symbol::Kind::local : Symbol::Kind::reference,
      at_.types.without_const(object.type), object.at, 0};
  expressions_.calls().inlined(
      {constructor, {}, arguments, Self{&record, symbol}, record.bindings, place});
}

Value Objects::construct(const Expression& expression) {
  const Type* type = at_.types.without_const(at_.names.type_of(*expression.type));
  if (!type->is_aggregate()) {
    if (expression.parts.size() > 1) reject(expression.place, "one value is enough here");
    if (expression.parts.empty()) {
      at_.out.push(0);
    } else {
      const Type* from = expressions_.word(*expression.parts.front());
      at_.values.convert(from, type, expression.place, true);
    }
    return expressions_.pushed(type);
  }
  const Value made = at_.values.temporary(type);
  Expression list;
  list.kind = Kind::list;
  list.place = expression.place;
  // The parts are lent to the list and given back.
  auto& parts = const_cast<Expression&>(expression).parts;
  list.parts.swap(parts);
  try {
    initialise(made, list);
  } catch (...) {
    list.parts.swap(parts);
    throw;
  }
  list.parts.swap(parts);
  return made;
}

void Objects::bind_reference(const Variable& variable, const Type* type, Value object,
                             Place place) {
  const bool same = object.type != nullptr &&
                    at_.types.without_const(object.type) == at_.types.without_const(type);
  if (!object.is_object() || !same) {
    if (!type->is_const) {
      reject(place,
             "the reference '" + variable.name + "' needs a variable of type " + name_of(*type));
    }
    const Value made = at_.values.temporary(type);
    if (type->is_aggregate()) {
      if (!same) reject(place, "the reference '" + variable.name + "' needs a " + name_of(*type));
      at_.values.copy(made, object, place);
    } else {
      expressions_.convert(object, at_.types.without_const(type), place);
      at_.values.store(made);
    }
    object = made;
  } else if (object.type->is_const && !type->is_const) {
    reject(place, "'" + variable.name + "' could change what is const: write const for it, too");
  }
  if (object.kind == Value::Kind::slot) {
    return at_.names.declare(variable.name, {Symbol::Kind::local, type, object.at, 0},
                             variable.place);
  }
  at_.values.address(object);
  const std::int32_t at = at_.out.allocate(*at_.types.scalar(Scalar::uint64));
  at_.out.emit(Code::store_local, Scalar::uint64, at);
  at_.names.declare(variable.name, {Symbol::Kind::reference, type, at, 0}, variable.place);
}

}  // namespace heatwave::cuda_text
