// Backend, threads, pictures and dumps.
#include "app/cli/output_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/add_option.h"
#include "app/export/frame_sink.h"
#include "app/files/file_kind.h"

namespace heatwave::cli {
namespace {

constexpr std::int64_t kMostThreads = 1024;
constexpr std::int64_t kMostDevices = 1023;

/// ".apng, .gif": the endings of files that hold all frames of a sequence.
std::string endings(std::optional<bool> needs_ffmpeg = {}) {
  std::vector<std::string_view> all;
  for (const exporting::FrameFormatEntry& format : exporting::frame_formats()) {
    const bool is_asked_for = !needs_ffmpeg || format.needs_ffmpeg == *needs_ffmpeg;
    if (!format.extension.empty() && is_asked_for) all.push_back(format.extension);
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

/// Whether the path names a picture or a film of another kind than a PNG file.
bool names_other_picture(const std::filesystem::path& path) {
  static constexpr std::array<std::string_view, 8> kNeverWritten{".avi", ".mov", ".mkv",  ".mpg",
                                                                 ".m4v", ".jpg", ".jpeg", ".webp"};
  const std::string ending = files::in_small_letters(path.extension().string());
  return exporting::is_one_file("film" + ending) ||
         std::find(kNeverWritten.begin(), kNeverWritten.end(), ending) != kNeverWritten.end();
}

/// Refuses a name whose ending promises another kind of file than the one that is written.
void check_names(const OutputOptions& options) {
  if (names_other_picture(options.png)) {
    throw UsageError(fmt::format(
        "--png saves one PNG picture, not a '{}'; a film is saved by --every K --out FILE",
        options.png.extension().string()));
  }
  const bool promises = names_other_picture(options.out) ||
                        files::in_small_letters(options.out.extension().string()) == ".png";
  std::error_code ignored;
  if (!promises || exporting::is_one_file(options.out) ||
      std::filesystem::exists(options.out, ignored)) {
    return;
  }
  throw UsageError(fmt::format("--out makes no '{}' files: a folder of pictures, or {}",
                               options.out.extension().string(), endings()));
}

exporting::PictureParts picture_parts(const std::string& option, const std::string& text) {
  const std::vector<std::string> names{"bar", "title", "outlines"};
  exporting::PictureParts parts;
  std::istringstream list(text);
  for (std::string name; std::getline(list, name, ',');) {
    const std::string part = choice(option, name, names);
    parts.bar = parts.bar || part == "bar";
    parts.title = parts.title || part == "title";
    parts.outlines = parts.outlines || part == "outlines";
  }
  if (parts == exporting::PictureParts{}) (void)choice(option, text, names);
  return parts;
}

}  // namespace

void add_backend_options(CLI::App& app, field::Backend& chosen, std::optional<int>& device,
                         int& threads) {
  add(app, "--backend", fmt::format("{}", fmt::join(core::all_names<field::Backend>(), "|")),
      "What computes; auto takes CUDA where a device works",
      [&chosen](const auto& option, const auto& text) {
        chosen = choice<field::Backend>(option, text);
      });
  add(app, "--device", "N", "Which CUDA device computes, as 'heatwave info' counts them",
      [&device](const auto& option, const auto& text) {
        device = static_cast<int>(whole_number(option, text, 0, kMostDevices));
      });
  add(app, "--threads", "N", "Threads of the CPU backend; 0: all processors",
      [&threads](const auto& option, const auto& text) {
        threads = static_cast<int>(whole_number(option, text, 0, kMostThreads));
      });
}

void add_output_options(CLI::App& app, OutputOptions& options) {
  add_path(app, "--png", "Save the last field as a picture", options.png);
  add(app, "--every", "K", "Save a picture every K steps into --out",
      [&options](const auto& option, const auto& text) {
        options.every = whole_number(option, text, 1, kMostSteps);
      });
  add(app, "--film", "T",
      "In place of --every: a second of film shows T simulated seconds (steps, without units)",
      [&options](const auto& option, const auto& text) {
        options.film = number(option, text);
        if (!(options.film > 0)) {
          throw UsageError(fmt::format("{} needs a number above 0, not '{}'", option, text));
        }
      });
  add_path(app, "--out",
           fmt::format("Where to: a folder, or one file ({}; {} by ffmpeg)", endings(false),
                       endings(true)),
           options.out)
      ->type_name("DIR|FILE");
  add(app, "--with", "bar,title,outlines",
      "What pictures have besides the field: one or more of these",
      [&options](const auto& option, const auto& text) {
        options.with = picture_parts(option, text);
      });
  add_path(app, "--dump", "Save the last field as a NumPy file (.npy)", options.dump);
  app.add_flag("--json", options.json, "Print one JSON document instead of a summary");
  app.add_flag("--force", options.force, "Replace existing files");
}

void check_output_options(const OutputOptions& options) {
  check_names(options);
  if (options.every > 0 && options.film > 0) {
    throw UsageError("--film says how often to save a picture: leave out --every");
  }
  if (options.has_sequence() && options.out.empty()) {
    throw UsageError(fmt::format("{} needs a folder for its pictures: add --out DIR",
                                 options.film > 0 ? "--film" : "--every"));
  }
  if (!options.has_sequence() && !options.out.empty()) {
    throw UsageError("--out needs to know how often to save a picture: add --every K");
  }
  if (options.with != exporting::PictureParts{} && options.png.empty() && options.out.empty()) {
    throw UsageError("--with says what pictures have: add --png FILE, or --every K --out DIR");
  }
}

}  // namespace heatwave::cli
