// Matches typed words, and the words that mean the same, against things that have a name.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"

namespace heatwave::shell {

class TypedWords {
 public:
  explicit TypedWords(const std::string& typed);

  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// The rating of a thing of which a typed word is only an abbreviation; that of others is higher.
  static constexpr int kAbbreviated = 1;
  /// Rates how well a thing matches. Each typed word, or a synonym of it, must occur in the title,
  /// the words or the kind; in the title it may be abbreviated ("dblsl" for "Double slit"). 0: no
  /// match. A title that is just what was typed comes first.
  [[nodiscard]] int fit(const rooms::Finding& finding) const;
  /// Returns the least rating that is shown beside the best one: abbreviations are of use only
  /// where no word matches.
  static constexpr int least_shown(int best) { return best > kAbbreviated ? kAbbreviated + 1 : 1; }

 private:
  struct TypedWord {
    std::string word;                 ///< in lower case
    std::vector<std::string> others;  ///< the program's synonyms for it
  };

  std::string typed_;  ///< in lower case
  std::vector<TypedWord> words_;
};

}  // namespace heatwave::shell
