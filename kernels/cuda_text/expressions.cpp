// Each kind of expression is handed to the part that compiles it; names, members and elements are
// compiled here.
#include "kernels/cuda_text/expressions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "kernels/cuda_text/builtins.h"
#include "kernels/cuda_text/operators.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

}  // namespace

std::string text_of(const Expression& expression) {
  return expression.kind == Kind::name ? "'" + expression.text + "'" : "this value";
}

void need_arguments(const Expression& call, std::size_t least, std::size_t most) {
  const std::size_t count = call.parts.size() - 1;
  if (count >= least && count <= most) return;
  const std::string many =
      least == most ? std::to_string(least) : std::to_string(least) + " or " + std::to_string(most);
  reject(call.place, "'" + call.parts.front()->text + "' takes " + many +
                         (most == 1 ? " argument, not " : " arguments, not ") +
                         std::to_string(count));
}

Value Expressions::of(const Expression& expression, bool wanted) {
  at_.out.at(expression.place);
  if (wanted) {
    if (const auto constant = at_.names.constant_of(expression)) {
      Operators(at_, *this).check_constant(expression);
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
      made = calls_.call(expression);
      break;
    case Kind::index:
      made = element(expression);
      break;
    case Kind::member:
      made = of_member(expression);
      break;
    case Kind::unary:
      made = Operators(at_, *this).unary(expression, wanted);
      break;
    case Kind::postfix:
      made = Operators(at_, *this).step(expression, false, wanted);
      break;
    case Kind::binary:
      made = Operators(at_, *this).binary(expression, wanted);
      break;
    case Kind::assign:
      made = Operators(at_, *this).assign(expression, wanted);
      break;
    case Kind::conditional:
      made = Operators(at_, *this).conditional(expression, wanted);
      break;
    case Kind::cast:
      made = Operators(at_, *this).cast(expression);
      break;
    case Kind::construct:
      made = objects().construct(expression);
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

void Expressions::discarded(const Expression& expression) {
  const std::string& text = expression.text;
  const auto is_function = [&] {
    const std::vector<std::string> functions = Builtins::names();
    return at_.names.find(text) == nullptr &&
           (std::find(functions.begin(), functions.end(), text) != functions.end() ||
            at_.unit.function(text) != nullptr);
  };
  if (expression.kind == Kind::name && is_function()) {
    at_.warn(expression.place, "'" + text + "' is a function: call it with " + text + "(…)");
    return;
  }
  static const std::set<std::string> kChanging{"&&", "||", ",", "++", "--", "*", "&"};
  const bool is_name = expression.kind == Kind::name;
  const bool computes = (expression.kind == Kind::binary || expression.kind == Kind::unary) &&
                        !kChanging.contains(text);
  if (computes && text == "==") {
    at_.warn(expression.place, "'==' only compares; to assign write '='");
  } else if (computes || is_name) {
    at_.warn(expression.place, "nothing uses the " +
                                   std::string(is_name ? "value of" : "result of this") + " '" +
                                   text + "'");
  } else if (expression.kind == Kind::number) {
    at_.warn(expression.place, "nothing uses this value");
  }
  of(expression, false);
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
    at_.warn(expression.place, "'" + expression.text +
                                   "' assigns; to compare write '=='. If it is meant to assign, "
                                   "put it into brackets of its own");
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

// Names and members.

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
  const std::vector<std::string> functions = Builtins::names();
  const bool built_in = std::find(functions.begin(), functions.end(), text) != functions.end();
  if (built_in || at_.unit.function(text) != nullptr) {
    reject(expression.place, "'" + text + "' is a function: call it with " + text + "(…)");
  }
  if (text == "cout" || text == "cerr" || text == "endl") {
    reject(expression.place, "std::" + text + " belongs to the host: a kernel writes with printf");
  }
  reject(expression.place,
         "'" + text + "' is not declared" + at_.names.suggestion(text, functions));
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

namespace {

/// Returns the name of the variable in which an element is; empty: it has none.
const std::string& name_of_array(const Expression& element) {
  const Expression* object = &element;
  while (object->kind == Kind::index || object->kind == Kind::member) {
    object = object->parts.front().get();
  }
  return object->text;
}

}  // namespace

Value Expressions::element(const Expression& expression, bool for_address) {
  const Expression& position = *expression.parts[1];
  if (position.kind == Kind::binary && position.text == "," && !position.in_brackets) {
    at_.warn(position.place,
             "an index is one number, here the last one: write [y][x] or [y * width + x]");
  }
  Value array = of(*expression.parts.front());
  if (array.type == nullptr) reject(expression.place, "this function returns no value");
  const bool is_array = array.type->is(Type::Kind::array);
  if (!is_array && !array.type->is_pointer()) {
    reject(expression.place, text_of(*expression.parts.front()) + " has the type " +
                                 name_of(*at_.types.without_const(array.type)) +
                                 ": only arrays and pointers have elements");
  }
  if (is_array) {
    if (const auto constant = at_.names.constant_of(position)) {
      const auto at = static_cast<std::int64_t>(constant->word);
      const bool whole = constant->type->is_scalar() && !is_floating(constant->type->scalar);
      const std::int64_t last = array.type->count - (for_address ? 0 : 1);
      if (whole && array.type->count > 0 && (at < 0 || at > last)) {
        // The machine finds the access if a thread comes here.
        at_.warn(position.place, "the index " + std::to_string(at) + " is outside of " +
                                     text_of(*expression.parts.front()) + ", which has " +
                                     std::to_string(array.type->count) + " elements");
      } else if (whole) {
        return at_.values.element(array, at);
      }
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
  // The machine knows the bounds of arrays in memory, but a thread's variables lie side by side.
  const bool is_own = is_array && (array.kind == Value::Kind::slot || array.is_own);
  if (is_own) {
    at_.out.emit(Code::check_index, type->scalar, array.type->count - (for_address ? 0 : 1),
                 at_.out.add_text(name_of_array(expression)));
  }
  at_.out.emit(Code::pointer_add, type->scalar, element->bytes);
  Value made = at_.values.pointed(element);
  made.is_own = is_own;
  return made;
}

}  // namespace heatwave::cuda_text
