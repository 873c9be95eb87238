// Reads at most the bytes that such a file can have, and finds free names.
#include "app/files/own_file.h"

#include <fmt/format.h>

#include <system_error>

#include "app/system/read_files.h"
#include "app/words/word_lists.h"

namespace heatwave::files {

json::JsonReader read_own_file(const std::filesystem::path& path) {
  constexpr const json::JsonBudget& kBudget = json::kOwnFileBudget;
  return {json::parse_json(system::whole_text(path, kBudget.bytes), {}, 1, kBudget),
          "",
          {},
          "the file",
          json::kOwnFileRules};
}

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
