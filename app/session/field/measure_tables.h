// What was measured, as comma-separated values for other programs.
#pragma once

#include <string>

#include "app/scene/scene.h"
#include "app/session/field/readings.h"

namespace heatwave::session {

/// A line of names, then lines of numbers which, read again, are the same bits. Throws core::Error
/// where there is nothing of the kind.
std::string csv_of(MeasureTable table, const Readings& readings, const Scene& scene);
/// As in names of files.
std::string name_of(MeasureTable table);

}  // namespace heatwave::session
