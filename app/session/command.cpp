// Functions common to all commands, and the rules on who may send which.
#include "app/session/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/envelope.h"

namespace heatwave::session {
namespace {

// Limits of a command from an outside client. The commands' own checks are stricter where values
// have a meaning; these limit the work of checking.
constexpr std::size_t kMostText = 16'384;        ///< bytes of a text
constexpr std::size_t kMostPoints = 20'000;      ///< points of a stroke
constexpr std::size_t kMostNumbers = 4'194'304;  ///< cells of a field, and the like
constexpr std::size_t kMostItems = 2'000;        ///< items of a scene
constexpr std::int64_t kMostSteps = 10'000;      ///< steps of an Advance
constexpr std::int64_t kMostGridCells = 4'194'304;

/// A visitor that finds the first field of a command that exceeds its limit.
class SizeCheck {
 public:
  void operator()(const char* name, const auto& field) { check(name, field); }
  void optional(const char* name, const auto& field) { check(name, field); }
  void inner(const auto& field) { check("stroke", field); }

  [[nodiscard]] const std::string& flaw() const { return flaw_; }

 private:
  void bound(const char* name, std::size_t size, std::size_t most) {
    if (size > most && flaw_.empty()) {
      flaw_ = fmt::format("'{}' holds {} of what may be {} at most", name, size, most);
    }
  }
  void check(const char* name, const std::string& text) { bound(name, text.size(), kMostText); }
  void check(const char* name, const std::vector<float>& values) {
    bound(name, values.size(), kMostNumbers);
  }
  void check(const char* name, const std::vector<core::Point>& points) {
    bound(name, points.size(), kMostPoints);
  }
  void check(const char* name, const scene::Stroke& stroke) {
    bound(name, stroke.points.size(), kMostPoints);
  }
  void check(const char* name, const scene::Item& item) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item.shape)) check(name, *stroke);
    for (const scene::Stroke& hole : item.holes) check(name, hole);
    bound(name, item.holes.size(), kMostPoints);
  }
  void check(const char* name, core::Extent extent) {
    bound(name, static_cast<std::size_t>(std::max<std::int64_t>(0, extent.cells())),
          static_cast<std::size_t>(kMostGridCells));
  }
  void check(const char* name, const scene::Scene& scene) {
    check(name, scene.extent);
    bound(name, scene.items.size(), kMostItems);
    for (const scene::Item& item : scene.items) check(name, item);
    check(name, scene.title);
    for (const std::string& text : {scene.words.watch, scene.words.meaning, scene.words.textbook}) {
      check(name, text);
    }
  }
  template <typename T>
  void check(const char* /*name*/, const T& /*field*/) {}

  std::string flaw_;
};

std::string flaw_of_size(const Command& command) {
  if (const auto* advance = std::get_if<Advance>(&command)) {
    if (advance->steps > kMostSteps) {
      return fmt::format("'steps' may be {} at most from outside", kMostSteps);
    }
  }
  SizeCheck sizes;
  std::visit([&](const auto& each) { each.fields(each, sizes); }, command);
  return sizes.flaw();
}

bool may_touch_files(const Envelope& envelope) {
  const bool is_trusted =
      envelope.origin == CommandOrigin::window || envelope.origin == CommandOrigin::writing_script;
  return is_trusted && envelope.client == kHome && envelope.role == ClientRole::home;
}

template <std::size_t kIndex>
AnyCommand made_of(void* kind) {
  using Kind = std::variant_alternative_t<kIndex, AnyCommand>;
  return AnyCommand(std::in_place_index<kIndex>, std::move(*static_cast<Kind*>(kind)));
}
template <std::size_t... kIndex>
constexpr auto makers_of(std::index_sequence<kIndex...> /*all*/) {
  return std::array{&made_of<kIndex>...};
}
/// Makes a command of the kind with that index by moving its value.
constexpr auto kMakers = makers_of(std::make_index_sequence<std::variant_size_v<AnyCommand>>());

}  // namespace

Command::Command() = default;
Command::Command(std::size_t index, void* kind) : AnyCommand(kMakers[index](kind)) {}
Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
// Assignments make the command anew, because the variant's own ones compile a function for each
// pair of kinds.
Command& Command::operator=(const Command& other) { return *this = Command(other); }
Command& Command::operator=(Command&& other) noexcept {
  if (this == &other) return *this;
  std::destroy_at(this);
  return *std::construct_at(this, std::move(other));
}
Command::~Command() = default;

const CommandTraits& traits_of(const Command& command) {
  return std::visit(
      [](const auto& each) -> const CommandTraits& {
        return std::decay_t<decltype(each)>::kTraits;
      },
      command);
}

Gesture gesture_of(const Envelope& envelope) {
  constexpr unsigned kBitsOfNumber = 40;
  if (envelope.gesture == 0) return 0;
  return envelope.gesture ^ Gesture { envelope.client } << kBitsOfNumber;
}

std::string why_not_permitted(const Envelope& envelope) {
  const CommandTraits& traits = traits_of(envelope.command);
  if (envelope.role < traits.least_role) {
    return fmt::format("'{}' is not for this client's role", traits.name);
  }
  if (traits.touches_files && !may_touch_files(envelope)) {
    return fmt::format("'{}' touches files, which is not for others to ask", traits.name);
  }
  if (envelope.role == ClientRole::home) return {};
  return flaw_of_size(envelope.command);
}

}  // namespace heatwave::session
