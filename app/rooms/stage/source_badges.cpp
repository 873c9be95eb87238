// Draws the threads at a line of the kernel, and the key that explains them below the source.
#include "app/rooms/stage/source_badges.h"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/step_lines.h"

namespace heatwave::stage_room {
namespace {

constexpr float kBadgeGap = 4.0F;  ///< between badges

float text_width(const StageView& context, float size, const std::string& text) {
  return context.fonts.body->CalcTextSizeA(size, FLT_MAX, 0, text.c_str()).x;
}

float badge_width(const BadgeLook& look, const std::string& text) {
  return text_width(look.context, look.letters, text) + 12 * look.context.unit;
}

void draw_badge(const BadgeLook& look, const ThreadBadge& badge, float x, float y) {
  const float u = look.context.unit;
  const ui::Theme& theme = look.context.theme;
  const bool followed = std::find(badge.threads.begin(), badge.threads.end(),
                                  look.context.model.followed) != badge.threads.end();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // In rows that stand close the text needs all of the badge.
  const float rim = std::clamp((look.row - look.letters) / 2, 0.5F * u, 2 * u);
  const ImVec2 from{x, y + rim};
  const ImVec2 to{x + badge_width(look, badge.text), y + look.row - rim};
  const ImVec4 edge = badge.waiting ? waiting_colour(theme) : theme.dim;
  list.AddRectFilled(from, to, ui::packed_colour(followed ? theme.accent : theme.hovered), 5 * u);
  list.AddRect(from, to, ui::packed_colour(followed ? theme.accent : edge), 5 * u,
               (badge.waiting ? 2.0F : 1.0F) * u);
  list.AddText(look.context.fonts.body, look.letters,
               {x + 6 * u, y + (look.row - look.letters) / 2},
               ui::packed_colour(followed ? theme.on_accent : theme.text), badge.text.c_str());
}

}  // namespace

std::vector<ThreadBadge> shortened(std::vector<ThreadBadge> badges) {
  const bool whole = std::none_of(badges.begin(), badges.end(),
                                  [](const ThreadBadge& badge) { return badge.brief.empty(); });
  if (whole) {
    for (ThreadBadge& badge : badges) badge.text = badge.brief;
    return badges;
  }
  std::vector<ThreadBadge> counted;
  for (const bool waiting : {true, false}) {
    ThreadBadge all{.waiting = waiting, .counts = true};
    for (const ThreadBadge& badge : badges) {
      if (badge.waiting != waiting) continue;
      all.threads.insert(all.threads.end(), badge.threads.begin(), badge.threads.end());
    }
    if (all.threads.empty()) continue;
    const bool is_one = all.threads.size() == 1;
    all.text = "×" + std::to_string(all.threads.size());
    all.words = std::to_string(all.threads.size()) + (is_one ? " thread" : " threads");
    if (waiting) all.text += is_one ? " waits" : " wait";
    counted.push_back(all);
  }
  return counted;
}

std::vector<std::vector<ThreadBadge>> badge_wordings(const std::vector<ThreadBadge>& badges) {
  std::vector<ThreadBadge> in_words = badges;
  for (ThreadBadge& badge : in_words) {
    badge.text = badge.words;
    badge.is_plain = true;
  }
  std::vector<ThreadBadge> brief_words = in_words;
  for (ThreadBadge& badge : brief_words) {
    if (!badge.brief.empty()) badge.text = badge.brief_words;
  }
  return {in_words, brief_words, badges, shortened(badges)};
}

float badges_width(const BadgeLook& look, const std::vector<ThreadBadge>& badges) {
  float wide = 0;
  for (const ThreadBadge& badge : badges) {
    wide += badge_width(look, badge.text) + kBadgeGap * look.context.unit;
  }
  return wide;
}

float draw_badges(const BadgeLook& look, const std::vector<ThreadBadge>& badges, float right,
                  float y) {
  float x = right;
  for (auto badge = badges.rbegin(); badge != badges.rend(); ++badge) {
    x -= badge_width(look, badge->text);
    draw_badge(look, *badge, x, y);
    x -= kBadgeGap * look.context.unit;
  }
  return x;
}

void note_sample(BadgeSamples& samples, const ThreadBadge& badge) {
  if (badge.waiting) return;  // its text says what its threads do here
  std::optional<ThreadBadge>& sample = badge.counts ? samples.counted : samples.named;
  if (!sample || (sample->is_plain && !badge.is_plain)) sample = badge;
}

// The key -------------------------------------------------------------------------------------

namespace {

constexpr float kBand = 22.0F;    ///< width of the sample of the band
constexpr float kWordGap = 6.0F;  ///< between a sample and its words
constexpr float kBetweenEntries = 20.0F;
constexpr const char* kThisStep = "this step";

float entry_width(const BadgeLook& look, const ThreadBadge& badge, const std::string& words) {
  return badge_width(look, badge.text) + kWordGap * look.context.unit +
         text_width(look.context, look.letters, words);
}

float key_width(const BadgeLook& look, const BadgeSamples& samples, const BadgeKey& key) {
  const float u = look.context.unit;
  float width = -kBetweenEntries * u;
  if (key.has_band) {
    width += (kBand + kWordGap + kBetweenEntries) * u +
             text_width(look.context, look.letters, kThisStep);
  }
  if (!key.named.empty()) {
    width += entry_width(look, *samples.named, key.named) + kBetweenEntries * u;
  }
  if (!key.counted.empty()) {
    width += entry_width(look, *samples.counted, key.counted) + kBetweenEntries * u;
  }
  return width;
}

}  // namespace

float badge_key_height(float pane, float lines, float unit) {
  constexpr float kLeastWithKey = 190;  // a lower pane needs the room for lines
  constexpr float kLow = 210;
  constexpr float kKeyLine = 26;
  const bool needs_all = pane < kLow * unit && lines <= pane;
  return pane < kLeastWithKey * unit || needs_all ? 0.0F : kKeyLine * unit;
}

std::vector<BadgeKey> badge_keys(const BadgeSamples& samples) {
  const std::string counted = samples.counted ? samples.counted->words : "";
  const auto after = [](const std::string& words, const std::string& before) {
    return words.empty() ? "" : before + words;
  };
  // The words of a badge in words are on the badge.
  const bool is_plain = samples.named && samples.named->is_plain;
  const std::string words = samples.named && !is_plain ? samples.named->words : "";
  const std::string named = is_plain ? "next" : words;
  const std::string next = is_plain ? "will go on here" : after(words, "next line of ");
  const std::string brief_next = is_plain ? named : after(words, "next: ");
  std::vector<BadgeKey> keys;
  for (const bool has_band : {true, false}) {
    keys.push_back({has_band, next, after(counted, "next line of ")});
    keys.push_back({has_band, next, counted});
    keys.push_back({has_band, brief_next, counted});
  }
  keys.push_back({false, named, counted});
  keys.push_back({false, named, ""});
  return keys;
}

void draw_badge_key(const BadgeLook& of_lines, const BadgeSamples& samples, const ui::Box& line,
                    bool acted) {
  BadgeLook look = of_lines;
  look.row = std::min(look.row, line.height());
  const float u = look.context.unit;
  const ui::Theme& theme = look.context.theme;
  const std::vector<BadgeKey> keys = badge_keys(samples);
  const auto fitting = std::find_if(keys.begin(), keys.end(), [&](const BadgeKey& key) {
    return (acted || !key.has_band) && key_width(look, samples, key) <= line.width();
  });
  if (fitting == keys.end()) return;
  const float middle = (line.top + line.bottom) / 2;
  float x = line.left;
  const auto word = [&](const std::string& text) {
    ImGui::GetWindowDrawList()->AddText(look.context.fonts.body, look.letters,
                                        {x, middle - look.letters / 2},
                                        ui::packed_colour(theme.text), text.c_str());
    x += text_width(look.context, look.letters, text);
  };
  if (fitting->has_band) {
    draw_band(look.context, {x, middle - 7 * u, x + kBand * u, middle + 7 * u}, LineRole::acted);
    x += (kBand + kWordGap) * u;
    word(kThisStep);
    x += kBetweenEntries * u;
  }
  const auto entry = [&](const std::optional<ThreadBadge>& badge, const std::string& words) {
    if (words.empty()) return;
    const float left = x;
    draw_badge(look, *badge, x, middle - look.row / 2);
    x += badge_width(look, badge->text) + kWordGap * u;
    word(words);
    note_box(look.context, "badge key/" + badge->text, {left, line.top, x, line.bottom});
    x += kBetweenEntries * u;
  };
  entry(samples.named, fitting->named);
  entry(samples.counted, fitting->counted);
}

}  // namespace heatwave::stage_room
