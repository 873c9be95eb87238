// Bytes made fewer, and back, as in PNG files.
#pragma once

#include <string>
#include <string_view>

namespace heatwave::scene {

/// Throws core::OutOfMemory.
std::string deflated(std::string bytes);
/// Fills `bytes`, whose size says how many there are to be; false where there are not as many.
bool inflate_into(std::string& bytes, std::string_view deflated);

}  // namespace heatwave::scene
