// Bytes as a .cu file: its header is refused by lines that may be shown, or its lesson is played.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/stage/kernel_file.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  constexpr std::int64_t kSteps = 50;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const fuzz::RefusalLimits limits;
  try {
    const stage::KernelFile file = stage::read_kernel_file(text, "fuzzed.cu");
    (void)stage::play(stage::find_lesson(file.lesson, file.settings), file.settings, {}, false,
                      kSteps);
  } catch (const core::Error& error) {
    const std::string words = error.what();
    for (std::size_t begin = 0; begin <= words.size();) {
      const std::size_t end = std::min(words.find('\n', begin), words.size());
      limits.check(words::printable(words.substr(begin, end - begin)));
      begin = end + 1;
    }
  }
  return 0;
}
