// Scalars are loaded and stored one by one; vectors in one access.
#include "kernels/cuda_text/code_values.h"

#include <algorithm>

namespace heatwave::cuda_text {
namespace {

constexpr std::size_t kMostLeaves = 4096;  // parts of a struct or array that is copied
constexpr std::size_t kMostShown = 16;     // elements of an array that are shown

Scalar scalar_of(const Type& type) {
  return type.is_scalar() ? type.scalar : Scalar::uint64;  // a pointer is a word
}

}  // namespace

int Emitter::emit(Code code, Scalar scalar, std::int64_t a, std::int64_t b, Word word) {
  if (here() >= budget_.instructions) {
    reject(place_, "the kernel is too long when its functions are inlined");
  }
  program_.code.push_back({.code = code,
                           .scalar = scalar,
                           .line = place_.line,
                           .a = static_cast<std::int32_t>(a),
                           .b = static_cast<std::int32_t>(b),
                           .word = word});
  return here() - 1;
}

std::int32_t Emitter::allocate(const Type& type) {
  const std::int64_t alignment = std::max<std::int64_t>(type.alignment, 1);
  const std::int64_t begin = (program_.frame_bytes + alignment - 1) / alignment * alignment;
  if (begin + type.bytes > budget_.frame_bytes) {
    reject(place_, "the variables of a thread take more than " +
                       std::to_string(budget_.frame_bytes / 1024) + " KB");
  }
  program_.frame_bytes = static_cast<std::int32_t>(begin + type.bytes);
  return static_cast<std::int32_t>(begin);
}

void Emitter::show(const std::string& name, const Type& type, std::int32_t offset) {
  program_.shown_at.resize(static_cast<std::size_t>(program_.frame_bytes), -1);
  for (const Leaf& leaf : leaves_of(type, true, kMostShown)) {
    if (!leaf.type->is_scalar()) continue;
    const std::string full = name + leaf.name;
    int index = -1;
    for (int i = first_shown_; i < shown(); ++i) {
      if (program_.variables[static_cast<std::size_t>(i)].name == full) index = i;
    }
    if (index < 0) {
      index = shown();
      program_.variables.push_back({full, leaf.type->scalar, type.is_const});
    }
    program_.shown_at[static_cast<std::size_t>(offset + leaf.offset)] = index;
  }
}

int Emitter::add_text(std::string text) {
  program_.texts.push_back(std::move(text));
  return static_cast<int>(program_.texts.size()) - 1;
}

const Type* Values::load(const Value& value) {
  const Type* type = types_.without_const(value.type);
  if (value.kind == Value::Kind::word) return type;
  if (type->is(Type::Kind::array)) {
    address(value);
    return types_.pointer_to(value.type->element);
  }
  if (value.kind == Value::Kind::slot) {
    out_.emit(Code::load_local, scalar_of(*type), value.at);
  } else {
    address(value);
    out_.emit(Code::load, scalar_of(*type));
  }
  return type;
}

void Values::address(const Value& value) {
  switch (value.kind) {
    case Value::Kind::slot:
      out_.emit(Code::address_local, Scalar::int32, value.at);
      break;
    case Value::Kind::through:
      out_.emit(Code::load_local, Scalar::uint64, value.at);
      if (value.distance != 0) {
        out_.push(static_cast<Word>(value.distance));
        out_.emit(Code::pointer_add, Scalar::int64, 1);
      }
      break;
    case Value::Kind::address:
    case Value::Kind::word:
    case Value::Kind::nothing:
      break;
  }
}

Value Values::pinned(const Value& value) {
  if (value.kind == Value::Kind::slot || value.kind == Value::Kind::through) return value;
  if (value.kind == Value::Kind::word) {
    Value made = temporary(value.type);
    store(made);
    return made;
  }
  const std::int32_t at = out_.allocate(*types_.scalar(Scalar::uint64));
  out_.emit(Code::store_local, Scalar::uint64, at);
  return {.kind = Value::Kind::through,
          .type = value.type,
          .at = at,
          .is_temporary = value.is_temporary};
}

Value Values::member(const Value& object, const Member& member) {
  Value made = object;
  made.type = object.type->is_const ? types_.as_const(member.type) : member.type;
  switch (object.kind) {
    case Value::Kind::slot:
      made.at += static_cast<std::int32_t>(member.offset);
      break;
    case Value::Kind::through:
      made.distance += member.offset;
      break;
    case Value::Kind::address:
      if (member.offset != 0) {
        out_.push(static_cast<Word>(member.offset));
        out_.emit(Code::pointer_add, Scalar::int64, 1);
      }
      break;
    case Value::Kind::word:
    case Value::Kind::nothing:
      break;
  }
  return made;
}

Value Values::element(const Value& array, std::int64_t index) {
  return member(
      array,
      {.name = {}, .type = array.type->element, .offset = index * array.type->element->bytes});
}

Value Values::pointed(const Type* element) const {
  return {.kind = Value::Kind::address, .type = element};
}

void Values::convert(const Type* from, const Type* to, Place place, bool by_cast) {
  if (to->is_scalar() && from->is_scalar()) {
    if (from->scalar != to->scalar) {
      out_.emit(Code::convert, to->scalar, 0, static_cast<int>(from->scalar));
    }
    return;
  }
  const auto fail = [&] {
    reject(place, "a value of type " + name_of(*types_.without_const(from)) + " cannot become " +
                      name_of(*types_.without_const(to)));
  };
  if (to->is_pointer() && from->is_pointer()) {
    const Type* a = types_.without_const(from->element);
    const Type* b = types_.without_const(to->element);
    const bool fits = a == b || b->is(Type::Kind::nothing);
    if (!fits && !by_cast) fail();
    if (from->element->is_const && !to->element->is_const && !by_cast) {
      reject(place, "a value of type " + name_of(*from) + " cannot become a " +
                        name_of(*types_.without_const(to)) + ": the target is const");
    }
    return;
  }
  if (to->is_scalar() && from->is_pointer()) {
    if (to->scalar == Scalar::boolean) {
      out_.push(0);
      out_.emit(Code::binary, Scalar::uint64, 0, static_cast<int>(Binary::not_equal));
      return;
    }
    if (!by_cast || bytes_of(to->scalar) != 8) fail();
    out_.emit(Code::pointer_number);
    return;
  }
  if (to->is_pointer() && from->is_scalar() && by_cast) {
    refuse(place, "a pointer made from a number");
  }
  fail();
}

void Values::store(const Value& object) {
  if (object.kind == Value::Kind::slot) {
    out_.emit(Code::store_local, scalar_of(*object.type), object.at);
    return;
  }
  address(object);
  out_.emit(Code::swap);
  out_.emit(Code::store, scalar_of(*object.type));
}

Value Values::at_leaf(const Value& object, const Leaf& leaf) {
  Value made = object;
  made.type = leaf.type;
  if (made.kind == Value::Kind::slot) {
    made.at += static_cast<std::int32_t>(leaf.offset);
  } else {
    made.distance += leaf.offset;
  }
  return made;
}

void Values::copy_leaf(const Value& to, const Value& from, const Leaf& leaf) {
  const Value target = at_leaf(to, leaf);
  const Value source = at_leaf(from, leaf);
  if (leaf.type->is_vector()) {
    const Scalar part = leaf.type->record->members.front().type->scalar;
    address(target);
    address(source);
    out_.emit(Code::load_wide, part, leaf.type->bytes);
    out_.emit(Code::store_wide, part, leaf.type->bytes);
    return;
  }
  load(source);
  store(target);
}

void Values::copy(const Value& to, const Value& from, Place place) {
  const Value target = pinned(to);
  const Value source = pinned(from);
  if (target.kind == Value::Kind::slot && source.kind == Value::Kind::slot) {
    out_.emit(Code::copy_local, Scalar::int32, target.at, source.at,
              static_cast<Word>(target.type->bytes));
    return;
  }
  const std::vector<Leaf> leaves = leaves_of(*target.type, false, kMostLeaves);
  if (leaves.size() > kMostLeaves) reject(place, "this is too large to be copied at once");
  for (const Leaf& leaf : leaves) copy_leaf(target, source, leaf);
}

Value Values::temporary(const Type* type) {
  return {.kind = Value::Kind::slot,
          .type = types_.without_const(type),
          .at = out_.allocate(*type),
          .is_temporary = true};
}

void Values::zero(const Value& object) {
  if (object.kind == Value::Kind::slot) {
    out_.emit(Code::zero_local, Scalar::int32, object.at, object.type->bytes);
    return;
  }
  for (const Leaf& leaf : leaves_of(*object.type, true, kMostLeaves)) {
    out_.push(0);
    store(at_leaf(object, leaf));
  }
}

}  // namespace heatwave::cuda_text
