// A variant's code is located in its file by the marks in the file's comments.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace heatwave::lab::testing {

struct SourceRegion {
  bool file_exists = false;
  int lines = 0;   ///< lines between "// variant: … id …" and the next such line or "// end"
  int marked = 0;  ///< lines with "//!"
};

/// Returns the region of a variant. `file` is a path from the top of the source tree.
inline SourceRegion region_of(const std::string& file, const std::string& variant) {
  constexpr const char* kBegin = "// variant:";
  std::ifstream in(std::string(HEATWAVE_SOURCE_FOLDER) + "/" + file);
  SourceRegion region{.file_exists = in.good()};
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("// end")) inside = false;
    if (line.starts_with(kBegin)) {
      std::istringstream ids(line.substr(std::string(kBegin).size()));
      inside = false;
      for (std::string id; ids >> id;) inside = inside || id == variant || id == "*";
      continue;
    }
    if (!inside || line.empty()) continue;
    ++region.lines;
    region.marked += line.find("//!") == std::string::npos ? 0 : 1;
  }
  return region;
}

}  // namespace heatwave::lab::testing
