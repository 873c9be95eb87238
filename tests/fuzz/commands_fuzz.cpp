// Bytes as commands to a session.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "app/scene/scene.h"
#include "tests/fuzz/session_round.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  fuzz::Choices choices(std::span(data, size));
  const scene::Scene scene = scene::blank_scene(choices.below(2) == 0 ? "heat" : "wave", {24, 18});
  fuzz::SessionRound round(scene);
  while (!choices.empty() && !round.is_long()) round.send(choices);
  round.undo_all();
  if (!round.broken()) return 0;
  std::fprintf(stderr, "broken: %s\nfewest commands:\n%s", round.broken()->c_str(),
               fuzz::in_words(fuzz::shrunk(scene, round.sent())).c_str());
  std::abort();
}
