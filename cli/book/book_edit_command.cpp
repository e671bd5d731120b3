// `yari book edit`: one move of an opening book set or taken out, and that taken back.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/book_input.h"
#include "cli/output/line_text.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/text.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

namespace fs = std::filesystem;

struct BookEdit final : Task {
  PositionOptions place;
  std::vector<std::string> files;
  std::optional<std::string> set, answer, remove;
  std::optional<int> score, depth;
  std::optional<std::uint64_t> count;
  bool undo = false;

  void declare(OptionSet& options) override {
    options.text("set", set, "MOVE", "put this move into the book, or change what it says of it");
    options.text("answer", answer, "MOVE", "with --set: the answer that is expected");
    options.number("score", score, "with --set: centipawns for the side that moves", -1'000'000,
                   1'000'000);
    options.number("depth", depth, "with --set: how deep that was searched", 0, 1'000'000);
    options.number("count", count, "with --set: how often it was played, or what it weighs",
                   std::uint64_t{0});
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
    const Setup setup = setup_of(position);
    const auto [option, typed] = set ? std::pair("--set", *set) : std::pair("--remove", *remove);
    const std::vector<Move> line = read_moves_after(position, option, with_answer(typed));
    if (line.size() != (answer ? 2U : 1U))
      throw UsageError(fmt::format("{}: expected one move, found {}", option, line.size()));
    const BookMove edit{.move = line.front(),
                        .ponder = answer ? std::optional(line.back()) : std::nullopt,
                        .score = score,
                        .depth = depth,
                        .count = count};
    const bool changed = rewrite(terminal, file, setup, edit);
    if (!changed) throw NotFound(fmt::format("{} does not have that move there", file));
    return Exit::done;
  }

 private:
  void check() const {
    if (set.has_value() + remove.has_value() + undo != 1)
      throw UsageError("expected one of --set, --remove and --undo");
    if (!set && (answer || score || depth || count))
      throw UsageError("--answer, --score, --depth and --count go with --set");
    if (undo && place.given()) throw UsageError("--undo takes back the whole of the last change");
  }

  std::string with_answer(const std::string& typed) const {
    return answer ? typed + ' ' + *answer : typed;
  }

  static fs::path before(const std::string& file) { return file + "~"; }

  /// The book as it is under the name of the one before, and the other way round.
  static Exit take_back(Terminal& terminal, const std::string& file) {
    const fs::path old = before(file), aside = file + ".undo";
    if (!fs::exists(old)) throw NotFound(fmt::format("{} was not changed: nothing to undo", file));
    try {
      // There is a book of that name at any time.
      fs::remove(aside);
      link_or_copy(file, aside);
      fs::rename(old, file);
      fs::rename(aside, old);
    } catch (const fs::filesystem_error& fault) {
      throw Failure(fmt::format("{}: {}", file, fault.code().message()));
    }
    terminal.hint(fmt::format("{} is as it was before the last change", printable(file)));
    return Exit::done;
  }

  /// False, and the file as it was, where there is nothing to remove.
  bool rewrite(Terminal& terminal, const std::string& file, const Setup& setup,
               const BookMove& edit) const {
    BookInputOptions input;
    input.variant = setup.variant;
    BookInput book(terminal, file, input);
    BookOutputOptions output;
    output.file = file;
    BookOutput out(terminal, output, book.format());
    const std::string sfen = write_sfen(setup);
    bool done = false;
    while (std::optional<BookEntry> entry = book.next()) {
      if (!done && entry->position.same_position(setup)) {
        done = apply(*entry, edit);
        if (entry->moves.empty() && entry->comments.empty()) continue;
      } else if (!done && set && entry->sfen > sfen) {
        out.write(new_entry(setup, edit));
        done = true;
      }
      out.write(*entry);
    }
    if (!done && set) {
      out.write(new_entry(setup, edit));
      done = true;
    }
    out.write_comments(book.last_comments());
    book.finish();
    if (book.errors() > 0)
      throw Failure(fmt::format("{} is left as it was: what is wrong with it would be lost", file));
    if (!done) return false;
    keep_old(file);
    out.finish();
    terminal.hint(fmt::format("the book before is {}: --undo brings it back",
                              printable(before(file).string())));
    return true;
  }

  static BookEntry new_entry(const Setup& setup, const BookMove& edit) {
    BookEntry entry;
    entry.position = setup;
    entry.sfen = write_sfen(setup);
    entry.moves = {edit};
    return entry;
  }

  /// False: there is no such move.
  bool apply(BookEntry& entry, const BookMove& edit) const {
    const auto same = std::ranges::find(entry.moves, edit.move, &BookMove::move);
    if (remove) {
      if (same == entry.moves.end()) return false;
      entry.moves.erase(same);
      return true;
    }
    if (same == entry.moves.end()) {
      entry.moves.push_back(edit);
      return true;
    }
    if (edit.ponder) same->ponder = edit.ponder;
    if (edit.score) same->score = edit.score;
    if (edit.depth) same->depth = edit.depth;
    if (edit.count) same->count = edit.count;
    same->fields = std::max(same->fields, edit.count ? 5 : edit.depth ? 4 : edit.score ? 3 : 2);
    return true;
  }

  /// The new book takes the place of the name: the old one stays under the other.
  static void keep_old(const std::string& file) {
    try {
      fs::remove(before(file));
      link_or_copy(file, before(file));
    } catch (const fs::filesystem_error& fault) {
      throw Failure(fmt::format("{} is left as it was: {}: {}", file, before(file).string(),
                                fault.code().message()));
    }
  }

  static void link_or_copy(const fs::path& from, const fs::path& to) {
    std::error_code fault;
    fs::create_hard_link(from, to, fault);
    if (fault) fs::copy_file(from, to);
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
    make_task<BookEdit>};

}  // namespace yari::cli
