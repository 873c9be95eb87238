// A session under fire: whatever it is sent, what it shows keeps to its rules, and undoing all of
// it brings back the first field to the bit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "tests/fuzz/choices.h"

namespace heatwave::fuzz {

struct Sent {
  session::Command command;
  session::Gesture gesture = 0;
};

/// What a person would have to do to see it too.
std::string in_words(const std::vector<Sent>& all);

class SessionRound {
 public:
  /// Pictures and the like go through this writer into no folder at all: nothing is written.
  explicit SessionRound(scene::Scene scene);

  /// One frame with a command that the bytes choose.
  void send(Choices& choices);
  void send(Sent sent);
  /// Undoes all, looks, redoes it, looks.
  void undo_all();

  /// The first rule that was broken.
  [[nodiscard]] const std::optional<std::string>& broken() const { return broken_; }
  [[nodiscard]] const std::vector<Sent>& sent() const { return sent_; }
  [[nodiscard]] bool is_long() const { return sent_.size() >= 150; }

 private:
  void frame(session::Command command, session::Gesture gesture);
  /// Where nothing can be undone: keeps the field with the next entry of the history.
  void begin();
  void look();
  void require(bool good, const char* rule);

  session::Session session_;
  scene::Scene first_scene_;
  field::FieldState first_;
  std::uint64_t seen_scene_ = 0;
  session::Gesture gesture_ = 0;
  std::vector<Sent> sent_;
  std::optional<std::string> broken_;
};

/// The fewest of the commands, found by leaving out ever smaller parts, that still break a rule in
/// a session with this scene.
std::vector<Sent> shrunk(const scene::Scene& scene, std::vector<Sent> sent);

}  // namespace heatwave::fuzz
