// A picture, and what it becomes.
#include "app/cli/picture_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/words/word_lists.h"

namespace heatwave::cli {
namespace {

using scene::PictureUse;

/// As in 0.8,0.5,wall: from the lightest band to the darkest.
void take_bands(const std::string& option, const std::string& text, PictureOptions& options) {
  scene::PictureChoice& choice = options.choice;
  std::vector<double> factors;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    choice.darkest_is_wall = end == text.size() && part == "wall";
    if (!choice.darkest_is_wall) factors.push_back(number(option, part));
    begin = end + 1;
  }
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
  add(app, "--as", fmt::format("{}", fmt::join(core::all_names<PictureUse>(), "|")),
      "What the picture becomes: what is dark walls or a medium, what is bright a source, all of "
      "it the field that the scene begins with",
      [&options](const auto& option, const auto& text) {
        options.use = choice<PictureUse>(option, text);
      });
  add(app, "--threshold", "T", "Between dark and bright, 0 to 1 (0.5 unless said otherwise)",
      [&options](const auto& option, const auto& text) {
        options.choice.threshold = number(option, text);
        if (options.choice.threshold < 0 || options.choice.threshold > 1) {
          throw UsageError(fmt::format("{} must lie between 0 and 1, not {}", option, text));
        }
      });
  app.add_flag("--invert", options.choice.inverted, "Take what is bright for dark");
  add(app, "--worth", "V|V,…|LO:HI",
      "The source's value, or the medium's factor, or up to four for bands from light to dark, the "
      "last perhaps 'wall'; of a field the values of black and white",
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
      throw UsageError(fmt::format("{} says what becomes of a picture: add --picture FILE", name));
    }
    return;
  }
  if (!picture.use) {
    throw UsageError(fmt::format("--picture needs to know what the picture becomes: add --as {}",
                                 fmt::join(core::all_names<PictureUse>(), "|")));
  }
  const bool is_field = *picture.use == PictureUse::field;
  if (is_field && !options.load.empty()) {
    throw UsageError("--load and --picture as a field both say what the field begins with");
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

}  // namespace heatwave::cli
