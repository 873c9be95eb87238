// The compiler's values: each is on the machine's stack, in a thread's memory, or behind a
// pointer.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "kernels/cuda_text/bytecode.h"
#include "kernels/cuda_text/diagnostic.h"
#include "kernels/cuda_text/types.h"

namespace heatwave::cuda_text {

/// Appends instructions to a program and gives out the thread's memory.
class Emitter {
 public:
  Emitter(Program& program, const Budget& budget) : program_(program), budget_(budget) {}

  /// All instructions belong to this line until the next call.
  void at(Place place) { place_ = place; }
  [[nodiscard]] Place place() const { return place_; }
  int emit(Code code, Scalar scalar = Scalar::int32, std::int64_t a = 0, std::int64_t b = 0,
           Word word = 0);
  void push(Word word) { emit(Code::push, Scalar::int32, 0, 0, word); }
  [[nodiscard]] int here() const { return static_cast<int>(program_.code.size()); }
  /// Lets a jump lead to the next instruction.
  void land(int jump) { program_.code[static_cast<std::size_t>(jump)].a = here(); }
  std::int32_t allocate(const Type& type);
  /// Shows a variable of the running function from its first store on.
  void show(const std::string& name, const Type& type, std::int32_t offset);
  /// Begins and ends the variables of one function, within which equal names are one.
  int begin_shown() { return std::exchange(first_shown_, shown()); }
  void end_shown(int outer) { first_shown_ = outer; }
  [[nodiscard]] int shown() const { return static_cast<int>(program_.variables.size()); }
  int add_text(std::string text);

 private:
  Program& program_;
  const Budget& budget_;
  Place place_;
  int first_shown_ = 0;
};

struct Value {
  enum class Kind : std::uint8_t {
    nothing,  ///< a void function gives it
    word,     ///< on the stack
    slot,     ///< in the thread's memory at `at`
    through,  ///< the thread's memory at `at` holds a pointer; the object is `distance` behind it
    address,  ///< a pointer to it is on the stack
  };
  Kind kind = Kind::nothing;
  const Type* type = nullptr;
  std::int32_t at = 0;
  std::int64_t distance = 0;
  bool is_temporary = false;  ///< nothing can be assigned to it
  bool is_zero = false;       ///< a literal 0, which is also a null pointer
  bool is_own = false;        ///< a part of one of the thread's own variables

  [[nodiscard]] bool is_object() const {
    return kind == Kind::slot || kind == Kind::through || kind == Kind::address;
  }
};

/// Moves values. Each function emits code for the current line.
class Values {
 public:
  Values(Emitter& out, TypeTable& types) : out_(out), types_(types) {}

  /// Pushes a scalar or a pointer; arrays decay to pointers. Returns its type without const.
  const Type* load(const Value& value);
  /// Pushes a pointer to an object.
  void address(const Value& value);
  /// Returns the object in a form that can be used several times: the stack no longer holds it.
  Value pinned(const Value& value);
  Value member(const Value& object, const Member& member);
  /// Returns an element whose index the compiler knows.
  Value element(const Value& array, std::int64_t index);
  /// Returns the object at the pointer on the stack.
  [[nodiscard]] Value pointed(const Type* element) const;
  /// Converts the scalar or pointer on the stack. Rejects it where C does.
  void convert(const Type* from, const Type* to, Place place, bool by_cast = false);
  /// Pops a word into a pinned object of the same type.
  void store(const Value& object);
  void copy(const Value& to, const Value& from, Place place);
  Value temporary(const Type* type);
  void zero(const Value& object);

 private:
  void copy_leaf(const Value& to, const Value& from, const Leaf& leaf);
  [[nodiscard]] static Value at_leaf(const Value& object, const Leaf& leaf);

  Emitter& out_;
  TypeTable& types_;
};

}  // namespace heatwave::cuda_text
