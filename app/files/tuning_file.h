// The results of `heatwave info --tune`, with one entry per device.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/system/folders.h"
#include "kernels/field/tuning.h"

namespace heatwave::files {

nlohmann::ordered_json json_of(const field::TunedGrid& grid);

/// The file tuning.json in the folder for state. Results of other program versions are ignored,
/// because these may step in other ways.
class TuningFile {
 public:
  TuningFile(const system::PersonFolders& folders, std::string program);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const std::vector<field::Tuning>& tunings() const { return tunings_; }
  /// Replaces the entry of the same device. Throws core::Error.
  void keep(const field::Tuning& tuning);
  /// The message about reading the file; empty: none.
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  void read();

  std::filesystem::path path_;
  std::string program_;  ///< the running version
  std::vector<field::Tuning> tunings_;
  std::string message_;
};

}  // namespace heatwave::files
