// The scene's JSON as it travels, deflated, behind its length and a check sum, in base64.
#include "app/files/share_text.h"

#include <fmt/format.h>
#include <bit>
#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/scene/base64.h"
#include "app/scene/deflate.h"
#include "app/scene/scene_parts_json.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

constexpr std::string_view kBegin = "heatwave1:";
constexpr const char* kWhere = "the text";
/// Of the JSON: more than this no scene of this program has.
constexpr std::uint32_t kMostBytes = std::uint32_t{256} << 20U;

struct Head {
  std::uint32_t length = 0;    ///< of the JSON
  std::uint32_t deflated = 0;  ///< of what follows
  std::uint32_t sum = 0;       ///< of the JSON
};
static_assert(sizeof(Head) == 3 * sizeof(float));

/// FNV-1a: tells a text apart from one in which a letter has changed.
std::uint32_t sum_of(std::string_view text) {
  std::uint32_t sum = 2166136261U;
  for (const char c : text) sum = (sum ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return sum;
}

[[noreturn]] void refuse(const std::string& why) {
  throw core::Error("the text that was pasted " + why);
}

std::string inflated(const char* bytes, const Head& head) {
  std::string text(head.length, '\0');
  if (!session::inflate_into(text, {bytes, head.deflated}) || sum_of(text) != head.sum) {
    refuse("is not whole: some of it is missing, or was changed");
  }
  return text;
}

std::string without_space(std::string_view text) {
  std::string dense;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) dense += c;
  }
  return dense;
}

}  // namespace

std::string share_text(const session::Scene& scene) {
  const std::string json = session::json_of(scene, session::SceneForm::travelling).dump();
  const auto refuse_length = [] {
    throw core::Error("the scene is too large to be copied as text: save it as a file");
  };
  if (json.size() > kMostBytes) refuse_length();
  const std::string packed = session::deflated(json);
  const Head head{.length = static_cast<std::uint32_t>(json.size()),
                  .deflated = static_cast<std::uint32_t>(packed.size()),
                  .sum = sum_of(json)};
  std::vector<float> words((sizeof head + packed.size() + 3) / 4);
  std::memcpy(words.data(), &head, sizeof head);
  std::memcpy(reinterpret_cast<char*>(words.data()) + sizeof head, packed.data(), packed.size());
  std::string text = std::string(kBegin) + session::as_base64(words);
  if (text.size() > kLongestText) refuse_length();
  return text;
}

bool is_share_text(std::string_view text) { return text.starts_with(kBegin); }

session::Scene scene_from_text(std::string_view text) {
  if (text.size() > 2 * kLongestText) refuse("is too long for a scene");
  const std::string dense = without_space(text);
  if (!dense.starts_with(kBegin)) {
    refuse(fmt::format("is no scene: it would begin with '{}'", kBegin));
  }
  const auto words = session::from_base64(std::string_view(dense).substr(kBegin.size()));
  Head head;
  if (!words || words->size() * sizeof(float) < sizeof head) {
    refuse("is not whole: some of it is missing, or was changed");
  }
  std::memcpy(static_cast<void*>(&head), words->data(), sizeof head);
  const std::size_t behind = words->size() * sizeof(float) - sizeof head;
  if (head.length > kMostBytes || head.deflated > behind || behind - head.deflated >= 4) {
    refuse("is not whole: some of it is missing, or was changed");
  }
  const std::string json =
      inflated(reinterpret_cast<const char*>(words->data()) + sizeof head, head);
  const session::JsonNode tree = session::parse_json(json, kWhere);
  session::JsonReader root(tree, "", kWhere);
  return session::read_scene(root, "", session::SceneForm::travelling);
}

}  // namespace heatwave::files
