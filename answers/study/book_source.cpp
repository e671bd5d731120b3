#include "answers/study/book_source.h"

#include <fmt/format.h>

#include <utility>

namespace yari {

namespace {

constexpr std::size_t head_size = std::size_t{64} << 10;

}  // namespace

BookSource::BookSource(const std::string& file, BookSourceOptions options)
    : name_(file == "-" ? "standard input" : file), options_(std::move(options)) {
  if (!options_.report) options_.report = [](const Diagnostic&) {};
  const auto unreadable = [&](const Error& why) {
    return UnreadableBook(fmt::format("{}: {}", name_, why.message));
  };
  Result<std::unique_ptr<ByteInput>> input = ByteInput::open(file);
  if (!input) throw unreadable(input.error());
  input_ = *std::move(input);
  const auto member = input_->next_member();
  if (!member) throw unreadable(member.error());
  if (!*member) throw UnreadableBook(fmt::format("{} contains no file", name_));
  std::string head(head_size, '\0');
  head.resize(read(head.data(), head.size()));
  if (head.starts_with("SQLite format 3"))
    throw UnreadableBook(
        fmt::format("{} is a database of games: 'yari book make' makes a book of it", name_));
  format_ = options_.from != nullptr ? options_.from : book_format_of(head, name_);
  if (format_ == nullptr)
    throw UnreadableBook(fmt::format("{}: expected a book, found a binary file", name_));
  const auto rest = [this](char* to, std::size_t size) { return read(to, size); };
  reader_ = format_->read(with_beginning(std::move(head), rest), options_.variant, options_.report);
}

std::size_t BookSource::read(char* to, std::size_t size) {
  const Result<std::size_t> n = input_->read(to, size);
  if (!n) throw UnreadableBook(fmt::format("{}: {}", name_, n.error().message));
  if (options_.progress) options_.progress(input_->position());
  return *n;
}

}  // namespace yari
