// Checks expressions and compiles them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "kernels/core/non_copyable.h"
#include "kernels/cuda_text/calls.h"
#include "kernels/cuda_text/code_values.h"
#include "kernels/cuda_text/name_table.h"
#include "kernels/cuda_text/objects.h"

namespace heatwave::cuda_text {

/// Everything that the parts of the compiler share.
struct Workplace {
  const Unit& unit;
  const Budget& budget;
  Program& program;
  std::vector<Diagnostic>& diagnostics;
  const Function* function = nullptr;  ///< the kernel
  TypeTable types;
  NameTable names{unit, budget, types};
  Emitter out{program, budget};
  Values values{out, types};
  /// True: an assignment that only computes in registers is a step of its own.
  bool computes = false;
  int loops = 0;         ///< loops around the code that is compiled
  bool is_dead = false;  ///< the code that is compiled never runs, so it gets no warnings

  void record(Diagnostic diagnostic) const {
    add_diagnostic(diagnostics, std::move(diagnostic), budget);
  }
  /// Adds a warning about code that is compiled all the same.
  void warn(Place place, std::string text) const {
    if (!is_dead) record({place, std::move(text), Severity::warning});
  }
};

/// Marks the code that is compiled while this object lives as dead, or leaves it as it is.
class DeadCode : core::NonCopyable {
 public:
  DeadCode(Workplace& at, bool is_dead)
      : at_(at), outer_(std::exchange(at.is_dead, at.is_dead || is_dead)) {}
  ~DeadCode() { at_.is_dead = outer_; }

 private:
  Workplace& at_;
  bool outer_;
};

class Expressions {
 public:
  Expressions(Workplace& at, Calls::Body body) : at_(at), calls_(at, *this, std::move(body)) {}

  /// Compiles an expression. Where the value is not wanted, the stack stays as it was and the
  /// result is `nothing`.
  Value of(const Expression& expression, bool wanted = true);
  /// Compiles an expression that stands for what it changes, and warns where it changes nothing.
  void discarded(const Expression& expression);
  /// Returns an element of an array or behind a pointer; `for_address`: only its place is wanted.
  Value element(const Expression& expression, bool for_address = false);
  /// Pushes a scalar or a pointer; returns its type.
  const Type* word(const Expression& expression);
  /// Pushes a value of this type.
  void word_as(const Expression& expression, const Type* type);
  /// Pushes a boolean.
  void condition(const Expression& expression);
  /// Pushes a value as another type; a literal 0 is also a null pointer.
  void convert(const Value& value, const Type* to, Place place);
  /// Makes a step of a computation that began at this instruction, if it is one in registers only.
  void computed_since(int begin, const Type* type);
  Value of_symbol(const Symbol& symbol);
  Value member_of(const Value& object, const std::string& name, Place place);
  /// Returns a value of this type on the stack.
  [[nodiscard]] Value pushed(const Type* type) const {
    return {.kind = Value::Kind::word, .type = type};
  }

  [[nodiscard]] Calls& calls() { return calls_; }
  [[nodiscard]] Objects objects() { return {at_, *this}; }

 private:
  Value name(const Expression& expression);
  Value of_member(const Expression& expression);
  std::optional<Value> special(const Expression& expression);

  Workplace& at_;
  Calls calls_;
};

/// Returns the text of a short expression for a message: "'x'", "this value".
std::string text_of(const Expression& expression);

/// Rejects a call with fewer arguments than `least` or more than `most`.
void need_arguments(const Expression& call, std::size_t least, std::size_t most);

}  // namespace heatwave::cuda_text
