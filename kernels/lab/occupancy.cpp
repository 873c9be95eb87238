// Registers are allocated to whole warps and shared memory to whole blocks, in fixed units.
#include "kernels/lab/occupancy.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::lab {
namespace {

constexpr std::int64_t kLanes = 32;
constexpr std::int64_t kRegisterUnit = 256;  // registers of a warp are a multiple of it
constexpr std::int64_t kSharedUnit = 128;    // bytes of a block's shared memory are a multiple
constexpr std::int64_t kKilobyte = 1024;

constexpr std::int64_t rounded_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Returns the whole numbers in a text; no-break spaces group the digits of one number.
std::vector<std::int64_t> whole_numbers(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\u00A0";
  std::vector<std::int64_t> numbers;
  bool is_inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      if (!is_inside) numbers.push_back(0);
      numbers.back() = 10 * numbers.back() + (text[i] - '0');
      is_inside = true;
    } else if (is_inside && text.substr(i).starts_with(kNoBreakSpace)) {
      i += kNoBreakSpace.size() - 1;
    } else {
      is_inside = false;
    }
  }
  return numbers;
}

/// Returns the amount of a resource; 0: unknown.
std::int64_t amount_of(const Device& gpu, std::string_view resource) {
  for (const auto& [name, amount] : gpu.resources) {
    const std::vector<std::int64_t> numbers = whole_numbers(amount);
    if (name == resource && !numbers.empty()) return numbers.front();
  }
  return 0;
}

}  // namespace

std::optional<Multiprocessor> multiprocessor_of(const Device& gpu) {
  Multiprocessor result{.registers = amount_of(gpu, "registers of 32 bits"),
                        .shared_bytes = kKilobyte * amount_of(gpu, "shared memory"),
                        .warps = amount_of(gpu, "warps at once"),
                        .blocks = amount_of(gpu, "blocks at once"),
                        .schedulers = std::max<std::int64_t>(1, amount_of(gpu, "schedulers")),
                        .special_units = amount_of(gpu, "special function units")};
  // "compute capability 9.0, 132 multiprocessors"
  const std::vector<std::int64_t> numbers = whole_numbers(gpu.detail);
  if (numbers.size() < 3 || result.registers <= 0 || result.shared_bytes <= 0 ||
      result.warps <= 0 || result.blocks <= 0) {
    return std::nullopt;
  }
  constexpr std::int64_t kAmpere = 8;
  result.count = numbers[2];
  result.reserved_bytes = numbers[0] >= kAmpere ? kKilobyte : 0;
  const Limits& limits = gpu.limits;
  if (limits.multiprocessor_clocks > 0) {
    const double operations = limits.operations_per_second / limits.multiprocessor_clocks;
    result.float_units = static_cast<std::int64_t>(operations / 2 + 0.5);
  }
  return result;
}

const char* name_of(BlockLimit limit) {
  switch (limit) {
    case BlockLimit::warps:
      return "warps";
    case BlockLimit::registers:
      return "registers";
    case BlockLimit::shared_memory:
      return "shared memory";
    case BlockLimit::blocks:
      return "blocks";
  }
  return "";
}

Residency residency_of(const LaunchShape& launch, const Multiprocessor& multiprocessor) {
  Residency result;
  result.warps_of_block = rounded_up(std::max<std::int64_t>(1, launch.block), kLanes) / kLanes;
  result.registers_of_warp =
      rounded_up(std::max<std::int64_t>(1, launch.registers) * kLanes, kRegisterUnit);
  result.bytes_of_block =
      rounded_up(launch.shared_bytes + multiprocessor.reserved_bytes, kSharedUnit);
  // Each scheduler has a part of the registers, for the warps that it issues.
  const std::int64_t of_scheduler = multiprocessor.registers / multiprocessor.schedulers;
  const std::int64_t warps_by_registers =
      of_scheduler / result.registers_of_warp * multiprocessor.schedulers;
  result.most = {multiprocessor.warps / result.warps_of_block,
                 warps_by_registers / result.warps_of_block,
                 result.bytes_of_block > 0 ? multiprocessor.shared_bytes / result.bytes_of_block
                                           : multiprocessor.blocks,
                 multiprocessor.blocks};
  const auto* const least = std::min_element(result.most.begin(), result.most.end());
  result.limit = kBlockLimits.at(static_cast<std::size_t>(least - result.most.begin()));
  result.blocks = *least;
  result.occupancy = static_cast<double>(result.blocks * result.warps_of_block) /
                     static_cast<double>(multiprocessor.warps);
  return result;
}

}  // namespace heatwave::lab
