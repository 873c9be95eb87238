// The rules, and the search for the shortest list of commands that breaks one.
#include "tests/fuzz/session_round.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "tests/fuzz/random_commands.h"

namespace heatwave::fuzz {
namespace {

using namespace scene;
using namespace session;

/// More than a history holds.
constexpr int kMostUndone = 1000;

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

bool same_bits(const field::FieldState& a, const field::FieldState& b) {
  return a.extent == b.extent && a.step == b.step && a.planes.size() == b.planes.size() &&
         std::equal(a.planes.begin(), a.planes.end(), b.planes.begin(),
                    [](const auto& p, const auto& q) { return same_bits(p, q); });
}

/// How a scene is looked at is not undone, nor what a person has called it.
Scene without_view(Scene scene, bool described) {
  scene.colours.clear();
  scene.view = {};
  scene.layers = {};
  scene.quantities = {};
  scene.viewpoint = {};
  scene.pace = {};
  if (described) scene.title = scene.words.watch = "";
  return scene;
}

std::string text_of(Scene scene) {
  scene.name = "read";
  return to_json(scene);
}

bool reads_back(const Scene& scene) {
  const std::string text = text_of(scene);
  return text_of(parse_scene(text, "read.json")) == text;
}

bool has_ids_of_its_own(const Scene& scene) {
  std::set<int> ids;
  return std::all_of(scene.items.begin(), scene.items.end(),
                     [&](const Item& item) { return item.id > 0 && ids.insert(item.id).second; });
}

}  // namespace

std::string in_words(const std::vector<Sent>& all) {
  std::string text;
  for (const Sent& each : all) {
    text += "  " + std::string(name_of(each.command)) + ", gesture " +
            std::to_string(each.gesture) + '\n';
  }
  return text;
}

SessionRound::SessionRound(Scene scene)
    : session_(
          std::move(scene),
          {.backend = field::Backend::cpu, .threads = 1, .export_folder = "/dev/null/nowhere"}) {
  begin();
}

void SessionRound::send(Choices& choices) {
  // Drags are many commands of one gesture.
  if (!choices.one_in(3)) gesture_ = choices.below(4) == 0 ? 0 : gesture_ + 1;
  send({next_command(choices, session_.snapshot()), gesture_});
}

void SessionRound::send(Sent sent) {
  sent_.push_back(sent);
  frame(std::move(sent.command), sent.gesture);
  if (!session_.snapshot().can_undo) begin();
}

void SessionRound::frame(Command command, Gesture gesture) {
  session_.submit(std::move(command), gesture);
  session_.frame(0.0);
  look();
}

void SessionRound::begin() {
  first_ = session_.state();
  first_scene_ = session_.snapshot().scene;
  frame(Reset{}, 0);
}

void SessionRound::require(bool good, const char* rule) {
  if (!good && !broken_) broken_ = rule;
}

void SessionRound::look() {
  const Snapshot& shown = session_.snapshot();
  if (std::exchange(seen_scene_, shown.scene_version) == shown.scene_version) return;
  try {
    check_scene(shown.scene);
    require(reads_back(shown.scene), "a scene reads back as it was written");
  } catch (const std::exception& error) {
    if (!broken_) broken_ = std::string("a scene that is shown may be saved: ") + error.what();
  }
  require(has_ids_of_its_own(shown.scene), "items have ids of their own");
  require(session_.cell_flags().size() == static_cast<std::size_t>(shown.scene.extent.cells()),
          "each cell has flags");
}

void SessionRound::undo_all() {
  frame(Pause{}, 0);
  const bool described = std::any_of(sent_.begin(), sent_.end(), [](const Sent& each) {
    return std::holds_alternative<DescribeScene>(each.command);
  });
  const auto seen = [&] { return without_view(session_.snapshot().scene, described); };
  const Scene last = seen();
  int undone = 0;
  for (; session_.snapshot().can_undo && undone < kMostUndone; ++undone) frame(Undo{}, 0);
  require(undone < kMostUndone, "undoing comes to an end");
  require(seen() == without_view(first_scene_, described),
          "undoing all brings back the first scene");
  require(same_bits(session_.state(), first_), "undoing all brings back the first bits");
  for (int left = undone; left > 0; --left) {
    require(session_.snapshot().can_redo, "what was undone can be redone");
    frame(Redo{}, 0);
  }
  require(seen() == last, "redoing it brings back the last scene");
}

std::vector<Sent> shrunk(const Scene& scene, std::vector<Sent> sent) {
  const auto breaks = [&](const std::vector<Sent>& some) {
    SessionRound round(scene);
    for (const Sent& each : some) round.send(each);
    round.undo_all();
    return round.broken().has_value();
  };
  for (std::size_t part = sent.size(); part > 0; part /= 2) {
    for (std::size_t at = 0; at + part <= sent.size();) {
      std::vector<Sent> fewer = sent;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(part));
      if (breaks(fewer)) {
        sent = std::move(fewer);
      } else {
        at += part;
      }
    }
  }
  return sent;
}

}  // namespace heatwave::fuzz
