// The types of CUDA C as the checker sees them. Equal types are one object, so that they are
// compared by their address.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "kernels/cuda_text/scalar.h"

namespace heatwave::cuda_text {

struct Structure;
struct Type;

struct Member {
  std::string name;
  const Type* type = nullptr;
  std::int64_t offset = 0;  ///< in bytes
};

/// A value or a type that stands for a template's parameter.
struct Binding {
  const Type* type = nullptr;  ///< the value's type, or the type itself
  bool is_type = false;
  Word word = 0;
};
using Bindings = std::map<std::string, Binding>;

/// A struct, or a vector type such as float4.
struct Record {
  std::string name;
  std::vector<Member> members;
  std::int64_t bytes = 0;
  std::int64_t alignment = 1;
  bool is_vector = false;             ///< loaded and stored in one access
  const Structure* syntax = nullptr;  ///< null: built in
  Bindings bindings;                  ///< template parameters
};

struct Type {
  enum class Kind : std::uint8_t { nothing, scalar, pointer, array, record };
  Kind kind = Kind::nothing;
  Scalar scalar = Scalar::int32;
  const Type* element = nullptr;  ///< a pointer's target or an array's element
  std::int64_t count = 0;         ///< elements of an array
  const Record* record = nullptr;
  bool is_const = false;
  std::int64_t bytes = 0;
  std::int64_t alignment = 1;

  [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_pointer() const { return kind == Kind::pointer; }
  [[nodiscard]] bool is_aggregate() const { return kind == Kind::array || kind == Kind::record; }
  [[nodiscard]] bool is_vector() const { return kind == Kind::record && record->is_vector; }
};

/// Returns the type in CUDA C: "const float*", "int[2][8]".
std::string name_of(const Type& type);

/// Makes and owns types.
class TypeTable {
 public:
  TypeTable();
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  const Type* nothing() const { return nothing_; }
  const Type* scalar(Scalar scalar) const { return scalars_[static_cast<std::size_t>(scalar)]; }
  const Type* pointer_to(const Type* element);
  /// Throws std::length_error when the array has too many bytes.
  const Type* array_of(const Type* element, std::int64_t count);
  const Type* of_record(const Record* record);
  const Type* as_const(const Type* type);
  const Type* without_const(const Type* type);
  /// Returns "int", "float4" …; null: no such type is built in.
  const Type* built_in(const std::string& name) const;
  /// Returns cooperative groups' thread_block_tile of this size.
  const Type* tile(std::int64_t size);
  /// Lays the members out one after the other.
  Record* new_record(std::string name);
  static void add_member(Record& record, std::string name, const Type* type,
                         std::int64_t alignment);
  /// Sets the size, also in types that name the record already.
  void finish(Record& record);

 private:
  const Type* keep(const Type& type);
  void add_vector(const char* name, Scalar scalar, int count);

  std::deque<Type> types_;
  std::deque<Record> records_;
  std::vector<const Type*> scalars_;
  const Type* nothing_ = nullptr;
  std::map<std::string, const Type*> built_in_;
};

/// A scalar or a pointer within a type.
struct Leaf {
  std::string name;  ///< ".x", ".rows[2]"; empty: the whole
  std::int64_t offset = 0;
  const Type* type = nullptr;
};
/// Returns the parts of a type; a vector is one part unless `split_vectors`. Stops behind `most`.
std::vector<Leaf> leaves_of(const Type& type, bool split_vectors, std::size_t most);

}  // namespace heatwave::cuda_text
