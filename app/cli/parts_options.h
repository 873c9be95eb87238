// The options that cut a field into parts.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/names.h"
#include "kernels/field/parts/division.h"

namespace heatwave::cli {

/// The cases in which rows travel between processes while other rows are computed
enum class Overlap : std::uint8_t { automatic, on, off };

constexpr auto names_of(Overlap /*overlap*/) {
  using enum Overlap;
  return std::array<core::Name<Overlap>, 3>{{{automatic, "auto"}, {on, "on"}, {off, "off"}}};
}

struct PartsOptions {
  /// The devices that share the field
  enum class Devices { one, all, where_it_pays, listed };

  Devices devices = Devices::one;
  std::vector<int> listed;         ///< indices of CUDA devices; empty: none are listed
  int parts = 1;                   ///< number of parts on the CPU
  int halo = 0;                    ///< steps between two exchanges; 0: by rule
  std::int64_t device_memory = 0;  ///< MiB that the field may take of each device; 0: all
  field::ExchangeKind exchange = field::ExchangeKind::automatic;
  std::shared_ptr<core::Ranks>
      ranks;  ///< the processes that share the field; null: one computes it
  Overlap overlap = Overlap::automatic;
};

void add_parts_options(CLI::App& app, PartsOptions& options);

/// Throws UsageError for options that contradict each other.
void check_parts_options(const PartsOptions& options, field::Backend backend,
                         std::optional<int> device);

/// Returns the share of a field that the processes on this host have; 0: no other process has any.
double share_here(const PartsOptions& options);

/// Returns solvers that are cut into these parts. After the first one they do without the devices
/// that were lost. Throws core::Error when a device is missing.
session::SolverFactory solvers_in_parts(session::SolverFactory make, const PartsOptions& options);

}  // namespace heatwave::cli
