// Commands for the lab.
#pragma once

#include <cstdint>
#include <string>

#include "app/export/lab_table.h"
#include "app/session/command_traits.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::session {

/// Measures on a separate thread; one request runs at a time.
struct RunLab {
  static constexpr CommandTraits kTraits{
      .name = "run-lab", .words = "measures an experiment; the field rests meanwhile"};
  lab::Request request;
  static void fields(auto& self, auto&& visit) { visit("request", self.request); }
};

struct CancelLab {
  static constexpr CommandTraits kTraits{.name = "cancel-lab",
                                         .words = "breaks off the measurement"};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

using exporting::TableFormat;

struct SaveLab {
  static constexpr CommandTraits kTraits{.name = "save-lab",
                                         .words = "saves the newest results of an experiment",
                                         .touches_files = true};
  std::string experiment;
  TableFormat format = TableFormat::csv;
  std::string path;  ///< empty: a fresh name in the export folder
  static void fields(auto& self, auto&& visit) {
    visit("experiment", self.experiment);
    visit("format", self.format);
    visit.optional("path", self.path);
  }
};

}  // namespace heatwave::session
