// The options that `run` and `replay` share: what computes, and what is saved.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>

#include "app/cli/options.h"

namespace heatwave::cli {

inline constexpr std::int64_t kMostSteps = std::numeric_limits<std::int64_t>::max() / 4;

void add_backend_options(CLI::App& app, field::Backend& backend, std::optional<int>& device,
                         int& threads);
void add_output_options(CLI::App& app, OutputOptions& options);
/// Throws UsageError for options that do not fit together.
void check_output_options(const OutputOptions& options);

}  // namespace heatwave::cli
