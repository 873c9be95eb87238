// The question for a file, without its drawing: a folder, what lies in it, what was typed, what is
// chosen.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/folder_list.h"

namespace heatwave::files {

enum class Purpose : std::uint8_t { open, save };

struct FileRow : FolderEntry {
  bool recent = false;  ///< of those used last, wherever they lie
};

/// What a scene says of itself.
struct SceneWords {
  std::string title;
  std::string watch;
};

/// The answer.
struct ChosenFile {
  Purpose purpose = Purpose::open;
  std::filesystem::path path;
  bool replace = false;  ///< the person said so
  SceneWords words;      ///< of what is saved
};

class FileDialog {
 public:
  /// `within`: the only folder that is shown, with those in it; empty: all are.
  explicit FileDialog(std::filesystem::path within = {});

  void ask_to_open(const std::filesystem::path& folder, std::vector<std::filesystem::path> recent);
  void ask_to_save(const std::filesystem::path& folder, std::string name, SceneWords words);
  /// Asks no more than whether the file is to be replaced.
  void ask_to_replace(const std::filesystem::path& file, SceneWords words);
  void close();

  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] Purpose purpose() const { return purpose_; }
  /// How often it was opened: whoever draws it knows a new question by it.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Where the rows lie: the folder, or the one that was typed.
  [[nodiscard]] const std::filesystem::path& folder() const { return listed_.folder; }
  [[nodiscard]] const std::vector<FileRow>& rows() const { return rows_; }
  [[nodiscard]] int chosen() const { return chosen_; }  ///< a row; −1: none
  /// What there is to say: why there are no rows, what is wrong, what will be done; may be empty.
  [[nodiscard]] std::string message() const;
  /// The file to be replaced, where that is being asked.
  [[nodiscard]] const std::optional<std::filesystem::path>& to_replace() const { return replaced_; }

  /// To be edited; then note_typed(). The count grows where something else than typing changed it.
  std::string typed;
  [[nodiscard]] int typed_count() const { return typed_count_; }
  SceneWords words;
  void note_typed();

  void choose(int row);
  void move(int by);
  void go_up();
  /// Enters the folder chosen, or answers with the file; or asks, or says what is wrong.
  void enter();
  /// One question back; the first one closes it.
  void escape();
  /// Looks whether the folder has changed.
  void look_again();
  [[nodiscard]] std::optional<ChosenFile> take_answer();

 private:
  void begin(Purpose purpose, const std::filesystem::path& folder);
  void put_typed(std::string text);
  void go_to(const std::filesystem::path& folder);
  void read();
  void fill();
  /// What was typed as a path; a beginning "~" is the person's home.
  [[nodiscard]] std::filesystem::path typed_path() const;
  /// Its folder, or the one that is shown where none was typed.
  [[nodiscard]] std::filesystem::path typed_folder() const;
  [[nodiscard]] std::filesystem::path kept_within(const std::filesystem::path& folder) const;
  void enter_to_open();
  void enter_to_save();
  void answer(const std::filesystem::path& path, bool replace);

  std::filesystem::path within_;
  Purpose purpose_ = Purpose::open;
  bool is_open_ = false;
  std::uint64_t count_ = 0;
  int typed_count_ = 0;
  std::filesystem::path base_;
  FolderList listed_;
  std::vector<std::filesystem::path> recent_;
  std::vector<FileRow> rows_;
  int chosen_ = -1;
  bool chosen_by_hand_ = false;
  std::string wrong_;
  std::optional<std::filesystem::path> replaced_;
  bool asks_only_to_replace_ = false;
  std::optional<ChosenFile> answer_;
};

}  // namespace heatwave::files
