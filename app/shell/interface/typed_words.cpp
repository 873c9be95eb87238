// Knows synonyms, and rates matches.
#include "app/shell/interface/typed_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <sstream>

#include "app/files/file_kind.h"

namespace heatwave::shell {
namespace {

/// Number of bytes that are matched; a pasted page would hold up the window for seconds.
constexpr std::size_t kLongestSearch = 200;

struct Synonyms {
  const char* typed;  ///< words that people type, in lower case
  const char* ours;   ///< the program's words, each a synonym for all of them
};

constexpr auto kSynonyms = std::to_array<Synonyms>({
    // The window
    {"settings options preferences configuration config properties", "setting"},
    {"theme mode night appearance bright", "dark"},
    {"color colors palette colormap colourmap gradient", "colour colours"},
    {"asinh logarithmic nonlinear contrast", "softened"},
    {"fullscreen maximise maximize", "full"},
    {"quit exit close", "leave"},
    {"zoom font fonts scale scaling dpi magnify bigger enlarge", "interface"},
    {"keys shortcut shortcuts hotkey hotkeys keyboard manual documentation", "help"},
    {"sidebar toolbar", "panel"},
    {"projector beamer presentation present presenter slides slideshow audience", "projector"},
    {"annotate annotation marker highlight scribble", "pen"},
    {"hold still", "freeze"},
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
    {"compare comparison versus", "compare beside"},
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
    {"seqlock", "sequence"},
    {"double-buffer double-buffering ping-pong ring", "buffers"},
    {"fifo work-stealing balancing", "queue"},
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

bool is_part_of_word(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return code >= 128 || std::isalnum(code) != 0;
}

bool begins_word(const std::string& text, std::size_t at) {
  return at == 0 || !is_part_of_word(text[at - 1]);
}

/// Returns whether the letters occur in the text in this order, the first at the beginning of a
/// word.
bool is_shortened(const std::string& text, const std::string& word) {
  constexpr std::size_t kLeast = 3;
  if (word.size() < kLeast) return false;
  for (std::size_t from = 0; from < text.size(); ++from) {
    if (text[from] != word[0] || !begins_word(text, from)) continue;
    std::size_t done = 1;
    for (std::size_t at = from + 1; at < text.size() && done < word.size(); ++at) {
      if (text[at] == word[done]) ++done;
    }
    return done == word.size();
  }
  return false;
}

enum Fit : std::uint8_t { none = 0, shortened = 1, within = 2, beginning = 3, whole = 4 };

Fit fit_of_word(const std::string& text, const std::string& word) {
  Fit best = none;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (!begins_word(text, at)) {
      best = std::max(best, within);
      continue;
    }
    const std::size_t end = at + word.size();
    if (end == text.size() || !is_part_of_word(text[end])) return whole;
    best = std::max(best, beginning);
  }
  return best;
}

/// The searched words of an entry, in lower case.
struct Texts {
  std::string title;
  std::string around;  ///< words, id, kind
};

/// Rates a typed word: a match in the title counts more than one in the other words.
int fit_of_typed(const Texts& texts, const std::string& word) {
  constexpr int kTitle = 3;
  const int in_title = kTitle * fit_of_word(texts.title, word);
  return std::max<int>({in_title, fit_of_word(texts.around, word),
                        is_shortened(texts.title, word) ? shortened : none});
}

/// Rates a synonym: a match is better than an abbreviation, and never as good as the typed word
/// itself in the title.
int fit_of_synonym(const Texts& texts, const std::string& word) {
  if (fit_of_word(texts.title, word) >= beginning) return beginning;
  return fit_of_word(texts.around, word) == whole ? within : none;
}

}  // namespace

TypedWords::TypedWords(const std::string& typed)
    : typed_(files::in_small_letters(typed.substr(0, kLongestSearch))) {
  std::istringstream words(typed_);
  for (std::string word; words >> word;) words_.push_back({word, other_words_for(word)});
}

int TypedWords::fit(const rooms::Finding& finding) const {
  const Texts texts{files::in_small_letters(finding.title),
                    files::in_small_letters(finding.words + ' ' + finding.id + ' ' + finding.kind)};
  int sum = 0;
  bool is_abbreviated = false;
  for (const TypedWord& typed : words_) {
    int best = fit_of_typed(texts, typed.word);
    for (const std::string& other : typed.others) {
      best = std::max(best, fit_of_synonym(texts, other));
    }
    if (best == none) return 0;
    is_abbreviated = is_abbreviated || best == shortened;
    sum += best;
  }
  if (is_abbreviated) return kAbbreviated;
  return texts.title == typed_ ? sum + 1 : sum;
}

}  // namespace heatwave::shell
