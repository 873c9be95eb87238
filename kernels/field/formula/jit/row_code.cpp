// A sub-step is traced once for each kind of rows; all pieces lie in one stretch of memory.
#include "kernels/field/formula/jit/row_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string>

#include "kernels/core/error.h"

#if HEATWAVE_HAS_LEVELS
#include "kernels/field/formula/jit/row_assembler.h"
#endif

namespace heatwave::field::formula {
namespace {

constexpr const char* kNoRowCode =
    "machine code is made for x86 processors with AVX2, on Linux and Windows";

}  // namespace

#if HEATWAVE_HAS_LEVELS
namespace {

constexpr std::size_t kMostCodeBytes = std::size_t{1} << 18U;

ScalarPlaces scalar_places(const Program& program, const SubStep& step) {
  ScalarPlaces places{.constants = static_cast<int>(program.constants.size()),
                      .uniforms = static_cast<int>(program.uniforms.size())};
  for (const Value& value : step.values) {
    if (value.op != Op::noise && value.op != Op::normal) continue;
    auto& streams = places.streams;
    if (std::find(streams.begin(), streams.end(), value.a) == streams.end()) {
      streams.push_back(value.a);
    }
  }
  return places;
}

/// Measured: longer loops gain nothing from several rows at once.
constexpr std::size_t kMostOperations = 400;

}  // namespace

std::string why_no_row_code(core::SimdLevel level) {
  return level == core::SimdLevel::basic ? kNoRowCode : "";
}

RowCode::RowCode(const Program& program, const SubStep& step, core::SimdLevel level,
                 std::size_t stride, int width)
    : scalars_(scalar_places(program, step)) {
  // Not set to zero, so that only pages that are used take time.
  const auto buffer = std::make_unique_for_overwrite<std::uint8_t[]>(kMostCodeBytes);
  void* aligned = buffer.get();
  std::size_t size = kMostCodeBytes;
  std::align(core::kCacheLine, kMostCodeBytes / 2, aligned, size);
  RowAssembler assembler({static_cast<std::uint8_t*>(aligned), size}, level, stride, width,
                         scalars_.count());
  const auto uses = [&](Op op) {
    return std::any_of(step.values.begin(), step.values.end(),
                       [&](const Value& value) { return value.op == op; });
  };
  reads_row_ = uses(Op::row);
  std::array<std::size_t, kPieces> begins{};
  try {
    const RowTrace plain_row(step, scalars_, {});
    group_rows_ = kGroupRows;
    while (group_rows_ > 1 &&
           plain_row.nodes().size() * static_cast<std::size_t>(group_rows_) > kMostOperations) {
      group_rows_ /= 2;
    }
    const auto assemble = [&](Piece piece, RowKind kind) {
      begins[static_cast<std::size_t>(piece)] =
          assembler.assemble(RowTrace(step, scalars_, kind), kind.rows);
    };
    // Where a sub-step reads no media, a piece with them is the one without.
    const auto assemble_both = [&](Piece piece, Piece with_medium, RowKind kind) {
      assemble(piece, kind);
      begins[static_cast<std::size_t>(with_medium)] = begins[static_cast<std::size_t>(piece)];
      kind.has_medium = true;
      if (uses(Op::medium)) assemble(with_medium, kind);
    };
    const int rows = group_rows_;
    assemble(Piece::plain_row, {});
    assemble_both(Piece::any_row, Piece::any_row_with_medium,
                  {.has_fixed = true, .has_missing = true});
    if (rows > 1) {
      assemble(Piece::plain_group, {.rows = rows});
      assemble_both(Piece::held_group, Piece::medium_group, {.rows = rows, .has_fixed = true});
      assemble_both(Piece::any_group, Piece::any_group_with_medium,
                    {.rows = rows, .has_fixed = true, .has_missing = true});
    }
  } catch (const Xbyak::Error& error) {
    throw core::Error(std::string("a sub-step is too long: ") + error.what());
  }
  literals_ = assembler.memory().literals();
  pointers_ = assembler.memory().pointers();
  memory_ = core::ExecutableMemory(assembler.code());
  for (std::size_t i = 0; i < kPieces; ++i) {
    pieces_[i] = std::bit_cast<Function>(memory_.data() + begins[i]);
  }
}

#else

std::string why_no_row_code(core::SimdLevel /*level*/) { return kNoRowCode; }

RowCode::RowCode(const Program& /*program*/, const SubStep& /*step*/, core::SimdLevel level,
                 std::size_t /*stride*/, int /*width*/) {
  throw core::Error(why_no_row_code(level));
}

#endif

RowFrame::RowFrame(const RowCode& code)
    : code_(&code),
      memory_(static_cast<std::size_t>(-RowFrameLayout::kSpills) +
              (static_cast<std::size_t>(code.scalars().count()) + code.literals().size()) *
                  RowFrameLayout::kVector),
      base_(memory_.data() - RowFrameLayout::kSpills) {
  for (std::size_t i = 1; i < code.literals().size(); ++i) {
    set_bits(code.scalars().count() + static_cast<int>(i), code.literals()[i]);
  }
  // The first literal is the columns of the lanes.
  for (std::uint32_t lane = 0; lane < kLineCells; ++lane) {
    std::memcpy(base_ + code.scalars().count() * RowFrameLayout::kVector + lane * sizeof lane,
                &lane, sizeof lane);
  }
}

void RowFrame::set_bits(int scalar, std::uint32_t bits) {
  std::uint32_t lanes[kLineCells];
  std::fill(std::begin(lanes), std::end(lanes), bits);
  std::memcpy(base_ + scalar * RowFrameLayout::kVector, lanes, sizeof lanes);
}

void RowFrame::set_scalar(int scalar, float value) {
  set_bits(scalar, std::bit_cast<std::uint32_t>(value));
}

}  // namespace heatwave::field::formula
