// Tests that each file of device code is CUDA C that nvcc compiles alone, and that its regions
// belong to existing variants.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/non_copyable.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDeviceCode = "_kernels.cuh";

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Returns every file of the experiments whose name has this ending.
std::vector<fs::path> files_ending(const std::string& end) {
  std::vector<fs::path> found;
  const fs::path folder = fs::path(HEATWAVE_SOURCE_FOLDER) / "kernels/lab/experiments";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with(end)) found.push_back(entry.path());
  }
  return found;
}

/// Returns the path of this machine's nvcc; empty: there is none.
std::string nvcc() {
  const char* const places[] = {"nvcc", "/usr/local/cuda/bin/nvcc"};
  for (const char* place : places) {
    if (std::system((std::string(place) + " --version >/dev/null 2>&1").c_str()) == 0) return place;
  }
  return {};
}

/// A folder that is deleted with this object.
class Folder : core::NonCopyable {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "heatwave-device-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(DeviceCode, EveryExperimentHasSome) {
  EXPECT_GE(files_ending(kDeviceCode).size(), experiments().size());
}

TEST(DeviceCode, IncludesNothingButWhatCudaHasAndNamesNothingOfOurs) {
  for (const fs::path& file : files_ending(kDeviceCode)) {
    std::istringstream lines(text_of(file));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_EQ(line.find("#include \""), std::string::npos) << file << ": " << line;
      EXPECT_EQ(line.find("heatwave"), std::string::npos) << file << ": " << line;
      EXPECT_EQ(line.find("std::"), std::string::npos) << file << ": " << line;
      EXPECT_FALSE(line.starts_with("class ")) << file << ": " << line;
      EXPECT_FALSE(line.starts_with("namespace")) << file << ": " << line;
    }
  }
}

/// Makes for each file a source that includes nothing else, and compiles it to PTX on all
/// processors.
void expect_ptx_of(const std::string& compiler, const std::vector<fs::path>& files,
                   const std::string& architecture) {
  const Folder folder;
  std::string command = "cd '" + folder.path().string() + "' && " + compiler +
                        " -std=c++20 -ptx -arch=" + architecture +
                        " --threads 0 -Werror=all-warnings";
  for (const fs::path& file : files) {
    const std::string name = file.stem().string() + ".cu";
    std::ofstream(folder.path() / name) << "#include \"" << file.string() << "\"\n";
    command += " " + name;
  }
  ASSERT_EQ(std::system((command + " >log 2>&1").c_str()), 0) << text_of(folder.path() / "log");
  std::size_t made = 0;
  for (const auto& entry : fs::directory_iterator(folder.path()))
    made += entry.path().extension() == ".ptx" ? 1 : 0;
  EXPECT_EQ(made, files.size());
}

TEST(DeviceCode, CompilesByItself) {
  const std::string compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "there is no nvcc on this machine";
  expect_ptx_of(compiler, files_ending(kDeviceCode), "sm_75");
}

TEST(DeviceCode, CompilesByItselfWithTheInstructionsOfOneDevice) {
  const std::string compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "there is no nvcc on this machine";
  const auto files = files_ending(std::string("_hopper") + kDeviceCode);
  ASSERT_FALSE(files.empty());
  expect_ptx_of(compiler, files, "sm_90a");
}

// A mark that names no variant would hide its lines from all readers.
TEST(DeviceCode, EveryMarkNamesAVariantOfItsExperiment) {
  std::map<std::string, std::set<std::string>> variants;
  for (const Experiment& experiment : experiments()) {
    const fs::path folder = fs::path(source_file(experiment, experiment.variants[0])).parent_path();
    for (const Variant& variant : experiment.variants)
      variants[folder.filename().string()].insert(variant.id);
  }
  for (const std::string end : {".cuh", ".cu", ".cpp"}) {
    for (const fs::path& file : files_ending(end)) {
      const std::set<std::string>& known = variants[file.parent_path().filename().string()];
      std::istringstream lines(text_of(file));
      for (std::string line; std::getline(lines, line);) {
        constexpr const char* kBegin = "// variant:";
        if (!line.starts_with(kBegin)) continue;
        std::istringstream ids(line.substr(std::string(kBegin).size()));
        for (std::string id; ids >> id;) EXPECT_TRUE(known.contains(id)) << file << ": " << id;
      }
    }
  }
}

TEST(DeviceCode, EveryGpuVariantCanBeMadeExactlyWhereThereIsCuda) {
  for (const Experiment& experiment : experiments()) {
    for (const Variant& variant : experiment.variants) {
      if (variant.processor != Processor::gpu) continue;
      EXPECT_EQ(variant.make != nullptr, core::cuda_status().built)
          << experiment.id << " " << variant.id;
    }
  }
}

}  // namespace
}  // namespace heatwave::lab
