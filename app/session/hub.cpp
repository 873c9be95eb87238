// The hub as its services see it: where commands come from, where texts are saved, and the notices.
#include "app/session/hub.h"

#include <algorithm>
#include <utility>

#include "app/system/write_files.h"
#include "app/words/word_lists.h"

namespace heatwave::session {
namespace {

constexpr std::size_t kMost = 20;

}  // namespace

void Notices::add(Notice::Kind kind, const std::string& words, bool offers_reset) {
  const std::string text = words::sentence(words);
  const auto same = [&](const Notice& n) { return n.kind == kind && n.text == text; };
  const auto before = std::find_if(shown_.begin(), shown_.end(), same);
  Notice notice{0, kind, text, offers_reset};
  if (before != shown_.end()) {
    notice.times = before->times + 1;
    // One that fades begins anew; one that stays is still the same.
    if (kind != Notice::Kind::info) notice.id = before->id;
    shown_.erase(before);
  }
  if (notice.id == 0) notice.id = ++newest_id_;
  shown_.push_back(std::move(notice));
  if (shown_.size() > kMost) shown_.erase(shown_.begin());
}

void Notices::tell(const std::string& topic, const std::string& words) {
  if (const auto before = topics_.find(topic); before != topics_.end()) dismiss(before->second);
  add(Notice::Kind::info, words);
  topics_[topic] = newest_id_;
}

void Notices::dismiss(std::uint64_t id) {
  std::erase_if(shown_, [id](const Notice& n) { return n.id == id; });
}

void Notices::dismiss_offers() {
  std::erase_if(shown_, [](const Notice& n) { return n.offers_reset; });
}

std::filesystem::path saved_text(const std::filesystem::path& export_folder, std::string_view text,
                                 const std::string& path, const std::string& otherwise) {
  if (!path.empty()) return system::write_whole_text(path, text, system::Naming::exact);
  return system::write_whole_text(export_folder / otherwise, text, system::Naming::fresh);
}

}  // namespace heatwave::session
