#include "answers/study/shared_book.h"

#include <utility>

#include "answers/study/book_edit.h"

namespace yari {

Result<std::shared_ptr<SharedBook>> SharedBook::open(const std::filesystem::path& file) {
  std::shared_ptr<SharedBook> book(new SharedBook(file));
  if (const auto opened = book->present(); !opened) return tl::unexpected<Error>(opened.error());
  return book;
}

Result<std::shared_ptr<const BookFile>> SharedBook::present() {
  const std::scoped_lock lock(mutex_);
  std::string version = book_version(file_);
  if (book_ && version == version_) return book_;
  Result<std::shared_ptr<const BookFile>> opened = BookFile::open(file_);
  if (!opened) return opened;
  book_ = *opened;
  version_ = std::move(version);
  return book_;
}

Result<std::vector<BookMove>> SharedBook::find(const Setup& position, const OnBookFinding& report) {
  const Result<std::shared_ptr<const BookFile>> book = present();
  if (!book) return tl::unexpected<Error>(book.error());
  return (*book)->find(position, report);
}

}  // namespace yari
