// The options of a picture that becomes a part of the scene.
#pragma once

#include "app/cli/add_option.h"
#include "app/cli/options.h"

namespace heatwave::cli {

void add_picture_options(CLI::App& app, PictureOptions& options);
void check_picture_options(const CLI::App& app, const RunOptions& options);

/// The scene with the picture in it.
scene::Scene with_picture(scene::Scene scene, const PictureOptions& options);

}  // namespace heatwave::cli
