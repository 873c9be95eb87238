// What has been found out about texts by measuring them letter by letter: kept, since most of them
// stay from frame to frame.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace heatwave::ui {

/// References hold until the next frame begins.
class KnownTexts {
 public:
  struct Known {
    std::string text;
    ImVec2 size{};      ///< of it, in the font that it was asked for
    bool fits = false;  ///< into the width asked for
  };

  /// Forgets all where the fonts are others than before, and what has not been asked for lately.
  void begin_frame(int fonts);

  /// As in_lines() has it, in the current font.
  const Known& lines(std::string_view text, float width);
  /// Its size where Dear ImGui ends lines at the width.
  ImVec2 wrapped(std::string_view text, float width);
  ImVec2 wrapped(std::string_view text, float width, ImFont* font, float size);
  /// As elided() has it.
  const Known& elided(std::string_view text, float width, ImFont* font, float size);

  [[nodiscard]] std::size_t count() const { return recent_.size() + older_.size(); }

  /// So many are kept until a frame begins, and as many again that were asked for before them.
  static constexpr std::size_t kMost = 1024;

 private:
  enum class Way : std::uint8_t { lines, wrapped, elided };
  /// With the text in the middle of a list of keys, or of the one who asks.
  template <typename Text>
  struct Key {
    Way way;
    float width;
    const ImFont* font;
    float size;
    Text text;
  };
  using Kept = Key<std::string>;
  using Asked = Key<std::string_view>;
  struct Hash {
    using is_transparent = void;
    template <typename Text>
    std::size_t operator()(const Key<Text>& key) const;
  };
  struct Same {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const Key<A>& a, const Key<B>& b) const;
  };
  using Table = std::unordered_map<Kept, Known, Hash, Same>;

  /// Null: not known yet.
  const Known* find(const Asked& asked);
  const Known& keep(const Asked& asked, Known known);

  Table recent_;
  Table older_;
  int fonts_ = 0;
};

}  // namespace heatwave::ui
