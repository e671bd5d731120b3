// Bytes of files to positions of books, and back.
#include "cli/output/book_input.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/options/reading_options.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/text.h"
#include "import/new_file.h"
#include "text/text.h"

namespace yari::cli {

namespace {

constexpr std::size_t write_size = std::size_t{256} << 10;

std::vector<std::string> book_format_names() {
  std::vector<std::string> names;
  for (const BookFormat& format : book_formats()) names.emplace_back(format.name);
  return names;
}

}  // namespace

OptionRow& declare_book_format(OptionSet& options, const char* name, const BookFormat*& target,
                               const std::string& help) {
  return options
      .value(name, "FORMAT", help,
             [&target](const std::string& typed) { target = book_format_named(typed); })
      .one_of(book_format_names());
}

std::function<void(std::uint64_t)> book_progress(Terminal& terminal, const std::string& file) {
  return [&terminal, what = fmt::format("bytes of {}", file)](std::uint64_t read) {
    terminal.progress(what, read, 0);
  };
}

void BookInputOptions::declare(OptionSet& options) {
  declare_book_format(options, "from", from, "read the files as this format")
      .assumed("what their beginnings show");
  options
      .value("variant", "GAME", "the game, where the positions do not show it",
             [this](const std::string& typed) { variant = variant_named(typed); })
      .one_of(variant_names());
}

BookInput::BookInput(Terminal& terminal, const std::string& file, const BookInputOptions& options)
    : terminal_(terminal),
      source_(file, {.from = options.from,
                     .variant = options.variant,
                     .report = [this](const Diagnostic& finding) { tell(finding); },
                     .progress = book_progress(terminal, file)}) {}

void BookInput::tell(const Diagnostic& finding) {
  (finding.severity == Severity::error ? errors_ : warnings_) += 1;
  if (told_ >= most_book_findings && !terminal_.is_verbose()) return;
  ++told_;
  terminal_.diagnostic(source_.name(), finding);
}

void BookInput::tell(Severity severity, std::size_t line, std::string message) {
  Diagnostic d;
  d.severity = severity;
  d.line = line;
  d.say(book_finding(std::move(message)));
  tell(d);
}

void BookInput::finish() {
  if (const std::uint64_t more = errors_ + warnings_ - told_; more > 0)
    terminal_.message(fmt::format("{}: {} more, which --verbose prints", source_.name(),
                                  counted(more, "finding")));
}

void BookOutputOptions::declare(OptionSet& options) {
  options.text("output,o", file, "FILE", "write to this file").is(ValueKind::file);
  declare_book_format(options, "to", to, "write this format").assumed("what the file's name says");
}

const BookFormat& BookOutputOptions::format(const BookFormat& assumed,
                                            const Terminal& terminal) const {
  if (terminal.wants_json() && (!file || *file == "-"))
    throw UsageError("--json: name a file for the book with -o");
  if (to != nullptr) return *to;
  const BookFormat* named = file ? book_format_of_name(*file) : nullptr;
  return named != nullptr ? *named : assumed;
}

BookOutput::BookOutput(Terminal& terminal, const BookOutputOptions& options,
                       const BookFormat& format)
    : terminal_(terminal),
      name_(options.file.value_or("-")),
      file_(terminal, options.file),
      format_(format),
      writer_(format.write([this](std::string_view bytes) {
        text_ += bytes;
        if (text_.size() < write_size) return;
        file_.write(text_);
        text_.clear();
      })) {}

void BookOutput::write(const BookEntry& entry) {
  if (format_.only.value_or(entry.position.variant) != entry.position.variant)
    throw Failure(fmt::format("{} books are of {}, and this one is of {}", format_.name,
                              info(*format_.only).name, info(entry.position.variant).name));
  ++positions_;
  moves_ += entry.moves.size();
  writer_->write(entry);
}

void BookOutput::write_comments(const std::vector<std::string>& lines) {
  writer_->write_comments(lines);
}

void BookOutput::finish() { finish({}, Json::object()); }

void BookOutput::finish(std::string_view made_of, const Json& more) {
  writer_->finish();
  file_.write(text_);
  file_.finish();
  if (const std::uint64_t lost = writer_->left_out(); lost > 0)
    terminal_.message(fmt::format("{} without both kings left out: {} has no way to say them",
                                  counted(lost, "position"), format_.name));
  if (terminal_.wants_json()) {
    Json summary = object({{"file", name_}, {"positions", positions_}, {"moves", moves_}});
    summary.update(more);
    terminal_.json(summary);
    return;
  }
  terminal_.hint(fmt::format("{}{}", made_of, book_size(positions_, moves_)));
}

std::string book_size(std::uint64_t positions, std::uint64_t moves) {
  return fmt::format("{}, {}", counted(positions, "position"), counted(moves, "move"));
}

}  // namespace yari::cli
