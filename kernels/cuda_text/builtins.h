// CUDA's own functions: barriers, atomics, shuffles, votes, mathematics.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda_text/expressions.h"

namespace heatwave::cuda_text {

class Builtins {
 public:
  Builtins(Workplace& at, Expressions& expressions) : at_(at), expressions_(expressions) {}

  /// Compiles a call of a built-in function; none: there is none with this name.
  std::optional<Value> call(const Expression& expression);
  /// Returns the names of all built-in functions.
  static std::vector<std::string> names();

 private:
  Value synchronise(const Expression& expression, int kind);
  Value atomic(const Expression& expression, AtomicKind kind);
  Value shuffle(const Expression& expression, ShuffleKind kind);
  Value vote(const Expression& expression, VoteKind kind);
  Value math(const Expression& expression);
  Value extreme(const Expression& expression, bool maximum);
  Value absolute(const Expression& expression);
  Value print(const Expression& expression);
  Value vector(const Expression& expression);
  Value bits(const Expression& expression, Scalar from, Scalar to);
  Value pushed(Scalar scalar) const;

  Workplace& at_;
  Expressions& expressions_;
};

}  // namespace heatwave::cuda_text
