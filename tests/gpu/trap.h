// A kernel that traps, by which tests lose a device.
#pragma once

namespace heatwave::testing {

/// Loses a device. Later calls notice it.
void lose(int device);

}  // namespace heatwave::testing
