// Bytes as each of the files that the program keeps for itself: nothing in them stops it, and what
// it says of them can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/files/autosave.h"
#include "app/files/remembered.h"
#include "app/files/tuning_file.h"
#include "app/system/folders.h"
#include "tests/fuzz/refusal.h"
#include "tests/system/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::uint8_t* data, std::size_t size) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const testing::TemporaryFolder folder;
  const system::PersonFolders folders{folder.path() / "config", folder.path() / "state",
                                      folder.path() / "data"};
  const fs::path run = folders.data / "runs" / "run-fuzzed";
  for (const fs::path& path : {folders.config / "settings.json", folders.state / "state.json",
                               folders.state / "tuning.json", run / "note.json"}) {
    write(path, data, size);
  }
  const fuzz::RefusalLimits limits;
  const files::RememberedFiles remembered(folders);
  for (const std::string& message : remembered.messages()) limits.check(message);
  const files::TuningFile tuning(folders, "1.0");
  if (!tuning.message().empty()) limits.check(tuning.message());
  for (const files::LeftBehind& left : files::left_behind(folders.data)) {
    (void)fuzz::accepted([&] { return files::scene_of(left); });
  }
  return 0;
}
