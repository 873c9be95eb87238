// Processes of one host that see the same devices divide these among themselves. A process that was
// given devices of its own, as by CUDA_VISIBLE_DEVICES, keeps them.
#include "kernels/field/parts/rank_devices.h"

#include <algorithm>
#include <cstddef>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/gpu_links.h"
#include "kernels/field/parts/part_calls.h"

namespace heatwave::field {
namespace {

std::string words_for(std::size_t rank, const std::vector<std::string>& hosts) {
  return "rank " + std::to_string(rank) + " on host '" + hosts[rank] + "'";
}

std::string counted(std::size_t count, const std::string& one, const std::string& several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

/// Returns those of a process's devices that the division names.
std::vector<RankDevice> named_devices(const RankDevices& own, const std::string& process,
                                      const std::vector<int>& named) {
  if (!own.missing.empty()) throw core::Error(process + " has no CUDA device: " + own.missing);
  if (named.empty()) return own.devices;
  std::vector<RankDevice> devices;
  for (const int index : named) {
    const auto found = std::ranges::find(own.devices, index, &RankDevice::index);
    if (found == own.devices.end()) {
      throw core::Error(process + " has no CUDA device " + std::to_string(index));
    }
    devices.push_back(*found);
  }
  return devices;
}

}  // namespace

RankDevices devices_here() {
  const core::CudaStatus cuda = core::cuda_status();
  if (!cuda.usable) return {.devices = {}, .missing = cuda.reason};
  const std::vector<std::string> addresses = core::gpu_addresses();
  RankDevices here;
  for (const core::DeviceFacts& device : cuda.devices) {
    const auto index = static_cast<std::size_t>(device.index);
    here.devices.push_back(
        {device.index, index < addresses.size() ? addresses[index] : std::string()});
  }
  return here;
}

std::vector<RankDevices> devices_of_ranks(const std::shared_ptr<core::Ranks>& ranks) {
  RankMessages messages(ranks);
  for (int rank = 1; rank < ranks->size(); ++rank) {
    messages.send(rank, kRequestTag, packed(RankRequest::devices));
  }
  std::vector<RankDevices> all{devices_here()};
  for (int rank = 1; rank < ranks->size(); ++rank) {
    const Bytes bytes = messages.receive(rank, kRequestAnswerTag);
    Unpacker answer(bytes);
    check_answer(answer, *ranks, rank);
    all.push_back(answer.next<RankDevices>());
  }
  return all;
}

DealtDevices dealt_devices(const std::vector<RankDevices>& of_ranks,
                           const std::vector<std::string>& hosts, const Division& division) {
  std::vector<std::vector<RankDevice>> devices;
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    devices.push_back(named_devices(of_ranks[rank], words_for(rank, hosts), division.devices));
  }
  DealtDevices dealt;
  for (std::size_t rank = 0; rank < devices.size(); ++rank) {
    const std::vector<RankDevice>& own = devices[rank];
    std::size_t before = 0;  // processes that see the same devices
    std::size_t sharers = 0;
    for (std::size_t other = 0; other < devices.size(); ++other) {
      if (hosts[other] != hosts[rank] || devices[other] != own) continue;
      if (other < rank) ++before;
      ++sharers;
    }
    const auto place = [&](std::size_t at) {
      dealt.places.push_back({.rank = static_cast<int>(rank), .device = own[at].index});
    };
    if (sharers > own.size()) {
      place(before * own.size() / sharers);
      if (before > 0) continue;
      dealt.words += (dealt.words.empty() ? "" : "; ") + std::to_string(sharers) +
                     " processes share " + counted(own.size(), "GPU", "GPUs") + " on host '" +
                     hosts[rank] + "'";
    } else if (division.all_devices || !division.devices.empty()) {
      const std::size_t end = (before + 1) * own.size() / sharers;
      for (std::size_t at = before * own.size() / sharers; at < end; ++at) place(at);
    } else {
      place(before);
    }
  }
  return dealt;
}

}  // namespace heatwave::field
