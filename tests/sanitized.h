// Whether a sanitizer looks at every access of this build: all of it takes many times as long then.
#pragma once

namespace heatwave::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace heatwave::test
