// Machine code that formulas were compiled to, kept on disk for later starts.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "app/files/file_cache.h"
#include "kernels/field/formula/cuda/code_cache.h"

namespace heatwave::files {

class CompiledCode final : public field::formula::CodeCache {
 public:
  /// `folder`: created when it is needed.
  explicit CompiledCode(std::filesystem::path folder) : files_(std::move(folder), ".cubin") {}

  [[nodiscard]] std::optional<std::string> find(std::string_view key) override {
    const std::scoped_lock lock(mutex_);
    return files_.find(hash_of(key));
  }
  void keep(std::string_view key, std::string_view bytes) override {
    const std::scoped_lock lock(mutex_);
    files_.keep(hash_of(key), bytes);
  }

 private:
  std::mutex mutex_;  ///< guards the files: solvers compile on threads of their own
  FileCache files_;
};

}  // namespace heatwave::files
