// A small picture of a kernel's play on the stage: blocks with their threads, and the arrays.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::shell {

struct StageSketch {
  enum class Lane : std::uint8_t { waiting, acting, at_barrier, spinning, ended };
  enum class Cell : std::uint8_t { unwritten, input, written, touched };
  struct Moment {
    std::vector<Lane> lanes;  ///< the threads of the largest launch, block by block
    std::vector<std::vector<Cell>> arrays;
    std::vector<std::vector<double>> values;  ///< values of the cells of `arrays`
    bool is_fault = false;
  };

  int blocks = 0;
  int threads = 0;                 ///< threads in a block
  std::vector<std::string> names;  ///< names of the arrays
  std::vector<Moment> moments;
  std::size_t still = 0;  ///< the moment that a card shows while it does not run
};

/// Plays the lesson and picks moments of its largest launch. Throws core::Error for a lesson that
/// does not exist.
StageSketch sketch_of_lesson(const std::string& lesson);

/// Draws the moment at this part of the play, from 0 to 1; negative: the still one.
void draw_stage_sketch(ImDrawList& list, const ui::Look& look, const StageSketch& sketch,
                       const ui::Box& area, double part);

}  // namespace heatwave::shell
