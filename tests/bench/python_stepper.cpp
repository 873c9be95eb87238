// One pipe goes to Python, and a named pipe comes back.
#include "tests/bench/python_stepper.h"

#include <sys/stat.h>

#include <array>

#include "kernels/core/error.h"

namespace heatwave::bench {
namespace {

namespace fs = std::filesystem;

std::string command(const std::string& arguments) {
  return "exec python3 '" HEATWAVE_STEPPERS "' " + arguments;
}

template <typename T>
fs::path written(const fs::path& path, const std::vector<T>& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(T)));
  return path;
}

}  // namespace

std::vector<std::string> python_steppers() {
  std::vector<std::string> names;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> list(
      ::popen(command("2>/dev/null").c_str(), "r"), ::pclose);
  std::array<char, 80> line{};
  while (list != nullptr && std::fgets(line.data(), line.size(), list.get()) != nullptr) {
    names.emplace_back(line.data());
    names.back().erase(names.back().find_last_not_of('\n') + 1);
  }
  return names;
}

PythonStepper::PythonStepper(const std::string& name, const PlainLoop& start, int threads)
    : cells_(start.newest.size()), asked_(nullptr, ::pclose) {
  const fs::path back = folder_.path() / "answers";
  if (::mkfifo(back.c_str(), 0600) != 0) throw core::Error("there is no pipe " + back.string());
  const std::string arguments = name + ' ' + std::to_string(start.width) + ' ' +
                                std::to_string(start.height) + ' ' + std::to_string(start.alpha) +
                                ' ' + std::to_string(threads) + " '" +
                                written(folder_.path() / "field", start.newest).string() + "' '" +
                                written(folder_.path() / "held", start.held).string() + "' > '" +
                                back.string() + "' 2>/dev/null";
  asked_.reset(::popen(command(arguments).c_str(), "w"));
  if (asked_ == nullptr) throw core::Error("there is no Python");
  answers_.open(back);
  await();
}

void PythonStepper::ask(const std::string& line) {
  std::fputs((line + '\n').c_str(), asked_.get());
  std::fflush(asked_.get());
  await();
}

void PythonStepper::await() {
  std::string line;
  if (!std::getline(answers_, line)) throw core::Error("Python ended");
}

std::vector<float> PythonStepper::field() {
  const fs::path path = folder_.path() / "now";
  ask("field " + path.string());
  std::vector<float> cells(cells_);
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(cells.data()),
            static_cast<std::streamsize>(cells.size() * sizeof(float)));
  return cells;
}

}  // namespace heatwave::bench
