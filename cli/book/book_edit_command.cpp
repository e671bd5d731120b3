// `yari book edit`: one move of an opening book set or taken out, and that taken back.
#include <fmt/format.h>

#include <limits>

#include "analysis/engine/replayed.h"
#include "answers/study/book_edit.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/book_input.h"
#include "cli/output/line_text.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

struct BookEditing final : Task {
  PositionOptions place;
  std::vector<std::string> files;
  std::optional<std::string> set, answer, remove;
  Change<int> score, depth;
  Change<std::uint64_t> count;
  bool undo = false;

  void declare(OptionSet& options) override {
    options.text("set", set, "MOVE", "put this move into the book, or change what it says of it");
    options.text("answer", answer, "MOVE", "with --set: the answer that is expected, or 'none'");
    value(options, "score", score, "with --set: centipawns for the side that moves, or 'none'",
          -largest_book_score, largest_book_score);
    value(options, "depth", depth, "with --set: how deep that was searched, or 'none'", 0,
          largest_book_depth);
    value(options, "count", count,
          "with --set: how often it was played, or what it weighs, or 'none'", std::uint64_t{0},
          std::numeric_limits<std::uint64_t>::max());
    options.text("remove", remove, "MOVE", "take this move out of the book");
    options.flag("undo", undo, "bring back the book before the last change; again: the change");
    place.declare(options);
    options.arguments(files, "a book", 1, 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    check();
    const std::string& file = files.front();
    if (file == "-") throw UsageError("standard input cannot be changed: name a file");
    if (undo) return take_back(terminal, file);
    const GamePosition position = place.read();
    const auto [option, typed] = set ? std::pair("--set", *set) : std::pair("--remove", *remove);
    const std::vector<Move> line = read_moves_after(position, option, with_answer(typed));
    if (line.size() != (has_answer() ? 2U : 1U))
      throw UsageError(fmt::format("{}: expected one move, found {}", option, line.size()));
    BookEdit edit{.position = setup_of(position),
                  .move = line.front(),
                  .remove = remove.has_value(),
                  .score = score,
                  .depth = depth,
                  .count = count};
    if (answer) edit.answer = line.size() == 2 ? std::optional(line.back()) : std::nullopt;
    change(terminal, file, edit);
    return Exit::done;
  }

 private:
  template <class T>
  static void value(OptionSet& options, const char* name, Change<T>& target, const char* help, T lo,
                    T hi) {
    options.value(name, "N", help, [name, &target, lo, hi](const std::string& typed) {
      target.emplace();
      if (typed != "none") *target = read_number<T>(fmt::format("--{}", name), typed, lo, hi);
    });
  }

  void check() const {
    if (set.has_value() + remove.has_value() + undo != 1)
      throw UsageError("expected one of --set, --remove and --undo");
    if (!set && (answer || score || depth || count))
      throw UsageError("--answer, --score, --depth and --count go with --set");
    if (undo && place.given()) throw UsageError("--undo takes back the whole of the last change");
  }

  bool has_answer() const { return answer && *answer != "none"; }
  std::string with_answer(const std::string& typed) const {
    return has_answer() ? typed + ' ' + *answer : typed;
  }

  static Exit take_back(Terminal& terminal, const std::string& file) {
    const Result<bool> undone = undo_book_edit(file);
    if (!undone) throw Failure(fmt::format("{}: {}", file, undone.error().message));
    if (!*undone) throw NotFound(fmt::format("{} was not changed: nothing to undo", file));
    terminal.hint(fmt::format("{} is as it was before the last change", printable(file)));
    return Exit::done;
  }

  static void change(Terminal& terminal, const std::string& file, const BookEdit& edit) {
    std::uint64_t told = 0;
    const auto tell = [&](const Diagnostic& finding) {
      if (++told <= most_book_findings || terminal.is_verbose()) terminal.diagnostic(file, finding);
    };
    const Result<EditedBook> edited = edit_book(file, edit, tell, book_progress(terminal, file));
    if (!edited)
      throw Failure(fmt::format("{} is left as it was: {}", file, edited.error().message));
    if (!edited->changed) throw NotFound(fmt::format("{} does not have that move there", file));
    if (terminal.wants_json())
      return terminal.object(
          {{"file", file}, {"positions", edited->positions}, {"moves", edited->moves}});
    terminal.hint(book_size(edited->positions, edited->moves));
    terminal.hint(fmt::format("the book before is {}: --undo brings it back",
                              printable(book_before(file).string())));
  }
};

}  // namespace

extern const Command book_edit_command{
    "book edit", "BOOK", "set or remove a move of an opening book",
    R"(The book is written anew, in its format and order, and takes the place of the old one, which stays
as BOOK~. Of a move that is there, --set changes what is named and leaves the rest. A book in which
something is wrong is left as it was.

  yari book edit book.db --set P-7f --score 30 --depth 20
  yari book edit book.db --moves P-7f --set P-3d --answer P-2f --count 12
  yari book edit book.db --moves P-7f --remove P-8d
  yari book edit book.db --undo)",
    make_task<BookEditing>};

}  // namespace yari::cli
