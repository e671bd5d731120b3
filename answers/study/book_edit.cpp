#include "answers/study/book_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "answers/study/book_source.h"
#include "import/new_file.h"
#include "rules/sfen.h"

namespace yari {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t write_size = std::size_t{256} << 10;

/// Through links, so that the book before is another file, and beside the book.
fs::path real_file(const std::string& file) {
  std::error_code ignored;
  fs::path real = fs::weakly_canonical(file, ignored);
  return ignored ? fs::path(file) : real;
}

void link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code fault;
  fs::create_hard_link(from, to, fault);
  if (fault) fs::copy_file(from, to);
}

BookEdit turned(const BookEdit& edit) {
  BookEdit other = edit;
  const Variant v = edit.position.variant;
  other.position = turned(edit.position);
  other.move = turned(edit.move, v);
  if (edit.answer && *edit.answer) other.answer = std::optional(turned(**edit.answer, v));
  return other;
}

template <class T>
void change(std::optional<T>& value, const Change<T>& to, int& fields, int needed) {
  if (!to) return;
  value = *to;
  if (*to) fields = std::max(fields, needed);
}

void set_values(BookMove& move, const BookEdit& edit) {
  change(move.ponder, edit.answer, move.fields, 2);
  change(move.score, edit.score, move.fields, 3);
  change(move.depth, edit.depth, move.fields, 4);
  change(move.count, edit.count, move.fields, 5);
}

/// False: there is no such move to remove.
bool apply(const BookEdit& edit, BookEntry& entry) {
  const auto same = std::ranges::find(entry.moves, edit.move, &BookMove::move);
  if (edit.remove) {
    if (same == entry.moves.end()) return false;
    entry.moves.erase(same);
    return true;
  }
  BookMove& move = same != entry.moves.end() ? *same : entry.moves.emplace_back();
  move.move = edit.move;
  set_values(move, edit);
  return true;
}

BookEntry new_entry(const BookEdit& edit) {
  BookEntry entry{edit.position, write_sfen(edit.position), {}};
  apply(edit, entry);
  return entry;
}

/// The book, read and written once.
class Rewriting {
 public:
  Rewriting(const std::string& file, const BookEdit& edit) : file_(file), edit_(edit) {}

  /// What `insert` adds is a position that the book does not have. Ends early where `is_faulty`.
  Result<void> run(const BookSourceOptions& options, bool insert, const bool& is_faulty);
  Result<EditedBook> finish();

  /// Whether the book has the position, or has it with the colours exchanged.
  bool has_position() const { return has_position_; }
  bool has_turned() const { return has_turned_; }
  bool is_changed() const { return book_.changed; }

 private:
  void write(const BookEntry& entry) {
    ++book_.positions;
    book_.moves += entry.moves.size();
    writer_->write(entry);
  }
  void flush();

  const std::string& file_;
  const BookEdit& edit_;
  std::optional<NewFile> out_;
  /// Not in the file yet.
  std::string text_;
  std::optional<FileFault> fault_;
  std::unique_ptr<BookWriter> writer_;
  EditedBook book_;
  bool has_position_ = false, has_turned_ = false;
};

void Rewriting::flush() {
  if (!fault_)
    if (const auto written = out_->write(text_); !written) fault_ = written.error();
  text_.clear();
}

Result<void> Rewriting::run(const BookSourceOptions& options, bool insert, const bool& is_faulty) {
  BookSource source(file_, options);
  if (source.format().only.value_or(edit_.position.variant) != edit_.position.variant)
    return fail(
        fmt::format("{} books are of {}", source.format().name, info(*source.format().only).name));
  auto out = NewFile::open(file_);
  if (!out) return fail(out.error().message);
  out_.emplace(*std::move(out));
  writer_ = source.format().write([this](std::string_view bytes) {
    text_ += bytes;
    if (text_.size() >= write_size) flush();
  });
  const std::string sfen = write_sfen(edit_.position);
  const Setup other = turned(edit_.position);
  while (std::optional<BookEntry> entry = source.reader().next()) {
    if (is_faulty) return {};
    if (insert && !book_.changed && entry->sfen > sfen) {
      write(new_entry(edit_));
      book_.changed = true;
    }
    if (!insert && entry->position.same_position(edit_.position)) {
      has_position_ = has_position_ || !entry->moves.empty();
      if (apply(edit_, *entry)) book_.changed = true;
      if (entry->moves.empty() && entry->comments.empty()) continue;
    } else if (entry->position.same_position(other)) {
      has_turned_ = has_turned_ || !entry->moves.empty();
    }
    write(*entry);
  }
  if (insert && !book_.changed) {
    write(new_entry(edit_));
    book_.changed = true;
  }
  writer_->write_comments(source.reader().last_comments());
  return {};
}

Result<EditedBook> Rewriting::finish() {
  writer_->finish();
  flush();
  if (fault_) return fail(fault_->message);
  if (writer_->left_out() > 0) return fail("its format cannot express a position without a king");
  if (const auto finished = out_->finish(); !finished) return fail(finished.error().message);
  return book_;
}

/// What is wrong with the book, for one sentence.
struct Faults {
  bool any = false;
  Diagnostic first;

  void take(const Diagnostic& finding) {
    if (any || finding.severity != Severity::error) return;
    any = true;
    first = finding;
  }
  std::string sentence() const {
    return fmt::format("what is wrong with it would be lost: {}:{}: {}", first.line, first.column,
                       first.message);
  }
};

Result<EditedBook> finish(Rewriting& rewriting, const std::string& file,
                          const std::string& version) {
  if (book_version(file) != version) return fail("it was changed meanwhile");
  try {
    fs::remove(book_before(file));
    link_or_copy(file, book_before(file));
  } catch (const fs::filesystem_error& fault) {
    // Without names of files: the sentence may go to a client of the server.
    return fail("the book before cannot be kept: " + fault.code().message());
  }
  return rewriting.finish();
}

}  // namespace

Result<EditedBook> edit_book(const std::string& named, const BookEdit& edit,
                             const OnBookFinding& report,
                             const std::function<void(std::uint64_t)>& progress) {
  const std::string file = real_file(named).string();
  const std::string version = book_version(file);
  Faults faults;
  BookSourceOptions options{.variant = edit.position.variant,
                            .report =
                                [&](const Diagnostic& finding) {
                                  faults.take(finding);
                                  if (report) report(finding);
                                },
                            .progress = progress};
  Rewriting first(file, edit);
  if (const Result<void> read = first.run(options, false, faults.any); !read)
    return tl::unexpected<Error>(read.error());
  if (faults.any) return fail(faults.sentence());
  const auto finished = [&](Rewriting& rewriting) -> Result<EditedBook> {
    return rewriting.is_changed() ? finish(rewriting, file, version) : EditedBook{};
  };
  if (first.has_position() || (first.is_changed() && !first.has_turned())) return finished(first);
  if (edit.remove && !first.has_turned()) return EditedBook{};
  // It was said what is wrong.
  options.report = {};
  const BookEdit there = first.has_turned() ? turned(edit) : edit;
  Rewriting second(file, there);
  if (const Result<void> read = second.run(options, !first.has_turned(), faults.any); !read)
    return tl::unexpected<Error>(read.error());
  return finished(second);
}

Result<bool> undo_book_edit(const std::string& named) {
  const fs::path file = real_file(named);
  const fs::path old = book_before(file.string()), aside = file.string() + ".undo";
  try {
    if (!fs::exists(old)) return false;
    // There is a book of that name at any time.
    fs::remove(aside);
    link_or_copy(file, aside);
    fs::rename(old, file);
    fs::rename(aside, old);
  } catch (const fs::filesystem_error& fault) {
    return fail(fault.code().message());
  }
  return true;
}

fs::path book_before(const std::string& file) { return real_file(file).string() + "~"; }

std::string book_version(const fs::path& file) {
  std::error_code fault;
  const auto size = fs::file_size(file, fault);
  if (fault) return {};
  const auto time = fs::last_write_time(file, fault);
  if (fault) return {};
  return fmt::format("{}-{}", time.time_since_epoch().count(), size);
}

}  // namespace yari
