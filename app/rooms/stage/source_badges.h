// Draws the threads at a line of the kernel, and the key that explains them below the source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"
#include "app/rooms/stage/thread_badges.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// The sizes of badges, all of one source alike.
struct BadgeLook {
  const StageView& context;
  float row = 0.0F;      ///< height of a row of code
  float letters = 0.0F;  ///< size of the text
};

/// The badges that the key explains, one of each kind that is in sight.
struct BadgeSamples {
  std::optional<ThreadBadge> named;    ///< it names its threads
  std::optional<ThreadBadge> counted;  ///< it only counts them
  friend bool operator==(const BadgeSamples&, const BadgeSamples&) = default;
};

/// Returns the badges from long to short: in words, with the blocks alone in words, in letters, and
/// shortened.
std::vector<std::vector<ThreadBadge>> badge_wordings(const std::vector<ThreadBadge>& badges);
/// Returns the badges with their blocks alone, if each has all threads of them, or as one badge
/// with the number of threads, and another one for those that wait.
std::vector<ThreadBadge> shortened(std::vector<ThreadBadge> badges);
float badges_width(const BadgeLook& look, const std::vector<ThreadBadge>& badges);
/// Draws badges side by side that end at `right`; returns their left end.
float draw_badges(const BadgeLook& look, const std::vector<ThreadBadge>& badges, float right,
                  float y);
/// Adds a badge that is in sight to those that the key explains: of those that name threads the
/// first one whose text needs an explanation.
void note_sample(BadgeSamples& samples, const ThreadBadge& badge);

/// Returns the height of the key below the source in a pane of this height. 0: there is none in a
/// very low pane, and in a low one that has just room for all lines, which are as high as `lines`.
float badge_key_height(float pane, float lines, float unit);

/// The words of the key, from the band of the step on.
struct BadgeKey {
  bool has_band = false;  ///< it explains the band of the step
  std::string named;      ///< explains the sample that names threads; empty: there is none
  std::string counted;    ///< explains the sample that counts them; empty: there is none
};
/// Returns the words for the samples from long to short.
std::vector<BadgeKey> badge_keys(const BadgeSamples& samples);
/// Draws the longest key that fits into the line. `acted`: a line has the band of the step.
void draw_badge_key(const BadgeLook& of_lines, const BadgeSamples& samples, const ui::Box& line,
                    bool acted);

}  // namespace heatwave::stage_room
