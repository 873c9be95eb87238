// Each built-in function is a row of a table, with what compiles its call.
#include "kernels/cuda_text/builtins.h"

#include <map>
#include <utility>

#include "kernels/cuda_text/group_calls.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

/// A mathematical function: its operands and its result.
struct MathRow {
  enum class Types : std::uint8_t {
    single,      ///< floats
    by_operand,  ///< floats for a float, otherwise doubles
    twice,       ///< doubles
    word,        ///< unsigned int, and an int as result
    long_word,   ///< unsigned long long, and an int as result
    words,       ///< unsigned int
    long_words,
    ints,
  };
  Math function;
  int operands;
  Types types;
};

const std::map<std::string, MathRow>& math_rows() {
  using T = MathRow::Types;
  static const std::map<std::string, MathRow> rows = [] {
    std::map<std::string, MathRow> all{
        {"fmaf", {Math::fused_multiply_add, 3, T::single}},
        {"__fmaf_rn", {Math::fused_multiply_add, 3, T::single}},
        {"fma", {Math::fused_multiply_add, 3, T::by_operand}},
        {"__sinf", {Math::sine, 1, T::single}},
        {"__cosf", {Math::cosine, 1, T::single}},
        {"__expf", {Math::exponential, 1, T::single}},
        {"__logf", {Math::logarithm, 1, T::single}},
        {"__powf", {Math::power, 2, T::single}},
        {"__fsqrt_rn", {Math::square_root, 1, T::single}},
        {"isnan", {Math::is_nan, 1, T::by_operand}},
        {"isinf", {Math::is_infinite, 1, T::by_operand}},
        {"__popc", {Math::population_count, 1, T::word}},
        {"__popcll", {Math::population_count, 1, T::long_word}},
        {"__ffs", {Math::find_first_set, 1, T::word}},
        {"__ffsll", {Math::find_first_set, 1, T::long_word}},
        {"__clz", {Math::leading_zeros, 1, T::word}},
        {"__clzll", {Math::leading_zeros, 1, T::long_word}},
        {"__brev", {Math::reverse_bits, 1, T::words}},
        {"__brevll", {Math::reverse_bits, 1, T::long_words}},
        {"__funnelshift_l", {Math::funnel_left, 3, T::words}},
        {"__funnelshift_r", {Math::funnel_right, 3, T::words}},
        {"__umulhi", {Math::multiply_high, 2, T::words}},
        {"__mulhi", {Math::multiply_high, 2, T::ints}},
    };
    const std::pair<const char*, std::pair<Math, int>> twins[] = {
        {"sqrt", {Math::square_root, 1}}, {"rsqrt", {Math::reciprocal_root, 1}},
        {"exp", {Math::exponential, 1}},  {"exp2", {Math::exponential_2, 1}},
        {"log", {Math::logarithm, 1}},    {"log2", {Math::logarithm_2, 1}},
        {"sin", {Math::sine, 1}},         {"cos", {Math::cosine, 1}},
        {"tan", {Math::tangent, 1}},      {"tanh", {Math::hyperbolic_tangent, 1}},
        {"pow", {Math::power, 2}},        {"floor", {Math::floor, 1}},
        {"ceil", {Math::ceiling, 1}},     {"trunc", {Math::truncate, 1}},
        {"round", {Math::round, 1}},      {"fmod", {Math::remainder, 2}}};
    for (const auto& [name, row] : twins) {
      all[name] = {row.first, row.second, T::by_operand};
      all[std::string(name) + "f"] = {row.first, row.second, T::single};
    }
    return all;
  }();
  return rows;
}

const std::map<std::string, AtomicKind>& atomics() {
  static const std::map<std::string, AtomicKind> rows{
      {"atomicAdd", AtomicKind::add},   {"atomicSub", AtomicKind::sub},
      {"atomicExch", AtomicKind::exch}, {"atomicMin", AtomicKind::min},
      {"atomicMax", AtomicKind::max},   {"atomicInc", AtomicKind::inc},
      {"atomicDec", AtomicKind::dec},   {"atomicCAS", AtomicKind::cas},
      {"atomicAnd", AtomicKind::band},  {"atomicOr", AtomicKind::bor},
      {"atomicXor", AtomicKind::bxor}};
  return rows;
}

const std::map<std::string, ShuffleKind>& shuffles() {
  static const std::map<std::string, ShuffleKind> rows{
      {"__shfl_sync", ShuffleKind::lane},
      {"__shfl_up_sync", ShuffleKind::up},
      {"__shfl_down_sync", ShuffleKind::down},
      {"__shfl_xor_sync", ShuffleKind::exclusive_or}};
  return rows;
}

const std::map<std::string, VoteKind>& votes() {
  static const std::map<std::string, VoteKind> rows{{"__ballot_sync", VoteKind::ballot},
                                                    {"__any_sync", VoteKind::any},
                                                    {"__all_sync", VoteKind::all},
                                                    {"__activemask", VoteKind::active},
                                                    {"__match_any_sync", VoteKind::match},
                                                    {"__reduce_add_sync", VoteKind::add},
                                                    {"__reduce_min_sync", VoteKind::minimum},
                                                    {"__reduce_max_sync", VoteKind::maximum},
                                                    {"__reduce_and_sync", VoteKind::bit_and},
                                                    {"__reduce_or_sync", VoteKind::bit_or},
                                                    {"__reduce_xor_sync", VoteKind::bit_xor}};
  return rows;
}

/// Barriers, fences and pauses.
const std::map<std::string, int>& synchronisations() {
  static const std::map<std::string, int> rows{
      {"__syncthreads", 0},       {"__syncthreads_count", 1},  {"__syncthreads_or", 2},
      {"__syncthreads_and", 3},   {"__syncwarp", 4},           {"__threadfence", 5},
      {"__threadfence_block", 5}, {"__threadfence_system", 5}, {"__nanosleep", 6}};
  return rows;
}

const std::map<std::string, std::pair<Scalar, Scalar>>& bit_casts() {
  static const std::map<std::string, std::pair<Scalar, Scalar>> rows{
      {"__float_as_int", {Scalar::float32, Scalar::int32}},
      {"__float_as_uint", {Scalar::float32, Scalar::uint32}},
      {"__int_as_float", {Scalar::int32, Scalar::float32}},
      {"__uint_as_float", {Scalar::uint32, Scalar::float32}},
      {"__double_as_longlong", {Scalar::float64, Scalar::int64}},
      {"__longlong_as_double", {Scalar::int64, Scalar::float64}}};
  return rows;
}

constexpr const char* kOthers[] = {"min",
                                   "max",
                                   "fminf",
                                   "fmaxf",
                                   "fmin",
                                   "fmax",
                                   "abs",
                                   "fabsf",
                                   "fabs",
                                   "printf",
                                   "assert",
                                   "__ldg",
                                   "__ldcg",
                                   "__ldca",
                                   "this_thread_block",
                                   "this_grid",
                                   "tiled_partition",
                                   "reduce",
                                   "__fdividef"};

/// Constructs that are not played, by the names that begin a call of them.
const std::pair<const char*, const char*> kRefused[] = {
    {"tex", "a texture"},
    {"surf", "a surface"},
    {"__pipeline", "an asynchronous copy (pipeline)"},
    {"__cvta", "an address for inline PTX"},
    {"clock", "a clock"},
    {"malloc", "malloc in a kernel"},
    {"free", "free in a kernel"},
    {"cudaGrid", "a launch by a kernel"},
    {"__h", "arithmetic of 16 bits"},
    {"memcpy", "memcpy in a kernel"},
    {"memset", "memset in a kernel"},
    {"__dp4a", "__dp4a"},
    {"wmma", "tensor cores (wmma)"},
};

}  // namespace

namespace {

/// Returns the places of a text of printf for values, such as "%5d".
std::vector<std::string> places_of(const std::string& format) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (format[i + 1] != '%') {
      const std::size_t end = format.find_first_not_of("%-+ #0123456789.hlLzjt", i);
      places.push_back(format.substr(i, end == std::string::npos ? end : end + 1 - i));
    }
    ++i;
  }
  return places;
}

/// Rejects a value that printf would misread at this place.
void check_place(const std::string& printed, const Type& type, Place place) {
  const char how = printed.back();
  const bool whole = std::string("diouxXc").find(how) != std::string::npos;
  const bool real = std::string("fFeEgGaA").find(how) != std::string::npos;
  if (type.is_pointer() && (whole || real)) {
    reject(place, "'" + printed +
                      "' prints a number, and this is a pointer: print its value, or "
                      "write %p");
  }
  if (!type.is_scalar()) return;
  if (whole && is_floating(type.scalar)) {
    reject(place, "'" + printed + "' prints a whole number, and this is a " + name_of(type.scalar) +
                      ": write %f or %g");
  }
  if (real && !is_floating(type.scalar)) {
    reject(place, "'" + printed + "' prints a float, and this is of type " + name_of(type.scalar) +
                      ": write %d");
  }
}

}  // namespace

std::vector<std::string> Builtins::names() {
  std::vector<std::string> all(std::begin(kOthers), std::end(kOthers));
  const auto add = [&](const auto& rows) {
    for (const auto& [name, row] : rows) all.push_back(name);
  };
  add(math_rows());
  add(atomics());
  add(shuffles());
  add(votes());
  add(synchronisations());
  add(bit_casts());
  for (const char* name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize",
                           "make_float2", "make_float4", "make_int2", "make_int4"}) {
    all.emplace_back(name);
  }
  return all;
}

Value Builtins::pushed(Scalar scalar) const {
  return {.kind = Value::Kind::word, .type = at_.types.scalar(scalar)};
}

std::optional<Value> Builtins::call(const Expression& expression) {
  std::string name = expression.parts.front()->text;
  for (const char* scope : {"_block", "_system"}) {
    if (name.starts_with("atomic") && name.ends_with(scope)) {
      name.resize(name.size() - std::string(scope).size());
    }
  }
  const auto in = [&](const auto& rows) { return rows.contains(name); };
  if (in(synchronisations())) return synchronise(expression, synchronisations().at(name));
  if (in(atomics())) return atomic(expression, atomics().at(name));
  if (in(shuffles())) return shuffle(expression, shuffles().at(name));
  if (in(votes())) return vote(expression, votes().at(name));
  if (in(bit_casts())) {
    return bits(expression, bit_casts().at(name).first, bit_casts().at(name).second);
  }
  if (in(math_rows())) return math(expression);
  if (name == "min" || name == "fminf" || name == "fmin") return extreme(expression, false);
  if (name == "max" || name == "fmaxf" || name == "fmax") return extreme(expression, true);
  if (name == "abs" || name == "fabsf" || name == "fabs") return absolute(expression);
  if (name == "printf") return print(expression);
  if (name == "__ldg" || name == "__ldcg" || name == "__ldca") {
    need_arguments(expression, 1, 1);
    const Type* type = expressions_.word(*expression.parts[1]);
    if (!type->is_pointer()) reject(expression.place, "'" + name + "' takes a pointer");
    at_.out.at(expression.place);
    Value value = at_.values.pointed(type->element);
    value.is_temporary = true;
    return value;
  }
  if (name == "assert") {
    need_arguments(expression, 1, 1);
    expressions_.condition(*expression.parts[1]);
    at_.out.at(expression.place);
    at_.out.emit(Code::check);
    return Value{};
  }
  if (name == "__fdividef") {
    need_arguments(expression, 2, 2);
    for (std::size_t i = 1; i <= 2; ++i) {
      expressions_.word_as(*expression.parts[i], at_.types.scalar(Scalar::float32));
    }
    at_.out.emit(Code::binary, Scalar::float32, 0, static_cast<int>(Binary::divide));
    return pushed(Scalar::float32);
  }
  if (name.starts_with("make_")) return vector(expression);
  if (name == "this_thread_block" || name == "this_grid" || name == "tiled_partition") {
    return GroupCalls(at_, expressions_).group(expression);
  }
  if (name == "reduce") return GroupCalls(at_, expressions_).reduce(expression);
  if (shuffles().contains(name + "_sync") || votes().contains(name + "_sync")) {
    reject(expression.place, "'" + name + "' is gone since Volta: write " + name +
                                 "_sync(mask, …), whose mask names the lanes that take part");
  }
  for (const auto& [begin, construct] : kRefused) {
    if (name.starts_with(begin)) refuse(expression.place, construct);
  }
  return std::nullopt;
}

Value Builtins::synchronise(const Expression& expression, int kind) {
  constexpr int kSyncWarp = 4;
  constexpr int kFence = 5;
  if (kind == kSyncWarp) {
    need_arguments(expression, 0, 1);
    if (expression.parts.size() == 2) {
      expressions_.word_as(*expression.parts[1], at_.types.scalar(Scalar::uint32));
    } else {
      at_.out.push(kAllLanes);
    }
    at_.out.at(expression.place);
    at_.out.emit(Code::sync_warp);
    return {};
  }
  const bool takes_value = kind != 0 && kind != kFence;
  need_arguments(expression, takes_value ? 1 : 0, takes_value ? 1 : 0);
  if (takes_value) expressions_.word_as(*expression.parts[1], at_.types.scalar(Scalar::int32));
  at_.out.at(expression.place);
  if (kind == kFence) {
    at_.out.emit(Code::fence);
    return {};
  }
  if (kind > kFence) {
    at_.out.emit(Code::sleep);
    return {};
  }
  at_.out.emit(Code::barrier, Scalar::int32, 0, kind);
  return takes_value ? pushed(Scalar::int32) : Value{};
}

Value Builtins::atomic(const Expression& expression, AtomicKind kind) {
  const std::string& name = expression.parts.front()->text;
  const std::size_t count = kind == AtomicKind::cas ? 3 : 2;
  need_arguments(expression, count, count);
  const Type* pointer = expressions_.word(*expression.parts[1]);
  if (!pointer->is_pointer()) {
    reject(expression.parts[1]->place,
           "'" + name + "' takes the address of the number that it changes: write &");
  }
  const Type* type = pointer->element;
  if (type->is_const) reject(expression.place, "'" + name + "' cannot change a const number");
  const bool whole = type->is_scalar() && !is_floating(type->scalar) && bytes_of(type->scalar) >= 4;
  const bool real =
      type->is_scalar() && is_floating(type->scalar) &&
      (kind == AtomicKind::add || (kind == AtomicKind::exch && type->scalar == Scalar::float32));
  const bool counts = kind == AtomicKind::inc || kind == AtomicKind::dec;
  const bool fits = (whole || real) && (!counts || type->scalar == Scalar::uint32);
  if (!fits) {
    reject(expression.place,
           "there is no '" + name + "' for a " + name_of(*at_.types.without_const(type)));
  }
  for (std::size_t i = 2; i <= count; ++i) expressions_.word_as(*expression.parts[i], type);
  at_.out.at(expression.place);
  at_.out.emit(Code::atomic, type->scalar, 0, static_cast<int>(kind));
  return {.kind = Value::Kind::word, .type = at_.types.without_const(type)};
}

Value Builtins::shuffle(const Expression& expression, ShuffleKind kind) {
  need_arguments(expression, 3, 4);
  expressions_.word_as(*expression.parts[1], at_.types.scalar(Scalar::uint32));
  const Type* type = expressions_.word(*expression.parts[2]);
  if (!type->is_scalar() || bytes_of(type->scalar) < 4) {
    reject(expression.parts[2]->place, "a shuffle moves numbers of 4 or 8 bytes");
  }
  expressions_.word_as(*expression.parts[3], at_.types.scalar(Scalar::int32));
  if (expression.parts.size() == 5) {
    expressions_.word_as(*expression.parts[4], at_.types.scalar(Scalar::int32));
  } else {
    at_.out.emit(Code::special, Scalar::int32, 12);
  }
  at_.out.at(expression.place);
  at_.out.emit(Code::shuffle, type->scalar, 0, static_cast<int>(kind));
  return {.kind = Value::Kind::word, .type = type};
}

Value Builtins::vote(const Expression& expression, VoteKind kind) {
  if (kind == VoteKind::active) {
    need_arguments(expression, 0, 0);
    at_.out.push(kAllLanes);
    at_.out.push(1);
    at_.out.emit(Code::vote, Scalar::uint32, 0, static_cast<int>(kind));
    return pushed(Scalar::uint32);
  }
  need_arguments(expression, 2, 2);
  expressions_.word_as(*expression.parts[1], at_.types.scalar(Scalar::uint32));
  Scalar scalar = Scalar::int32;
  if (kind <= VoteKind::all) {
    expressions_.condition(*expression.parts[2]);
  } else {
    const Type* type = expressions_.word(*expression.parts[2]);
    const bool is_whole = type->is_scalar() && !is_floating(type->scalar);
    if (!is_whole && kind != VoteKind::match) {
      reject(expression.place, "'" + expression.parts.front()->text + "' needs whole numbers");
    }
    scalar = type->scalar;
  }
  at_.out.at(expression.place);
  at_.out.emit(Code::vote, scalar, 0, static_cast<int>(kind));
  const bool mask = kind == VoteKind::ballot || kind == VoteKind::match;
  const bool truth = kind == VoteKind::any || kind == VoteKind::all;
  return pushed(mask ? Scalar::uint32 : truth ? Scalar::int32 : scalar);
}

Value Builtins::math(const Expression& expression) {
  using T = MathRow::Types;
  const MathRow& row = math_rows().at(expression.parts.front()->text);
  const auto operands = static_cast<std::size_t>(row.operands);
  need_arguments(expression, operands, operands);
  Scalar scalar = Scalar::float32;
  switch (row.types) {
    case T::single:
    case T::by_operand:
      break;
    case T::twice:
      scalar = Scalar::float64;
      break;
    case T::word:
    case T::words:
      scalar = Scalar::uint32;
      break;
    case T::long_word:
    case T::long_words:
      scalar = Scalar::uint64;
      break;
    case T::ints:
      scalar = Scalar::int32;
      break;
  }
  if (row.types == T::by_operand) {
    // One float operand decides; a whole number counts as a double, as in C.
    const Type* first = expressions_.word(*expression.parts[1]);
    if (!first->is_scalar()) reject(expression.place, "a number is needed here");
    if (first->scalar != Scalar::float32) scalar = Scalar::float64;
    at_.values.convert(first, at_.types.scalar(scalar), expression.place);
  } else {
    expressions_.word_as(*expression.parts[1], at_.types.scalar(scalar));
  }
  for (std::size_t i = 2; i <= operands; ++i) {
    expressions_.word_as(*expression.parts[i], at_.types.scalar(scalar));
  }
  at_.out.at(expression.place);
  if (row.function == Math::fused_multiply_add && scalar == Scalar::float64) {
    refuse(expression.place, "fma of doubles");
  }
  at_.out.emit(Code::math, scalar, 0, static_cast<int>(row.function));
  const bool test = row.function == Math::is_nan || row.function == Math::is_infinite;
  if (test) return pushed(Scalar::boolean);
  return pushed(row.types == T::word || row.types == T::long_word ? Scalar::int32 : scalar);
}

Value Builtins::extreme(const Expression& expression, bool maximum) {
  need_arguments(expression, 2, 2);
  const std::string& name = expression.parts.front()->text;
  const Type* left = expressions_.word(*expression.parts[1]);
  const Value right_value = expressions_.of(*expression.parts[2]);
  if (right_value.kind == Value::Kind::nothing) reject(expression.place, "a number is needed here");
  const Type* right = at_.values.load(right_value);
  if (!left->is_scalar() || !right->is_scalar()) {
    reject(expression.place, "'" + name + "' needs numbers");
  }
  const Type* type = name == "fminf" || name == "fmaxf" ? at_.types.scalar(Scalar::float32)
                                                        : at_.names.common(left, right);
  at_.out.at(expression.place);
  if (left != type) {
    at_.out.emit(Code::swap);
    at_.values.convert(left, type, expression.place);
    at_.out.emit(Code::swap);
  }
  at_.values.convert(right, type, expression.place);
  at_.out.emit(Code::binary, type->scalar, 0,
               static_cast<int>(maximum ? Binary::maximum : Binary::minimum));
  return {.kind = Value::Kind::word, .type = type};
}

Value Builtins::absolute(const Expression& expression) {
  need_arguments(expression, 1, 1);
  const Type* type = expressions_.word(*expression.parts[1]);
  if (!type->is_scalar()) reject(expression.place, "a number is needed here");
  const Type* wide = expression.parts.front()->text == "fabsf" ? at_.types.scalar(Scalar::float32)
                                                               : at_.names.promoted(type);
  at_.values.convert(type, wide, expression.place);
  at_.out.emit(Code::math, wide->scalar, 0, static_cast<int>(Math::absolute));
  return {.kind = Value::Kind::word, .type = wide};
}

Value Builtins::print(const Expression& expression) {
  constexpr std::size_t kMostArguments = 32;
  if (expression.parts.size() < 2 || expression.parts[1]->kind != Kind::text) {
    reject(expression.place, "printf begins with a text: printf(\"…\", …)");
  }
  need_arguments(expression, 1, kMostArguments + 1);
  const std::string& format = expression.parts[1]->text;
  const std::vector<std::string> places = places_of(format);
  const std::size_t given = expression.parts.size() - 2;
  if (places.size() != given) {
    const std::string text = "the text of printf has " + std::to_string(places.size()) +
                             " places (%), and there are " + std::to_string(given) + " values";
    if (given < places.size()) reject(expression.place, text);
    at_.warn(expression.place, text);
  }
  for (std::size_t i = 2; i < expression.parts.size(); ++i) {
    if (i - 2 >= places.size()) {
      expressions_.of(*expression.parts[i], false);
      continue;
    }
    const Type* type = expressions_.word(*expression.parts[i]);
    check_place(places[i - 2], *type, expression.parts[i]->place);
    const Scalar scalar = type->is_scalar() ? type->scalar : Scalar::uint64;
    if (type->is_pointer()) at_.out.emit(Code::pointer_number);
    at_.out.push(static_cast<Word>(scalar));
  }
  at_.out.at(expression.place);
  at_.out.emit(Code::print, Scalar::int32, at_.out.add_text(format),
               static_cast<int>(places.size()));
  return {};
}

Value Builtins::vector(const Expression& expression) {
  const std::string name = expression.parts.front()->text.substr(5);
  const Type* type = at_.types.built_in(name);
  if (type == nullptr || !type->is(Type::Kind::record)) {
    reject(expression.place, "there is no type '" + name + "' to make");
  }
  const std::vector<Member>& members = type->record->members;
  need_arguments(expression, members.size(), members.size());
  const Value made = at_.values.temporary(type);
  for (std::size_t i = 0; i < members.size(); ++i) {
    expressions_.word_as(*expression.parts[i + 1], members[i].type);
    at_.out.at(expression.place);
    at_.values.store(at_.values.member(made, members[i]));
  }
  return made;
}

Value Builtins::bits(const Expression& expression, Scalar from, Scalar to) {
  need_arguments(expression, 1, 1);
  expressions_.word_as(*expression.parts[1], at_.types.scalar(from));
  const Value made = at_.values.temporary(at_.types.scalar(from));
  at_.values.store(made);
  Value other = made;
  other.type = at_.types.scalar(to);
  at_.values.load(other);
  return pushed(to);
}

}  // namespace heatwave::cuda_text
