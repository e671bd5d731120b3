/// \file
/// A book in which several threads look positions up while it may be changed.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "analysis/book/book_file.h"

namespace yari {

/// A BookFile that is opened again when the file is another: it was changed here, or by another
/// program. Safe to use from several threads.
class SharedBook {
 public:
  static Result<std::shared_ptr<SharedBook>> open(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  /// Of the file, without its folder.
  std::string name() const { return file_.filename().string(); }
  /// As BookFile::find.
  Result<std::vector<BookMove>> find(const Setup& position, const OnBookFinding& report = {});

 private:
  explicit SharedBook(std::filesystem::path file) : file_(std::move(file)) {}
  Result<std::shared_ptr<const BookFile>> present();

  std::filesystem::path file_;
  std::mutex mutex_;
  std::string version_;
  std::shared_ptr<const BookFile> book_;
};

}  // namespace yari
