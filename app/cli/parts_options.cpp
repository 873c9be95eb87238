// Devices are looked up when a field is made, because that starts the driver.
#include "app/cli/parts_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/cli/command_options.h"
#include "app/cli/values.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/ranks.h"
#include "kernels/field/cuda/device_memory.h"
#include "kernels/field/parts/lost_devices.h"

namespace heatwave::cli {
namespace {

constexpr int kMostParts = 256;
constexpr std::int64_t kMostMebibytes = std::int64_t{1} << 40U;

using Devices = PartsOptions::Devices;

void set_devices(PartsOptions& options, const std::string& option, const std::string& text) {
  options.listed.clear();
  options.devices = text == "all"    ? Devices::all
                    : text == "auto" ? Devices::where_it_pays
                                     : Devices::listed;
  if (options.devices != Devices::listed) return;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    options.listed.push_back(
        static_cast<int>(whole_number(option, text.substr(begin, end - begin), 0, kMostParts)));
    begin = end + 1;
  }
}

/// Returns the devices that compute parts. Throws core::Error when a device is missing.
std::vector<int> devices_of(const PartsOptions& options) {
  if (options.devices == Devices::one) return {};
  if (options.ranks) return options.listed;  // each process looks up its own
  const core::CudaStatus cuda = core::cuda_status();
  if (!cuda.usable) {
    if (options.devices == Devices::where_it_pays) return {};
    throw core::Error("--devices names CUDA devices, but " + cuda.reason);
  }
  std::vector<int> all;
  for (const core::DeviceFacts& device : cuda.devices) all.push_back(device.index);
  if (options.devices != Devices::listed) return all;
  for (const int device : options.listed) {
    if (std::find(all.begin(), all.end(), device) != all.end()) continue;
    throw core::Error(
        fmt::format("there is no CUDA device {}; 'heatwave info' lists them", device));
  }
  return options.listed;
}

}  // namespace

void add_parts_options(CLI::App& app, PartsOptions& options) {
  add(app, "--devices", "all|auto|N,N",
      "CUDA devices that share the field: all of them, auto for those that make it faster, or "
      "their numbers",
      [&options](const auto& option, const auto& text) { set_devices(options, option, text); });
  add_whole_number(app, "--device-memory", "MIB",
                   "Memory that the field may take of each CUDA device, to try a smaller one",
                   options.device_memory, 1, kMostMebibytes);
  add_whole_number(app, "--parts", "N", "Parts of the field on the CPU, which share its threads",
                   options.parts, 1, kMostParts);
  add_whole_number(
      app, "--halo", "N",
      "Steps that parts take between two exchanges of rows; each holds as many rows of "
      "its neighbours",
      options.halo, 1, 1024);
  add_enum<field::ExchangeKind>(
      app, "--exchange", "",
      "Way of rows from device to device: peer copies, by the host, or by NCCL", options.exchange);
  add_enum<Overlap>(
      app, "--overlap", "",
      "Under mpirun, on CPUs: whether rows travel between processes while other rows are "
      "computed; auto: between hosts",
      options.overlap);
}

void check_parts_options(const PartsOptions& options, field::Backend backend,
                         std::optional<int> device) {
  const bool has_devices = options.devices != Devices::one;
  if (options.ranks) {
    const bool on_devices = has_devices || backend == field::Backend::cuda;
    if (device) {
      throw UsageError(
          "--device names one device for all processes; under mpirun --backend cuda gives each of "
          "them its own, and --devices shares out all or some");
    }
    if (on_devices && options.overlap != Overlap::automatic) {
      throw UsageError("--overlap is for CPUs; GPUs always step other rows meanwhile");
    }
    if (options.exchange == field::ExchangeKind::peer) {
      throw UsageError(
          "under mpirun GPUs of a host copy rows to each other by themselves; --exchange staged "
          "sends all rows through pinned memory");
    }
    if (options.overlap == Overlap::on && options.parts > 1) {
      throw UsageError("--overlap cuts the rows of each process itself; leave out --parts");
    }
  } else if (options.overlap != Overlap::automatic) {
    throw UsageError("--overlap needs several processes: mpirun -n 2 heatwave …");
  }
  if (options.device_memory > 0 && backend == field::Backend::cpu) {
    throw UsageError("--device-memory limits CUDA devices, and --backend cpu uses none");
  }
  if (options.device_memory > 0 && options.ranks) {
    throw UsageError("--device-memory is for one process; leave it out, or mpirun");
  }
  if (has_devices && device) throw UsageError("--devices and --device exclude each other");
  if (has_devices && backend == field::Backend::cpu) {
    throw UsageError("--devices names CUDA devices, and --backend cpu uses none");
  }
  if (options.parts > 1 && backend == field::Backend::cuda) {
    throw UsageError("--parts cuts a field on the CPU; --devices names the devices for its parts");
  }
  if (options.halo > 0 && options.parts == 1 && !has_devices && !options.ranks) {
    throw UsageError("--halo needs parts: add --devices or --parts");
  }
  if (options.exchange != field::ExchangeKind::automatic && !has_devices && !options.ranks) {
    throw UsageError("--exchange needs several devices: add --devices");
  }
}

namespace {

/// Returns whether messages take long enough to be hidden: between hosts they do.
bool overlaps(const PartsOptions& options) {
  if (!options.ranks || options.overlap != Overlap::automatic) {
    return options.overlap == Overlap::on;
  }
  const std::vector<std::string>& hosts = options.ranks->hosts();
  return options.parts == 1 &&
         std::any_of(hosts.begin(), hosts.end(),
                     [&](const std::string& host) { return host != hosts.front(); });
}

/// Returns whether each process takes its share of all devices of its host.
bool takes_all(Devices devices) {
  return devices == Devices::all || devices == Devices::where_it_pays;
}

}  // namespace

double share_here(const PartsOptions& options) {
  if (!options.ranks) return 0.0;
  const std::vector<std::string>& hosts = options.ranks->hosts();
  const auto here = std::count(hosts.begin(), hosts.end(), hosts.front());
  return static_cast<double>(here) / static_cast<double>(hosts.size());
}

session::SolverFactory solvers_in_parts(session::SolverFactory make, const PartsOptions& options) {
  const field::Division division{.parts = options.parts,
                                 .devices = devices_of(options),
                                 .all_devices = options.ranks && takes_all(options.devices),
                                 .only_where_it_pays = options.devices == Devices::where_it_pays,
                                 .steps = options.halo,
                                 .exchange = options.exchange,
                                 .ranks = options.ranks,
                                 .overlaps = overlaps(options)};
  return [make = std::move(make), division,
          device_memory = static_cast<std::uint64_t>(options.device_memory) << 20U,
          has_made = std::make_shared<bool>(false)](field::SolverRequest request) {
    request.division = division;
    if (*has_made) field::leave_out_lost_devices(request);
    if (device_memory > 0) {
      field::require_device_memory(request, device_memory, core::cuda_status());
    }
    auto solver = make(request);
    *has_made = true;
    return solver;
  };
}

}  // namespace heatwave::cli
