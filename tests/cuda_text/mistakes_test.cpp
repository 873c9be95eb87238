// Tests the messages about mistakes in a CUDA text: each names its place and what to write.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/cuda_text/compiler.h"

namespace heatwave::cuda_text {
namespace {

/// Returns the messages about a text, one in a line.
std::string messages(const std::string& text) {
  std::string all;
  for (const Diagnostic& each : Source(text).check()) {
    all += (each.severity == Severity::warning ? "warning: " : "") + text_of(each) + "\n";
  }
  return all;
}

/// Puts statements into a kernel; they begin in line 2.
std::string kernel(const std::string& statements) {
  return "__global__ void k(int* a, const float* f, int n) {\n" + statements + "\n}\n";
}

struct Mistake {
  const char* statements;
  const char* message;
};

TEST(CudaTextMistakes, EachIsNamedWithItsPlace) {
  const Mistake mistakes[] = {
      {"int i = threadIdx.x\na[i] = 1;", "2:20: ';' is missing"},
      {"a[j] = 1;", "2:3: 'j' is not declared"},
      {"int index = 0;\na[indx] = 1;", "3:3: 'indx' is not declared (did you mean 'index'?)"},
      {"if (a[0] > 1 {\n}", "2:13: ')' is missing after the condition of 'if'"},
      {"if (a > 0) a[0] = 1;",
       "2:7: 'a' is a pointer (int*), and '>' needs its value: write a[i] or *a"},
      {"if (a == 1) a[0] = 1;", "'a' is a pointer (int*), and '==' needs its value"},
      {"__shared__ int c = 0;", "2:16: a __shared__ variable has no initial value"},
      {"__shared__ int c[];", "only 'extern __shared__' leaves the size to the launch"},
      {"__shared__ int c[n];",
       "2:18: the size of an array must be a whole number that the compiler "
       "knows; 'n' is known only at run time"},
      {"f[0] = 1;", "2:2: this cannot be changed: it is const"},
      {"const int i = n;\ni = 2;", "3:1: this cannot be changed: it is const"},
      {"foo(a);", "2:1: there is no function 'foo'"},
      {"__syncthread();", "there is no function '__syncthread' (did you mean '__syncthreads'?)"},
      {"atomicAdd(a[0], 1);", "2:12: 'atomicAdd' takes the address of the number that it changes"},
      {"atomicMin((float*)a, 1.0F);", "there is no 'atomicMin' for a float"},
      {"return 1;", "2:1: a kernel returns nothing"},
      {"break;", "2:1: this 'break' is in no loop"},
      {"int i = f;", "2:9: a value of type const float* cannot become int"},
      {"float* g = f;", "the target is const"},
      {"int x = threadIdx;", "2:9: 'threadIdx' has three numbers: write threadIdx.x"},
      {"int x = threadIdx.w;", "'threadIdx' has x, y and z, no 'w'"},
      {"float x = 1.0F % 2.0F;", "2:16: '%' needs whole numbers, not float"},
      {"flaot x = 1;", "2:1: 'flaot' is not a type"},
      {"a[0] = 1;  // \xFF", "2:15: this byte is no UTF-8 text"},
      {"/* \xE2\x80\xAE */ a[0] = 1;", "2:4: this character is invisible"},
      {"int n2 = n;\nint n2 = 3;", "3:5: 'n2' is already declared in this block"},
      {"else a[0] = 1;", "2:1: this 'else' belongs to no 'if'"},
      {"printf(\"%d %d\\n\", n);", "the text of printf has 2 places (%), and there are 1 values"},
      {"a.x = 1;", "2:3: a value of type int* has no members"},
      {"int s = \"x\";", "2:9: a string can only be the text of printf"},
      {"a[f[0]] = 1;", "2:4: an index is a whole number, not a float"},
      {"if (n > 0) a[0] = 1; elseif (n < 0) a[0] = 2;", "2:22: 'elseif' is not C: write 'else if'"},
      {"if (n > 0 & & n < 3) a[0] = 1;", "2:11: write '&&' without a blank"},
      {"if (n < = 3) a[0] = 1;", "2:9: write '<=' without a blank"},
      {"if (n => 3) a[0] = 1;", "2:8: write '>=' in place of '=>'"},
      {"int n = 3;", "2:5: 'n' is already a parameter of this function"},
      {"cudaMemcpy(a, a, 4, 0);", "2:1: only the host calls 'cudaMemcpy', no kernel"},
      {"std::cout << n;", "std::cout belongs to the host: a kernel writes with printf"},
      {"std::vector<float> v(8);", "2:1: std::vector belongs to the host"},
      {"printf('%d', n);", "2:8: '…' holds one character; a text stands in \"…\""},
      {"printf(\"%d\\n\", f[0]);", "'%d' prints a whole number, and this is a float: write %f"},
      {"printf(\"%5.2f\\n\", n);", "'%5.2f' prints a float, and this is of type int: write %d"},
      {"printf(\"%d\\n\", &n);", "'%d' prints a number, and this is a pointer"},
      {"int v = __shfl_down(n, 1);", "'__shfl_down' is gone since Volta: write __shfl_down_sync"},
      {"a[0] = n \xE2\x80\x93 1;",
       "2:10: write - in place of \xE2\x80\x93, which only resembles it"},
  };
  for (const Mistake& each : mistakes) {
    const std::string found = messages(kernel(each.statements));
    EXPECT_NE(found.find(each.message), std::string::npos)
        << each.statements << "\n  expected: " << each.message << "\n  found: " << found;
  }
}

TEST(CudaTextMistakes, OutsideOfFunctionsTheyAreNamedToo) {
  const Mistake mistakes[] = {
      {"__global__ int k() { return 1; }", "1:12: a kernel returns void"},
      {"__global__ k(int* a) {}", "1:12: a kernel returns void"},
      {"__global__ void k(int* a) {\n  a[0] = 1;\n",
       "the block that begins here has no closing '}'"},
      {"__global__ void k(int* a {\n}\n", "1:25: ')' is missing after the parameters"},
      {"__global__ void k(int& a) {}", "a kernel's parameter cannot be a reference"},
      {"__global__ void k() {} }", "1:24: this '}' closes nothing"},
      {"__global__ void k(int* a int n) {}", "1:25: ',' is missing between two parameters"},
      {"__global__ void k(int* a, n) {}", "1:27: the parameter 'n' needs a type of its own"},
      {"__global__ void k(int* a) {\n  __device__ int f() { return 1; }\n}\n",
       "1:27: the block that begins here has no closing '}' before the function in line 2"},
      {"int f(int x) { return x; }\n__global__ void k(int* a) { a[0] = f(1); }",
       "2:36: 'f' runs on the host: mark it __device__"},
      {"__global__ void k(int* a) { a[0] = f(1); }\n__device__ int f(int x) { return x; }",
       "1:36: 'f' is declared only in line 2: move it before 'k'"},
      {"#include \"other.h\"\n", "1:1: other files cannot be included"},
      {"#if X\n", "1:1: this '#if' has no '#endif'"},
      {"/* no end", "1:1: the comment has no end"},
      {"__global__ void k() { int a@ = 1; }", "1:28: '@' has no meaning here"},
      {"__device__ int f(int n) { return f(n - 1); }\n__global__ void k(int* a) { a[0] = f(2); }",
       "'f' calls itself: recursion can be shown and timed, but not played"},
      {"struct S { int x; };\n__global__ void k(S* s) { s->y = 1; }",
       "'S' has no member 'y' (there are: x)"},
  };
  for (const Mistake& each : mistakes) {
    const std::string found = messages(each.statements);
    EXPECT_NE(found.find(each.message), std::string::npos)
        << each.statements << "\n  expected: " << each.message << "\n  found: " << found;
  }
}

TEST(CudaTextMistakes, CodeThatIsDefinedButRarelyMeantIsAWarning) {
  const Mistake warnings[] = {
      {"if (n = 1) a[0] = 1;", "2:7: '=' assigns; to compare write '=='"},
      {"while (n -= 1) a[n] = 1;", "2:10: '-=' assigns"},
      {"if (0 < n < 3) a[0] = 1;", "2:11: this compares the truth value of the first comparison"},
      {"if (1 == n == a[0]) a[0] = 1;", "write a == b && b == c"},
      {"if (n & 1 == 0) a[0] = 1;", "2:7: '==' binds tighter than '&': this is a & (b == c)"},
      {"if (a[0] != n | n) a[0] = 1;", "2:15: '!=' binds tighter than '|': this is (a != b) | c"},
      {"n == 1;", "2:3: '==' only compares; to assign write '='"},
      {"for (int i = 0; i < n; i + 1) a[i] = 1;", "2:26: nothing uses the result of this '+'"},
      {"n + 1, a[0] = 1;", "2:3: nothing uses the result of this '+'"},
      {"n;", "2:1: nothing uses the value of 'n'"},
      {"3;", "2:1: nothing uses this value"},
      {"-n;", "2:1: nothing uses the result of this '-'"},
      {"__syncthreads;", "2:1: '__syncthreads' is a function: call it with __syncthreads(…)"},
      {"if (n > 0); a[0] = 1;", "2:11: this ';' ends the 'if'"},
      {"a[n, 1] = 1;", "2:4: an index is one number, here the last one"},
      {"int b[4];\nif (n > 99) b[4] = 1;", "3:15: the index 4 is outside of 'b', which has 4"},
      {"a[0] = n / 0;", "2:10: this divides by zero"},
      {"a[0] = 1 % 0;", "2:10: this divides by zero"},
      {"n /= 0;", "2:3: this divides by zero"},
      {"a[0] = n << 32;", "2:10: a shift by 32 is undefined, because int has 32 bits"},
      {"a[0] = 1 << 40;", "2:10: a shift by 40 is undefined"},
      {"n >>= -1;", "2:3: a shift by -1 is undefined"},
      {"a[0] = 1LL << 64;", "a shift by 64 is undefined, because long long has 64 bits"},
      {"a[0] = 2147483647 + 1;", "2:19: the result does not fit into int, so it is undefined"},
      {"a[0] = 65536 * 65536;", "2:14: the result does not fit into int"},
      {"a[0] = n + ((1 << 31) - 1);", "2:23: the result does not fit into int"},
      {"const int most = 2147483647 + 1;\na[0] = most;", "2:29: the result does not fit into int"},
      {"printf(\"%d\\n\", n, n);", "2:1: the text of printf has 1 places (%), and there are 2"},
  };
  for (const Mistake& each : warnings) {
    const std::string text = kernel(each.statements);
    const std::string found = messages(text);
    EXPECT_NE(found.find(each.message), std::string::npos)
        << each.statements << "\n  expected: " << each.message << "\n  found: " << found;
    EXPECT_EQ(found.find("warning: "), 0U) << each.statements << "\n  found: " << found;
    EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << found;
    const Compilation made = Source(text).compile("");
    EXPECT_TRUE(made.program.has_value()) << each.statements;
    EXPECT_EQ(made.diagnostics.size(), 1U) << each.statements;
  }
}

TEST(CudaTextMistakes, ManyWarningsHideNoMistake) {
  std::string statements;
  for (int i = 0; i < 100; ++i) statements += "n == 1;\n";
  const std::string text = kernel(statements + "a[0] = j;");
  const std::vector<Diagnostic> found = Source(text).check();
  EXPECT_EQ(warnings_in(found).size(), 20U);
  ASSERT_EQ(mistakes_in(found).size(), 1U);
  EXPECT_EQ(text_of(mistakes_in(found)[0]), "102:8: 'j' is not declared");
  EXPECT_FALSE(Source(text).compile("").program.has_value());
}

TEST(CudaTextMistakes, RightCodeThatResemblesThemIsTaken) {
  const char* const right[] = {
      "if ((n = a[0])) a[0] = 1;",
      "if ((n & 1) == 0) a[0] = 1;",
      "if (n & (a[0] == 1)) a[0] = 1;",
      "if (a[0] == 1 & n > 2) a[0] = 1;",
      "bool b = n > 1;\nif (b & a[0] == 1) a[0] = 1;",
      "(void)n;",
      "int b[4];\nint* end = &b[4];\nfor (int* p = b; p != end; ++p) *p = 1;\na[0] = b[3];",
      "a[0] = n << 31 | 1 << 31;",
      "a[0] = 4294967295U + 1;",
      "constexpr int w = 0;\na[0] = w == 0 ? 0 : n / w;",
      "if ((0 < n) == (n < 3)) a[0] = 1;",
      "if (n > 0) {\n}\nelse a[0] = 1;",
      "for (int i = 0, k = 1; i < n; ++i, k *= 2) a[i] = k;",
      "while (atomicCAS(a, 0, 1) != 0);",
      "{\n  int n = 3;\n  a[0] = n;\n}",
      "n > 0 && atomicAdd(a, 1);",
      "a[(n, 1)] = 1;",
      "printf(\"%d %u %5.2f %p %c %lld %%\\n\", n, 1U, f[0], a, 'x', 1LL);",
      "a[0] = n & (1 & n) | 2;",
  };
  for (const char* each : right) EXPECT_EQ(messages(kernel(each)), "") << each;
  EXPECT_EQ(messages("__device__ int f(int x);\n__global__ void k(int* a) { a[0] = f(1); }\n"
                     "__device__ int f(int x) { return x; }\n"),
            "");
}

TEST(CudaTextMistakes, SeveralAreFoundAtOnceInTheOrderOfTheText) {
  const std::vector<Diagnostic> found =
      Source(kernel("int x = y;\nint z = x\na[0] = z;\nb[0] = x;\nx = w;")).check();
  ASSERT_EQ(found.size(), 1U) << "the parser's mistakes come first";
  const std::vector<Diagnostic> checked = Source(kernel("int x = y;\nb[0] = x;\nx = w;")).check();
  ASSERT_EQ(checked.size(), 3U);
  EXPECT_EQ(checked[0].place, (Place{2, 9}));
  EXPECT_EQ(checked[1].place, (Place{3, 1}));
  EXPECT_EQ(checked[2].place, (Place{4, 5}));
}

TEST(CudaTextMistakes, AFunctionThatIsCalledTwiceHasItsMistakesOnce) {
  const std::string text =
      "__device__ int f(int x) { return x + y; }\n"
      "__global__ void k(int* a) { a[0] = f(1) + f(2); }\n";
  EXPECT_EQ(messages(text), "1:38: 'y' is not declared\n");
}

TEST(CudaTextMistakes, WhatIsNotPlayedIsRefusedByNameOnlyWhereItRuns) {
  const std::string text =
      "__device__ long long now() {\n  long long t;\n"
      "  asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(t));\n  return t;\n}\n"
      "__global__ void timed(long long* a) { a[0] = now(); }\n"
      "__global__ void plain(long long* a) { a[0] = 1; }\n";
  const Source source(text);
  const Compilation timed = source.compile("timed");
  ASSERT_EQ(timed.diagnostics.size(), 1U);
  EXPECT_EQ(timed.diagnostics[0].severity, Severity::unplayed);
  EXPECT_EQ(text_of(timed.diagnostics[0]),
            "3:3: inline PTX (asm) can be shown and timed, but not played");
  EXPECT_TRUE(source.compile("plain").program.has_value());
  const Mistake constructs[] = {
      {"goto out;", "'goto'"},
      {"auto f2 = [] { return 1; };", "a lambda"},
      {"static int s = 1;", "a static variable in a kernel"},
      {"cuda::atomic_ref<int> r(a[0]);", "cuda::atomic_ref"},
      {"float x = tex2D<float>(n, 1, 2);", "a texture"},
      {"long long t = clock64();", "a clock"},
      {"int* p = new int;", "'new' in a kernel"},
  };
  for (const Mistake& each : constructs) {
    const std::vector<Diagnostic> found = Source(kernel(each.statements)).check();
    ASSERT_FALSE(found.empty()) << each.statements;
    EXPECT_EQ(found[0].severity, Severity::unplayed) << each.statements << ": " << found[0].text;
    EXPECT_NE(found[0].text.find(each.message), std::string::npos) << found[0].text;
  }
}

TEST(CudaTextMistakes, NoTextIsTooLongTooDeepOrTooLargeForLong) {
  const auto repeated = [](const char* part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  const std::string deep =
      kernel("a[0] = " + repeated("(", 5000) + "1" + repeated(")", 5000) + ";");
  EXPECT_NE(messages(deep).find("nested too deeply"), std::string::npos) << messages(deep);
  EXPECT_NE(messages(kernel(repeated("{", 5000))).find("nested too deeply"), std::string::npos);
  EXPECT_NE(messages(repeated(" ", 300'000)).find("longer than"), std::string::npos);
  std::string macros = "#define M0 1 1 1 1 1 1 1 1\n";
  std::string functions = "__device__ void f0() {}\n";
  std::string constants = "constexpr int c0 = 1;\n";
  for (int i = 1; i < 40; ++i) {
    const std::string last = std::to_string(i - 1);
    const std::string now = std::to_string(i);
    macros += "#define M" + now;
    functions += "__device__ void f" + now + "() { ";
    for (int k = 0; k < 8; ++k) {
      macros += " M" + last;
      functions += "f" + last + "(); ";
    }
    macros += "\n";
    functions += "}\n";
    constants += "constexpr int c" + now + " = c" + last + " + c" + last + ";\n";
  }
  EXPECT_NE(messages(macros + kernel("a[0] = M39;")).find("too large"), std::string::npos);
  EXPECT_NE(messages(functions + kernel("f39();")).find("too long"), std::string::npos);
  for (const char* statements :
       {"f39();", "{{{{{{{{ int x = f39(); }}}}}}}}", "while (f39()) {}"}) {
    EXPECT_FALSE(Source(functions + kernel(statements)).compile("").program.has_value());
  }
  EXPECT_EQ(messages(constants + kernel("a[0] = c39;")), "");
  EXPECT_NE(messages(kernel("float big[100000][100];")).find("256 KB"), std::string::npos);
  EXPECT_LE(Source(kernel(repeated("x = 1;\n", 1000))).check().size(), 20U);
}

TEST(CudaTextSource, AKernelIsChosenByNameAndTemplateArguments) {
  const Source source(
      "template <int SIZE, typename T>\n__global__ void tile(T* out) {\n"
      "  __shared__ T cells[SIZE][SIZE + 1];\n  cells[0][0] = 1;\n  out[0] = cells[0][0];\n}\n"
      "__global__ void other(int* a) { *a = 1; }\n");
  EXPECT_EQ(source.kernels(), (std::vector<std::string>{"tile", "other"}));
  EXPECT_EQ(source.template_parameters("tile"), (std::vector<std::string>{"SIZE", "T"}));
  const Compilation tile = source.compile("tile<4, float>");
  ASSERT_TRUE(tile.program.has_value()) << text_of(tile.diagnostics[0]);
  ASSERT_EQ(tile.program->objects.size(), 1U);
  EXPECT_EQ(tile.program->objects[0].elements, 20);
  EXPECT_EQ(tile.program->objects[0].width, 5);
  EXPECT_EQ(tile.program->parameters[0].target.cells[0].scalar, Scalar::float32);
  EXPECT_EQ(
      text_of(source.compile("").diagnostics.at(0)),
      "1:1: the text has several kernels: name one in its launch, such as 'launch other 1, 32'");
  EXPECT_EQ(text_of(source.compile("othr").diagnostics.at(0)),
            "1:1: there is no kernel 'othr' (did you mean 'other'?)");
  EXPECT_NE(text_of(source.compile("tile<4>").diagnostics.at(0)).find("needs a value for its 'T'"),
            std::string::npos);
}

}  // namespace
}  // namespace heatwave::cuda_text
