// Resolves names and types, and computes what is constant.
#include "kernels/cuda_text/name_table.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/core/nearest_word.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

constexpr std::size_t kLongestSuggestion = 48;  // letters of a name that is compared with others

int rank_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::float64:
      return 6;
    case Scalar::float32:
      return 5;
    case Scalar::uint64:
      return 4;
    case Scalar::int64:
      return 3;
    case Scalar::uint32:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

void NameTable::enter_function(Bindings bindings, std::optional<Self> self) {
  functions_.push_back({std::move(bindings), self, {}});
  enter_scope();
}

void NameTable::declare(const std::string& name, const Symbol& symbol, Place place) {
  auto& scopes = functions_.back().scopes;
  auto& symbols = scopes.back().symbols;
  const bool in_body = functions_.size() > 1 && scopes.size() == 2;
  if (in_body && scopes.front().symbols.contains(name)) {
    reject(place, "'" + name + "' is already a parameter of this function");
  }
  if (!symbols.emplace(name, symbol).second) {
    reject(place, "'" + name + "' is already declared in this block");
  }
}

const Symbol* NameTable::find(const std::string& name) const {
  const FunctionScopes& function = functions_.back();
  for (auto scope = function.scopes.rbegin(); scope != function.scopes.rend(); ++scope) {
    const auto found = scope->symbols.find(name);
    if (found != scope->symbols.end()) return &found->second;
  }
  // Memory that the text declares is in the outermost scopes.
  const auto global = functions_.front().scopes.front().symbols.find(name);
  return global == functions_.front().scopes.front().symbols.end() ? nullptr : &global->second;
}

const Structure* NameTable::structure(const std::string& name) const {
  for (const auto& each : unit_.structures) {
    if (each->name == name) return each.get();
  }
  return nullptr;
}

const Type* NameTable::named_type(const TypeName& name) {
  const auto binding = bindings().find(name.name);
  if (binding != bindings().end() && binding->second.is_type) return binding->second.type;
  const Symbol* symbol = find(name.name);
  if (symbol != nullptr && symbol->kind == Symbol::Kind::type) return symbol->type;
  if (name.name == "thread_block_tile") {
    if (name.arguments.size() != 1 || name.arguments.front().value == nullptr) {
      reject(name.place, "thread_block_tile takes the number of its threads: <32>");
    }
    return types_.tile(whole_constant(*name.arguments.front().value, "the size of a tile"));
  }
  if (const Type* built_in = types_.built_in(name.name)) return built_in;
  const auto alias = unit_.aliases.find(name.name);
  if (alias != unit_.aliases.end()) return type_of(alias->second);
  if (const Structure* found = structure(name.name)) return record_type(*found, name);
  if (name.name == "cudaTextureObject_t") refuse(name.place, "a texture (cudaTextureObject_t)");
  if (name.name == "cudaSurfaceObject_t") refuse(name.place, "a surface (cudaSurfaceObject_t)");
  if (name.name == "CUtensorMap") refuse(name.place, "a copy by the TMA (CUtensorMap)");
  if (name.name.find("half") != std::string::npos ||
      name.name.find("bfloat") != std::string::npos) {
    refuse(name.place, "the type '" + name.name + "'");
  }
  return types_.scalar(Scalar::int32);  // the name of an enum
}

const Type* NameTable::type_of(const TypeName& name) {
  if (name.name == "auto") reject(name.place, "'auto' needs an initial value");
  if (++depth_ > budget_.depth) {
    --depth_;
    reject(name.place, "this type is nested too deeply");
  }
  const Type* type = nullptr;
  try {
    type = named_type(name);
  } catch (...) {
    --depth_;
    throw;
  }
  --depth_;
  if (name.is_const) type = types_.as_const(type);
  for (const bool is_const : name.pointers) {
    type = types_.pointer_to(type);
    if (is_const) type = types_.as_const(type);
  }
  return type;
}

const Type* NameTable::type_of(const Variable& variable, std::int64_t unsized) {
  const Type* type = type_of(variable.type);
  if (type->is(Type::Kind::nothing) && variable.extents.empty()) {
    reject(variable.place, "'" + variable.name + "' cannot be void");
  }
  for (auto extent = variable.extents.rbegin(); extent != variable.extents.rend(); ++extent) {
    std::int64_t count = unsized;
    if (*extent != nullptr) count = whole_constant(**extent, "the size of an array");
    if (count < 0 || (count == 0 && *extent != nullptr)) {
      reject((*extent)->place, "an array has at least one element");
    }
    try {
      type = types_.array_of(type, count);
    } catch (const std::length_error& error) {
      reject(variable.place, error.what());
    }
  }
  return type;
}

Bindings NameTable::bound(const std::vector<TemplateParameter>& parameters,
                          const std::vector<TemplateArgument>& arguments, Place place) {
  if (arguments.size() > parameters.size()) {
    reject(place, "the template takes " + std::to_string(parameters.size()) + " arguments, not " +
                      std::to_string(arguments.size()));
  }
  Bindings bindings;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const TemplateParameter& parameter = parameters[i];
    const Expression* value = nullptr;
    if (i < arguments.size()) {
      if (parameter.is_type != (arguments[i].type != nullptr)) {
        reject(place, "the template's '" + parameter.name + "' has the type " +
                          (parameter.is_type ? "type, not a number" : "number, not a type"));
      }
      if (parameter.is_type) {
        bindings[parameter.name] = {type_of(*arguments[i].type), true, 0};
        continue;
      }
      value = arguments[i].value.get();
    } else if (parameter.initial != nullptr) {
      value = parameter.initial.get();
    }
    if (value == nullptr) continue;  // a call may deduce it
    const std::optional<Constant> constant = constant_of(*value);
    if (!constant) reject(value->place, "a template's argument must be known to the compiler");
    const Constant wanted = converted_to(*constant, type_of(parameter.type));
    bindings[parameter.name] = {wanted.type, false, wanted.word};
  }
  return bindings;
}

const Type* NameTable::record_type(const Structure& structure, const TypeName& name) {
  Bindings bindings = bound(structure.templates, name.arguments, name.place);
  std::string key = structure.name;
  for (const TemplateParameter& each : structure.templates) {
    const auto bound = bindings.find(each.name);
    if (bound == bindings.end()) {
      reject(name.place, "'" + structure.name + "' needs a value for its '" + each.name + "'");
    }
    key += (key.size() == structure.name.size() ? "<" : ", ") +
           (each.is_type ? name_of(*bound->second.type)
                         : std::to_string(static_cast<std::int64_t>(bound->second.word)));
  }
  if (!structure.templates.empty()) key += ">";
  const auto known = records_.find(key);
  if (known != records_.end()) return types_.of_record(known->second);
  Record* record = types_.new_record(key);
  records_[key] = record;
  record->syntax = &structure;
  record->bindings = bindings;
  enter_function(std::move(bindings), std::nullopt);
  try {
    for (const Variable& each : structure.members) {
      const Type* type = type_of(each);
      if (type->bytes == 0) reject(each.place, "a struct cannot contain itself");
      std::int64_t alignment = 1;
      if (each.alignment != nullptr) {
        alignment = std::max<std::int64_t>(1, whole_constant(*each.alignment, "an alignment"));
      }
      if (alignment > 4096) reject(each.place, "an alignment is at most 4096 bytes");
      TypeTable::add_member(*record, each.name, type, alignment);
    }
  } catch (...) {
    leave_function();
    records_.erase(key);
    throw;
  }
  leave_function();
  types_.finish(*record);
  return types_.of_record(record);
}

const Type* NameTable::promoted(const Type* type) const {
  const bool small = type->is_scalar() && rank_of(type->scalar) == 1;
  return types_.scalar(small ? Scalar::int32 : type->scalar);
}

const Type* NameTable::common(const Type* left, const Type* right) const {
  const Type* a = promoted(left);
  const Type* b = promoted(right);
  return rank_of(a->scalar) >= rank_of(b->scalar) ? a : b;
}

Constant NameTable::converted_to(const Constant& value, const Type* type) const {
  if (!type->is_scalar() || !value.type->is_scalar()) return value;
  return {type, converted(value.type->scalar, type->scalar, value.word)};
}

std::optional<Constant> NameTable::constant_of_variable(const Variable& variable) {
  const bool constant = variable.is_constexpr || variable.type.is_const;
  if (!constant || variable.initial == nullptr || !variable.extents.empty()) return std::nullopt;
  const Expression* initial = variable.initial.get();
  if (initial->kind == Kind::list) {
    if (initial->parts.size() != 1) return std::nullopt;
    initial = initial->parts.front().get();
  }
  const std::optional<Constant> value = constant_of(*initial);
  if (!value) return std::nullopt;
  return variable.type.name == "auto" ? *value : converted_to(*value, type_of(variable.type));
}

template <typename Compute>
std::optional<Constant> NameTable::once(const void* declaration, const Record* record,
                                        Bindings bindings, const Compute& compute) {
  const auto known = constants_.find({declaration, record});
  if (known != constants_.end()) return known->second;
  constants_[{declaration, record}] = std::nullopt;  // a constant that depends on itself has none
  std::optional<Self> self;
  if (record != nullptr) self = Self{record, {}};
  enter_function(std::move(bindings), self);
  std::optional<Constant> value;
  try {
    value = compute();
  } catch (...) {
    leave_function();
    throw;
  }
  leave_function();
  constants_[{declaration, record}] = value;
  return value;
}

std::optional<Constant> NameTable::global_constant(const std::string& name) {
  const Type* whole = types_.scalar(Scalar::int32);
  for (const auto& list : unit_.enums) {
    std::optional<Constant> next = Constant{whole, 0};
    for (const Enumerator& each : list) {
      if (each.value != nullptr) {
        next = once(&each, nullptr, {}, [&] { return constant_of(*each.value); });
      }
      if (each.name == name) return next;
      if (next)
        next = Constant{whole, wrapped(Scalar::int32, static_cast<std::int64_t>(next->word) + 1)};
    }
  }
  for (const Variable& each : unit_.variables) {
    if (each.name == name)
      return once(&each, nullptr, {}, [&] { return constant_of_variable(each); });
  }
  return std::nullopt;
}

std::optional<Constant> NameTable::member_constant(const Record& record, const std::string& name) {
  if (record.syntax == nullptr) return std::nullopt;
  for (const Variable& each : record.syntax->constants) {
    if (each.name != name) continue;
    return once(&each, &record, record.bindings, [&] { return constant_of_variable(each); });
  }
  return std::nullopt;
}

std::optional<Constant> NameTable::name_constant(const Expression& expression) {
  if (expression.scope != nullptr) {
    const Type* type = type_of(*expression.scope);
    if (!type->is(Type::Kind::record)) {
      reject(expression.place, "'" + expression.scope->name + "' has no members");
    }
    return member_constant(*type->record, expression.text);
  }
  if (expression.text == "true" || expression.text == "false") {
    return Constant{types_.scalar(Scalar::boolean), expression.text == "true" ? 1U : 0U};
  }
  if (const Symbol* symbol = find(expression.text)) {
    if (symbol->kind != Symbol::Kind::constant) return std::nullopt;
    return Constant{symbol->type, symbol->word};
  }
  if (self()) {
    if (auto member = member_constant(*self()->record, expression.text)) return member;
  }
  const auto binding = bindings().find(expression.text);
  if (binding != bindings().end() && !binding->second.is_type) {
    return Constant{binding->second.type, binding->second.word};
  }
  if (expression.text.starts_with("cuda")) {
    static const std::map<std::string, Word> kErrors{{"cudaSuccess", 0},
                                                     {"cudaErrorInvalidValue", 1},
                                                     {"cudaErrorInvalidConfiguration", 9},
                                                     {"cudaErrorIllegalAddress", 700}};
    const auto found = kErrors.find(expression.text);
    if (found != kErrors.end()) return Constant{types_.scalar(Scalar::int32), found->second};
  }
  return global_constant(expression.text);
}

std::optional<Constant> NameTable::binary_constant(const Expression& expression) {
  const std::string& sign = expression.text;
  if (sign == ",") return std::nullopt;
  const auto left = constant_of(*expression.parts[0]);
  if (!left || !left->type->is_scalar()) return std::nullopt;
  const auto truth = [&](const Constant& value) {
    return converted(value.type->scalar, Scalar::boolean, value.word) != 0;
  };
  const Type* boolean = types_.scalar(Scalar::boolean);
  if (sign == "&&" && !truth(*left)) return Constant{boolean, 0};
  if (sign == "||" && truth(*left)) return Constant{boolean, 1};
  const auto right = constant_of(*expression.parts[1]);
  if (!right || !right->type->is_scalar()) return std::nullopt;
  if (sign == "&&" || sign == "||") return Constant{boolean, truth(*right) ? 1U : 0U};
  const std::optional<Binary> operation = binary_of(sign);
  if (!operation) return std::nullopt;
  const bool shifts = *operation == Binary::shift_left || *operation == Binary::shift_right;
  const Type* type = shifts ? promoted(left->type) : common(left->type, right->type);
  const bool whole_only = *operation == Binary::remainder || *operation == Binary::bit_and ||
                          *operation == Binary::bit_or || *operation == Binary::bit_xor || shifts;
  if (whole_only && is_floating(type->scalar)) return std::nullopt;  // rejected where it is used
  const Constant a = converted_to(*left, type);
  const Constant b = shifts ? *right : converted_to(*right, type);
  // A sum that does not fit wraps around, as compilers compute it.
  if (!is_defined(*operation, type->scalar, std::nullopt, b.word)) return std::nullopt;
  return Constant{is_comparison(*operation) ? boolean : type,
                  result_of(*operation, type->scalar, a.word, b.word)};
}

std::optional<Constant> NameTable::call_constant(const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  const bool known = callee.kind == Kind::name && (callee.text == "min" || callee.text == "max");
  if (!known || expression.parts.size() != 3) return std::nullopt;
  const auto a = constant_of(*expression.parts[1]);
  const auto b = constant_of(*expression.parts[2]);
  if (!a || !b || !a->type->is_scalar() || !b->type->is_scalar()) return std::nullopt;
  const Type* type = common(a->type, b->type);
  return Constant{type,
                  result_of(callee.text == "min" ? Binary::minimum : Binary::maximum, type->scalar,
                            converted_to(*a, type).word, converted_to(*b, type).word)};
}

std::optional<Constant> NameTable::constant_of(const Expression& expression) {
  switch (expression.kind) {
    case Kind::number:
      return Constant{types_.scalar(expression.scalar), expression.word};
    case Kind::name:
      return name_constant(expression);
    case Kind::binary:
      return binary_constant(expression);
    case Kind::call:
      return call_constant(expression);
    case Kind::unary: {
      const std::string& sign = expression.text;
      if (sign != "-" && sign != "+" && sign != "!" && sign != "~") return std::nullopt;
      const auto value = constant_of(*expression.parts.front());
      if (!value || !value->type->is_scalar()) return std::nullopt;
      if (sign == "!") {
        return Constant{
            types_.scalar(Scalar::boolean),
            converted(value->type->scalar, Scalar::boolean, value->word) == 0 ? 1U : 0U};
      }
      const Constant wide = converted_to(*value, promoted(value->type));
      if (sign == "-") return Constant{wide.type, negated(wide.type->scalar, wide.word)};
      if (sign == "+") return wide;
      if (is_floating(wide.type->scalar)) return std::nullopt;
      return Constant{wide.type, wrapped(wide.type->scalar, static_cast<std::int64_t>(~wide.word))};
    }
    case Kind::conditional: {
      const auto condition = constant_of(*expression.parts[0]);
      if (!condition || !condition->type->is_scalar()) return std::nullopt;
      const auto a = constant_of(*expression.parts[1]);
      const auto b = constant_of(*expression.parts[2]);
      if (!a || !b || !a->type->is_scalar() || !b->type->is_scalar()) return std::nullopt;
      const bool first = converted(condition->type->scalar, Scalar::boolean, condition->word) != 0;
      return converted_to(first ? *a : *b, a->type == b->type ? a->type : common(a->type, b->type));
    }
    case Kind::cast:
    case Kind::construct: {
      if (expression.parts.size() != 1) return std::nullopt;
      const Type* type = type_of(*expression.type);
      if (!type->is_scalar()) return std::nullopt;
      const auto value = constant_of(*expression.parts.front());
      if (!value || !value->type->is_scalar()) return std::nullopt;
      return converted_to(*value, types_.without_const(type));
    }
    case Kind::size_of: {
      if (expression.type == nullptr) return std::nullopt;
      return Constant{types_.scalar(Scalar::uint64),
                      static_cast<Word>(type_of(*expression.type)->bytes)};
    }
    case Kind::text:
    case Kind::index:
    case Kind::member:
    case Kind::postfix:
    case Kind::assign:
    case Kind::list:
    case Kind::launch:
      break;
  }
  return std::nullopt;
}

std::int64_t NameTable::whole_constant(const Expression& expression, const char* what) {
  const std::optional<Constant> value = constant_of(expression);
  if (!value || !value->type->is_scalar() || is_floating(value->type->scalar)) {
    std::string text = std::string(what) + " must be a whole number that the compiler knows";
    if (expression.kind == Kind::name) {
      const Symbol* symbol = find(expression.text);
      if (symbol == nullptr && bindings().find(expression.text) == bindings().end()) {
        text = "'" + expression.text + "' is not declared" + suggestion(expression.text);
      } else {
        text += "; '" + expression.text + "' is known only at run time";
      }
    }
    reject(expression.place, text);
  }
  return static_cast<std::int64_t>(value->word);
}

std::string NameTable::suggestion(const std::string& name,
                                  const std::vector<std::string>& more) const {
  if (name.size() > kLongestSuggestion) return "";
  std::vector<std::string> names;
  const auto add = [&](const std::string& each) {
    if (each.size() <= kLongestSuggestion) names.push_back(each);
  };
  for (const Scope& scope : functions_.back().scopes) {
    for (const auto& [each, symbol] : scope.symbols) add(each);
  }
  for (const auto& [each, binding] : bindings()) add(each);
  for (const auto& [each, symbol] : functions_.front().scopes.front().symbols) add(each);
  if (self()) {
    for (const Member& each : self()->record->members) add(each.name);
  }
  for (const auto& each : unit_.functions) add(each->name);
  for (const Variable& each : unit_.variables) add(each.name);
  for (const std::string& each : more) add(each);
  const auto nearest = core::nearest_word(name, names);
  return nearest && *nearest != name ? " (did you mean '" + *nearest + "'?)" : "";
}

}  // namespace heatwave::cuda_text
