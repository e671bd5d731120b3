// The opening book of `yari serve --book`: what it has of a position, and changing that.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/book_json.h"
#include "answers/japanese/phrases.h"
#include "answers/study/book_edit.h"
#include "answers/study/book_source.h"
#include "notation/json/position_json.h"
#include "notation/moves/typed_moves.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

/// A larger one is written anew for too long to be waited for.
constexpr std::uintmax_t most_edited_bytes = std::uintmax_t{64} << 20;
constexpr std::size_t most_findings_shown = 20;
/// JSON's numbers are exact so far.
constexpr std::int64_t largest_count = std::int64_t{1} << 53;

SharedBook& book_of(const Context& context) {
  SharedBook* book = context.options.book.get();
  if (book == nullptr)
    throw RequestError(404, "there is no book: 'yari serve --book FILE' shows one");
  return *book;
}

void answer_with_moves(Call& call, SharedBook& book, const GamePosition& position) {
  const std::string version = book_version(book.file());
  std::vector<Diagnostic> findings;
  const Result<std::vector<BookMove>> moves =
      book.find(setup_of(position), [&](const Diagnostic& finding) {
        if (findings.size() < most_findings_shown) findings.push_back(finding);
      });
  if (!moves)
    throw RequestError(500,
                       fmt::format("{} cannot be read: {}", book.name(), moves.error().message));
  set_json(call, dump({{"book", book.name()},
                       {"version", version},
                       {"moves", book_moves_json(position, *moves)},
                       {"findings", findings_json(in_language(call.language, findings))}}));
}

void answer_book(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  parameters.finish();
  answer_with_moves(call, book_of(context), position);
}

/// A number or "none".
template <class T>
Change<T> number_or_none(Parameters& parameters, const std::string& name, std::int64_t least,
                         std::int64_t most) {
  const std::optional<std::string> typed = parameters.text(name);
  if (!typed) return std::nullopt;
  if (*typed == "none") return Change<T>(std::in_place);
  return static_cast<T>(parameters.number(name, 0, least, most));
}

Move move_in(const std::string& parameter, const std::string& typed, const Setup& position,
             std::optional<Square> last_target) {
  const Result<std::vector<Move>> moves = read_typed_moves(typed, position, last_target);
  if (!moves)
    throw RequestError(parameter, moves.error().message, column_of(typed, moves.error().offset));
  if (moves->size() != 1) throw RequestError(parameter, "expected one move");
  return moves->front();
}

BookEdit read_edit(Parameters& parameters, const GamePosition& position) {
  BookEdit edit{.position = setup_of(position)};
  edit.move =
      move_in("move", parameters.required("move"), edit.position, last_target_of(position.moves));
  return edit;
}

void read_values(Parameters& parameters, BookEdit& edit) {
  edit.score = number_or_none<int>(parameters, "score", -largest_book_score, largest_book_score);
  edit.depth = number_or_none<int>(parameters, "depth", 0, largest_book_depth);
  edit.count = number_or_none<std::uint64_t>(parameters, "count", 0, largest_count);
  const std::optional<std::string> answer = parameters.text("answer");
  if (!answer) return;
  edit.answer.emplace();
  if (*answer != "none")
    *edit.answer =
        move_in("answer", *answer, setup_of({edit.position, {edit.move}, {}}), edit.move.to());
}

/// Sets a move, or takes one out.
void answer_edit(Call& call, const Context& context, bool remove) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  BookEdit edit = read_edit(parameters, position);
  edit.remove = remove;
  if (!remove) read_values(parameters, edit);
  parameters.finish();
  SharedBook& book = book_of(context);
  require_writes(context);
  const std::lock_guard lock(context.writing);
  std::error_code fault;
  if (const auto size = std::filesystem::file_size(book.file(), fault);
      !fault && size > most_edited_bytes)
    throw RequestError(
        409, fmt::format("{} has more than 64 MiB: 'yari book edit' changes it", book.name()));
  const auto left = [&](const std::string& why) {
    return RequestError(409, fmt::format("{} is left as it was: {}", book.name(), why));
  };
  try {
    const Result<EditedBook> edited = edit_book(book.file().string(), edit);
    if (!edited) throw left(edited.error().message);
    if (!edited->changed) throw RequestError(404, "the book does not have that move there");
  } catch (const UnreadableBook&) {
    throw left("it cannot be read");
  }
  answer_with_moves(call, book, position);
}

/// With `version`, only where the book is still that one.
void answer_undo_edit(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  const std::optional<std::string> version = parameters.text("version");
  parameters.finish();
  SharedBook& book = book_of(context);
  require_writes(context);
  const std::lock_guard lock(context.writing);
  if (version && *version != book_version(book.file()))
    throw RequestError(409, "something else was changed since then");
  const Result<bool> undone = undo_book_edit(book.file().string());
  if (!undone)
    throw RequestError(
        409, fmt::format("{} is left as it was: {}", book.name(), undone.error().message));
  if (!*undone) throw RequestError(409, "there is nothing to undo");
  answer_with_moves(call, book, position);
}

}  // namespace

void add_book_routes(Router& router, const Context& context) {
  router.add("GET", "/api/book", [&](Call& call) { answer_book(call, context); });
  router.add("POST", "/api/book", [&](Call& call) { answer_edit(call, context, false); });
  router.add("DELETE", "/api/book", [&](Call& call) { answer_edit(call, context, true); });
  router.add("POST", "/api/book/undo", [&](Call& call) { answer_undo_edit(call, context); });
}

}  // namespace yari::web
