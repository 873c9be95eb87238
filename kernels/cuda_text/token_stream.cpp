// After a mistake the stream is moved to where the parser can go on.
#include "kernels/cuda_text/token_stream.h"

namespace heatwave::cuda_text {

bool TokenStream::take(std::string_view text) {
  if (!is(text)) return false;
  ++at_;
  return true;
}

void TokenStream::need(std::string_view text) {
  if (take(text)) return;
  reject(peek().after, "'" + std::string(text) + "' is missing before " + found());
}

void TokenStream::need_semicolon() {
  if (take(";")) return;
  const Diagnostic missing{peek().after, "';' is missing"};
  if (!at_end() && peek().place.line > peek().after.line) return record(missing);
  if (is("}")) return record(missing);
  throw Rejected{{peek().after, "';' is missing before " + found()}};
}

std::string TokenStream::need_name(const char* what) {
  if (peek().kind != Token::Kind::name) {
    reject(peek().place, std::string(what) + " is missing before " + found());
  }
  return tokens_[at_++].text;
}

void TokenStream::record(const Diagnostic& diagnostic) {
  if (static_cast<int>(diagnostics_.size()) < budget_.diagnostics) {
    diagnostics_.push_back(diagnostic);
  }
}

void TokenStream::skip_brackets() {
  int depth = 0;
  do {
    if (is("(") || is("{") || is("[")) ++depth;
    if (is(")") || is("}") || is("]")) --depth;
    if (at_end()) reject(peek().place, "a closing bracket is missing");
    ++at_;
  } while (depth > 0);
}

void TokenStream::skip_statement() {
  int depth = 0;
  while (!at_end()) {
    if (is("{") || is("(")) ++depth;
    if (is("}") && depth == 0) return;
    if ((is("}") || is(")")) && depth > 0) --depth;
    const bool ends = (is(";") || is("}")) && depth == 0;
    ++at_;
    if (ends) return;
    const bool next_kernel = is("__global__") || is("__device__") || is("template");
    if (next_kernel && peek().place.line > peek().after.line) return;
  }
}

void TokenStream::skip_to_top_level(std::size_t begin) {
  at_ = std::max(at_, begin + 1);
  int depth = 0;
  for (std::size_t i = begin; i < at_; ++i) {
    if (tokens_[i].kind != Token::Kind::sign) continue;
    if (tokens_[i].text == "{") ++depth;
    if (tokens_[i].text == "}") --depth;
  }
  while (!at_end()) {
    const bool begins_anew = is("__global__") || is("__device__") || is("template");
    if (begins_anew && peek().place.line > peek().after.line) return;
    if (is("{")) ++depth;
    if (is("}")) --depth;
    const bool ends = depth <= 0 && (is(";") || is("}"));
    ++at_;
    if (!ends) continue;
    take(";");
    return;
  }
}

}  // namespace heatwave::cuda_text
