// Collects the facts and writes them as text or JSON.
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/device_links.h"
#include "app/cli/ranks_start.h"
#include "app/cli/text_columns.h"
#include "app/cli/tuned.h"
#include "app/words/version.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/generations.h"
#include "kernels/core/shared_library.h"
#include "kernels/core/simd.h"
#include "kernels/field/formula/jit/row_code.h"
#include "kernels/lab/measurement.h"

namespace heatwave::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Describes NVIDIA's driver, which answers without the libraries of CUDA.
struct GpuDriver {
  int version = 0;                ///< newest CUDA that it runs: `13000` is 13.0; 0: no driver
  std::vector<std::string> gpus;  ///< names; empty: no driver, or it finds no GPU
};

/// Queries the driver. It starts for that, which takes time.
GpuDriver gpu_driver() {
  int (*initialise)(unsigned) = nullptr;
  int (*version_of)(int*) = nullptr;
  int (*count_of)(int*) = nullptr;
  int (*name_of)(char*, int, int) = nullptr;
  try {
    const core::SharedLibrary library = core::gpu_driver_library();
    library.find(initialise, "cuInit");
    library.find(version_of, "cuDriverGetVersion");
    library.find(count_of, "cuDeviceGetCount");
    library.find(name_of, "cuDeviceGetName");
  } catch (const core::Unavailable&) {
    return {};
  }
  constexpr int kSuccess = 0;
  GpuDriver driver;
  int count = 0;
  if (version_of(&driver.version) != kSuccess) driver.version = 0;
  if (initialise(0) != kSuccess || count_of(&count) != kSuccess) return driver;
  for (int device = 0; device < count; ++device) {
    std::array<char, 256> name{};
    if (name_of(name.data(), static_cast<int>(name.size()), device) != kSuccess) continue;
    driver.gpus.emplace_back(name.data());
  }
  return driver;
}

struct Facts {
  core::CudaStatus cuda;
  std::vector<DeviceLink> links;
  GpuDriver unused;  ///< in a program without CUDA, which uses none of the GPUs
  core::CpuFacts cpu;
  std::string why_bytecode;  ///< why formulas on the CPU have no machine code; empty: they have it
  std::uint64_t memory = 0;
  MpiFacts mpi;
  NcclFacts nccl;
  shell::OpenGlFacts opengl;
  std::optional<files::TuningFile> tuning;
};

/// Formats 13000 as "13.0".
std::string cuda_version(int number) {
  return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

Json json_of(const core::DeviceFacts& device) {
  return {{"index", device.index},
          {"name", device.name},
          {"compute_capability", fmt::format("{}.{}", device.major, device.minor)},
          {"multiprocessors", device.multiprocessors},
          {"clock_hz", device.clock_hz},
          {"memory_bandwidth", device.memory_bandwidth},
          {"memory", device.memory},
          {"l2_cache", device.l2_cache},
          {"shared_memory_per_block", device.shared_memory_per_block},
          {"reaches", device.peers}};
}

Json json_of(const core::CudaStatus& cuda, const GpuDriver& unused) {
  Json document{{"built", cuda.built}, {"usable", cuda.usable}, {"reason", cuda.reason}};
  const int driver = cuda.built ? cuda.driver : unused.version;
  document["driver"] = driver > 0 ? Json(cuda_version(driver)) : Json();
  document["runtime"] = cuda.runtime > 0 ? Json(cuda_version(cuda.runtime)) : Json();
  document["devices"] = Json::array();
  for (const core::DeviceFacts& device : cuda.devices) {
    document["devices"].push_back(json_of(device));
  }
  if (!cuda.built) document["unused_gpus"] = unused.gpus;
  return document;
}

Json json_of(const shell::OpenGlFacts& opengl) {
  return {{"available", opengl.available},
          {"reason", opengl.reason},
          {"vendor", opengl.vendor},
          {"renderer", opengl.renderer},
          {"version", opengl.version},
          {"interop", opengl.interop},
          {"interop_reason", opengl.interop_reason}};
}

std::string json_text(const Facts& facts) {
  Json document;
  document["version"] = words::version();
  document["auto"] = {{"backend", facts.cuda.usable ? "cuda" : "cpu"},
                      {"reason", facts.cuda.reason}};
  document["cuda"] = json_of(facts.cuda, facts.unused);
  document["cuda"]["links"] = json_of(facts.links);
  document["cpu"] = {
      {"name", facts.cpu.name}, {"processors", facts.cpu.processors}, {"simd", facts.cpu.simd}};
  document["formulas"] = {{"code", facts.why_bytecode.empty() ? "machine code" : "bytecode"},
                          {"reason", facts.why_bytecode}};
  document["memory_available"] = facts.memory;
  document["mpi"] = {{"available", facts.mpi.is_available},
                     {facts.mpi.is_available ? "library" : "reason", facts.mpi.words}};
  if (facts.cuda.built) {
    const bool has_nccl = !facts.nccl.version.empty();
    document["nccl"] = {
        {"available", has_nccl},
        {has_nccl ? "version" : "reason", has_nccl ? facts.nccl.version : facts.nccl.reason}};
  }
  document["tuning"] = tuning_json(facts.tuning);
  document["opengl"] = json_of(facts.opengl);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_of(const Facts& facts) {
  const core::CudaStatus& cuda = facts.cuda;
  std::string text = fmt::format("CUDA       {}\n", cuda.built ? "built in" : "not built in");
  for (const std::string& gpu : facts.unused.gpus) {
    text += fmt::format(
        "           {}, with a driver for CUDA {}, is not used: fields run on the CPU\n", gpu,
        cuda_version(facts.unused.version));
  }
  if (cuda.runtime > 0) {
    text += fmt::format("           runtime {}, driver {}\n", cuda_version(cuda.runtime),
                        cuda.driver > 0 ? cuda_version(cuda.driver) : "none");
  }
  for (const core::DeviceFacts& device : cuda.devices) {
    text += fmt::format(
        "           {}: {}, compute capability {}.{}, {} multiprocessors, {}, "
        "{}/s\n",
        device.index, device.name, device.major, device.minor, device.multiprocessors,
        core::in_bytes(static_cast<double>(device.memory)),
        core::in_bytes(device.memory_bandwidth));
    text += "           each multiprocessor has ";
    std::string between;
    for (const auto& [name, amount] : lab::resources_of(device)) {
      text += between + amount + " " + name;
      between = ", ";
    }
    text += "\n";
  }
  text += text_of(facts.links);
  if (cuda.devices.size() > 1) {
    text += "           --devices all lets them share a field\n";
  }
  return text;
}

std::string text_of(const shell::OpenGlFacts& opengl) {
  if (!opengl.available) return fmt::format("OpenGL     not available: {}\n", opengl.reason);
  return fmt::format("OpenGL     {}, {}, {}\nInterop    {}: {}\n", opengl.version, opengl.renderer,
                     opengl.vendor, opengl.interop ? "yes" : "no", opengl.interop_reason);
}

std::string plain_text(const Facts& facts) {
  std::string text = fmt::format("Heatwave   {}\n", words::version());
  text += fmt::format("Backend    auto takes {}: {}\n", facts.cuda.usable ? "cuda" : "cpu",
                      facts.cuda.reason);
  text += text_of(facts);
  const std::string share =
      facts.cpu.share > 0 ? fmt::format(" (a container's share: {:.3g})", facts.cpu.share) : "";
  text += fmt::format("CPU        {}, {} processor{}{}, {}\n", facts.cpu.name, facts.cpu.processors,
                      facts.cpu.processors == 1 ? "" : "s", share, facts.cpu.simd);
  text += facts.why_bytecode.empty()
              ? "Formulas   machine code steps them on the CPU\n"
              : fmt::format("Formulas   bytecode steps them on the CPU, slower: {}\n",
                            facts.why_bytecode);
  text +=
      fmt::format("Memory     {} available\n", core::in_bytes(static_cast<double>(facts.memory)));
  text += facts.mpi.is_available
              ? fmt::format("MPI        {}: 'mpirun -n 4 heatwave run …' shares a field\n",
                            facts.mpi.words)
              : fmt::format("MPI        not available: {}\n", facts.mpi.words);
  if (facts.cuda.usable) text += text_of(facts.nccl);
  return text + tuning_text(facts.tuning) + text_of(facts.opengl);
}

/// Returns one to a few lines for each generation; this machine's own is marked.
std::string generations_text(const core::CudaStatus& cuda) {
  const core::Generation* own =
      cuda.devices.empty()
          ? nullptr
          : core::generation_of(cuda.devices.front().major, cuda.devices.front().minor);
  std::string text;
  for (const core::Generation& each : core::generations()) {
    text += fmt::format("{} {}, compute capability {}{}\n", each.name, each.year, each.numbers,
                        &each == own ? ": this machine's" : "");
    text += wrapped(each.changes, 2, 100);
  }
  return text;
}

}  // namespace

std::string info(const InfoOptions& options,
                 const std::function<shell::OpenGlFacts()>& probe_opengl) {
  if (options.generations) return generations_text(core::cuda_status());
  if (options.tune) tune_here();
  const core::CudaStatus cuda = core::cuda_status();
  const Facts facts{
      .cuda = cuda,
      .links = device_links(cuda),
      .unused = cuda.built ? GpuDriver() : gpu_driver(),
      .cpu = core::cpu_facts(),
      .why_bytecode = field::formula::why_no_row_code(core::simd_level()),
      .memory = core::available_memory(),
      .mpi = mpi_facts(),
      .nccl = cuda.usable ? nccl_facts() : NcclFacts{.version = {}, .reason = "needs a CUDA GPU"},
      .opengl = probe_opengl(),
      .tuning = tuning_file()};
  return options.json ? json_text(facts) : plain_text(facts);
}

}  // namespace heatwave::cli
