// A Bytecode is a sub-step for the CPU: each instruction runs over a block of cells, so that its
// cost is shared by all of them. A block lies in one row, or in a few rows that follow each other
// in memory. Its loops are compiled for each SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/simd.h"
#include "kernels/field/formula/functions.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Slots of a plane, in this order, from kPlaneSlots·plane on.
enum PlaneSlot : std::uint8_t { kCentre, kWest, kEast, kNorth, kSouth, kOlder, kPlaneSlots };

struct Frame;
struct Instruction;
using Kernel = void (*)(const Instruction& instruction, const Frame& frame);

/// An operand is the index of a slot or, where the kernel is made for that, of a scalar.
struct Instruction {
  Kernel kernel = nullptr;
  std::uint16_t to = 0;
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::uint16_t c = 0;
  // A pair has these operands of its inner operation, whose result is an operand of the outer one.
  std::uint16_t inner_a = 0;
  std::uint16_t inner_b = 0;
  std::uint16_t inner_c = 0;
};

/// The memory of one block of cells.
struct Frame {
  float* const* slots = nullptr;  ///< each points to the block's first cell
  const float* scalars = nullptr;
  const NoiseKey* keys = nullptr;  ///< one for each stream
  std::uint32_t cell = 0;          ///< index of the block's first cell in the grid
  int count = 0;                   ///< number of cells; whole lines of cells may be written
};

/// Operations of kernels: those of programs, and some that join two of them.
enum class BlockOp : std::uint8_t {
  // The operations from Op::negate on have their own numbers.
  laplacian = static_cast<std::uint8_t>(Op::modulo) + 1,
  laplacian_product,  ///< a·laplacian(b)
  laplacian_fma,      ///< fma(a, laplacian(b), c)
  copy,
  noise,
  normal,
};

/// An operation whose operands are slots and scalars.
struct OperandKinds {
  std::uint8_t op = 0;   ///< a number of BlockOp
  unsigned scalars = 0;  ///< bit i says that operand i is a scalar

  friend constexpr bool operator==(const OperandKinds&, const OperandKinds&) = default;
};

/// The loops of one SIMD level.
struct BlockKernels {
  Kernel (*find)(OperandKinds operation);
  /// Returns the kernel of a pair, in which operand `place` of the outer operation is the result of
  /// the inner one and stays in a register. Null: there is none.
  Kernel (*find_pair)(OperandKinds outer, int place, OperandKinds inner);
  /// Gives fixed cells of some rows the values of `fixed`. `stride` is the distance between two
  /// rows of cells, `width` that between two rows of flags.
  void (*keep_fixed)(float* to, const float* fixed, std::ptrdiff_t stride,
                     const std::uint8_t* flags, int width, int rows, int count);
  /// Writes `neighbour`, or the cell's own value plus `slope` where the flag says that the
  /// neighbour is missing. A slope of null counts as 0.
  void (*see)(float* to, const float* centre, const float* neighbour, const float* slope,
              const std::uint8_t* flags, std::uint8_t missing, int count);
};
const BlockKernels& basic_block_kernels();
const BlockKernels& avx2_block_kernels();
const BlockKernels& avx512_block_kernels();
const BlockKernels& block_kernels(core::SimdLevel level);

/// The longest block, in cells: four rows of 512 cells with their padding.
inline constexpr int kMostBlockCells = 2176;

class Bytecode {
 public:
  Bytecode() = default;
  /// `has_media` is false where all cells have the medium's factor 1.
  Bytecode(const Program& program, const SubStep& step, bool has_media, core::SimdLevel level);

  void run(const Frame& frame) const {
    for (const Instruction& instruction : instructions_) instruction.kernel(instruction, frame);
  }

  // Slots: the planes', then the medium's factors, the columns, the outputs, and temporary values.
  [[nodiscard]] std::size_t medium_slot() const { return planes_ * kPlaneSlots; }
  [[nodiscard]] std::size_t column_slot() const { return medium_slot() + 1; }
  [[nodiscard]] std::size_t output_slot(std::size_t output) const {
    return medium_slot() + 2 + output;
  }
  /// Returns the slot of an output's squared speed. Precondition: it has one.
  [[nodiscard]] std::size_t speed_slot(std::size_t output) const {
    return output_slot(outputs_ + output);
  }
  [[nodiscard]] std::size_t first_temporary() const { return output_slot(2 * outputs_); }
  [[nodiscard]] std::size_t temporaries() const { return temporaries_; }
  [[nodiscard]] std::size_t slots() const { return first_temporary() + temporaries_; }

  // Scalars: constants, uniforms, the row's place, and 1.
  [[nodiscard]] std::size_t uniform_scalar(std::size_t uniform) const {
    return constants_ + uniform;
  }
  [[nodiscard]] std::size_t row_scalar() const { return constants_ + uniforms_; }
  [[nodiscard]] std::size_t scalars() const { return row_scalar() + 2; }

  /// Streams of noise, in the order of Frame::keys.
  [[nodiscard]] const std::vector<int>& streams() const { return streams_; }
  /// Returns whether an instruction reads the plane's neighbours. Indexed by plane.
  [[nodiscard]] bool reads_neighbours(std::size_t plane) const { return neighbours_[plane]; }
  [[nodiscard]] bool reads(std::size_t plane) const { return planes_read_[plane]; }
  /// Returns whether a cell's result depends on its place in the grid. Then a block lies in one
  /// row.
  [[nodiscard]] bool depends_on_place() const { return depends_on_place_; }
  /// Number of cells in a block, a multiple of the widest vector.
  [[nodiscard]] int block_cells() const { return block_cells_; }
  [[nodiscard]] std::size_t instructions() const { return instructions_.size(); }

 private:
  friend class BytecodeBuilder;

  std::vector<Instruction> instructions_;
  std::size_t planes_ = 0;
  std::size_t outputs_ = 0;
  std::size_t temporaries_ = 0;
  std::size_t constants_ = 0;
  std::size_t uniforms_ = 0;
  std::vector<int> streams_;
  std::vector<bool> neighbours_;
  std::vector<bool> planes_read_;
  bool depends_on_place_ = false;
  int block_cells_ = kMostBlockCells;
};

}  // namespace heatwave::field::formula
