// Describes a value once; reading, writing and help follow from the description. It is a static
// function `fields(self, visit)` of a struct, or a function `fields_of(self, visit)` of its
// namespace, and shows a visitor each field with its key:
//
//   visit(key, field)                     is required, and always written
//   visit.optional(key, field)            may be missing; an empty list or text is not written
//   visit.nullable(key, field)            is required; null if there is no value
//   visit.later(key, field)               is always written; texts of earlier versions lack it
//   visit.changed(key, field, usual)      is written if it differs from `usual`
//   visit.inner(field)                    puts the field's own fields beside the others
//   visit.group(key, is_written, visits)  is an object with fields of this value
//   visit.member(key, visits)             is such an object, and required
//   visit.object(key, field, visits)      is an object if the optional field has a value
//   visit.kind(key, field)                names the alternative of a variant by its kName
//   visit.variant(key, field)             names it, and has its fields
//   visit.part(key, list, belongs, fresh, visits)   holds the elements of a list that belong
//   visit.rows(key, list, fresh, visits)  is a required list of objects
//   visit.check(key, rule)                checks a value that was read
//
// A limit may follow a field: kPositive, Between, Sides, OneOf, or a function that returns the
// error of a value. A description that depends on the direction asks `requires { visit.in(); }`.
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

/// The number is whole, from `low` to `high`.
struct Between {
  int low = 0;
  int high = 0;
};

/// The text is one of `words`.
struct OneOf {
  std::vector<std::string> words;
};

/// The two sides are at least 1 cell long.
struct Sides {
  int longest = 0;  ///< cells
};

/// A description reads into a value and writes a const one.
template <typename Self, typename Struct>
concept Is = std::same_as<std::remove_const_t<Self>, Struct>;

/// True if the visitor reads values; others write them.
template <typename Visit>
concept Reads = requires(Visit visit) {
  visit.in();
};

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
