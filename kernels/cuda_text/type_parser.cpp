// A name is a type if CUDA or the text before says so.
#include "kernels/cuda_text/type_parser.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "kernels/cuda_text/expression_parser.h"
#include "kernels/cuda_text/text_parser.h"

namespace heatwave::cuda_text {
namespace {

constexpr std::array kTypeWords{"void", "bool",   "char",     "short", "int",
                                "long", "signed", "unsigned", "float", "double"};
constexpr std::array kOtherTypes{"auto",         "size_t",     "int8_t",
                                 "uint8_t",      "int16_t",    "uint16_t",
                                 "int32_t",      "uint32_t",   "int64_t",
                                 "uint64_t",     "int2",       "int3",
                                 "int4",         "uint2",      "uint3",
                                 "uint4",        "float2",     "float3",
                                 "float4",       "double2",    "char4",
                                 "uchar4",       "dim3",       "cudaError_t",
                                 "thread_block", "grid_group", "thread_block_tile"};
/// Types of constructs that are not played.
constexpr std::array kRefusedTypes{
    "cudaTextureObject_t", "cudaSurfaceObject_t", "CUtensorMap", "__half", "__half2",
    "__nv_bfloat16"};
constexpr std::array kDeclares{"const",    "volatile",     "constexpr", "static",
                               "extern",   "__shared__",   "alignas",   "__align__",
                               "register", "__constant__", "__device__"};

}  // namespace

bool is_builtin_type(std::string_view name) {
  return among(kTypeWords, name) || among(kOtherTypes, name);
}

bool TypeParser::names_type(std::size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind != Token::Kind::name) return false;
  return is_builtin_type(token.text) || among(kRefusedTypes, token.text) ||
         names().types.contains(token.text) || is_template_type(token.text);
}

bool TypeParser::is_template_type(const std::string& name) const {
  return std::any_of(
      names().templates.begin(), names().templates.end(),
      [&](const TemplateParameter& each) { return each.is_type && each.name == name; });
}

bool TypeParser::begins_type() const {
  return names_type() || is("const") || is("volatile") || is("typename") || is("struct");
}

bool TypeParser::begins_declaration() const {
  if (peek().kind != Token::Kind::name) return false;
  if (among(kDeclares, peek().text)) return true;
  std::size_t ahead = 0;
  while (names().groups.contains(peek(ahead).text) && is("::", ahead + 1)) ahead += 2;
  if (is("typename", ahead) || is("struct", ahead)) return true;
  // `T(…)` and `T{…}` are expressions, and `T::name` is a constant of T.
  return names_type(ahead) && !is("(", ahead + 1) && !is("{", ahead + 1) && !is("::", ahead + 1);
}

void TypeParser::skip_qualifiers(bool* is_const) {
  while (is("const") || is("volatile") || is("__restrict__") || is("__restrict") ||
         is("typename") || is("struct") || is("register") || is("__grid_constant__")) {
    if (is("const") && is_const != nullptr) *is_const = true;
    advance();
  }
}

bool TypeParser::skip_namespaces() {
  const std::size_t begin = tokens().at();
  while (names().groups.contains(peek().text) && is("::", 1)) advance(2);
  return tokens().at() > begin;
}

TypeName TypeParser::type() {
  const Nested nested(tokens());
  TypeName type{.place = peek().place};
  skip_qualifiers(&type.is_const);
  skip_namespaces();
  type.place = peek().place;
  if (is("cuda") && is("::", 1)) refuse(type.place, "cuda::" + peek(2).text);
  if (is("half") || is("half2")) refuse(type.place, "the type '" + peek().text + "'");
  if (!names_type()) {
    reject(type.place, peek().kind == Token::Kind::name ? "'" + peek().text + "' is not a type"
                                                        : "a type is missing before " + found());
  }
  if (among(kTypeWords, peek().text)) {
    type.name = words_of_type(&type.is_const);
  } else {
    type.name = next().text;
    if (is("<")) type.arguments = template_arguments();
  }
  skip_qualifiers(&type.is_const);
  while (take("*")) {
    bool is_const = false;
    skip_qualifiers(&is_const);
    type.pointers.push_back(is_const);
    if (type.pointers.size() > 4) reject(type.place, "this pointer has too many levels");
  }
  if (is("&&")) refuse(peek().place, "a reference to a temporary (&&)");
  type.is_reference = take("&");
  skip_qualifiers(nullptr);
  return type;
}

std::string TypeParser::words_of_type(bool* is_const) {
  int longs = 0;
  bool is_unsigned = false;
  bool is_signed = false;
  std::string base;
  const Place place = peek().place;
  while (among(kTypeWords, peek().text) || is("const") || is("volatile")) {
    const std::string word = next().text;
    if (word == "long") {
      ++longs;
    } else if (word == "unsigned") {
      is_unsigned = true;
    } else if (word == "signed") {
      is_signed = true;
    } else if (word == "const") {
      *is_const = true;
    } else if (word == "int" && (base == "short" || base.empty())) {
      if (base.empty()) base = "int";
    } else if (word == "short" && (base == "int" || base.empty())) {
      base = "short";
    } else if (word != "volatile") {
      if (!base.empty()) reject(place, "'" + base + " " + word + "' is no type");
      base = word;
    }
  }
  if (base == "double" && longs == 1) refuse(place, "long double");
  if (longs > 0) {
    if (longs > 2 || (!base.empty() && base != "int")) reject(place, "this is no type");
    base = "long long";  // `long` has 64 bits on the systems where CUDA is taught
  }
  if (base.empty()) base = "int";
  if (is_unsigned && (base == "float" || base == "double" || base == "bool" || base == "void")) {
    reject(place, "'unsigned " + base + "' is no type");
  }
  (void)is_signed;  // plain char is signed, too
  return is_unsigned ? "unsigned " + base : base;
}

std::vector<TemplateArgument> TypeParser::template_arguments() {
  std::vector<TemplateArgument> arguments;
  need("<");
  while (!is(">") && !is(">>")) {
    TemplateArgument argument;
    const bool is_type = begins_type() && !is("(", 1) && !is("{", 1) && !is("::", 1);
    if (is_type) {
      argument.type = std::make_shared<TypeName>(type());
    } else {
      argument.value = expressions().in_angles();
    }
    arguments.push_back(std::move(argument));
    if (!take(",")) break;
  }
  close_angle();
  return arguments;
}

void TypeParser::close_angle() {
  if (is(">>")) {
    tokens().split_angle();
  } else {
    need(">");
  }
}

}  // namespace heatwave::cuda_text
