// What `heatwave info --tune` has measured, kept from one time to the next: one entry a device.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/system/folders.h"
#include "kernels/field/tuning.h"

namespace heatwave::files {

nlohmann::ordered_json json_of(const field::TunedGrid& grid);

/// tuning.json in the folder for state. What another version of the program measured counts no
/// longer: its ways of stepping may have been others.
class TuningFile {
 public:
  TuningFile(const system::PersonFolders& folders, std::string program);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const std::vector<field::Tuning>& tunings() const { return tunings_; }
  /// In place of what there was of the same device. Throws core::Error.
  void keep(const field::Tuning& tuning);
  /// What there was to say when it was read; empty: nothing.
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  void read();

  std::filesystem::path path_;
  std::string program_;  ///< the version that runs
  std::vector<field::Tuning> tunings_;
  std::string message_;
};

}  // namespace heatwave::files
