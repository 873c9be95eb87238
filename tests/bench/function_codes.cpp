// Computes the functions of formulas for all floats by every code that this processor runs: the
// functions themselves, bytecode and machine code of each SIMD level. Prints how many results
// differ in their bits, and largest errors in units of the last place. All of it takes over an hour
// of a processor: `cmake --build build/release --target function_codes`.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/random.h"
#include "kernels/field/formula/block_values.h"
#include "kernels/field/formula/jit/row_code.h"
#include "tests/kernels/formula_function_errors.h"

namespace {

using namespace heatwave;
using namespace heatwave::field::formula;

constexpr int kWidth = 1024;
constexpr int kRows = 4;                        ///< rows of a group of machine code
constexpr core::Extent kGrid{kWidth, 1 << 22};  ///< a cell for each float
constexpr std::size_t kCells = std::size_t{kWidth} * kRows;

/// A function of u, whose bits are the cell's number, and of a random v.
struct Function {
  const char* text;
  /// Null: it is not one of functions.h.
  float (*own)(float u, float v) = nullptr;
  /// The distance of a result from the exact one; null: it is not measured.
  double (*error)(float result, float u, float v) = nullptr;
  /// Number of blocks of which one is computed.
  int every = 1;
  /// True: v is such that u^v is a float; false: v is any number.
  bool is_power = false;
};

double error_of_power(float result, float u, float v) {
  return error_of(result, std::pow(static_cast<long double>(u), static_cast<long double>(v)));
}

/// Returns the error in units of the last place of v. 0 and v are the same rest.
double error_of_modulo(float result, float u, float v) {
  if (!std::isfinite(u) || !std::isnormal(v) || std::abs(u / v) >= 4194304.0F) return 0.0;
  const long double period = std::abs(static_cast<long double>(v));
  const long double away = std::abs(
      std::remainder(static_cast<long double>(result) - static_cast<long double>(u), period));
  int exponent = 0;
  (void)std::frexp(v, &exponent);
  if (away <= std::numeric_limits<float>::min()) return 0.0;  // a denormal rest counts as 0
  return static_cast<double>(away) / std::ldexp(1.0, exponent - 24);
}

double error_of_gauss(float result, float u, float /*v*/) {
  return error_of(result, std::exp(-static_cast<long double>(u) * static_cast<long double>(u)));
}

double error_of_root(float result, float u, float /*v*/) {
  return error_of(result, std::sqrt(static_cast<long double>(u)));
}

std::vector<Function> functions() {
  constexpr int kOfPairs = 4;  // a billion of them are enough
  return {{"tan(u)", [](float u, float) { return tan(u); }},
          {"sinh(u)", [](float u, float) { return sinh(u); }},
          {"cosh(u)", [](float u, float) { return cosh(u); }},
          {"gauss(u, 0, 1)", nullptr, error_of_gauss},
          {"noise"},
          {"white"},
          {"mod(u, v)", [](float u, float v) { return modulo(u, v); }, error_of_modulo, kOfPairs},
          {"u^v", [](float u, float v) { return power(u, v); }, error_of_power, kOfPairs, true},
          {"u^v", [](float u, float v) { return power(u, v); }, nullptr, kOfPairs},
          {"exp(u)", [](float u, float) { return exp(u); }},
          {"log(u)", [](float u, float) { return log(u); }},
          {"sin(u)", [](float u, float) { return sin(u); }},
          {"cos(u)", [](float u, float) { return cos(u); }},
          {"tanh(u)", [](float u, float) { return tanh(u); }},
          {"sqrt(u)", [](float u, float) { return core::square_root(u); }, error_of_root},
          {"u/v", [](float u, float v) { return u / v; }, nullptr, kOfPairs},
          {"sign(u) + abs(v)*H(u - v) + min(u, v)*max(u, v)", nullptr, nullptr, kOfPairs}};
}

/// One block of cells: four rows of each plane, and room for a vector more.
using Plane = core::AlignedVector<float>;

/// A function as all codes of this processor.
class Codes {
 public:
  explicit Codes(const char* text) {
    std::vector<Problem> problems;
    model_ = read("u' = 0\nv' = 0", text, problems);
    if (model_) program_ = program_of(*model_, problems);
    if (!problems.empty()) throw core::Error(std::string(text) + ": " + problems.front().message);
    constants_ = constants_of(program_, *model_, {}, kGrid);
    for (const auto& [level, name] : kLevels) {
      if (level > core::simd_level()) continue;
      bytecodes_.push_back({name, Bytecode(program_, program_.shown, false, level)});
      if (!why_no_row_code(level).empty()) continue;
      rows_.push_back({name, std::make_unique<RowCode>(program_, program_.shown, level,
                                                       std::size_t{kWidth}, kWidth)});
    }
  }

  [[nodiscard]] std::size_t count() const { return bytecodes_.size() + rows_.size(); }
  [[nodiscard]] std::string name(std::size_t code) const {
    if (code == 0) return "functions and bytecode basic";
    if (code < bytecodes_.size()) return std::string("bytecode ") + bytecodes_[code].name;
    return std::string("machine code ") + rows_[code - bytecodes_.size()].name;
  }
  /// Computes rows `y` to `y` + 3 of the grid.
  void compute(std::size_t code, int y, Plane& u, Plane& v, Plane& result) const {
    const core::FlushDenormals here;
    if (code < bytecodes_.size()) return by_bytecode(bytecodes_[code].code, y, u, v, result);
    by_machine_code(*rows_[code - bytecodes_.size()].code, y, u, v, result);
  }

 private:
  struct Level {
    core::SimdLevel level;
    const char* name;
  };
  static constexpr Level kLevels[] = {{core::SimdLevel::basic, "basic"},
                                      {core::SimdLevel::avx2, "avx2"},
                                      {core::SimdLevel::avx512, "avx512"}};
  struct NamedBytecode {
    const char* name;
    Bytecode code;
  };
  struct NamedRowCode {
    const char* name;
    std::unique_ptr<RowCode> code;
  };

  void by_bytecode(const Bytecode& code, int y, Plane& u, Plane& v, Plane& result) const {
    BlockValues values(code);
    values.set_constants(constants_);
    values.set_noise(0);
    for (int row = 0; row < kRows; ++row) {
      for (int x = 0; x < kWidth; x += code.block_cells()) {
        const std::size_t at =
            std::size_t{kWidth} * static_cast<std::size_t>(row) + static_cast<std::size_t>(x);
        values.slot(kCentre) = u.data() + at;
        values.slot(kPlaneSlots + kCentre) = v.data() + at;
        values.slot(code.output_slot(0)) = result.data() + at;
        values.run({x, y + row}, kGrid, std::min(code.block_cells(), kWidth - x));
      }
    }
  }
  void by_machine_code(const RowCode& code, int y, Plane& u, Plane& v, Plane& result) const {
    RowFrame frame(code);
    for (std::size_t i = 0; i < constants_.size(); ++i) {
      frame.set_scalar(static_cast<int>(i), constants_[i]);
    }
    const ScalarPlaces& places = code.scalars();
    for (std::size_t i = 0; i < places.streams.size(); ++i) {
      const NoiseKey key = noise_key(places.streams[i], 0);
      frame.set_bits(places.key(static_cast<int>(i)), key.first);
      frame.set_bits(places.key(static_cast<int>(i)) + 1, key.second);
    }
    const int count = code.group_rows();
    const auto piece = count == 1 ? RowCode::Piece::plain_row : RowCode::Piece::plain_group;
    const int to = program_.shown.outputs.front().plane;
    for (int row = 0; row < kRows; row += count) {
      const std::size_t at = std::size_t{kWidth} * static_cast<std::size_t>(row);
      for (const int pointer : code.pointers(count)) {
        if (pointer == RowPointer::to(to)) frame.set_pointer(pointer, result.data() + at);
        if (pointer == RowPointer::from(0)) frame.set_pointer(pointer, u.data() + at);
        if (pointer == RowPointer::from(1)) frame.set_pointer(pointer, v.data() + at);
      }
      for (int r = 0; r < count && !places.streams.empty(); ++r) {
        frame.set_bits(places.first_cell(r), noise_cell({0, y + row + r}, kGrid));
      }
      code.run(piece, frame.base(), 0, kWidth);
    }
  }

  std::optional<Model> model_;
  Program program_;
  std::vector<float> constants_;
  std::vector<NamedBytecode> bytecodes_;
  std::vector<NamedRowCode> rows_;
};

/// Returns v for a u: any number, or one for which u^v is a float.
float other_argument(const Function& function, float u, std::uint32_t cell) {
  const std::uint64_t random = core::splitmix64(11, cell);
  const auto bits = static_cast<std::uint32_t>(random >> 32U);
  if (!function.is_power) return real_of<float>(bits);
  int exponent = 0;
  (void)std::frexp(u, &exponent);
  const float part = static_cast<float>(static_cast<std::int32_t>(bits)) * 4.656612873e-10F;
  return 130.0F * part / static_cast<float>(std::abs(exponent) + 1);
}

struct Found {
  std::vector<std::uint64_t> differing;  ///< for each code
  double error = 0.0;
  float at[2] = {};
};

bool are_same(float a, float b) {
  return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b));
}

/// Computes every `stride`-th block from `first` on. What codes are compared with is the first
/// bytecode. The functions themselves take long without an instruction for fused multiply-adds, so
/// they are compared in some blocks only.
Found compared(const Function& function, const Codes& codes, int first, int stride) {
  constexpr int kBlocksOfOwn = 64;
  Found found{.differing = std::vector<std::uint64_t>(codes.count())};
  constexpr std::size_t kMore = 64;
  Plane u(kCells + kMore);
  Plane v(kCells + kMore);
  Plane wanted(kCells + kMore);
  Plane result(kCells + kMore);
  for (int block = first; block < kGrid.height / kRows; block += stride) {
    const int y = kRows * block;
    const std::uint32_t begin = noise_cell({0, y}, kGrid);
    for (std::size_t i = 0; i < kCells; ++i) {
      const std::uint32_t cell = begin + static_cast<std::uint32_t>(i);
      u[i] = real_of<float>(cell);
      v[i] = other_argument(function, u[i], cell);
    }
    codes.compute(0, y, u, v, wanted);
    for (std::size_t code = 1; code < codes.count(); ++code) {
      codes.compute(code, y, u, v, result);
      for (std::size_t i = 0; i < kCells; ++i) {
        if (!are_same(result[i], wanted[i])) ++found.differing[code];
      }
    }
    const bool tries_own = function.own != nullptr && (block / stride) % kBlocksOfOwn == 0;
    for (std::size_t i = 0; i < kCells && tries_own; ++i) {
      const core::FlushDenormals here;
      if (!are_same(function.own(u[i], v[i]), wanted[i])) ++found.differing[0];
    }
    for (std::size_t i = 0; i < kCells && function.error != nullptr; ++i) {
      if (!std::isnormal(u[i])) continue;
      const double error = function.error(wanted[i], u[i], v[i]);
      if (error > found.error) found = {std::move(found.differing), error, {u[i], v[i]}};
    }
  }
  return found;
}

void measure(const Function& function, int every) {
  const Codes codes(function.text);
  const int stride = every * function.every;
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<Found> found(static_cast<std::size_t>(threads));
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i) {
    team.emplace_back([&, i] {
      found[static_cast<std::size_t>(i)] = compared(function, codes, i * stride, threads * stride);
    });
  }
  for (std::thread& thread : team) thread.join();
  std::printf("%-16s", function.text);
  for (std::size_t code = 0; code < codes.count(); ++code) {
    std::uint64_t differing = 0;
    for (const Found& one : found) differing += one.differing[code];
    std::printf("  %s: %llu differ", codes.name(code).c_str(),
                static_cast<unsigned long long>(differing));
  }
  const Found& worst = *std::max_element(
      found.begin(), found.end(), [](const Found& a, const Found& b) { return a.error < b.error; });
  if (function.error != nullptr) {
    std::printf("  error %.3f at %.9g, %.9g", worst.error, static_cast<double>(worst.at[0]),
                static_cast<double>(worst.at[1]));
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

/// The first argument, if given, is the number of blocks of 4096 floats of which one is computed;
/// the others are the first letters of the functions, if not all are wanted.
int main(int count, char** arguments) {
  try {
    const int every = count > 1 ? std::clamp(std::atoi(arguments[1]), 1, 1 << 16) : 1;
    const std::vector<std::string> wanted(arguments + std::min(count, 2), arguments + count);
    for (const Function& function : functions()) {
      const std::string text = function.text;
      const bool is_wanted =
          std::ranges::any_of(wanted, [&](const auto& each) { return text.starts_with(each); });
      if (wanted.empty() || is_wanted) measure(function, every);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
