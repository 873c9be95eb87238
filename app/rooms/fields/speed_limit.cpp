// Measures the CPU; of a GPU the clock and the bus tell.
#include "app/rooms/fields/speed_limit.h"

#include <fmt/format.h>

#include "app/words/numbers.h"
#include "kernels/core/copy_speed.h"
#include "kernels/core/device.h"

namespace heatwave::fields_room {
namespace {

std::string size_words(std::uint64_t bytes) { return core::in_bytes(static_cast<double>(bytes)); }

SpeedLimit of_cpu(std::uint64_t bytes) {
  const core::CopySpeed speed = core::cpu_copy_speed(bytes);
  const std::string who =
      fmt::format("{} {} copying {} at once", speed.threads,
                  speed.threads == 1 ? "thread" : "threads together", size_words(speed.bytes));
  return {.bytes_per_second = speed.bytes_per_second,
          .name = speed.in_cache ? "of the cache's speed" : "of memory's speed",
          .how = fmt::format("Measured here: {} reach {}. The field has {}, and {}.", who,
                             words::with_prefix(speed.bytes_per_second, "B/s"), size_words(bytes),
                             speed.in_cache ? "lies in the cache" : "fits in no cache")};
}

SpeedLimit of_gpu(const field::BackendInfo& backend, std::uint64_t bytes) {
  SpeedLimit limit{.bytes_per_second = backend.memory_bandwidth,
                   .name = "of memory's speed",
                   .how = fmt::format("By clock and bus the device's memory gives {}.",
                                      words::with_prefix(backend.memory_bandwidth, "B/s"))};
  if (bytes <= backend.cache_bytes) {
    limit.bytes_per_second = 0.0;
    limit.how += fmt::format(
        " That is no limit here: the field has {} and lies in the device's cache of {}.",
        size_words(bytes), size_words(backend.cache_bytes));
  }
  return limit;
}

}  // namespace

SpeedLimit speed_limit(const field::BackendInfo& backend, std::uint64_t bytes) {
  return backend.backend == field::Backend::cpu ? of_cpu(bytes) : of_gpu(backend, bytes);
}

}  // namespace heatwave::fields_room
