// Looks at files and folders that a run is going to write.
#include "app/cli/outputs.h"

#include <fmt/format.h>

#include <system_error>

#include "app/export/frame_sink.h"
#include "app/system/folders.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

namespace fs = std::filesystem;

/// `inside` lies or is to lie in a folder that can be written or made; `path` is for the message.
void require_folder(fs::path inside, const fs::path& path) {
  std::error_code ignored;
  if (inside.empty()) inside = ".";
  while (!fs::exists(inside, ignored) && inside.has_parent_path() &&
         inside != inside.parent_path()) {
    inside = inside.parent_path();
  }
  if (!fs::exists(inside, ignored)) inside = ".";
  if (const std::error_code error = system::why_not_writable(inside)) {
    throw core::Error(fmt::format("cannot write '{}': {}", path.string(), error.message()));
  }
}

void check_sequence(const fs::path& folder, bool force) {
  if (folder.empty()) return;
  require_folder(folder, folder);
  if (force) return;
  std::error_code error;  // a missing folder has no pictures
  system::FolderReader reader(folder, error);
  while (const auto path = reader.next(error)) {
    if (!path->filename().string().starts_with(exporting::kFramePrefix)) continue;
    throw core::Error(
        fmt::format("'{}' holds pictures of a sequence already; choose another "
                    "folder or add --force to replace them",
                    folder.string()));
  }
}

/// The same file by whatever path: through links, and also where it is not there yet.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  if (fs::equivalent(a, b, ignored)) return true;
  return fs::weakly_canonical(fs::absolute(a), ignored) ==
         fs::weakly_canonical(fs::absolute(b), ignored);
}

/// A file is none of a sequence's pictures.
void require_outside(const char* option, const fs::path& path, const fs::path& folder) {
  if (path.empty() || folder.empty() || exporting::is_one_file(folder)) return;
  const bool named_so = path.filename().string().starts_with(exporting::kFramePrefix);
  if (!named_so || !same_file(path.parent_path() / ".", folder / ".")) return;
  throw UsageError(fmt::format("{} names a picture of the sequence in --out", option));
}

}  // namespace

void check_file(const fs::path& path, bool force) {
  if (path.empty()) return;
  std::error_code ignored;
  if (fs::is_directory(path, ignored) || !path.has_filename()) {
    throw core::Error(fmt::format("'{}' is a folder; the name of a file is needed", path.string()));
  }
  system::require_replaceable(path);
  if (!force && fs::exists(fs::symlink_status(path, ignored))) {
    throw core::Error(fmt::format("'{}' exists already; add --force to replace it", path.string()));
  }
  require_folder(path.parent_path(), path);
}

void check_outputs(const OutputOptions& options) {
  if (!options.png.empty() && !options.dump.empty() && same_file(options.png, options.dump)) {
    throw UsageError("--png and --dump name the same file");
  }
  require_outside("--png", options.png, options.out);
  require_outside("--dump", options.dump, options.out);
  check_file(options.png, options.force);
  check_file(options.dump, options.force);
  if (exporting::is_one_file(options.out)) {
    check_file(options.out, options.force);
  } else {
    check_sequence(options.out, options.force);
  }
}

void check_apart(const char* option, const fs::path& path, const OutputOptions& options) {
  if (path.empty()) return;
  for (const auto& [name, other] :
       {std::pair{"--png", &options.png}, std::pair{"--dump", &options.dump}}) {
    if (other->empty() || !same_file(path, *other)) continue;
    throw UsageError(fmt::format("{} and {} name the same file", name, option));
  }
  require_outside(option, path, options.out);
}

}  // namespace heatwave::cli
