// The options of `heatwave lab` and their checks.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "app/cli/command_options.h"
#include "app/cli/values.h"
#include "app/session/lab/lab_sources.h"
#include "app/system/read_files.h"
#include "kernels/stage/kernel_file.h"

namespace heatwave::cli {
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

}  // namespace heatwave::cli
