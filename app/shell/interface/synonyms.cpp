// The table of synonyms.
#include "app/shell/interface/synonyms.h"

#include <array>
#include <sstream>

namespace heatwave::shell {
namespace {

struct Synonyms {
  const char* typed;  ///< words of people, in small letters
  const char* ours;   ///< the program's, each of which stands for any of them
};

constexpr auto kSynonyms = std::to_array<Synonyms>({
    // The window
    {"settings options preferences configuration config properties", "setting"},
    {"theme mode night appearance bright", "dark"},
    {"color colors palette colormap colourmap gradient", "colour colours"},
    {"fullscreen maximise maximize", "full"},
    {"quit exit close", "leave"},
    {"zoom font fonts scale scaling dpi magnify bigger enlarge", "interface"},
    {"keys shortcut shortcuts hotkey hotkeys keyboard manual documentation", "help"},
    {"sidebar toolbar", "panel"},
    {"projector beamer presentation present presenter slides slideshow audience", "projector"},
    {"annotate annotation marker highlight scribble", "pen"},
    {"freeze still", "hold"},
    {"tutorial intro introduction guide walkthrough", "tour"},
    {"course class talk demo demonstration exercise", "lecture"},
    {"screenshot snapshot image photo capture export", "png picture"},
    {"video movie animation clip record recording", "film sequence record"},
    {"load import", "open"},
    {"export store", "save"},
    {"spreadsheet excel", "csv table"},
    {"clipboard paste", "copy"},
    {"revert", "undo"},
    {"search", "find"},
    // Words for playing, running and measuring
    {"start go execute launch begin", "play run"},
    {"stop halt abort", "pause cancel stop"},
    {"reset restart rewind", "initial start"},
    {"speed pace slower faster rate", "steps pace"},
    {"fps performance timing latency", "timings"},
    {"compare comparison versus", "beside"},
    {"ruler length distance", "tape"},
    {"plot graph curve diagram", "chart profile"},
    {"clock timer", "stopwatch"},
    {"si metre metres meter meters seconds kelvin celsius", "units"},
    {"fourier fft frequency frequencies", "spectrum"},
    {"joule conservation", "energy"},
    // Fields
    {"3d relief height", "surface"},
    {"isoline isolines isotherm isotherms", "contours"},
    {"vector vectors flow flux", "arrows"},
    {"paint draw pencil", "brush"},
    {"rubber remove clear", "eraser delete"},
    {"circle round", "disc"},
    {"obstacle barrier reflector mirror", "wall"},
    {"border boundary boundaries dirichlet neumann absorbing", "edges"},
    {"material glass metal conductor", "medium"},
    {"emitter oscillator loudspeaker", "source"},
    {"grid resolution mesh", "grid"},
    {"diffraction interference young aperture", "slit"},
    {"optics snell", "refraction lens prism"},
    {"diffusion conduction temperature thermal", "heat"},
    {"sound acoustics membrane ripple vibration water", "wave"},
    {"turing pattern reaction chemistry reaction-diffusion", "gray spots"},
    // CUDA
    {"mutex semaphore spinlock critical", "lock"},
    {"synchronisation synchronization synchronize syncthreads", "barrier lock"},
    {"concurrency lost data-race", "race"},
    {"increment counter fetch-add compare-and-swap cas", "atomics"},
    {"matrix matrices gemm sgemm multiplication product", "matrix matmul"},
    {"reduce reduction accumulate", "sum dot reduction"},
    {"scalar inner", "dot"},
    {"pcie bus memcpy pinned pageable upload download stream streams", "transfer"},
    {"alignment aligned stride strided coalesced", "coalescing"},
    {"padding", "pitch banks"},
    {"conflict", "banks"},
    {"transpose", "banks"},
    {"jacobi laplace laplacian finite-difference", "stencil"},
    {"bins counting", "histogram"},
    {"bottleneck utilization utilisation", "limits"},
    {"graphics gpu device hardware", "devices"},
    {"random", "seed"},
    {"debug debugger breakpoint single-step", "stage step"},
    {"schedule scheduling", "scheduler"},
    {"error bug fault segfault", "faults"},
});

bool has_word(const char* words, const std::string& word) {
  std::istringstream all(words);
  for (std::string each; all >> each;) {
    if (each == word) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> other_words_for(const std::string& typed) {
  constexpr std::size_t kShortestPlural = 4;
  std::vector<std::string> others;
  const bool is_plural = typed.size() >= kShortestPlural && typed.ends_with('s');
  const std::string singular = is_plural ? typed.substr(0, typed.size() - 1) : typed;
  if (is_plural) others.push_back(singular);
  for (const Synonyms& row : kSynonyms) {
    if (!has_word(row.typed, typed) && !has_word(row.typed, singular)) continue;
    std::istringstream ours(row.ours);
    for (std::string each; ours >> each;) others.push_back(each);
  }
  return others;
}

}  // namespace heatwave::shell
