// Compiles cooperative groups into masks, shuffles and barriers.
#include "kernels/cuda_text/group_calls.h"

#include <map>
#include <string>

namespace heatwave::cuda_text {

Value GroupCalls::group(const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  if (callee.text != "tiled_partition") {
    need_arguments(expression, 0, 0);
    const Value made = at_.values.temporary(
        at_.types.built_in(callee.text == "this_grid" ? "grid_group" : "thread_block"));
    at_.values.zero(made);
    return made;
  }
  need_arguments(expression, 1, 1);
  if (callee.arguments.size() != 1 || callee.arguments.front().value == nullptr) {
    reject(expression.place, "tiled_partition takes the number of threads of a tile: <32>");
  }
  const std::int64_t size =
      at_.names.whole_constant(*callee.arguments.front().value, "the size of a tile");
  if (size < 1 || size > 32 || (size & (size - 1)) != 0) {
    reject(expression.place, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  }
  expressions_.of(*expression.parts[1], false);
  const Value made = at_.values.temporary(at_.types.tile(size));
  at_.values.zero(made);
  return made;
}

void GroupCalls::rank_in_block() {
  // x + blockDim.x · (y + blockDim.y · z)
  const auto special = [&](int which) { at_.out.emit(Code::special, Scalar::uint32, which); };
  const auto combine = [&](Binary operation) {
    at_.out.emit(Code::binary, Scalar::uint32, 0, static_cast<int>(operation));
  };
  special(2);
  special(7);
  combine(Binary::multiply);
  special(1);
  combine(Binary::add);
  special(6);
  combine(Binary::multiply);
  special(0);
  combine(Binary::add);
}

void GroupCalls::tile_mask(Word size) {
  if (size == 32) return at_.out.push(kAllLanes);
  // The tile's first lane: (rank in the block % warpSize) & ~(size − 1)
  const auto combine = [&](Binary operation) {
    at_.out.emit(Code::binary, Scalar::uint32, 0, static_cast<int>(operation));
  };
  at_.out.push((Word{1} << size) - 1);
  rank_in_block();
  at_.out.emit(Code::special, Scalar::uint32, 12);
  combine(Binary::remainder);
  at_.out.push(0xFFFFFFFF & ~(size - 1));
  combine(Binary::bit_and);
  combine(Binary::shift_left);
}

Value GroupCalls::method(const Value& group, const Expression& expression) {
  const Expression& callee = *expression.parts.front();
  const std::string& method = callee.text;
  const std::string& name = group.type->record->name;
  const auto size_entry = group.type->record->bindings.find("size");
  const bool tile = size_entry != group.type->record->bindings.end();
  if (!tile && name != "thread_block" && name != "grid_group") {
    reject(callee.place, "a " + name + " has no methods");
  }
  if (group.kind == Value::Kind::address) at_.out.emit(Code::pop);
  at_.out.at(callee.place);
  const auto combine = [&](Binary operation) {
    at_.out.emit(Code::binary, Scalar::uint32, 0, static_cast<int>(operation));
  };
  if (method == "sync") {
    need_arguments(expression, 0, 0);
    if (tile) {
      tile_mask(size_entry->second.word);
      at_.out.emit(Code::sync_warp);
    } else {
      at_.out.emit(name == "grid_group" ? Code::grid_barrier : Code::barrier);
    }
    return {};
  }
  if (tile) {
    const Word size = size_entry->second.word;
    static const std::map<std::string, ShuffleKind> kShuffles{
        {"shfl", ShuffleKind::lane},
        {"shfl_up", ShuffleKind::up},
        {"shfl_down", ShuffleKind::down},
        {"shfl_xor", ShuffleKind::exclusive_or}};
    if (const auto found = kShuffles.find(method); found != kShuffles.end()) {
      need_arguments(expression, 2, 2);
      tile_mask(size);
      const Type* type = expressions_.word(*expression.parts[1]);
      if (!type->is_scalar()) reject(expression.place, "a shuffle moves numbers");
      expressions_.word_as(*expression.parts[2], at_.types.scalar(Scalar::int32));
      at_.out.push(size);
      at_.out.at(callee.place);
      at_.out.emit(Code::shuffle, type->scalar, 0, static_cast<int>(found->second));
      return {.kind = Value::Kind::word, .type = type};
    }
    if (method == "thread_rank" || method == "meta_group_rank") {
      rank_in_block();
      at_.out.push(size);
      combine(method == "thread_rank" ? Binary::remainder : Binary::divide);
      return expressions_.pushed(at_.types.scalar(Scalar::uint32));
    }
    if (method == "size" || method == "num_threads") {
      at_.out.push(size);
      return expressions_.pushed(at_.types.scalar(Scalar::uint32));
    }
  } else if (name == "thread_block") {
    if (method == "thread_rank") {
      rank_in_block();
      return expressions_.pushed(at_.types.scalar(Scalar::uint32));
    }
    if (method == "size" || method == "num_threads") {
      for (const int axis : {6, 7, 8}) at_.out.emit(Code::special, Scalar::uint32, axis);
      combine(Binary::multiply);
      combine(Binary::multiply);
      return expressions_.pushed(at_.types.scalar(Scalar::uint32));
    }
  }
  refuse(callee.place, "'" + method + "' of a " + name);
}

Value GroupCalls::reduce(const Expression& expression) {
  need_arguments(expression, 3, 3);
  const Value tile = expressions_.of(*expression.parts[1]);
  const bool is_tile = tile.type != nullptr && tile.type->is(Type::Kind::record) &&
                       tile.type->record->bindings.contains("size");
  if (!is_tile) reject(expression.place, "reduce needs a tile: tiled_partition<32>(…)");
  if (tile.kind == Value::Kind::address) at_.out.emit(Code::pop);
  const Expression& how = *expression.parts[3];
  const std::string name = how.kind == Expression::Kind::call ? how.parts.front()->text : "";
  if (name != "plus" && name != "less" && name != "greater") {
    refuse(how.place, "this way to reduce");
  }
  const Binary operation = name == "plus"   ? Binary::add
                           : name == "less" ? Binary::minimum
                                            : Binary::maximum;
  const Type* type = expressions_.word(*expression.parts[2]);
  if (!type->is_scalar()) reject(expression.place, "reduce needs a number");
  const Value sum = at_.values.temporary(type);
  at_.values.store(sum);
  const Word size = tile.type->record->bindings.at("size").word;
  for (Word distance = size / 2; distance > 0; distance /= 2) {
    at_.out.at(expression.place);
    at_.values.load(sum);
    tile_mask(size);
    at_.values.load(sum);
    at_.out.push(distance);
    at_.out.push(size);
    at_.out.emit(Code::shuffle, type->scalar, 0, static_cast<int>(ShuffleKind::exclusive_or));
    at_.out.emit(Code::binary, type->scalar, 0, static_cast<int>(operation));
    at_.values.store(sum);
  }
  return sum;
}

}  // namespace heatwave::cuda_text
