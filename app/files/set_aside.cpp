// Finds a name that is free.
#include "app/files/set_aside.h"

#include <fmt/format.h>

#include <system_error>

#include "app/words/word_lists.h"

namespace heatwave::files {

std::string set_aside(const std::filesystem::path& path, const std::string& why) {
  namespace fs = std::filesystem;
  fs::path aside = path;
  aside += ".broken";
  std::error_code error;
  for (int number = 2; fs::exists(aside, error); ++number) {
    aside = path;
    aside += fmt::format(".broken-{}", number);
  }
  fs::rename(path, aside, error);
  const std::string name = words::printable(path.string());
  return error ? fmt::format("{} cannot be read: {}", name, why)
               : fmt::format("{} cannot be read: {}. It was set aside as {}", name, why,
                             words::printable(aside.filename().string()));
}

}  // namespace heatwave::files
