// Times that somebody printed, as they stand beside ours.
#pragma once

#include <string>

namespace heatwave::words {

/// "2.05 ms, 1050 GFLOP/s", with the rate as it was rounded there; 0: none was printed.
std::string printed_time(double milliseconds, double gflops);

}  // namespace heatwave::words
