// Operands are compiled from left to right, as most compilers load them; an assignment's target
// comes first.
#include "kernels/cuda_text/expressions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "kernels/cuda_text/builtins.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

bool is_shift(const std::string& sign) { return sign == "<<" || sign == ">>"; }

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

/// Returns the text of a short expression for a message: "a[…]", "*p", "x".
std::string shown(const Expression& expression) {
  if (expression.kind == Kind::name) return "'" + expression.text + "'";
  return "this value";
}

}  // namespace

Value Expressions::of(const Expression& expression, bool wanted) {
  at_.out.at(expression.place);
  if (wanted) {
    if (const auto constant = at_.names.constant_of(expression)) {
      at_.out.push(constant->word);
      Value made = pushed(at_.types.without_const(constant->type));
      made.is_zero = constant->word == 0 && expression.kind == Kind::number;
      return made;
    }
  }
  Value made;
  switch (expression.kind) {
    case Kind::number:
      return {};
    case Kind::text:
      reject(expression.place, "a string can only be the text of printf");
    case Kind::name:
      made = name(expression);
      break;
    case Kind::call:
      made = call(expression, wanted);
      break;
    case Kind::index:
      made = index(expression);
      break;
    case Kind::member:
      made = of_member(expression);
      break;
    case Kind::unary:
      made = unary(expression, wanted);
      break;
    case Kind::postfix:
      made = step(expression, false, wanted);
      break;
    case Kind::binary:
      made = binary(expression, wanted);
      break;
    case Kind::assign:
      made = assign(expression, wanted);
      break;
    case Kind::conditional:
      made = conditional(expression, wanted);
      break;
    case Kind::cast:
      made = cast(expression);
      break;
    case Kind::construct:
      made = construct(expression);
      break;
    case Kind::list:
      reject(expression.place, "a list {…} cannot stand here");
    case Kind::size_of: {
      // The operand is not run: its code is dropped.
      const auto begin = at_.program.code.size();
      const Value object = of(*expression.parts.front());
      const std::int64_t bytes = object.type == nullptr ? 0 : object.type->bytes;
      at_.program.code.resize(begin);
      at_.out.push(static_cast<Word>(bytes));
      made = pushed(at_.types.scalar(Scalar::uint64));
      break;
    }
    case Kind::launch:
      refuse(expression.place, "a launch by a kernel");
  }
  if (wanted) return made;
  const bool on_stack = made.kind == Value::Kind::word || made.kind == Value::Kind::address;
  if (on_stack) at_.out.emit(Code::pop);
  return {};
}

const Type* Expressions::word(const Expression& expression) {
  const Value value = of(expression);
  if (value.kind == Value::Kind::nothing) {
    reject(expression.place, "this function returns no value");
  }
  if (value.type->is(Type::Kind::record)) {
    reject(expression.place, "a value of type " + name_of(*at_.types.without_const(value.type)) +
                                 " has several numbers: choose one, such as .x");
  }
  at_.out.at(expression.place);
  return at_.values.load(value);
}

void Expressions::word_as(const Expression& expression, const Type* type) {
  if (expression.kind == Kind::list) {
    if (expression.parts.size() > 1) reject(expression.place, "one value is enough here");
    if (expression.parts.empty()) return at_.out.push(0);
    return word_as(*expression.parts.front(), type);
  }
  convert(of(expression), type, expression.place);
}

void Expressions::convert(const Value& value, const Type* to, Place place) {
  if (value.kind == Value::Kind::nothing) reject(place, "this function returns no value");
  const Type* from = at_.values.load(value);
  if (value.is_zero && to->is_pointer()) return;
  if (from->is(Type::Kind::record) || !(to->is_scalar() || to->is_pointer())) {
    reject(place, "a value of type " + name_of(*from) + " cannot become " +
                      name_of(*at_.types.without_const(to)));
  }
  at_.values.convert(from, to, place);
}

void Expressions::condition(const Expression& expression) {
  if (expression.kind == Kind::assign && !expression.in_brackets) {
    reject(expression.place, "'" + expression.text +
                                 "' assigns; to compare write '=='. If it is meant to assign, put "
                                 "it into brackets of its own");
  }
  const Type* type = word(expression);
  at_.values.convert(type, at_.types.scalar(Scalar::boolean), expression.place);
}

void Expressions::computed_since(int begin, const Type* type) {
  if (!at_.computes || !type->is_scalar()) return;
  bool arithmetic_done = false;
  for (int i = begin; i < at_.out.here(); ++i) {
    const Code code = at_.program.code[static_cast<std::size_t>(i)].code;
    if (code == Code::load || code == Code::load_wide || code == Code::atomic ||
        code == Code::shuffle || code == Code::vote) {
      return;
    }
    arithmetic_done = arithmetic_done || code == Code::binary || code == Code::math;
  }
  if (arithmetic_done) at_.out.emit(Code::compute, type->scalar);
}

// NameTable and members.

Value Expressions::of_symbol(const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::Kind::local:
      return {.kind = Value::Kind::slot, .type = symbol.type, .at = symbol.at};
    case Symbol::Kind::reference:
      return {.kind = Value::Kind::through, .type = symbol.type, .at = symbol.at};
    case Symbol::Kind::object:
      at_.out.emit(Code::address_object, Scalar::int32, symbol.at);
      return at_.values.pointed(symbol.type);
    case Symbol::Kind::constant:
      at_.out.push(symbol.word);
      return pushed(symbol.type);
    case Symbol::Kind::type:
      break;
  }
  return {};
}

Value Expressions::name(const Expression& expression) {
  if (expression.scope != nullptr) {
    reject(expression.place,
           "'" + expression.scope->name + "' has no constant '" + expression.text + "'");
  }
  const std::string& text = expression.text;
  if (text == "nullptr") {
    at_.out.push(0);
    Value made = pushed(at_.types.pointer_to(at_.types.nothing()));
    made.is_zero = true;
    return made;
  }
  if (const Symbol* symbol = at_.names.find(text)) {
    if (symbol->kind == Symbol::Kind::type) {
      reject(expression.place, "'" + text + "' is a type: a value is missing here");
    }
    return of_symbol(*symbol);
  }
  if (const auto& self = at_.names.self()) {
    const Value object = of_symbol(self->symbol);
    if (text == "this") {
      at_.values.address(object);
      return pushed(at_.types.pointer_to(at_.types.of_record(self->record)));
    }
    for (const Member& member : self->record->members) {
      if (member.name == text) return at_.values.member(object, member);
    }
  }
  if (text == "warpSize") {
    at_.out.emit(Code::special, Scalar::int32, 12);
    return pushed(at_.types.scalar(Scalar::int32));
  }
  if (text == "threadIdx" || text == "blockIdx" || text == "blockDim" || text == "gridDim") {
    reject(expression.place, "'" + text + "' has three numbers: write " + text + ".x");
  }
  if (at_.unit.function(text) != nullptr) {
    reject(expression.place, "'" + text + "' is a function: call it with " + text + "(…)");
  }
  reject(expression.place,
         "'" + text + "' is not declared" + at_.names.suggestion(text, Builtins::names()));
}

std::optional<Value> Expressions::special(const Expression& expression) {
  static const std::map<std::string, int> kSpecials{
      {"threadIdx", 0}, {"blockIdx", 3}, {"blockDim", 6}, {"gridDim", 9}};
  const Expression& object = *expression.parts.front();
  if (object.kind != Kind::name || expression.arrow) return std::nullopt;
  const auto found = kSpecials.find(object.text);
  if (found == kSpecials.end() || at_.names.find(object.text) != nullptr) return std::nullopt;
  const std::size_t axis = std::string("xyz").find(expression.text);
  if (axis == std::string::npos || expression.text.size() != 1) {
    reject(expression.place, "'" + object.text + "' has x, y and z, no '" + expression.text + "'");
  }
  at_.out.emit(Code::special, Scalar::uint32, found->second + static_cast<int>(axis));
  return pushed(at_.types.scalar(Scalar::uint32));
}

Value Expressions::member_of(const Value& object, const std::string& name, Place place) {
  const Type& type = *object.type;
  if (!type.is(Type::Kind::record)) {
    if (type.is_pointer() && type.element->is(Type::Kind::record)) {
      reject(place, "this is a pointer: write '->' for '.'");
    }
    reject(place,
           "a value of type " + name_of(*at_.types.without_const(&type)) + " has no members");
  }
  for (const Member& member : type.record->members) {
    if (member.name == name) return at_.values.member(object, member);
  }
  std::vector<std::string> names;
  for (const Member& member : type.record->members) names.push_back(member.name);
  std::string known;
  for (const std::string& each : names) known += (known.empty() ? "" : ", ") + each;
  reject(place,
         "'" + type.record->name + "' has no member '" + name + "' (there are: " + known + ")");
}

Value Expressions::of_member(const Expression& expression) {
  if (auto found = special(expression)) return *found;
  Value object = of(*expression.parts.front());
  if (object.type == nullptr) reject(expression.place, "this function returns no value");
  at_.out.at(expression.place);
  if (expression.arrow) {
    if (!object.type->is_pointer() && !object.type->is(Type::Kind::array)) {
      reject(expression.place, "this is no pointer: write '.' for '->'");
    }
    object = at_.values.pointed(at_.values.load(object)->element);
  }
  return member_of(object, expression.text, expression.place);
}

Value Expressions::index(const Expression& expression) {
  const Expression& position = *expression.parts[1];
  Value array = of(*expression.parts.front());
  if (array.type == nullptr) reject(expression.place, "this function returns no value");
  const bool is_array = array.type->is(Type::Kind::array);
  if (!is_array && !array.type->is_pointer()) {
    reject(expression.place, shown(*expression.parts.front()) + " has the type " +
                                 name_of(*at_.types.without_const(array.type)) +
                                 ": only arrays and pointers have elements");
  }
  if (is_array) {
    if (const auto constant = at_.names.constant_of(position)) {
      const auto at = static_cast<std::int64_t>(constant->word);
      const bool whole = constant->type->is_scalar() && !is_floating(constant->type->scalar);
      if (whole && array.type->count > 0 && (at < 0 || at >= array.type->count)) {
        reject(position.place, "the index " + std::to_string(at) + " is outside of " +
                                   shown(*expression.parts.front()) + ", which has " +
                                   std::to_string(array.type->count) + " elements");
      }
      if (whole) return at_.values.element(array, at);
    }
  }
  const Type* element = array.type->element;
  at_.out.at(expression.place);
  at_.values.load(array);
  const Type* type = word(position);
  if (!type->is_scalar() || is_floating(type->scalar)) {
    reject(position.place, "an index is a whole number, not a " + name_of(*type));
  }
  if (element->is(Type::Kind::nothing)) reject(expression.place, "a void* has no elements");
  at_.out.at(expression.place);
  at_.out.emit(Code::pointer_add, type->scalar, element->bytes);
  return at_.values.pointed(element);
}

// Operators.

Value Expressions::unary(const Expression& expression, bool wanted) {
  const std::string& sign = expression.text;
  const Expression& operand = *expression.parts.front();
  if (sign == "++" || sign == "--") return step(expression, true, wanted);
  if (sign == "*") {
    const Type* type = word(operand);
    if (!type->is_pointer()) {
      reject(expression.place, "only a pointer can follow '*', and " + shown(operand) +
                                   " has the type " + name_of(*type));
    }
    if (type->element->is(Type::Kind::nothing)) reject(expression.place, "a void* has no target");
    return at_.values.pointed(type->element);
  }
  if (sign == "&") {
    const Value object = of(operand);
    if (!object.is_object() || (object.is_temporary && !object.type->is_aggregate())) {
      reject(expression.place, "this has no address");
    }
    at_.out.at(expression.place);
    at_.values.address(object);
    return pushed(at_.types.pointer_to(object.type));
  }
  if (sign == "!") {
    condition(operand);
    at_.out.emit(Code::logical_not);
    return pushed(at_.types.scalar(Scalar::boolean));
  }
  const Type* type = word(operand);
  if (!type->is_scalar() || (sign == "~" && is_floating(type->scalar))) {
    reject(expression.place, "'" + sign + "' cannot be applied to the type " + name_of(*type));
  }
  const Type* wide = at_.names.promoted(type);
  at_.values.convert(type, wide, expression.place);
  at_.out.at(expression.place);
  if (sign == "-") at_.out.emit(Code::negate, wide->scalar);
  if (sign == "~") at_.out.emit(Code::complement, wide->scalar);
  return pushed(wide);
}

/// ++ and --.
Value Expressions::step(const Expression& expression, bool before, bool wanted) {
  const Expression& operand = *expression.parts.front();
  const Value target = of(operand);
  check_target(target, operand.place);
  const Type* type = at_.types.without_const(target.type);
  if (!type->is_scalar() && !type->is_pointer()) {
    reject(expression.place, "'" + expression.text + "' needs a number or a pointer");
  }
  at_.out.at(expression.place);
  const Value place = target.kind == Value::Kind::address ? at_.values.pinned(target) : target;
  at_.values.load(place);
  if (wanted && !before) at_.out.emit(Code::duplicate);
  const bool down = expression.text == "--";
  if (type->is_pointer()) {
    at_.out.push(static_cast<Word>(down ? std::int64_t{-1} : std::int64_t{1}));
    at_.out.emit(Code::pointer_add, Scalar::int64, type->element->bytes);
  } else {
    at_.out.push(is_floating(type->scalar) ? from_double(type->scalar, 1.0) : 1);
    at_.out.emit(Code::binary, type->scalar, 0,
                 static_cast<int>(down ? Binary::subtract : Binary::add));
  }
  if (wanted && before) at_.out.emit(Code::duplicate);
  at_.values.store(place);
  return wanted ? pushed(type) : Value{};
}

void Expressions::arithmetic(const std::string& sign, const Type* type, Place place) {
  static const std::set<std::string> kWholeOnly{"%", "&", "|", "^", "<<", ">>"};
  if (is_floating(type->scalar) && kWholeOnly.contains(sign)) {
    reject(place, "'" + sign + "' needs whole numbers, not " + name_of(type->scalar));
  }
  at_.out.at(place);
  at_.out.emit(Code::binary, type->scalar, 0, static_cast<int>(binary_of(sign).value()));
}

Value Expressions::logical(const Expression& expression) {
  condition(*expression.parts[0]);
  at_.out.at(expression.place);
  at_.out.emit(Code::duplicate);
  const int jump =
      at_.out.emit(expression.text == "&&" ? Code::jump_if_zero : Code::jump_if_not_zero);
  at_.out.emit(Code::pop);
  condition(*expression.parts[1]);
  at_.out.land(jump);
  return pushed(at_.types.scalar(Scalar::boolean));
}

Value Expressions::pointer_binary(const Expression& expression, const Value& left,
                                  const Type* left_type) {
  const std::string& sign = expression.text;
  const Expression& other = *expression.parts[1];
  const Value right = of(other);
  const Type* type = at_.values.load(right);
  at_.out.at(expression.place);
  const Binary operation = binary_of(sign).value();
  const bool equality = operation == Binary::equal || operation == Binary::not_equal;
  const bool both = left_type->is_pointer() && type->is_pointer();
  if (both && sign == "-") {
    const std::int64_t bytes = std::max<std::int64_t>(1, left_type->element->bytes);
    at_.out.emit(Code::pointer_minus, Scalar::int64, bytes);
    return pushed(at_.types.scalar(Scalar::int64));
  }
  const bool null_test = equality && (left.is_zero || right.is_zero);
  if (is_comparison(operation) && (both || null_test)) {
    at_.out.emit(Code::binary, Scalar::uint64, 0, static_cast<int>(operation));
    return pushed(at_.types.scalar(Scalar::boolean));
  }
  const Type* pointer = left_type->is_pointer() ? left_type : type;
  const Type* number = left_type->is_pointer() ? type : left_type;
  const bool adds = sign == "+" || (sign == "-" && left_type->is_pointer());
  if (adds && number->is_scalar() && !is_floating(number->scalar)) {
    if (!left_type->is_pointer()) at_.out.emit(Code::swap);
    Scalar index = number->scalar;
    if (sign == "-") {
      at_.values.convert(number, at_.types.scalar(Scalar::int64), expression.place);
      at_.out.emit(Code::negate, Scalar::int64);
      index = Scalar::int64;
    }
    at_.out.emit(Code::pointer_add, index, pointer->element->bytes);
    return pushed(pointer);
  }
  const Expression& culprit = left_type->is_pointer() ? *expression.parts[0] : other;
  const std::string name = culprit.kind == Kind::name ? culprit.text : "p";
  reject(expression.place, shown(culprit) + " is a pointer (" + name_of(*pointer) + "), and '" +
                               sign + "' needs its value: write " + name + "[i] or *" + name);
}

Value Expressions::binary(const Expression& expression, bool wanted) {
  const std::string& sign = expression.text;
  if (sign == ",") {
    of(*expression.parts[0], false);
    return of(*expression.parts[1], wanted);
  }
  if (sign == "&&" || sign == "||") return logical(expression);
  const Value left_value = of(*expression.parts[0]);
  if (left_value.kind == Value::Kind::nothing) {
    reject(expression.parts[0]->place, "this function returns no value");
  }
  if (left_value.type->is(Type::Kind::record)) {
    reject(expression.place, "'" + sign + "' cannot be applied to the type " +
                                 name_of(*at_.types.without_const(left_value.type)) +
                                 ": compute with its members, such as .x");
  }
  const Type* left = at_.values.load(left_value);
  const auto constant = at_.names.constant_of(*expression.parts[1]);
  const Expression& right_part = *expression.parts[1];
  if (left->is_pointer()) return pointer_binary(expression, left_value, left);
  // The type of the right side decides how the left side is converted, before its code follows.
  if (constant && constant->type->is_scalar()) {
    const Type* common =
        is_shift(sign) ? at_.names.promoted(left) : at_.names.common(left, constant->type);
    at_.values.convert(left, common, expression.place);
    const Type* wanted_type = is_shift(sign) ? constant->type : common;
    at_.out.push(converted(constant->type->scalar, wanted_type->scalar, constant->word));
    arithmetic(sign, common, expression.place);
    return pushed(is_comparison(binary_of(sign).value()) ? at_.types.scalar(Scalar::boolean)
                                                         : common);
  }
  const Value right_value = of(right_part);
  if (right_value.kind == Value::Kind::nothing) {
    reject(right_part.place, "this function returns no value");
  }
  if (right_value.type->is(Type::Kind::record)) {
    reject(expression.place, "'" + sign + "' cannot be applied to the type " +
                                 name_of(*at_.types.without_const(right_value.type)));
  }
  const Type* right = at_.values.load(right_value);
  if (right->is_pointer()) {
    const bool adds = sign == "+" && !is_floating(left->scalar);
    const bool null_test = left_value.is_zero && (sign == "==" || sign == "!=");
    if (null_test) {
      at_.out.emit(Code::binary, Scalar::uint64, 0, static_cast<int>(binary_of(sign).value()));
      return pushed(at_.types.scalar(Scalar::boolean));
    }
    if (!adds) {
      const std::string name = right_part.kind == Kind::name ? right_part.text : "p";
      reject(expression.place, shown(right_part) + " is a pointer (" + name_of(*right) +
                                   "), and '" + sign + "' needs its value: write " + name +
                                   "[i] or *" + name);
    }
    at_.out.emit(Code::swap);
    at_.out.emit(Code::pointer_add, left->scalar, right->element->bytes);
    return pushed(right);
  }
  const Type* common = is_shift(sign) ? at_.names.promoted(left) : at_.names.common(left, right);
  at_.out.at(expression.place);
  if (left->scalar != common->scalar) {
    at_.out.emit(Code::swap);
    at_.values.convert(left, common, expression.place);
    at_.out.emit(Code::swap);
  }
  if (!is_shift(sign)) at_.values.convert(right, common, expression.place);
  arithmetic(sign, common, expression.place);
  return pushed(is_comparison(binary_of(sign).value()) ? at_.types.scalar(Scalar::boolean)
                                                       : common);
}

void Expressions::check_target(const Value& target, Place place) const {
  if (!target.is_object() || target.is_temporary) {
    reject(place, "this value cannot be changed: it is no variable");
  }
  if (target.type->is_const) reject(place, "this cannot be changed: it is const");
}

Value Expressions::finish_store(const Value& target, bool wanted) {
  if (target.kind == Value::Kind::address) {
    const Scalar scalar = target.type->is_scalar() ? target.type->scalar : Scalar::uint64;
    at_.out.emit(Code::store, scalar, 0, wanted ? 1 : 0);
    return wanted ? pushed(at_.types.without_const(target.type)) : Value{};
  }
  at_.values.store(target);
  return wanted ? target : Value{};
}

Value Expressions::compound(const Expression& expression, const Value& target, bool wanted) {
  const std::string sign = expression.text.substr(0, expression.text.size() - 1);
  const Expression& operand = *expression.parts[1];
  const Type* type = at_.types.without_const(target.type);
  if (target.kind == Value::Kind::address) at_.out.emit(Code::duplicate);
  at_.out.at(expression.place);
  const int begin = at_.out.here();
  at_.values.load(target);
  if (type->is_pointer()) {
    if (sign != "+" && sign != "-") {
      reject(expression.place, "'" + expression.text + "' cannot be applied to a pointer");
    }
    const Type* number = word(operand);
    if (!number->is_scalar() || is_floating(number->scalar)) {
      reject(operand.place, "a pointer moves by a whole number");
    }
    at_.values.convert(number, at_.types.scalar(Scalar::int64), operand.place);
    if (sign == "-") at_.out.emit(Code::negate, Scalar::int64);
    at_.out.emit(Code::pointer_add, Scalar::int64, type->element->bytes);
    return finish_store(target, wanted);
  }
  const Type* right = word(operand);
  if (!right->is_scalar()) {
    const std::string name = operand.kind == Kind::name ? operand.text : "p";
    reject(operand.place, shown(operand) + " is a pointer: write " + name + "[i] or *" + name);
  }
  const Type* common = is_shift(sign) ? at_.names.promoted(type) : at_.names.common(type, right);
  at_.out.at(expression.place);
  if (type->scalar != common->scalar) {
    at_.out.emit(Code::swap);
    at_.values.convert(type, common, expression.place);
    at_.out.emit(Code::swap);
  }
  if (!is_shift(sign)) at_.values.convert(right, common, expression.place);
  arithmetic(sign, common, expression.place);
  at_.values.convert(common, type, expression.place);
  if (target.kind != Value::Kind::address) computed_since(begin, type);
  return finish_store(target, wanted);
}

Value Expressions::assign(const Expression& expression, bool wanted) {
  const Expression& source = *expression.parts[1];
  Value target = of(*expression.parts[0]);
  check_target(target, expression.parts[0]->place);
  at_.out.at(expression.place);
  if (target.type->is(Type::Kind::array)) {
    reject(expression.place, "an array cannot be assigned at once: assign its elements");
  }
  if (target.type->is(Type::Kind::record)) {
    if (expression.text != "=") {
      reject(expression.place, "'" + expression.text + "' cannot be applied to the type " +
                                   name_of(*at_.types.without_const(target.type)));
    }
    target = at_.values.pinned(target);
    initialise(target, source);
    return wanted ? target : Value{};
  }
  if (expression.text != "=") return compound(expression, target, wanted);
  const int begin = at_.out.here();
  const Type* type = at_.types.without_const(target.type);
  word_as(source, type);
  at_.out.at(expression.place);
  if (target.kind != Value::Kind::address) computed_since(begin, type);
  return finish_store(target, wanted);
}

Value Expressions::conditional(const Expression& expression, bool wanted) {
  condition(*expression.parts[0]);
  const int otherwise = at_.out.emit(Code::jump_if_zero);
  const Expression& first_side = *expression.parts[1];
  const Expression& second_side = *expression.parts[2];
  const Value first = of(first_side, wanted);
  if (first.kind == Value::Kind::nothing) {
    const int end = at_.out.emit(Code::jump);
    at_.out.land(otherwise);
    of(second_side, false);
    at_.out.land(end);
    return {};
  }
  if (first.type->is(Type::Kind::record)) {
    const Value result = at_.values.temporary(first.type);
    at_.values.copy(result, first, first_side.place);
    const int end = at_.out.emit(Code::jump);
    at_.out.land(otherwise);
    initialise(result, second_side);
    at_.out.land(end);
    return result;
  }
  const Type* one = at_.values.load(first);
  // The second side decides which type the first one gets.
  const int conversion = at_.out.emit(Code::convert, one->scalar, 0, static_cast<int>(one->scalar));
  const int end = at_.out.emit(Code::jump);
  at_.out.land(otherwise);
  const Value second = of(second_side);
  if (second.kind == Value::Kind::nothing || second.type->is(Type::Kind::record)) {
    reject(expression.place, "the two sides of '?' have different types");
  }
  const Type* other = at_.values.load(second);
  const Type* type = one;
  if (one->is_scalar() && other->is_scalar()) {
    if (one != other) type = at_.names.common(one, other);
    at_.values.convert(other, type, second_side.place);
    at_.program.code[static_cast<std::size_t>(conversion)].scalar = type->scalar;
  } else if (first.is_zero) {
    type = other;
  } else if (!second.is_zero) {
    at_.values.convert(other, one, second_side.place);
  }
  at_.out.land(end);
  return pushed(type);
}

Value Expressions::cast(const Expression& expression) {
  const Type* type = at_.types.without_const(at_.names.type_of(*expression.type));
  const Expression& operand = *expression.parts.front();
  if (type->is(Type::Kind::nothing)) {
    of(operand, false);
    return {};
  }
  const Value value = of(operand);
  if (value.kind == Value::Kind::nothing) reject(operand.place, "this function returns no value");
  at_.out.at(expression.place);
  if (type->is(Type::Kind::record)) {
    if (at_.types.without_const(value.type) == type) return value;
    reject(expression.place, "a value of type " + name_of(*at_.types.without_const(value.type)) +
                                 " cannot become a " + name_of(*type));
  }
  const Type* from = at_.values.load(value);
  if (value.is_zero && type->is_pointer()) return pushed(type);
  at_.values.convert(from, type, expression.place, true);
  return pushed(type);
}

// Objects.

const Function* Expressions::constructor_of(const Type& type, std::size_t arguments) const {
  if (!type.is(Type::Kind::record) || type.record->syntax == nullptr) return nullptr;
  const Function* any = nullptr;
  for (const auto& each : type.record->syntax->methods) {
    if (!each->is_constructor || each->is_deleted || each->body == nullptr) continue;
    any = each.get();
    if (each->parameters.size() == arguments) return any;
  }
  return any;
}

void Expressions::run_constructor(const Value& object, const Function& constructor,
                                  std::span<const ExpressionPointer> arguments, Place place) {
  const Record& record = *object.type->record;
  const Symbol symbol{
      object.kind == Value::Kind::slot ? Symbol::Kind::local : Symbol::Kind::reference,
      at_.types.without_const(object.type), object.at, 0};
  inlined({constructor, {}, arguments, Self{&record, symbol}, record.bindings, place});
}

/// Copies a value of the record's type, or gives it to the first member.
void Expressions::initialise_from_one(const Value& object, const Expression& initial) {
  const Type& type = *object.type;
  Value value = of(initial);
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
  convert(value, first.type, initial.place);
  at_.values.store(first);
}

void Expressions::initialise(const Value& object, const Expression& initial) {
  at_.out.at(initial.place);
  const Type& type = *object.type;
  if (!type.is_aggregate()) {
    const int begin = at_.out.here();
    const Type* plain = at_.types.without_const(&type);
    word_as(initial, plain);
    at_.out.at(initial.place);
    if (object.kind == Value::Kind::slot && !object.is_temporary) computed_since(begin, plain);
    at_.values.store(object);
    return;
  }
  if (initial.kind != Kind::list) {
    const Value value = of(initial);
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

Value Expressions::construct(const Expression& expression) {
  const Type* type = at_.types.without_const(at_.names.type_of(*expression.type));
  if (!type->is_aggregate()) {
    if (expression.parts.size() > 1) reject(expression.place, "one value is enough here");
    if (expression.parts.empty()) {
      at_.out.push(0);
    } else {
      const Type* from = word(*expression.parts.front());
      at_.values.convert(from, type, expression.place, true);
    }
    return pushed(type);
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

void Expressions::bind_reference(const Variable& variable, const Type* type, Value object,
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
      convert(object, at_.types.without_const(type), place);
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

// Calls.

Value Expressions::call(const Expression& expression, bool wanted) {
  const Expression& callee = *expression.parts.front();
  if (callee.kind == Kind::member) return method(expression, wanted);
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
      if (!function->is_device && function->is_host) {
        reject(callee.place, "'" + callee.text + "' runs on the host: mark it __device__");
      }
      return inlined({*function, callee.arguments, arguments, std::nullopt, {}, callee.place});
    }
    Builtins builtins(at_, *this);
    if (const auto value = builtins.call(expression)) return *value;
  }
  if (at_.names.find(callee.text) != nullptr) {
    reject(callee.place, "'" + callee.text + "' is a variable, no function");
  }
  reject(callee.place, "there is no function '" + callee.text + "'" +
                           at_.names.suggestion(callee.text, Builtins::names()));
}

Value Expressions::method(const Expression& expression, bool /*wanted*/) {
  const Expression& callee = *expression.parts.front();
  Value object = of(*callee.parts.front());
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
    Builtins builtins(at_, *this);
    return builtins.group_method(object, expression);
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

bool Expressions::deduce(const TypeName& pattern, const Variable& parameter, const Type* type,
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

void Expressions::pass_value(const Variable& parameter, const Type* type, Value value,
                             Place place) {
  const std::int32_t at = at_.out.allocate(*type);
  const Value object{.kind = Value::Kind::slot, .type = type, .at = at, .is_temporary = true};
  if (type->is_aggregate()) {
    if (value.type == nullptr ||
        at_.types.without_const(value.type) != at_.types.without_const(type)) {
      reject(place, "the parameter '" + parameter.name + "' has the type " + name_of(*type));
    }
    at_.values.copy(object, value, place);
  } else {
    convert(value, at_.types.without_const(type), place);
    at_.values.store(object);
  }
  if (!parameter.name.empty()) {
    at_.names.declare(parameter.name, {Symbol::Kind::local, type, at, 0}, parameter.place);
  }
}

Value Expressions::inlined(Call call) {
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
    Value value = of(argument);
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
        pass_value(parameter, type, of(*parameter.initial), parameter.place);
      } else if (values[i].second->kind == Kind::list) {
        const Value object = at_.values.temporary(type);
        initialise(object, *values[i].second);
        at_.names.declare(parameter.name, {Symbol::Kind::local, type, object.at, 0},
                          parameter.place);
      } else if (parameter.is_reference) {
        bind_reference(parameter, type, values[i].first, values[i].second->place);
      } else {
        at_.out.at(values[i].second->place);
        pass_value(parameter, type, values[i].first, values[i].second->place);
      }
    }
    for (const auto& [name, initial] : function.initialisers) {
      const Value object = of_symbol(call.self->symbol);
      const Value member = member_of(object, name, function.place);
      Value open = member;
      open.type = at_.types.without_const(member.type);
      if (open.type->is_aggregate()) {
        initialise(open, *initial);
      } else {
        word_as(*initial, open.type);
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
