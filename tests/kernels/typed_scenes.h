// The formulas of the shipped scenes, by the names of their files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace heatwave::field::testing {

/// Returns the text of a JSON string that begins at `at`, after the quotation mark.
inline std::string json_string(const std::string& json, std::size_t at) {
  std::string text;
  for (; json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
    text += json[at - 1] == '\\' && json[at] == 'n' ? '\n' : json[at];
  }
  return text;
}

/// HEATWAVE_SCENES names the folder of scenes where the source tree is elsewhere.
inline const std::map<std::string, std::string>& typed_scenes() {
  static const std::map<std::string, std::string> kAll = [] {
    namespace fs = std::filesystem;
    const char* folder = std::getenv("HEATWAVE_SCENES");
    const fs::path source = fs::path(HEATWAVE_SOURCE_FOLDER) / "assets/scenes";
    std::map<std::string, std::string> all;
    for (const auto& file : fs::recursive_directory_iterator(folder ? fs::path(folder) : source)) {
      if (file.path().extension() != ".json") continue;
      std::ifstream stream(file.path());
      const std::string json{std::istreambuf_iterator<char>(stream), {}};
      const std::string key = "\"formula\": \"";
      const std::size_t at = json.find(key);
      if (at == std::string::npos) continue;
      all[file.path().stem().string()] = json_string(json, at + key.size());
    }
    return all;
  }();
  return kAll;
}

}  // namespace heatwave::field::testing
