// Changes a corpus by chance, for compilers without libFuzzer, whose arguments it understands:
// folders and files of the corpus, -runs=, -max_total_time=, -seed=, -max_len=, -artifact_prefix=.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Bytes = std::vector<std::uint8_t>;

struct Options {
  std::int64_t runs = std::numeric_limits<std::int64_t>::max();
  std::int64_t seconds = 0;  ///< 0: no limit
  std::uint64_t seed = 1;
  std::int64_t longest = 4096;
  std::string artifacts = "./";
  std::vector<fs::path> corpora;
};

/// What is being tried, where a signal handler finds it.
struct Current {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
  std::array<char, 4096> path{};
};

Current& current() {
  static Current now;
  return now;
}

/// An input that ends the program is kept.
extern "C" void keep_input(int signal) {
  const Current& now = current();
  const int file = ::open(now.path.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file >= 0) {
    const ssize_t written = ::write(file, now.data, now.size);
    (void)written;
    ::close(file);
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

Options options_of(const std::vector<std::string_view>& arguments) {
  Options options;
  const auto number = [](std::string_view text, auto& value) {
    std::from_chars(text.data(), text.data() + text.size(), value);
  };
  for (const std::string_view each : arguments) {
    const std::string_view value = each.substr(std::min(each.size(), each.find('=') + 1));
    if (each.starts_with("-runs=")) number(value, options.runs);
    if (each.starts_with("-max_total_time=")) number(value, options.seconds);
    if (each.starts_with("-seed=")) number(value, options.seed);
    if (each.starts_with("-max_len=")) number(value, options.longest);
    if (each.starts_with("-artifact_prefix=")) options.artifacts = value;
    if (!each.starts_with('-')) options.corpora.emplace_back(each);
  }
  return options;
}

Bytes bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<Bytes> corpus_of(const std::vector<fs::path>& paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    if (fs::is_regular_file(path)) files.push_back(path);
    if (!fs::is_directory(path)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  for (const fs::path& file : files) corpus.push_back(bytes_of(file));
  if (corpus.empty()) corpus.emplace_back();
  return corpus;
}

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::size_t longest) : random_(seed), longest_(longest) {}

  Bytes from(const std::vector<Bytes>& corpus) {
    Bytes bytes = corpus[below(corpus.size())];
    for (std::size_t left = 1 + below(6); left > 0; --left) change(bytes, corpus);
    if (bytes.size() > longest_) bytes.resize(longest_);
    return bytes;
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }

  void change(Bytes& bytes, const std::vector<Bytes>& corpus) {
    const auto at = [&] { return static_cast<std::ptrdiff_t>(below(bytes.size() + 1)); };
    const auto kind = below(7);
    if (kind == 0 || bytes.empty()) {
      bytes.insert(bytes.begin() + at(), 1 + below(4), static_cast<std::uint8_t>(random_()));
    } else if (kind == 1) {
      bytes[below(bytes.size())] = static_cast<std::uint8_t>(random_());
    } else if (kind == 2) {
      bytes[below(bytes.size())] ^= static_cast<std::uint8_t>(1U << below(8));
    } else if (kind == 3) {
      const auto [from, to] = std::minmax({at(), at()});
      bytes.erase(bytes.begin() + from, bytes.begin() + std::min(to, from + 40));
    } else if (kind == 4) {
      const std::string_view token = kTokens[below(kTokens.size())];
      bytes.insert(bytes.begin() + at(), token.begin(), token.end());
    } else {
      // A part of this input or of another one, somewhere else.
      const Bytes& other = kind == 5 ? bytes : corpus[below(corpus.size())];
      if (other.empty()) return;
      const std::size_t from = below(other.size());
      const auto part =
          static_cast<std::ptrdiff_t>(1 + below(std::min<std::size_t>(64, other.size() - from)));
      const auto begin = other.begin() + static_cast<std::ptrdiff_t>(from);
      const Bytes copy(begin, begin + part);
      bytes.insert(bytes.begin() + at(), copy.begin(), copy.end());
    }
  }

  static constexpr std::array<std::string_view, 26> kTokens{
      "0",      "-1",      "1e999",      "1e38",
      "-1e300", "5e-324",  "2147483648", "9223372036854775807",
      "null",   "true",    "[",          "]",
      "{",      "}",       ",",          ":",
      "\"",     "\\u0000", "[[[[[[[[",   "\"a\":",
      "NaN",    "inf",     "1x1",        "=",
      "--",     "\n"};

  std::mt19937_64 random_;
  std::size_t longest_;
};

void try_input(const Bytes& bytes) {
  current().data = bytes.data();
  current().size = bytes.size();
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = options_of({argv + 1, argv + argc});
  const std::string path = options.artifacts + "crash";
  path.copy(current().path.data(), current().path.size() - 1);
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) ::signal(signal, keep_input);
  const std::vector<Bytes> corpus = corpus_of(options.corpora);
  Mutator mutator(options.seed, static_cast<std::size_t>(options.longest));
  const Clock::time_point began = Clock::now();
  const auto is_over = [&] {
    return options.seconds > 0 && Clock::now() - began >= std::chrono::seconds(options.seconds);
  };
  std::int64_t done = 0;
  for (const Bytes& bytes : corpus) {
    try_input(bytes);
    ++done;
  }
  for (; done < options.runs && !is_over(); ++done) try_input(mutator.from(corpus));
  const std::chrono::duration<double> took = Clock::now() - began;
  std::printf("Done %lld runs in %.0f second(s), seed %llu\n", static_cast<long long>(done),
              took.count(), static_cast<unsigned long long>(options.seed));
  return 0;
}
