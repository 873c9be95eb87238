// Tests that nvcc compiles all code that the stage shows, and the programs of the lectures, which a
// GPU runs.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/session/stage/stage_sources.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {
namespace {

namespace fs = std::filesystem;

/// Returns the path of nvcc; empty: it is not installed.
fs::path nvcc() {
  const char* path = std::getenv("PATH");
  std::string folders = std::string(path == nullptr ? "" : path) + ":/usr/local/cuda/bin";
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path found = fs::path(folders.substr(begin, end - begin)) / "nvcc";
    std::error_code none;
    if (fs::exists(found, none)) return found;
    begin = end + 1;
  }
  return {};
}

/// Returns an explicit instantiation of a function template whose head stands before this code,
/// since an unused template is not compiled: `template <int A, int B>` of a kernel gets `template
/// __global__ void kernel<2, 2>(...)`. Empty: it is no template.
std::string instantiated(const std::string& code, const std::string& function) {
  const std::size_t begin = code.find(function);
  if (begin == std::string::npos || begin == 0) return {};
  const std::size_t line = code.rfind('\n', begin - 1);
  const std::size_t above = line == std::string::npos || line == 0 ? 0 : code.rfind('\n', line - 1);
  const std::size_t head = code.find("template <", above == std::string::npos ? 0 : above);
  if (head == std::string::npos || head > begin) return {};
  const auto commas =
      std::count(code.begin() + static_cast<std::ptrdiff_t>(head),
                 code.begin() + static_cast<std::ptrdiff_t>(code.find('>', head)), ',');
  std::string numbers = "2";
  for (std::ptrdiff_t i = 0; i < commas; ++i) numbers += ", 2";
  const std::size_t open = code.find('(', begin);
  const std::size_t brace = code.find('{', open);
  return "template " + code.substr(begin, open - begin) + "<" + numbers + ">" +
         code.substr(open, brace - open) + ";\n";
}

/// Returns instantiations of the kernel and of the host's function.
std::string asked_for(const std::string& code) {
  return instantiated(code, "__global__ void ") + instantiated(code, "cudaError_t host(");
}

std::string name_of(const stage::Lesson& lesson, const std::string& version) {
  std::string name = "lesson_" + lesson.id + "_" + version;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

/// Returns every version in its own namespace.
std::string all_lessons() {
  std::string headers = "#include <cstdio>\n";
  std::string text;
  for (const stage::Lesson& lesson : stage::lessons()) {
    std::vector<std::string> versions;
    for (const stage::Version& version : lesson.versions) versions.push_back(version.id);
    if (versions.empty()) versions.emplace_back();
    for (const std::string& version : versions) {
      std::string code;
      for (const SourceLine& line : source_of(lesson, {.version = version}).lines) {
        const bool is_include = line.text.starts_with("#include");
        if (is_include) headers += line.text + "\n";
        if (!is_include) code += line.text + "\n";
      }
      text += "namespace " + name_of(lesson, version) + " {\n" + code + asked_for(code) + "}\n";
    }
  }
  return headers + text;
}

TEST(StageCuda, NvccCompilesTheCodeOfEveryLesson) {
  const fs::path compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "no nvcc in PATH or /usr/local/cuda/bin";
  const fs::path folder =
      fs::temp_directory_path() / ("heatwave-cuda-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "lessons.cu") << all_lessons();
  const std::string command =
      "'" + compiler.string() + "' -std=c++20 -ptx -o '" + (folder / "lessons.ptx").string() +
      "' '" + (folder / "lessons.cu").string() + "' > '" + (folder / "told").string() + "' 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream told(folder / "told");
  EXPECT_EQ(status, 0) << std::string(std::istreambuf_iterator<char>(told), {});
  fs::remove_all(folder);
}

std::string contents_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns whether the command ends with status 0; it writes into the file `told`.
bool succeeds(const std::string& command, const fs::path& told) {
  return std::system((command + " > '" + told.string() + "' 2>&1").c_str()) == 0;
}

// Each program has at most 60 lines, checks its calls, compares its results with a reference, and
// ends with status 0 if they are right.
TEST(StageCuda, EveryLecturesProgramCompilesAndRuns) {
  const fs::path compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "no nvcc in PATH or /usr/local/cuda/bin";
  const fs::path folder =
      fs::temp_directory_path() / ("heatwave-programs-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const fs::path told = folder / "told";
  const bool has_gpu = succeeds("nvidia-smi -L", told);
  const std::string build = "'" + compiler.string() + "' -std=c++17 -Werror all-warnings " +
                            (has_gpu ? "-arch=native" : "") + " -o '" +
                            (folder / "program").string() + "' '";
  int programs = 0;
  for (const auto& entry : fs::directory_iterator(HEATWAVE_ASSET_FOLDER "/lectures")) {
    if (entry.path().extension() != ".cu") continue;
    ++programs;
    const std::string text = contents_of(entry.path());
    EXPECT_LE(std::ranges::count(text, '\n'), 60) << entry.path();
    EXPECT_NE(text.find("#define CHECK(call)"), std::string::npos) << entry.path();
    EXPECT_TRUE(succeeds(build + entry.path().string() + "'", told)) << contents_of(told);
    if (!has_gpu) continue;
    EXPECT_TRUE(succeeds("'" + (folder / "program").string() + "'", told))
        << entry.path() << ": " << contents_of(told);
  }
  EXPECT_EQ(programs, 20);
  fs::remove_all(folder);
}

TEST(StageCuda, TheTestSeesEveryKernelAndTheTemplates) {
  const std::string text = all_lessons();
  std::size_t kernels = 0;
  for (std::size_t at = text.find("__global__ void"); at != std::string::npos;
       at = text.find("__global__ void", at + 1)) {
    ++kernels;
  }
  std::size_t versions = 0;
  for (const stage::Lesson& lesson : stage::lessons()) {
    versions += std::max<std::size_t>(1, lesson.versions.size());
  }
  EXPECT_GT(kernels, versions) << "instantiations of templates add to these";
  EXPECT_NE(text.find("template __global__ void product<2>(const int* a"), std::string::npos);
  EXPECT_NE(text.find("template __global__ void heat<2, 2>("), std::string::npos);
  EXPECT_NE(text.find("template cudaError_t host<2>(const float* host_u"), std::string::npos);
}

}  // namespace
}  // namespace heatwave::session
