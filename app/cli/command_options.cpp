// The ways to add an option, and the options of fields, lectures and recordings with their checks;
// values.h reads all values for its messages.
#include "app/cli/command_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/values.h"
#include "app/export/frame_sink.h"
#include "app/files/file_kind.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::cli {

CLI::Option* add(CLI::App& app, const std::string& name, const std::string& kind,
                 const std::string& help,
                 const std::function<void(const std::string&, const std::string&)>& set_value) {
  return app
      .add_option_function<std::string>(
          name, [name, set_value](const std::string& text) { set_value(name, text); }, help)
      ->type_name(kind);
}

CLI::Option* add_several(
    CLI::App& app, const std::string& name, const std::string& kind, const std::string& help,
    const std::function<void(const std::string&, const std::string&)>& set_value) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [name, set_value](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) set_value(name, text);
          },
          help)
      ->type_name(kind)
      ->allow_extra_args(false);
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, const std::string& kind,
                        const std::string& help, std::string& value,
                        const std::vector<std::string>& choices) {
  return add(app, name, kind.empty() ? fmt::format("{}", fmt::join(choices, "|")) : kind, help,
             [&value, choices](const std::string& option, const std::string& text) {
               value = choice(option, text, choices);
             });
}

CLI::Option* add_path(CLI::App& app, const std::string& name, const std::string& help,
                      std::filesystem::path& path) {
  return add(app, name, "FILE", help, [&path](const std::string& option, const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("{} needs the name of a file", option));
    path = text;
  });
}

namespace {

constexpr std::int64_t kMostThreads = 1024;
constexpr std::int64_t kMostDevices = 1023;

/// Throws UsageError when a file name has the extension of a format that its option does not write.
void check_names(const OutputOptions& options) {
  const std::vector<std::string> written = exporting::one_file_endings();
  const auto is_film_or_picture = [&written](const std::filesystem::path& path) {
    static constexpr std::array<std::string_view, 8> kNotWritten{".avi", ".mov", ".mkv",  ".mpg",
                                                                 ".m4v", ".jpg", ".jpeg", ".webp"};
    const std::string ending = files::in_small_letters(path.extension().string());
    return std::find(written.begin(), written.end(), ending) != written.end() ||
           std::find(kNotWritten.begin(), kNotWritten.end(), ending) != kNotWritten.end();
  };
  if (is_film_or_picture(options.png)) {
    throw UsageError(fmt::format(
        "--png saves one PNG picture, not a '{}'; a film is saved by --every K --out FILE",
        options.png.extension().string()));
  }
  const bool is_png = files::in_small_letters(options.out.extension().string()) == ".png";
  std::error_code ignored;
  if (!(is_film_or_picture(options.out) || is_png) || exporting::is_one_file(options.out) ||
      std::filesystem::exists(options.out, ignored)) {
    return;
  }
  throw UsageError(fmt::format("--out makes no '{}' files: a folder of pictures, or {}",
                               options.out.extension().string(), words::joined(written)));
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

exporting::PictureSize picture_size(const std::string& option, const std::string& text) {
  exporting::PictureSize wanted;
  if (text.find('x') != std::string::npos) {
    constexpr int kMost = exporting::PictureSize::kLongestSide;
    wanted.exact = extent(option, text, {1, 1}, {kMost, kMost});
  } else {
    wanted.times =
        static_cast<int>(whole_number(option, text, 1, exporting::PictureSize::kMostTimes));
  }
  try {
    exporting::check_size(wanted);
  } catch (const core::Error& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
  return wanted;
}

}  // namespace

void add_backend_options(CLI::App& app, field::Backend& chosen, std::optional<int>& device,
                         int& threads) {
  add_enum<field::Backend>(app, "--backend", "", "The backend; auto takes CUDA if a device works",
                           chosen);
  add_whole_number(app, "--device", "N", "The CUDA device, numbered as in 'heatwave info'", device,
                   0, kMostDevices);
  add_whole_number(app, "--threads", "N", "Threads of the CPU backend; 0: all processors", threads,
                   0, kMostThreads);
}

void add_output_options(CLI::App& app, OutputOptions& options) {
  add_path(app, "--png", "Save the last field as a picture", options.png);
  add_whole_number(app, "--every", "K", "Save a picture every K steps into --out", options.every, 1,
                   kMostSteps);
  add(app, "--film", "T",
      "In place of --every: a second of film shows T simulated seconds (steps, without units)",
      [&options](const auto& option, const auto& text) {
        options.film = number(option, text);
        if (!(options.film > 0)) {
          throw UsageError(fmt::format("{} needs a number above 0, not '{}'", option, text));
        }
      });
  add_path(app, "--out",
           fmt::format("Where to: a folder, or one file ({}; films need ffmpeg)",
                       words::joined(exporting::one_file_endings())),
           options.out)
      ->type_name("DIR|FILE");
  add(app, "--with", "bar,title,outlines",
      "Parts that pictures show besides the field: one or more of these",
      [&options](const auto& option, const auto& text) {
        const exporting::PictureParts before = options.with;
        options.with = picture_parts(option, text);
        options.with.smooth = before.smooth;
        options.with.size = before.size;
      });
  app.add_flag("--smooth,!--no-smooth", options.with.smooth,
               "Magnify a small field, with values between its cells; the default is not to");
  add(app, "--png-size", "WxH|N",
      "Size of pictures and films: in pixels, or N pixels for each cell; lines and words are drawn "
      "for it",
      [&options](const auto& option, const auto& text) {
        options.with.size = picture_size(option, text);
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
  const bool saves_pictures = !options.png.empty() || !options.out.empty();
  if (options.with.smooth && !saves_pictures) {
    throw UsageError("--smooth says how pictures look: add --png FILE, or --every K --out DIR");
  }
  if (options.with.size.is_given() && !saves_pictures) {
    throw UsageError(
        "--png-size says how large pictures are: add --png FILE, or --every K --out DIR");
  }
  if (options.with != exporting::PictureParts{} && !saves_pictures) {
    throw UsageError("--with says what pictures have: add --png FILE, or --every K --out DIR");
  }
}

namespace {

using scene::PictureUse;

/// Parses values such as 0.8,0.5,wall: from the lightest band to the darkest.
void take_bands(const std::string& option, const std::string& text, PictureOptions& options) {
  scene::PictureChoice& choice = options.choice;
  std::vector<double> factors;
  std::vector<std::string> parts = parts_of(text);
  choice.darkest_is_wall = parts.back() == "wall";
  if (choice.darkest_is_wall) parts.pop_back();
  for (const std::string& part : parts) factors.push_back(number(option, part));
  const std::size_t bands = factors.size() + (choice.darkest_is_wall ? 1 : 0);
  if (bands > scene::kMostPictureBands) {
    throw UsageError(
        fmt::format("{} takes at most {} bands, not {}", option, scene::kMostPictureBands, bands));
  }
  if (!choice.darkest_is_wall) {
    options.value = factors.back();
    factors.pop_back();
  }
  choice.lighter = std::move(factors);
}

}  // namespace

void add_picture_options(CLI::App& app, PictureOptions& options) {
  add_path(app, "--picture", "Put a PNG or JPEG into the scene, as --as says", options.file);
  add_enum<PictureUse>(app, "--as", "",
                       "Use of the picture: dark areas as walls or a medium, bright areas as a "
                       "source, all of it as the initial field, or as the input of a formula",
                       options.use);
  add(app, "--threshold", "T", "Threshold between dark and bright, 0 to 1 (default 0.5)",
      [&options](const auto& option, const auto& text) {
        options.choice.threshold = number(option, text);
        if (options.choice.threshold < 0 || options.choice.threshold > 1) {
          throw UsageError(fmt::format("{} must lie between 0 and 1, not {}", option, text));
        }
      });
  app.add_flag("--invert", options.choice.inverted, "Swap bright and dark");
  add(app, "--worth", "V|V,…|LO:HI",
      "Value of the source, or factor of the medium, or up to four factors for bands from light to "
      "dark, the last perhaps 'wall'; for a field the values of black and white",
      [&options](const auto& option, const auto& text) {
        if (text.find(':') != std::string::npos) {
          options.range = value_range(option, text);
        } else if (text.find(',') != std::string::npos) {
          take_bands(option, text, options);
        } else {
          options.value = number(option, text);
        }
      });
}

void check_picture_options(const CLI::App& app, const RunOptions& options) {
  const PictureOptions& picture = options.picture;
  if (picture.file.empty()) {
    for (const char* name : {"--as", "--threshold", "--invert", "--worth"}) {
      if (app.count(name) == 0) continue;
      throw UsageError(fmt::format("{} applies to a picture: add --picture FILE", name));
    }
    return;
  }
  if (!picture.use) {
    throw UsageError(fmt::format("--picture needs a use for the picture: add --as {}",
                                 fmt::join(core::all_names<PictureUse>(), "|")));
  }
  const bool is_field = *picture.use == PictureUse::field;
  const bool is_input = *picture.use == PictureUse::input;
  if (is_field && !options.load.empty()) {
    throw UsageError("--load and --picture as a field both set the initial field");
  }
  if (is_input && (app.count("--worth") > 0 || app.count("--threshold") > 0)) {
    throw UsageError("a formula reads the picture itself: leave out --worth and --threshold");
  }
  if (picture.value && (is_field || *picture.use == PictureUse::walls)) {
    throw UsageError(is_field ? "--worth needs LO:HI for a field" : "walls have no --worth");
  }
  const std::vector<double>& lighter = picture.choice.lighter;
  if (!lighter.empty() && *picture.use != PictureUse::media) {
    throw UsageError("several values for --worth are for media");
  }
  if (std::any_of(lighter.begin(), lighter.end(), [](double factor) { return !(factor > 0); })) {
    throw UsageError("--worth must be above 0 for a medium");
  }
  if (picture.range && !is_field) throw UsageError("--worth LO:HI is for a field");
  if (picture.value && *picture.use == PictureUse::media && !(*picture.value > 0)) {
    throw UsageError("--worth must be above 0 for a medium");
  }
}

scene::Scene with_picture(scene::Scene scene, const PictureOptions& options) {
  scene::PictureChoice choice = options.choice;
  choice.use = *options.use;
  if (options.value) choice.factor = choice.value = *options.value;
  if (options.range) {
    choice.low = options.range->low;
    choice.high = options.range->high;
  }
  scene::GrayPicture picture = scene::read_picture(options.file);
  if (choice.use == PictureUse::input) return read_by_formula(scene, std::move(picture), choice);
  const scene::PlacedPicture placed = scene::fitted(picture, scene.extent);
  if (choice.use == PictureUse::field) return scene::begun_with(scene, placed, choice);
  for (scene::Item& item : scene::items_of(placed, choice)) {
    scene.items.push_back(std::move(item));
  }
  return scene;
}

void add_measure_options(CLI::App& app, RunOptions& options) {
  MeasureOptions& measure = options.measure;
  add_several(app, "--probe", "X,Y",
              "Measure this cell, counted from the top left; may be given up to eight times",
              [&measure](const auto& option, const auto& text) {
                measure.probes.push_back(place(option, text));
              });
  add(app, "--profile", "X0,Y0:X1,Y1",
      "Measure along this line from cell to cell, between their centres too",
      [&measure](const auto& option, const auto& text) {
        measure.profile = segment(option, text);
      });
  app.add_flag("--totals", measure.totals,
               "Measure the minimum, the maximum, and the total heat or energy of the field");
  add_path(app, "--csv",
           "Save the measurements, a line for each sample; without --probe and --profile those of "
           "the scene",
           measure.csv);
  add_whole_number(app, "--sample", "K", "Measure every K steps (default 1)", measure.every, 1,
                   kMostSteps);
}

void check_measure_options(const RunOptions& options) {
  const MeasureOptions& measure = options.measure;
  if (measure.probes.size() > static_cast<std::size_t>(scene::kMostProbes)) {
    throw UsageError(fmt::format("--probe can be given {} times at most", scene::kMostProbes));
  }
  if (!measure.csv.empty()) return;
  for (const auto& [name, given] : {std::pair{"--probe", !measure.probes.empty()},
                                    {"--profile", measure.profile.has_value()},
                                    {"--totals", measure.totals},
                                    {"--sample", measure.every != 1}}) {
    if (given)
      throw UsageError(fmt::format("{} needs a file for the values: add --csv FILE", name));
  }
}

void add_lecture_options(CLI::App& app, LectureOptions& options) {
  app.add_option("LECTURE", options.lecture, "A lecture's name, or its file (.hwl)")->type_name("");
  app.add_flag("--list", options.list, "Show the lectures that come with the program");
  app.add_flag("--check", options.check, "Run all steps, and report those that fail");
  add_path(app, "--script",
           "Save what the lecturer says, with questions, answers and pictures (.md, .html)",
           options.script);
  add_path(app, "--handout",
           "Save the same for the class, without answers, with exercises (.md, .html)",
           options.handout);
  add_path(app, "--code", "Save the lecture's CUDA program (.cu)", options.code);
  app.add_flag("--force", options.force, "Replace existing files");
  app.add_flag("--json", options.json, "Print one JSON document");
  add_backend_options(app, options.backend, options.device, options.threads);
}

void check_lecture_options(const LectureOptions& options) {
  const int ways = (options.check ? 1 : 0) + (options.script.empty() ? 0 : 1) +
                   (options.handout.empty() ? 0 : 1) + (options.code.empty() ? 0 : 1);
  if (options.list && (ways > 0 || !options.lecture.empty())) {
    throw UsageError("--list shows all lectures, and stands alone or with --json");
  }
  if (options.list) return;
  if (options.lecture.empty()) {
    throw UsageError(
        "'heatwave lecture' needs a lecture; 'heatwave lecture --list' shows them all");
  }
  if (ways != 1) {
    throw UsageError(
        "'heatwave lecture' needs one of --check, --script FILE, --handout FILE, --code FILE, or "
        "--list");
  }
  if (options.json && !options.check) throw UsageError("--json is for --check and --list");
  for (const auto& [option, page] :
       {std::pair("--script", options.script), std::pair("--handout", options.handout)}) {
    if (page.empty() || page.extension() == ".md" || page.extension() == ".html") continue;
    throw UsageError(fmt::format("{} must end in .md or .html, is '{}'", option, page.string()));
  }
}

void add_replay_options(CLI::App& app, ReplayOptions& options) {
  app.add_option("FILE", options.file, "A recording (.hwrec)")->type_name("");
  add_backend_options(app, options.backend, options.device, options.threads);
  add_parts_options(app, options.parts);
  add_whole_number(app, "--until", "STEP", "Stop where the field first comes to this step",
                   options.until, 0, kMostSteps);
  app.add_flag("--long-gaps", options.long_gaps,
               "Play also a recording with more steps between two lines than a field takes in that "
               "time");
  add_output_options(app, options);
}

void check_replay_options(const ReplayOptions& options) {
  check_output_options(options);
  check_parts_options(options.parts, options.backend, options.device);
  if (options.file.empty()) {
    throw UsageError("replay needs a recording: heatwave replay FILE.hwrec");
  }
}

}  // namespace heatwave::cli
