// Operands are compiled from left to right, as most compilers load them; an assignment's target
// comes first.
#include "kernels/cuda_text/operators.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "kernels/cuda_text/expressions.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

bool is_shift(const std::string& sign) { return sign == "<<" || sign == ">>"; }

bool compares(const Expression& expression) {
  const auto operation = binary_of(expression.text);
  return expression.kind == Kind::binary && operation && is_comparison(*operation);
}

}  // namespace

Value Operators::unary(const Expression& expression, bool wanted) {
  const std::string& sign = expression.text;
  const Expression& operand = *expression.parts.front();
  if (sign == "++" || sign == "--") return step(expression, true, wanted);
  if (sign == "*") {
    const Type* type = expressions_.word(operand);
    if (!type->is_pointer()) {
      reject(expression.place, "only a pointer can follow '*', and " + text_of(operand) +
                                   " has the type " + name_of(*type));
    }
    if (type->element->is(Type::Kind::nothing)) reject(expression.place, "a void* has no target");
    return at_.values.pointed(type->element);
  }
  if (sign == "&") {
    const Value object = operand.kind == Kind::index ? expressions_.element(operand, true)
                                                     : expressions_.of(operand);
    if (!object.is_object() || (object.is_temporary && !object.type->is_aggregate())) {
      reject(expression.place, "this has no address");
    }
    at_.out.at(expression.place);
    at_.values.address(object);
    return expressions_.pushed(at_.types.pointer_to(object.type));
  }
  if (sign == "!") {
    expressions_.condition(operand);
    at_.out.emit(Code::logical_not);
    return expressions_.pushed(at_.types.scalar(Scalar::boolean));
  }
  const Type* type = expressions_.word(operand);
  if (!type->is_scalar() || (sign == "~" && is_floating(type->scalar))) {
    reject(expression.place, "'" + sign + "' cannot be applied to the type " + name_of(*type));
  }
  const Type* wide = at_.names.promoted(type);
  at_.values.convert(type, wide, expression.place);
  at_.out.at(expression.place);
  if (sign == "-") at_.out.emit(Code::negate, wide->scalar);
  if (sign == "~") at_.out.emit(Code::complement, wide->scalar);
  return expressions_.pushed(wide);
}

/// ++ and --.
Value Operators::step(const Expression& expression, bool before, bool wanted) {
  const Expression& operand = *expression.parts.front();
  const Value target = expressions_.of(operand);
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
  return wanted ? expressions_.pushed(type) : Value{};
}

void Operators::arithmetic(const std::string& sign, const Type* type, Place place) {
  static const std::set<std::string> kWholeOnly{"%", "&", "|", "^", "<<", ">>"};
  if (is_floating(type->scalar) && kWholeOnly.contains(sign)) {
    reject(place, "'" + sign + "' needs whole numbers, not " + name_of(type->scalar));
  }
  at_.out.at(place);
  at_.out.emit(Code::binary, type->scalar, 0, static_cast<int>(binary_of(sign).value()));
}

Value Operators::logical(const Expression& expression) {
  expressions_.condition(*expression.parts[0]);
  at_.out.at(expression.place);
  at_.out.emit(Code::duplicate);
  const int jump =
      at_.out.emit(expression.text == "&&" ? Code::jump_if_zero : Code::jump_if_not_zero);
  at_.out.emit(Code::pop);
  expressions_.condition(*expression.parts[1]);
  at_.out.land(jump);
  return expressions_.pushed(at_.types.scalar(Scalar::boolean));
}

Value Operators::pointer_binary(const Expression& expression, const Value& left,
                                const Type* left_type) {
  const std::string& sign = expression.text;
  const Expression& other = *expression.parts[1];
  const Value right = expressions_.of(other);
  const Type* type = at_.values.load(right);
  at_.out.at(expression.place);
  const Binary operation = binary_of(sign).value();
  const bool equality = operation == Binary::equal || operation == Binary::not_equal;
  const bool both = left_type->is_pointer() && type->is_pointer();
  if (both && sign == "-") {
    const std::int64_t bytes = std::max<std::int64_t>(1, left_type->element->bytes);
    at_.out.emit(Code::pointer_minus, Scalar::int64, bytes);
    return expressions_.pushed(at_.types.scalar(Scalar::int64));
  }
  const bool null_test = equality && (left.is_zero || right.is_zero);
  if (is_comparison(operation) && (both || null_test)) {
    at_.out.emit(Code::binary, Scalar::uint64, 0, static_cast<int>(operation));
    return expressions_.pushed(at_.types.scalar(Scalar::boolean));
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
    return expressions_.pushed(pointer);
  }
  const Expression& culprit = left_type->is_pointer() ? *expression.parts[0] : other;
  const std::string name = culprit.kind == Kind::name ? culprit.text : "p";
  reject(expression.place, text_of(culprit) + " is a pointer (" + name_of(*pointer) + "), and '" +
                               sign + "' needs its value: write " + name + "[i] or *" + name);
}

void Operators::check_sense(const Expression& expression) const {
  const Expression& left = *expression.parts[0];
  // `x < 0 == y < 0` compares two truth values on purpose.
  const auto tests_equality = [](const Expression& each) {
    return each.text == "==" || each.text == "!=";
  };
  if (compares(expression) && compares(left) && !left.in_brackets &&
      tests_equality(expression) == tests_equality(left)) {
    at_.warn(expression.place, "this compares the truth value of the first comparison: write a " +
                                   left.text + " b && b " + expression.text + " c");
  }
}

void Operators::check_binding(const Expression& expression, const Type& left,
                              const Type& right) const {
  const std::string& sign = expression.text;
  if (sign != "&" && sign != "|" && sign != "^") return;
  const Expression& first = *expression.parts[0];
  const Expression& second = *expression.parts[1];
  const auto binds = [](const Expression& each, const Type& other) {
    return compares(each) && !each.in_brackets &&
           !(other.is_scalar() && other.scalar == Scalar::boolean);
  };
  if (!binds(first, right) && !binds(second, left)) return;
  const bool is_first = binds(first, right);
  const std::string& comparison = is_first ? first.text : second.text;
  at_.warn(expression.place, "'" + comparison + "' binds tighter than '" + sign + "': this is " +
                                 (is_first ? "(a " + comparison + " b) " + sign + " c, write a " +
                                                 comparison + " (b " + sign + " c)"
                                           : "a " + sign + " (b " + comparison + " c), write (a " +
                                                 sign + " b) " + comparison + " c"));
}

void Operators::check_result(const Expression& expression, const Type& type,
                             const std::optional<Constant>& left, const Constant& right) const {
  const bool is_compound = expression.kind == Kind::assign;
  const Binary operation =
      binary_of(expression.text.substr(0, expression.text.size() - (is_compound ? 1 : 0))).value();
  const std::optional<Word> first = left ? std::optional(left->word) : std::nullopt;
  if (is_defined(operation, type.scalar, first, right.word)) return;
  const std::string name = name_of(type.scalar);
  std::string text = "the result does not fit into " + name + ", so it is undefined";
  if (operation == Binary::shift_left || operation == Binary::shift_right) {
    text = "a shift by " + std::to_string(static_cast<std::int64_t>(right.word)) +
           " is undefined, because " + name + " has " + std::to_string(bytes_of(type.scalar) * 8) +
           " bits";
  } else if (right.word == 0 && (operation == Binary::divide || operation == Binary::remainder)) {
    text = "this divides by zero";
  }
  at_.warn(expression.place, std::move(text));
}

void Operators::check_constant(const Expression& expression) const {
  if (expression.kind != Kind::binary && expression.kind != Kind::unary) return;
  for (const auto& part : expression.parts) check_constant(*part);
  const auto operation = binary_of(expression.text);
  if (expression.kind != Kind::binary || !operation) return;
  std::optional<Constant> left = at_.names.constant_of(*expression.parts[0]);
  std::optional<Constant> right = at_.names.constant_of(*expression.parts[1]);
  if (!left || !right || !left->type->is_scalar() || !right->type->is_scalar()) return;
  const Type* type = is_shift(expression.text) ? at_.names.promoted(left->type)
                                               : at_.names.common(left->type, right->type);
  left->word = converted(left->type->scalar, type->scalar, left->word);
  if (!is_shift(expression.text)) {
    right->word = converted(right->type->scalar, type->scalar, right->word);
  }
  check_result(expression, *type, left, *right);
}

Value Operators::binary(const Expression& expression, bool wanted) {
  const std::string& sign = expression.text;
  if (sign == ",") {
    const Expression& first = *expression.parts[0];
    if (first.kind == Kind::binary || first.kind == Kind::unary) {
      expressions_.discarded(first);
    } else {
      expressions_.of(first, false);
    }
    return expressions_.of(*expression.parts[1], wanted);
  }
  if (sign == "&&" || sign == "||") return logical(expression);
  check_sense(expression);
  const Value left_value = expressions_.of(*expression.parts[0]);
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
    const Constant operand{wanted_type,
                           converted(constant->type->scalar, wanted_type->scalar, constant->word)};
    check_binding(expression, *left, *constant->type);
    check_constant(right_part);
    std::optional<Constant> known = at_.names.constant_of(*expression.parts[0]);
    if (known) known->word = converted(known->type->scalar, common->scalar, known->word);
    check_result(expression, *common, known, operand);
    at_.out.push(operand.word);
    arithmetic(sign, common, expression.place);
    return expressions_.pushed(
        is_comparison(binary_of(sign).value()) ? at_.types.scalar(Scalar::boolean) : common);
  }
  const Value right_value = expressions_.of(right_part);
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
      return expressions_.pushed(at_.types.scalar(Scalar::boolean));
    }
    if (!adds) {
      const std::string name = right_part.kind == Kind::name ? right_part.text : "p";
      reject(expression.place, text_of(right_part) + " is a pointer (" + name_of(*right) +
                                   "), and '" + sign + "' needs its value: write " + name +
                                   "[i] or *" + name);
    }
    at_.out.emit(Code::swap);
    at_.out.emit(Code::pointer_add, left->scalar, right->element->bytes);
    return expressions_.pushed(right);
  }
  check_binding(expression, *left, *right);
  const Type* common = is_shift(sign) ? at_.names.promoted(left) : at_.names.common(left, right);
  at_.out.at(expression.place);
  if (left->scalar != common->scalar) {
    at_.out.emit(Code::swap);
    at_.values.convert(left, common, expression.place);
    at_.out.emit(Code::swap);
  }
  if (!is_shift(sign)) at_.values.convert(right, common, expression.place);
  arithmetic(sign, common, expression.place);
  return expressions_.pushed(
      is_comparison(binary_of(sign).value()) ? at_.types.scalar(Scalar::boolean) : common);
}

void Operators::check_target(const Value& target, Place place) const {
  if (!target.is_object() || target.is_temporary) {
    reject(place, "this value cannot be changed: it is no variable");
  }
  if (target.type->is_const) reject(place, "this cannot be changed: it is const");
}

Value Operators::finish_store(const Value& target, bool wanted) {
  if (target.kind == Value::Kind::address) {
    const Scalar scalar = target.type->is_scalar() ? target.type->scalar : Scalar::uint64;
    at_.out.emit(Code::store, scalar, 0, wanted ? 1 : 0);
    return wanted ? expressions_.pushed(at_.types.without_const(target.type)) : Value{};
  }
  at_.values.store(target);
  return wanted ? target : Value{};
}

Value Operators::compound(const Expression& expression, const Value& target, bool wanted) {
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
    const Type* number = expressions_.word(operand);
    if (!number->is_scalar() || is_floating(number->scalar)) {
      reject(operand.place, "a pointer moves by a whole number");
    }
    at_.values.convert(number, at_.types.scalar(Scalar::int64), operand.place);
    if (sign == "-") at_.out.emit(Code::negate, Scalar::int64);
    at_.out.emit(Code::pointer_add, Scalar::int64, type->element->bytes);
    return finish_store(target, wanted);
  }
  const Type* right = expressions_.word(operand);
  if (!right->is_scalar()) {
    const std::string name = operand.kind == Kind::name ? operand.text : "p";
    reject(operand.place, text_of(operand) + " is a pointer: write " + name + "[i] or *" + name);
  }
  const Type* common = is_shift(sign) ? at_.names.promoted(type) : at_.names.common(type, right);
  at_.out.at(expression.place);
  if (type->scalar != common->scalar) {
    at_.out.emit(Code::swap);
    at_.values.convert(type, common, expression.place);
    at_.out.emit(Code::swap);
  }
  if (!is_shift(sign)) at_.values.convert(right, common, expression.place);
  if (const auto constant = at_.names.constant_of(operand)) {
    check_result(expression, *common, std::nullopt, *constant);
  }
  arithmetic(sign, common, expression.place);
  at_.values.convert(common, type, expression.place);
  if (target.kind != Value::Kind::address) expressions_.computed_since(begin, type);
  return finish_store(target, wanted);
}

Value Operators::assign(const Expression& expression, bool wanted) {
  const Expression& source = *expression.parts[1];
  Value target = expressions_.of(*expression.parts[0]);
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
    expressions_.objects().initialise(target, source);
    return wanted ? target : Value{};
  }
  if (expression.text != "=") return compound(expression, target, wanted);
  const int begin = at_.out.here();
  const Type* type = at_.types.without_const(target.type);
  expressions_.word_as(source, type);
  at_.out.at(expression.place);
  if (target.kind != Value::Kind::address) expressions_.computed_since(begin, type);
  return finish_store(target, wanted);
}

Value Operators::conditional(const Expression& expression, bool wanted) {
  const auto constant = at_.names.constant_of(*expression.parts[0]);
  const bool is_known = constant && constant->type->is_scalar();
  const bool takes_first =
      is_known && converted(constant->type->scalar, Scalar::boolean, constant->word) != 0;
  expressions_.condition(*expression.parts[0]);
  const int otherwise = at_.out.emit(Code::jump_if_zero);
  std::optional<DeadCode> dead(std::in_place, at_, is_known && !takes_first);
  const Expression& first_side = *expression.parts[1];
  const Expression& second_side = *expression.parts[2];
  const Value first = expressions_.of(first_side, wanted);
  dead.reset();
  dead.emplace(at_, takes_first);
  if (first.kind == Value::Kind::nothing) {
    const int end = at_.out.emit(Code::jump);
    at_.out.land(otherwise);
    expressions_.of(second_side, false);
    at_.out.land(end);
    return {};
  }
  if (first.type->is(Type::Kind::record)) {
    const Value result = at_.values.temporary(first.type);
    at_.values.copy(result, first, first_side.place);
    const int end = at_.out.emit(Code::jump);
    at_.out.land(otherwise);
    expressions_.objects().initialise(result, second_side);
    at_.out.land(end);
    return result;
  }
  const Type* one = at_.values.load(first);
  // The second side decides which type the first one gets.
  const int conversion = at_.out.emit(Code::convert, one->scalar, 0, static_cast<int>(one->scalar));
  const int end = at_.out.emit(Code::jump);
  at_.out.land(otherwise);
  const Value second = expressions_.of(second_side);
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
  return expressions_.pushed(type);
}

Value Operators::cast(const Expression& expression) {
  const Type* type = at_.types.without_const(at_.names.type_of(*expression.type));
  const Expression& operand = *expression.parts.front();
  if (type->is(Type::Kind::nothing)) {
    expressions_.of(operand, false);
    return {};
  }
  const Value value = expressions_.of(operand);
  if (value.kind == Value::Kind::nothing) reject(operand.place, "this function returns no value");
  at_.out.at(expression.place);
  if (type->is(Type::Kind::record)) {
    if (at_.types.without_const(value.type) == type) return value;
    reject(expression.place, "a value of type " + name_of(*at_.types.without_const(value.type)) +
                                 " cannot become a " + name_of(*type));
  }
  const Type* from = at_.values.load(value);
  if (value.is_zero && type->is_pointer()) return expressions_.pushed(type);
  at_.values.convert(from, type, expression.place, true);
  return expressions_.pushed(type);
}

}  // namespace heatwave::cuda_text
