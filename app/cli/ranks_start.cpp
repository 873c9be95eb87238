// MPI is reached by a module beside the program, which is opened here alone.
#include "app/cli/ranks_start.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "app/system/folders.h"
#include "kernels/core/error.h"
#include "kernels/core/platform.h"

namespace heatwave::cli {
namespace {

/// The file name of MPI's library; empty: the program was built without MPI.
constexpr std::string_view kLibrary = HEATWAVE_MPI_LIBRARY;
/// False: the build did not look for MPI.
constexpr bool kSeeksMpi = HEATWAVE_SEEKS_MPI != 0;
constexpr const char* kModule = "libheatwave_mpi.so";

/// Returns the number that an environment variable holds; −1: it holds none.
int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  int number = -1;
  if (text != nullptr) {
    const std::string_view digits(text);
    (void)std::from_chars(digits.data(), digits.data() + digits.size(), number);
  }
  return number;
}

/// Opens the module. Throws core::Error when something is missing.
void* open_module() {
  if (!kSeeksMpi) {
    throw core::Error(
        "programs for Windows, for another machine than the one that builds them, and with "
        "sanitizers are built without MPI");
  }
  if (kLibrary.empty()) {
    throw core::Error(
        "this program was built without MPI: install libopenmpi-dev and openmpi-bin, and build it "
        "again");
  }
  if (core::open_library_for_others(std::string(kLibrary)) == nullptr) {
    throw core::Error(
        fmt::format("{} is not installed: it comes with the package openmpi-bin", kLibrary));
  }
  const std::filesystem::path folder = system::program_file().parent_path();
  for (const auto& file : {folder / kModule, folder / "../lib/heatwave" / kModule}) {
    if (void* module = core::open_library(file.string())) return module;
  }
  throw core::Error(
      fmt::format("{} is missing beside the program, in '{}'", kModule, folder.string()));
}

template <typename Function>
Function* function_of(void* module, const char* name) {
  auto* function = reinterpret_cast<Function*>(core::function_in(module, name));
  if (function == nullptr) throw core::Error(fmt::format("{} is of another version", kModule));
  return function;
}

}  // namespace

StartedRanks started_ranks() {
  struct Variables {
    const char* rank;
    const char* size;
    const char* rank_on_host;
  };
  // Open MPI sets the first ones, MPICH and Intel MPI the second ones.
  static constexpr std::array<Variables, 2> kVariables{
      {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
       {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"}}};
  for (const Variables& one : kVariables) {
    const StartedRanks started{.rank = number_in(one.rank),
                               .size = number_in(one.size),
                               .rank_on_host = number_in(one.rank_on_host)};
    if (started.rank >= 0 && started.size > 0) return started;
  }
  return {};
}

std::shared_ptr<core::Ranks> join_ranks() {
  std::string why;
  try {
    auto* open = function_of<core::Ranks*(std::string*)>(open_module(), "heatwave_open_ranks");
    if (std::shared_ptr<core::Ranks> ranks{open(&why)}) {
      const StartedRanks started = started_ranks();
      if (ranks->size() == started.size && ranks->rank() == started.rank) return ranks;
      why = fmt::format("they were started by another MPI's mpirun than that of {}", kLibrary);
    }
  } catch (const core::Error& error) {
    why = error.what();
  }
  throw core::Error(fmt::format("mpirun started {} processes, but they cannot share a field: {}",
                                started_ranks().size, why));
}

MpiFacts mpi_facts() {
  try {
    std::string words;
    function_of<void(std::string*)>(open_module(), "heatwave_describe_mpi")(&words);
    return {.is_available = true, .words = words};
  } catch (const core::Error& error) {
    return {.is_available = false, .words = error.what()};
  }
}

}  // namespace heatwave::cli
