// A cell and its four neighbours, and the discrete Laplacian, written once for CPU and GPU.
#pragma once

#include <cmath>

#include "kernels/core/host_device.h"

namespace heatwave::field {

struct Neighbours {
  float centre;
  float west;
  float east;
  float north;
  float south;
};

/// west + east + north + south − 4·centre. The pairs are added first, so that mirroring or turning
/// a scene mirrors or turns its field to the bit.
HEATWAVE_HOST_DEVICE float laplacian(const Neighbours& n) {
  return fmaf(-4.0F, n.centre, (n.west + n.east) + (n.north + n.south));
}

}  // namespace heatwave::field
