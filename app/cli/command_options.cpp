// The options of each subcommand and their checks; values.h reads all values for its messages.
#include "app/cli/command_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/values.h"
#include "app/export/frame_sink.h"
#include "app/files/file_kind.h"
#include "app/session/lab/lab_sources.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/text_lesson.h"

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
                       "source, or all of it as the initial field",
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
  if (is_field && !options.load.empty()) {
    throw UsageError("--load and --picture as a field both set the initial field");
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
  const scene::PlacedPicture placed =
      scene::fitted(scene::read_picture(options.file), scene.extent);
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

namespace {

constexpr std::int64_t kMostRepeats = 1'000'000;

void add_values(CLI::App& app, LabOptions& options) {
  const auto add_value = [&](const std::string& id, const std::string& kind,
                             const std::string& help) {
    add(app, "--" + id, kind, help, [&options, id](const auto& option, const auto& text) {
      options.values.push_back({option, id, text});
    });
  };
  add_value("n", "N", "Size of the problem; K, M and G stand for 1024, 1024² and 1024³");
  add_value("threads", "N", "Threads of a block, for the GPU's kernels");
  add_value("blocks", "N", "Blocks of a launch, for the GPU's kernels");
  add_value("input", "NAME", "Kind of input, where there are several");
  add_several(
      app, "--set", "NAME=VALUE", "Any parameter of an experiment; may be given several times",
      [&options](const auto& option, const auto& text) {
        const auto [id, value] = named_value(option, text, "a name and a value, as in n=1024");
        options.values.push_back({fmt::format("{} {}", option, id), id, value});
      });
  add(app, "--sweep", "NAME=A,B,…",
      "Measure at each of these values; with the name alone, at the experiment's own",
      [&options](const auto& option, const auto& text) {
        const std::size_t equals = std::min(text.find('='), text.size());
        const std::string id = text.substr(0, equals);
        if (id.empty() || equals + 1 == text.size()) {
          throw UsageError(fmt::format(
              "{} needs a name and values, as in n=256,512,1K, or a name, not '{}'", option, text));
        }
        options.sweep = {fmt::format("{} {}", option, id), id,
                         equals < text.size() ? text.substr(equals + 1) : std::string()};
      });
}

/// "--json, --csv and --markdown", or likewise what each format has there.
std::string formats_in_words(const char* last_joint,
                             std::string (*word_of)(const exporting::TableFormatEntry&)) {
  std::string list;
  for (const exporting::TableFormatEntry& entry : exporting::kTableFormats) {
    const bool is_last = &entry == &exporting::kTableFormats.back();
    if (!list.empty()) list += is_last ? last_joint : ", ";
    list += word_of(entry);
  }
  return list;
}
std::string options_in_words() {
  return formats_in_words(" and ", [](const auto& entry) { return fmt::format("--{}", entry.id); });
}

void add_formats(CLI::App& app, LabOptions& options) {
  for (const exporting::TableFormatEntry& entry : exporting::kTableFormats) {
    app.add_flag_callback(
        fmt::format("--{}", entry.id),
        [&options, format = entry.format] {
          if (options.format && options.format != format) {
            throw UsageError(fmt::format("choose only one of {}", options_in_words()));
          }
          options.format = format;
        },
        std::string(entry.help));
  }
  add_path(app, "--out", "Write that to a file, and show the tables all the same", options.out);
  app.add_flag("--force", options.force, "Replace an existing file");
}

}  // namespace

void add_lab_options(CLI::App& app, LabOptions& options) {
  app.add_option("EXPERIMENT", options.experiments, "One or several; --list shows them")
      ->type_name("");
  app.add_flag("--list", options.list, "Show the experiments, their parameters and variants");
  app.add_flag(
      "--profile", options.profile,
      "The old text profiler's report of `reverse`, beside the one that Farber's article prints");
  app.add_flag("--ptx", options.ptx, "Print the PTX of the kernels without measuring");
  app.add_flag("--sass", options.sass, "Print the machine code of the kernels without measuring");
  add_several(app, "--variant", "NAME",
              "Only this variant; may be given several times, or as a list with commas",
              [&options](const auto&, const auto& text) {
                for (std::string& part : parts_of(text)) options.variants.push_back(part);
              });
  add_values(app, options);
  add_path(app, "--kernel", "Time the kernel in this .cu file, too, in the place of the variant's",
           options.kernel);
  add_path(app, "--save-kernel", "Save the variant's kernel as a .cu file, to be edited",
           options.save_kernel);
  add_whole_number(app, "--seed", "S", "Seed of all random input (default 1)", options.seed, 0,
                   std::numeric_limits<std::int64_t>::max());
  add_whole_number(app, "--repeat", "R", "Samples of each time, however long they take",
                   options.repeats, 1, kMostRepeats);
  app.add_flag("--quick", options.quick, "Small sizes and few repeats, as in the quick set");
  add_formats(app, options);
}

namespace {

/// Chooses the variant that an edited kernel names, unless the command line names one.
void take_variant_of_kernel(LabOptions& options) {
  if (options.kernel.empty()) return;
  const auto origin =
      session::kernel_origin(system::whole_text(options.kernel, stage::kLargestKernelFile));
  if (options.experiments.empty() && origin) options.experiments = {origin->experiment};
  if (options.variants.empty() && origin) options.variants = {origin->variant};
}

}  // namespace

void resolve_lab_options(LabOptions& options) {
  take_variant_of_kernel(options);
  const bool is_one = options.experiments.size() == 1 && options.variants.size() == 1;
  if ((!options.kernel.empty() || !options.save_kernel.empty()) && !is_one) {
    throw UsageError(
        "a kernel belongs to one variant: heatwave lab dot --variant lecture --save-kernel "
        "FILE.cu");
  }
  for (const auto& [name, wanted] :
       {std::pair{"--profile", options.profile}, std::pair{"--ptx", options.ptx},
        std::pair{"--sass", options.sass}}) {
    if (!wanted) continue;
    if (!options.out.empty())
      throw UsageError(fmt::format("{} writes no file; leave out --out", name));
    if (options.format) {
      throw UsageError(fmt::format("{} prints text; leave out --json, --csv and --markdown", name));
    }
  }
  if (options.list) {
    if (!options.out.empty()) throw UsageError("--list writes no file; leave out --out");
    if (options.format && options.format != exporting::TableFormat::json) {
      throw UsageError("--list prints text or JSON; leave out --csv and --markdown");
    }
  }
  if (options.out.empty() || options.format) return;
  const std::string ending = options.out.extension().string();
  for (const exporting::TableFormatEntry& entry : exporting::kTableFormats) {
    if (ending == entry.extension) options.format = entry.format;
  }
  if (!options.format) {
    const std::string endings =
        formats_in_words(" or ", [](const auto& entry) { return std::string(entry.extension); });
    throw UsageError(
        fmt::format("--out needs a file that ends in {}, or one of {} beside it, not '{}'", endings,
                    options_in_words(), options.out.string()));
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
  for (const auto& page : {options.script, options.handout}) {
    if (page.empty() || page.extension() == ".md" || page.extension() == ".html") continue;
    throw UsageError(fmt::format("'{}' must end in .md or .html", page.string()));
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

namespace {

/// Parses numbers such as "1,2,3".
std::vector<double> numbers(const std::string& option, const std::string& text) {
  std::vector<double> all;
  for (const std::string& part : parts_of(text)) all.push_back(number(option, part));
  return all;
}

stage::Schedule schedule(const std::string& option, const std::string& text) {
  try {
    return stage::Schedule::from(text);
  } catch (const core::Error& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

/// An input that only one version uses selects that version.
void take_version_of_inputs(const stage::Lesson& lesson, stage::PlaySettings& settings) {
  for (const stage::Input& input : lesson.inputs) {
    if (input.version.empty() || !settings.inputs.contains(input.id)) continue;
    if (settings.version.empty()) settings.version = input.version;
    if (settings.version == input.version) continue;
    throw UsageError(fmt::format("--set {} goes with --version {}, not with '{}'", input.id,
                                 input.version, settings.version));
  }
}

/// Puts the lesson of the named file in the place of its name.
void read_kernel_file(StageOptions& options) {
  const std::string text = system::whole_text(options.lesson, stage::kLargestKernelFile);
  try {
    const stage::KernelFile file = stage::read_kernel_file(text, options.lesson);
    if (stage::is_own_lesson(file.lesson)) (void)stage::lesson_of_text(text, file.lesson);
    options.lesson = file.lesson;
    options.settings.text = text;
    if (options.settings.version.empty()) options.settings.version = file.settings.version;
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}: {}", options.lesson, error.what()));
  }
}

}  // namespace

std::vector<std::string> lesson_ids() {
  std::vector<std::string> ids;
  for (const stage::Lesson* each : stage::all_lessons()) ids.push_back(each->id);
  return ids;
}

void add_stage_options(CLI::App& app, StageOptions& options) {
  app.add_option("LESSON", options.lesson, "The lesson to play, or a kernel of your own (.cu)")
      ->type_name("");
  app.add_flag("--list", options.list, "Show all lessons, or all about the one named");
  app.add_flag("--text", options.text, "Print the kernel, and with each step the line of it");
  app.add_flag("--json", options.json, "Print one JSON document");
  app.add_flag(
      "--cost", options.cost,
      "Print what each line costs: warps' instructions, sectors, bank conflicts, barriers");
  app.add_flag("--break", options.break_it,
               "Find a schedule that breaks it: the shortest one under which it fails");
  add_whole_number(app, "--step", "N",
                   "Print one moment: the kernel with the line of step N marked", options.step, 0,
                   100'000);
  add(app, "--schedule", "lockstep|independent|random:SEED",
      "Order in which threads run; the default is the lesson's",
      [&options](const auto& option, const auto& text) {
        options.schedule = schedule(option, text);
      });
  add(app, "--choose", "N,N,…",
      "Choose by hand: for each step, the index from 0 of the thread that runs next",
      [&options](const auto& option, const auto& text) {
        stage::Schedule chosen{.kind = stage::Schedule::Kind::chosen};
        for (const double each : numbers(option, text)) {
          if (each < 0 || each > 4096 || each != static_cast<int>(each)) {
            throw UsageError(fmt::format("{} takes whole numbers from 0, not '{}'", option, text));
          }
          chosen.choices.push_back(static_cast<int>(each));
        }
        options.schedule = chosen;
      });
  add_whole_number(app, "--warp", "N", "Threads of a warp, 1 to 32", options.settings.warp, 1, 32);
  add(app, "--version", "NAME", "Version of the kernel, where there are several",
      [&options](const auto& /*option*/, const auto& text) { options.settings.version = text; });
  add_several(app, "--set", "NAME=NUMBERS", "An input of the lesson, as in a=1,2,3",
              [&options](const auto& option, const auto& text) {
                const auto [id, values] =
                    named_value(option, text, "a name and numbers, as in a=1,2,3");
                options.settings.inputs[id] = numbers(option, values);
              });
}

void resolve_stage_options(StageOptions& options) {
  if (options.lesson.empty()) {
    if (options.list) return;
    throw UsageError("'heatwave stage' needs a lesson; 'heatwave stage --list' shows them all");
  }
  if (stage::is_own_lesson(options.lesson)) {
    read_kernel_file(options);
  } else {
    choice("the lesson", options.lesson, lesson_ids());
  }
  const stage::Lesson lesson = stage::find_lesson(options.lesson, options.settings);
  if (options.break_it && (options.schedule || options.list || options.step)) {
    throw UsageError("--break chooses the schedule itself: leave out --schedule, --choose, --step");
  }
  if (options.cost && (options.text || options.list || options.step || options.break_it)) {
    throw UsageError("--cost goes with --json alone, not with --text, --list, --step or --break");
  }
  if (options.text && options.json) throw UsageError("--text and --json exclude each other");
  if (options.step && options.json) throw UsageError("--step and --json exclude each other");
  if (!options.settings.version.empty()) {
    choice("--version", options.settings.version, words::ids_of(lesson.versions));
  }
  for (const auto& [id, values] : options.settings.inputs) {
    choice("--set", id, words::ids_of(lesson.inputs));
  }
  take_version_of_inputs(lesson, options.settings);
  const stage::Schedule first = stage::first_schedule(lesson, options.settings.version);
  options.settings.schedule = options.schedule.value_or(first);
  const bool by_hand = first.kind == stage::Schedule::Kind::chosen;
  if (!options.schedule && by_hand)
    options.settings.schedule = stage::Schedule::from("independent");
}

void add_exercise_options(CLI::App& app, ExerciseOptions& options) {
  app.add_option("EXERCISE", options.exercise,
                 "The exercise to show, or a solution (.cu); without it, all are listed")
      ->type_name("");
  app.add_flag("--check", options.check,
               "Play the solution under several schedules, and say what is wrong first");
  app.add_flag("--hints", options.hints, "Show the task and its hints");
  app.add_flag("--answer", options.answer, "Show the model answer");
  app.add_flag("--json", options.json, "Print the list or the verdict as one JSON document");
  add_path(app, "--save", "Save the kernel with its gaps as a .cu file", options.save);
  app.add_flag("--force", options.force, "Replace an existing file");
}

void check_exercise_options(const ExerciseOptions& options) {
  const int ways = (options.check ? 1 : 0) + (options.hints ? 1 : 0) + (options.answer ? 1 : 0) +
                   (options.save.empty() ? 0 : 1);
  if (ways > 1) throw UsageError("--check, --hints, --answer and --save exclude each other");
  if (ways > 0 && options.exercise.empty()) {
    throw UsageError("'heatwave exercise' needs a name or a file; without options it lists all");
  }
  if (options.check && !stage::is_own_lesson(options.exercise)) {
    throw UsageError(
        "--check takes a solution: save the exercise with --save FILE.cu, fill its "
        "gaps, and check that file");
  }
}

}  // namespace heatwave::cli
