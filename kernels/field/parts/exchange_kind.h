// An ExchangeKind says how rows go from device to device.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/core/names.h"

namespace heatwave::field {

enum class ExchangeKind : std::uint8_t {
  automatic,  ///< peer copies if all neighbours can reach each other's memory
  peer,       ///< each device copies from its neighbours' memory
  staged,     ///< by way of pinned memory of the host
  nccl,       ///< messages of NCCL
};

constexpr auto names_of(ExchangeKind /*kind*/) {
  using enum ExchangeKind;
  return std::array<core::Name<ExchangeKind>, 4>{
      {{automatic, "auto"}, {peer, "peer"}, {staged, "staged"}, {nccl, "nccl"}}};
}

}  // namespace heatwave::field
