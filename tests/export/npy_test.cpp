// Tests fields as .npy files: files that NumPy writes and reads, and all refused files.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "app/export/npy.h"
#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::error_of;
using testing::quoted;
using testing::TemporaryFolder;
using testing::write_bytes;

const std::vector<float> kSixCells{0.0F, -1.5F, 2.25F, 1e-38F, 3e38F, -0.0F};
const std::vector<std::vector<float>> kSixInOne{kSixCells};

std::vector<std::uint8_t> file_with(const std::string& dictionary, std::size_t data_bytes,
                                    std::uint8_t version = 1) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  const std::string header = dictionary + "\n";
  text += static_cast<char>(header.size() % 256);
  text += static_cast<char>(header.size() / 256);
  if (version > 1) text += std::string(2, '\0');
  text += header + std::string(data_bytes, '\0');
  return {text.begin(), text.end()};
}

/// Returns the error of reading a file with these bytes, without the path.
std::string complaint(const std::vector<std::uint8_t>& bytes) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "f.npy";
  write_bytes(path, bytes);
  const std::string error = error_of([&] { (void)NpyFile(path).read(); });
  const std::string prefix = quoted(path) + " ";
  EXPECT_EQ(error.compare(0, prefix.size(), prefix), 0) << error;
  return error.size() < prefix.size() ? error : error.substr(prefix.size());
}

TEST(Npy, HasNumPysOwnBytes) {
  const std::vector<std::uint8_t> bytes = encoded_npy({3, 2}, kSixInOne);
  const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
  expected += dictionary + std::string(128 - 10 - 1 - dictionary.size(), ' ') + "\n";
  ASSERT_EQ(bytes.size(), 128 + 24U);
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 128), expected);
  EXPECT_EQ(std::memcmp(bytes.data() + 128, kSixCells.data(), 24), 0);
}

TEST(Npy, ComponentsAreAThirdAxis) {
  const std::vector<std::vector<float>> both{kSixCells, {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F}};
  const std::vector<std::uint8_t> bytes = encoded_npy({3, 2}, both);
  ASSERT_EQ(bytes.size(), 128 + 48U);
  EXPECT_NE(std::string(bytes.begin(), bytes.begin() + 128).find("'shape': (2, 3, 2), }"),
            std::string::npos);
  const float second_cell[2]{-1.5F, 2.0F};
  EXPECT_EQ(std::memcmp(bytes.data() + 128 + 8, second_cell, 8), 0);
  const TemporaryFolder folder;
  write_bytes(folder.path() / "f.npy", bytes);
  const Array array = NpyFile(folder.path() / "f.npy").read();
  EXPECT_EQ(array.extent, (core::Extent{3, 2}));
  ASSERT_EQ(array.components, 2U);
  EXPECT_EQ(std::memcmp(array.cells.data(), both[0].data(), 24), 0);
  EXPECT_EQ(std::memcmp(array.cells.data() + 6, both[1].data(), 24), 0);
  EXPECT_THROW((void)encoded_npy({3, 2}, std::vector<std::vector<float>>{kSixCells, {1.0F}}),
               core::Error);
}

TEST(Npy, ComesBackToTheBit) {
  const TemporaryFolder folder;
  write_bytes(folder.path() / "f.npy", encoded_npy({3, 2}, kSixInOne));
  const Array array = NpyFile(folder.path() / "f.npy").read();
  EXPECT_EQ(array.extent, (core::Extent{3, 2}));
  EXPECT_EQ(std::memcmp(array.cells.data(), kSixCells.data(), 24), 0);
}

TEST(Npy, VersionsTwoAndThreeAreRead) {
  const TemporaryFolder folder;
  for (const unsigned version : {1U, 2U, 3U}) {
    write_bytes(folder.path() / "f.npy",
                file_with(R"({"shape":(4,5),"fortran_order":False,"descr":"<f4"})", 80,
                          static_cast<std::uint8_t>(version)));
    EXPECT_EQ(NpyFile(folder.path() / "f.npy").read().extent, (core::Extent{5, 4}));
  }
  EXPECT_EQ(complaint(file_with("{}", 0, 4)),
            "is a .npy file of version 4; versions 1 to 3 can be read");
}

TEST(Npy, OtherFilesAreRefused) {
  const std::string text = "this is no array but a text\n";
  EXPECT_EQ(complaint({text.begin(), text.end()}), "is not a .npy file");
  EXPECT_EQ(complaint({}), "is not a .npy file");
  EXPECT_EQ(complaint({0x93, 'N', 'U'}), "is not a .npy file");
}

TEST(Npy, OtherNumbersAreRefused) {
  const auto of_type = [](const std::string& type) {
    return file_with("{'descr': " + type + ", 'fortran_order': False, 'shape': (2, 2), }", 32);
  };
  EXPECT_EQ(complaint(of_type("'<f8'")),
            "holds numbers of type '<f8'; a field is float32 ('<f4'): save it with "
            "array.astype('<f4')");
  EXPECT_NE(complaint(of_type("'>f4'")).find("'>f4'"), std::string::npos);
  EXPECT_NE(complaint(of_type("'|u1'")).find("'|u1'"), std::string::npos);
  EXPECT_EQ(complaint(of_type("[('a', '<f4')]")),
            "does not hold plain numbers; a field is an array of float32");
}

TEST(Npy, OtherShapesAreRefused) {
  const auto of_shape = [](const std::string& shape) {
    return file_with("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }", 16);
  };
  EXPECT_EQ(complaint(of_shape("(4,)")),
            "has 1 dimension; a field has 2, and a third for its components");
  EXPECT_EQ(complaint(of_shape("()")),
            "has 0 dimensions; a field has 2, and a third for its components");
  EXPECT_EQ(complaint(of_shape("(1, 1, 2, 2)")),
            "has 4 dimensions; a field has 2, and a third for its components");
  EXPECT_EQ(complaint(of_shape("(1, 2, 0)")), "holds no cells");
  EXPECT_EQ(complaint(of_shape("(1, 2, 17)")), "has 17 values a cell; a field has no more than 16");
  EXPECT_EQ(complaint(of_shape("(0, 4)")), "holds no cells");
  EXPECT_EQ(complaint(of_shape("(4294967296, 1)")), "is too large for a field");
  EXPECT_EQ(complaint(of_shape("(99999999999999999999, 1)")),
            "has a damaged header: its shape is absurd");
  EXPECT_EQ(complaint(of_shape("4")), "has a damaged header: it names no shape");
}

TEST(Npy, FortranOrderIsRefused) {
  EXPECT_EQ(complaint(file_with("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", 16)),
            "is in Fortran order; a field is in C order: save it with "
            "numpy.ascontiguousarray(array)");
}

TEST(Npy, AFileOfTheWrongLengthIsRefused) {
  std::vector<std::uint8_t> bytes = encoded_npy({3, 2}, kSixInOne);
  bytes.push_back(7);
  EXPECT_EQ(complaint(bytes), "has 1\u00A0byte too many after its 3 × 2 cells");
  bytes.resize(bytes.size() - 2);
  EXPECT_EQ(complaint(bytes), "is cut off: 3 × 2 cells need 24 bytes, and it has 23");
  for (const std::size_t size : {7U, 9U, 60U, 127U}) {
    bytes = encoded_npy({3, 2}, kSixInOne);
    bytes.resize(size);
    EXPECT_EQ(complaint(bytes), "is cut off: it ends inside its header") << size;
  }
}

TEST(Npy, AHugeShapeInASmallFileCostsNoMemory) {
  EXPECT_NE(complaint(file_with("{'descr': '<f4', 'fortran_order': False, "
                                "'shape': (2147483647, 2147483647), }",
                                16))
                .find("is cut off"),
            std::string::npos);
}

TEST(Npy, ALongHeaderIsReadOrRefused) {
  constexpr std::size_t kLong = 60'000;
  const std::string shape = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  EXPECT_EQ(complaint(file_with(shape + std::string(kLong, '('), 0)),
            "has a damaged header: it names no shape");
  EXPECT_EQ(complaint(file_with(shape + std::string(kLong, '1') + ", 2), }", 0)),
            "has a damaged header: its shape is absurd");
  EXPECT_EQ(complaint(file_with("{'descr': '" + std::string(kLong, 'f'), 0)),
            "does not hold plain numbers; a field is an array of float32");
  EXPECT_LT(complaint(file_with("{'descr': '" + std::string(kLong, 'f') + "'", 0)).size(), 200U);
  std::string ones;
  for (std::size_t i = 0; i < kLong / 3; ++i) ones += "1, ";
  EXPECT_EQ(complaint(file_with(shape + ones + ")}", 0)),
            "has 20000 dimensions; a field has 2, and a third for its components");

  const TemporaryFolder folder;
  write_bytes(
      folder.path() / "f.npy",
      file_with(shape + std::string(kLong, ' ') + "1, 4" + std::string(5, ' ') + "), }", 16));
  EXPECT_EQ(NpyFile(folder.path() / "f.npy").read().extent, (core::Extent{4, 1}));
}

TEST(Npy, AHeaderBeyondItsLimitIsRefusedUnread) {
  std::vector<std::uint8_t> bytes = file_with("{", 1U << 17U, 2);
  bytes[10] = 1;  // more than 65 538 bytes, as in version 2
  EXPECT_EQ(complaint(bytes), "has a damaged header");
}

TEST(Npy, WhatIsNoFileIsRefused) {
  const TemporaryFolder folder;
  const std::filesystem::path& path = folder.path();
  EXPECT_EQ(error_of([&] { (void)NpyFile(path).read(); }), quoted(path) + " is not a file");
  EXPECT_EQ(error_of([&] { (void)NpyFile(path / "none.npy").read(); }),
            quoted(path / "none.npy") + " does not exist");
}

}  // namespace
}  // namespace heatwave::exporting
