// CUDA's own functions: barriers, atomics, shuffles, votes, mathematics, cooperative groups.
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
  /// Compiles a call of a method of a cooperative group.
  Value group_method(const Value& group, const Expression& expression);
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
  Value reduce(const Expression& expression);
  Value group(const Expression& expression);
  void full_mask() { at_.out.push(0xFFFFFFFF); }
  /// Pushes the mask of the lanes of this thread's tile.
  void tile_mask(Word size);
  void rank_in_block();
  Value pushed(Scalar scalar) const;
  static void need_arguments(const Expression& expression, std::size_t least, std::size_t most);

  Workplace& at_;
  Expressions& expressions_;
};

}  // namespace heatwave::cuda_text
