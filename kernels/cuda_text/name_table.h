// The names that code can see, and what they stand for: types, constants and variables.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cuda_text/bytecode.h"
#include "kernels/cuda_text/syntax.h"
#include "kernels/cuda_text/types.h"

namespace heatwave::cuda_text {

/// An object that code can name.
struct Symbol {
  enum class Kind : std::uint8_t {
    local,      ///< in the thread's memory at `at`
    reference,  ///< the thread's memory at `at` holds a pointer to it
    object,     ///< the program's memory object `at`
    constant,   ///< a value that the compiler knows: `word`
    type,
  };
  Kind kind = Kind::local;
  const Type* type = nullptr;
  std::int32_t at = 0;
  Word word = 0;
};

/// A value that is known without running the code.
struct Constant {
  const Type* type = nullptr;
  Word word = 0;
};

/// The object whose method is being compiled.
struct Self {
  const Record* record = nullptr;
  Symbol symbol;
};

/// Finds names. A function that is inlined sees its own scopes and the whole text, not its caller's
/// variables.
class NameTable {
 public:
  NameTable(const Unit& unit, const Budget& budget, TypeTable& types)
      : unit_(unit), budget_(budget), types_(types) {
    enter_function({}, std::nullopt);
  }

  void enter_function(Bindings bindings, std::optional<Self> self);
  void leave_function() { functions_.pop_back(); }
  void enter_scope() { functions_.back().scopes.emplace_back(); }
  void leave_scope() { functions_.back().scopes.pop_back(); }
  /// Rejects a second variable of one name in a scope.
  void declare(const std::string& name, const Symbol& symbol, Place place);
  [[nodiscard]] const Symbol* find(const std::string& name) const;
  [[nodiscard]] const std::optional<Self>& self() const { return functions_.back().self; }
  [[nodiscard]] const Bindings& bindings() const { return functions_.back().bindings; }

  const Type* type_of(const TypeName& name);
  /// Returns the type of a variable with its extents; `[]` takes `unsized` elements. Rejects it
  /// when it is too large.
  const Type* type_of(const Variable& variable, std::int64_t unsized = 0);
  /// Returns the value of an expression that the compiler knows; none: it is known only at run
  /// time.
  std::optional<Constant> constant_of(const Expression& expression);
  /// Rejects an expression that is not constant.
  std::int64_t whole_constant(const Expression& expression, const char* what);
  /// Binds a template's parameters to its arguments; the last ones may be missing.
  Bindings bound(const std::vector<TemplateParameter>& parameters,
                 const std::vector<TemplateArgument>& arguments, Place place);
  /// Returns a constant outside of functions; none: there is none with this name.
  std::optional<Constant> global_constant(const std::string& name);
  const Structure* structure(const std::string& name) const;
  /// Returns " (did you mean 'x'?)" with a name that can be seen here; empty: none is similar.
  [[nodiscard]] std::string suggestion(const std::string& name,
                                       const std::vector<std::string>& more = {}) const;
  /// Returns the type that both operands get before an arithmetic operation.
  [[nodiscard]] const Type* common(const Type* left, const Type* right) const;
  [[nodiscard]] const Type* promoted(const Type* type) const;

 private:
  struct Scope {
    std::map<std::string, Symbol> symbols;
  };
  struct FunctionScopes {
    Bindings bindings;
    std::optional<Self> self;
    std::vector<Scope> scopes;
  };

  const Type* named_type(const TypeName& name);
  const Type* record_type(const Structure& structure, const TypeName& name);
  std::optional<Constant> name_constant(const Expression& expression);
  std::optional<Constant> member_constant(const Record& record, const std::string& name);
  std::optional<Constant> binary_constant(const Expression& expression);
  std::optional<Constant> call_constant(const Expression& expression);
  [[nodiscard]] Constant converted_to(const Constant& value, const Type* type) const;
  std::optional<Constant> constant_of_variable(const Variable& variable);
  /// Computes a constant outside of functions once.
  template <typename Compute>
  std::optional<Constant> once(const void* declaration, const Record* record, Bindings bindings,
                               const Compute& compute);

  const Unit& unit_;
  const Budget& budget_;
  TypeTable& types_;
  std::deque<FunctionScopes> functions_;
  std::map<std::string, const Record*> records_;  ///< by name and template arguments
  /// Constants outside of functions, by their declaration and the record that it belongs to.
  std::map<std::pair<const void*, const Record*>, std::optional<Constant>> constants_;
  int depth_ = 0;
};

}  // namespace heatwave::cuda_text
