// Finds lectures: built-in ones by name, all others by path.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/scene/assets.h"
#include "app/wire/lecture.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::wire {
namespace fs = std::filesystem;
namespace {

constexpr const char* kExtension = ".hwl";

std::vector<fs::path> built_in_files() { return scene::asset_files("lectures", kExtension); }

/// Returns the name of a file: "03-coalescing.hwl" is called "coalescing", and its number is its
/// position in the course.
std::string name_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  const std::size_t letters = stem.find_first_not_of("0123456789");
  const bool is_numbered = letters != 0 && letters != std::string::npos && stem[letters] == '-';
  return is_numbered ? stem.substr(letters + 1) : stem;
}

}  // namespace

bool is_lecture_file(const fs::path& path) { return path.extension() == kExtension; }

std::vector<LectureListing> built_in_lectures() {
  std::vector<LectureListing> all;
  for (const fs::path& file : built_in_files()) {
    const Lecture lecture = read_lecture(file);
    all.push_back({name_of(file), lecture.title, lecture.about, file});
  }
  return all;
}

Lecture find_lecture(const std::string& name_or_path) {
  const fs::path path(name_or_path);
  if (path.has_parent_path() || is_lecture_file(path)) return read_lecture(path);
  std::vector<std::string> names;
  for (const fs::path& file : built_in_files()) {
    if (name_of(file) == name_or_path) return read_lecture(file);
    names.push_back(name_of(file));
  }
  const auto meant = words::nearest(name_or_path, names);
  throw core::Error(fmt::format(
      "there is no lecture '{}'{}, or give the path of a lecture's file, "
      "ending in .hwl",
      name_or_path,
      meant ? "; perhaps '" + *meant + "' is meant" : "; there are: " + words::joined(names)));
}

}  // namespace heatwave::wire
