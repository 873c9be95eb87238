// Types are found in a list of all types made so far; a text has few of them.
#include "kernels/cuda_text/types.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace heatwave::cuda_text {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 32;
constexpr std::int64_t kPointerBytes = 8;

std::int64_t rounded_up(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

bool equal(const Type& a, const Type& b) {
  return a.kind == b.kind && a.scalar == b.scalar && a.element == b.element && a.count == b.count &&
         a.record == b.record && a.is_const == b.is_const;
}

void add_leaves(const Type& type, const std::string& name, std::int64_t offset, bool split_vectors,
                std::size_t most, std::vector<Leaf>& leaves) {
  if (leaves.size() > most) return;
  if (type.is(Type::Kind::array)) {
    for (std::int64_t i = 0; i < type.count && leaves.size() <= most; ++i) {
      add_leaves(*type.element, name + "[" + std::to_string(i) + "]",
                 offset + i * type.element->bytes, split_vectors, most, leaves);
    }
  } else if (type.is(Type::Kind::record) && (split_vectors || !type.is_vector())) {
    for (const Member& member : type.record->members) {
      add_leaves(*member.type, name + "." + member.name, offset + member.offset, split_vectors,
                 most, leaves);
    }
  } else {
    leaves.push_back({name, offset, &type});
  }
}

}  // namespace

std::string name_of(const Type& type) {
  std::string text;
  switch (type.kind) {
    case Type::Kind::nothing:
      text = "void";
      break;
    case Type::Kind::scalar:
      text = name_of(type.scalar);
      break;
    case Type::Kind::pointer:
      return name_of(*type.element) + "*" + (type.is_const ? " const" : "");
    case Type::Kind::array: {
      std::string extents;
      const Type* element = &type;
      for (; element->is(Type::Kind::array); element = element->element) {
        extents += "[" + std::to_string(element->count) + "]";
      }
      return name_of(*element) + extents;
    }
    case Type::Kind::record:
      text = type.record->name;
      break;
  }
  return type.is_const ? "const " + text : text;
}

TypeTable::TypeTable() {
  nothing_ = keep({});
  constexpr int kScalars = static_cast<int>(Scalar::float64) + 1;
  for (int i = 0; i < kScalars; ++i) {
    const auto scalar = static_cast<Scalar>(i);
    scalars_.push_back(keep({.kind = Type::Kind::scalar,
                             .scalar = scalar,
                             .bytes = bytes_of(scalar),
                             .alignment = bytes_of(scalar)}));
    built_in_[name_of(scalar)] = scalars_.back();
  }
  built_in_["void"] = nothing_;
  const std::pair<const char*, Scalar> others[] = {
      {"unsigned char", Scalar::uint8}, {"unsigned int", Scalar::uint32},
      {"size_t", Scalar::uint64},       {"int8_t", Scalar::int8},
      {"uint8_t", Scalar::uint8},       {"int16_t", Scalar::int16},
      {"uint16_t", Scalar::uint16},     {"int32_t", Scalar::int32},
      {"uint32_t", Scalar::uint32},     {"int64_t", Scalar::int64},
      {"uint64_t", Scalar::uint64},     {"cudaError_t", Scalar::int32}};
  for (const auto& [name, scalar] : others)
    built_in_[name] = scalars_[static_cast<std::size_t>(scalar)];
  add_vector("int2", Scalar::int32, 2);
  add_vector("int3", Scalar::int32, 3);
  add_vector("int4", Scalar::int32, 4);
  add_vector("uint2", Scalar::uint32, 2);
  add_vector("uint3", Scalar::uint32, 3);
  add_vector("uint4", Scalar::uint32, 4);
  add_vector("dim3", Scalar::uint32, 3);
  add_vector("float2", Scalar::float32, 2);
  add_vector("float3", Scalar::float32, 3);
  add_vector("float4", Scalar::float32, 4);
  add_vector("double2", Scalar::float64, 2);
  add_vector("char4", Scalar::int8, 4);
  add_vector("uchar4", Scalar::uint8, 4);
  for (const char* group : {"thread_block", "grid_group"}) {
    Record* record = new_record(group);
    finish(*record);
    built_in_[group] = of_record(record);
  }
}

void TypeTable::add_vector(const char* name, Scalar scalar, int count) {
  Record* record = new_record(name);
  for (int i = 0; i < count; ++i) {
    add_member(*record, std::string(1, "xyzw"[i]), scalars_[static_cast<std::size_t>(scalar)], 1);
  }
  record->is_vector = count != 3;
  if (count != 3) record->alignment = record->bytes;
  finish(*record);
  built_in_[name] = of_record(record);
}

const Type* TypeTable::keep(const Type& type) {
  const auto known = std::find_if(types_.begin(), types_.end(),
                                  [&](const Type& each) { return equal(each, type); });
  if (known != types_.end()) return &*known;
  types_.push_back(type);
  return &types_.back();
}

const Type* TypeTable::pointer_to(const Type* element) {
  return keep({.kind = Type::Kind::pointer,
               .element = element,
               .bytes = kPointerBytes,
               .alignment = kPointerBytes});
}

const Type* TypeTable::array_of(const Type* element, std::int64_t count) {
  if (count < 0 || (element->bytes > 0 && count > kMostBytes / element->bytes)) {
    throw std::length_error("an array is too large");
  }
  return keep({.kind = Type::Kind::array,
               .element = element,
               .count = count,
               .bytes = element->bytes * count,
               .alignment = element->alignment});
}

const Type* TypeTable::of_record(const Record* record) {
  return keep({.kind = Type::Kind::record,
               .record = record,
               .bytes = record->bytes,
               .alignment = record->alignment});
}

const Type* TypeTable::as_const(const Type* type) {
  if (type->is(Type::Kind::array)) return array_of(as_const(type->element), type->count);
  Type made = *type;
  made.is_const = true;
  return keep(made);
}

const Type* TypeTable::without_const(const Type* type) {
  if (type->is(Type::Kind::array)) return array_of(without_const(type->element), type->count);
  Type made = *type;
  made.is_const = false;
  return keep(made);
}

const Type* TypeTable::built_in(const std::string& name) const {
  const auto known = built_in_.find(name);
  return known == built_in_.end() ? nullptr : known->second;
}

const Type* TypeTable::tile(std::int64_t size) {
  const std::string name = "thread_block_tile<" + std::to_string(size) + ">";
  if (const Type* known = built_in(name)) return known;
  Record* record = new_record(name);
  add_member(*record, "size", scalar(Scalar::int32), 1);
  record->bindings["size"] = {scalar(Scalar::int32), false, static_cast<Word>(size)};
  finish(*record);
  built_in_[name] = of_record(record);
  return built_in_[name];
}

Record* TypeTable::new_record(std::string name) {
  records_.push_back({.name = std::move(name)});
  return &records_.back();
}

void TypeTable::add_member(Record& record, std::string name, const Type* type,
                           std::int64_t alignment) {
  const std::int64_t aligned = std::max(type->alignment, alignment);
  const std::int64_t offset = rounded_up(record.bytes, aligned);
  if (offset > kMostBytes - type->bytes) throw std::length_error("a struct is too large");
  record.members.push_back({std::move(name), type, offset});
  record.bytes = offset + type->bytes;
  record.alignment = std::max(record.alignment, aligned);
}

void TypeTable::finish(Record& record) {
  record.bytes = rounded_up(std::max<std::int64_t>(record.bytes, 1), record.alignment);
  for (Type& type : types_) {
    if (type.record != &record) continue;
    type.bytes = record.bytes;
    type.alignment = record.alignment;
  }
}

std::vector<Leaf> leaves_of(const Type& type, bool split_vectors, std::size_t most) {
  std::vector<Leaf> leaves;
  add_leaves(type, "", 0, split_vectors, most, leaves);
  return leaves;
}

}  // namespace heatwave::cuda_text
