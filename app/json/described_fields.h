// How a value is described once, so that reading, writing and help follow from it: a struct has a
// static function `fields(self, visit)`, or its namespace a function `fields_of(self, visit)`. It
// shows a visitor each field and its key:
//
//   visit(key, field)                     must be given, and is always written
//   visit.optional(key, field)            may be left out; a list or text that is empty is not
//                                         written
//   visit.nullable(key, field)            must be given, and is null where there is no value
//   visit.later(key, field)               is always written; texts of earlier versions lack it
//   visit.changed(key, field, usual)      is written where it is not as usual
//   visit.inner(field)                    the keys of the field's fields stand beside the others
//   visit.group(key, is_written, visits)  an object with fields of this value
//   visit.member(key, visits)             likewise, which must be given
//   visit.object(key, field, visits)      an object, where the optional field is there
//   visit.kind(key, field)                which alternative a variant holds, by its kName
//   visit.variant(key, field)             likewise, and the fields of the alternative
//   visit.part(key, list, belongs, fresh, visits)   the elements of a list that belong
//   visit.rows(key, list, fresh, visits)  a list that must be given, of objects
//   visit.check(key, rule)                a rule that a value that was read is held to
//
// A limit may stand behind a field: kPositive, Between, Sides, OneOf, or a function that says what
// is wrong with a value. A description that must know the direction asks
// `requires { visit.in(); }`.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/core/names.h"

namespace heatwave::json {

/// The number is above 0.
struct Positive {};
inline constexpr Positive kPositive;

/// A whole number from `low` to `high`.
struct Between {
  int low = 0;
  int high = 0;
};

/// The text is one of these.
struct OneOf {
  std::vector<std::string> words;
};

/// Two sides of 1 cell or more.
struct Sides {
  int longest = 0;  ///< cells
};

/// A description takes a value to be read and a const one to be written.
template <typename Self, typename Struct>
concept Is = std::same_as<std::remove_const_t<Self>, Struct>;

template <typename T, typename Visit>
concept DescribesItself = requires(T& value, Visit visit) {
  std::remove_const_t<T>::fields(value, visit);
};

template <typename T, typename Visit>
concept Described = DescribesItself<T, Visit> || requires(T& value, Visit visit) {
  fields_of(value, visit);
};

/// Shows the visitor every field of the value.
template <typename T, typename Visit>
void describe(T& value, Visit&& visit) {
  if constexpr (DescribesItself<T, Visit>) {
    std::remove_const_t<T>::fields(value, visit);
  } else {
    fields_of(value, visit);
  }
}

}  // namespace heatwave::json
