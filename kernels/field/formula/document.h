// A Document is the text of a formula as a tree: its statements in their order, and their
// expressions. It knows no meaning; model.h has that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::field::formula {

/// A piece of the text. A column counts characters, not bytes.
struct Place {
  int line = 1;
  int column = 1;
  int length = 0;           ///< in characters
  std::uint32_t begin = 0;  ///< in bytes of the text
  std::uint32_t end = 0;
};

/// Describes one mistake in the text, in words.
struct Problem {
  Place place;
  std::string message;
};

/// A text that exceeds one of these limits is refused.
inline constexpr std::size_t kMostBytes = 8192;
inline constexpr std::size_t kMostShownBytes = 512;  ///< length of an expression
inline constexpr std::size_t kMostNodes = 2048;
inline constexpr int kMostDepth = 96;    ///< nested brackets, signs and functions
inline constexpr int kMostHeight = 256;  ///< operations from a number up to its statement
inline constexpr std::size_t kMostProblems = 12;

enum class Operation : std::uint8_t {
  number,
  name,  ///< a component, a parameter, a definition, or x, y, t, W, H, pi, m, src, noise, white
  rate,  ///< u'
  // Arithmetic
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  // Conditions are 1 or 0.
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  both,
  either,
  negation,
  // Functions
  square_root,
  exp,
  log,
  sin,
  cos,
  tan,
  sinh,
  cosh,
  tanh,
  abs,
  min,
  max,
  mod,
  heaviside,  ///< H(a)
  sign,
  choose,  ///< if(c, a, b)
  gauss,   ///< gauss(x, y, r)
  noise,   ///< noise(n), white(n)
  white,
  integral,  ///< integral(a) or integral(a, n): renewed every n steps
  // Operators in space
  laplacian,
  divergence,
  gradient,
  derivative,  ///< u_x; Node::direction says which one
};

/// Directions of a derivative: u_x is central, u_xf looks forward, u_xb backward.
enum class Direction : std::uint8_t { x, y, xf, xb, yf, yb, xx, yy, xy };

inline constexpr int kNone = -1;

/// One operation of an expression. Its operands are indices into Document::nodes.
struct Node {
  Operation operation = Operation::number;
  Direction direction = Direction::x;
  bool in_brackets = false;   ///< the text has this expression in round brackets
  std::uint8_t operands = 0;  ///< number of operands
  std::uint16_t height = 1;   ///< operations on the longest way down, this one included
  int name = kNone;           ///< index into Document::names
  double number = 0.0;
  std::array<int, 3> operand{kNone, kNone, kNone};
  Place place;
};

enum class Side : std::uint8_t { left, right, top, bottom };
inline constexpr std::array kSides{Side::left, Side::right, Side::top, Side::bottom};

enum class Stepping : std::uint8_t {
  automatic,
  euler,
  leapfrog,
  staggered,
  midpoint,
  heun,
  rk4,
  ab2
};

/// One statement of the text. Which of the fields count depends on the kind.
struct Statement {
  enum class Kind : std::uint8_t {
    evolution,   ///< u' = …, u'' = …
    definition,  ///< D = 0.2 in [0, 1], k = 2*F, w = lap(u)
    initial,     ///< u(0) = …, u'(0) = …
    value,       ///< left: u = …
    slope,       ///< left: u_n = …, the derivative along the outward normal
    periodic,    ///< left: periodic
    absorbing,   ///< left: absorbing
    stepping,    ///< stepping: rk4
  };
  Kind kind = Kind::definition;
  /// Evolutions: 1 or 2; initial conditions: 0 or 1 derivatives
  std::uint8_t order = 0;
  /// One bit for each side: 1 << Side
  std::uint8_t sides = 0;
  Stepping stepping = Stepping::automatic;
  int name = kNone;        ///< index into Document::names
  int expression = kNone;  ///< index into Document::nodes
  int lowest = kNone;      ///< definitions: the ends of the range; kNone: there is no range
  int highest = kNone;
  Place name_place;  ///< the name or the side that the statement is about
  Place place;
};

struct Document {
  std::string text;
  std::vector<std::string> names;
  std::vector<Node> nodes;
  std::vector<Statement> statements;
  /// Names of the statements that could not be read: uses of them are no mistakes.
  std::vector<std::string> unread;
  /// Node of an expression that is shown in place of a component; kNone: there is none.
  int shown = kNone;

  [[nodiscard]] const std::string& name(int index) const {
    return names[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const Node& node(int index) const { return nodes[static_cast<std::size_t>(index)]; }
};

/// Reads a text. Appends all mistakes to `problems`; the document then has the statements that
/// could be read. Never throws on account of the text.
Document parse(std::string_view text, std::vector<Problem>& problems);

/// Reads a formula, and an expression of its names that is shown in place of a component. The
/// places of mistakes in the expression are counted from its own beginning; its text stands after
/// the formula's.
Document parse(std::string_view text, std::string_view shown, std::vector<Problem>& problems);

/// Returns a part of a formula's text for a message: one line of at most about 60 bytes. Characters
/// that no formula has, and bytes that are no text, become question marks.
std::string quotable(std::string_view text);

/// Returns one line for each problem: "line 2, column 8: unknown name 'Dw'".
std::string words_of(const std::vector<Problem>& problems);

/// Returns the known name that is most similar; empty: none is similar.
std::string_view most_similar(std::string_view name, const std::vector<std::string_view>& known);

/// Names of functions of one to three operands, as texts have them.
struct FunctionName {
  std::string_view text;
  Operation operation;
  int fewest;
  int most;
};
std::vector<FunctionName> function_names();

}  // namespace heatwave::field::formula
