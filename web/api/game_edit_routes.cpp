// Changing the moves of a stored game: comments, glyphs and variations.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "db/change/tree_edits.h"
#include "notation/words/comment.h"
#include "record/glyph.h"
#include "record/tree_edit.h"
#include "rules/sfen.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/json_body.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr std::size_t most_moves = 5000;
constexpr std::size_t most_glyphs = 8;

/// Refuses fields that nothing reads, so that a misspelt one is not taken for no change.
Json read_fields(const std::string& body, const std::vector<std::string_view>& known) {
  Json json = read_json_body(body);
  for (const auto& [name, value] : json.items())
    if (std::ranges::find(known, name) == known.end())
      throw RequestError(name, "there is no such field");
  return json;
}

/// "moves": ["7g7f", "3c3d"], the way from the start.
std::vector<Move> read_moves(const Json& json, Variant v) {
  const auto field = json.find("moves");
  if (field == json.end() || !field->is_array() || field->size() > most_moves)
    throw RequestError("moves", fmt::format("expected an array of at most {} moves", most_moves));
  std::vector<Move> moves;
  for (const Json& text : *field) {
    const Result<Move> move =
        text.is_string() ? read_usi_move(text.get<std::string>(), v) : fail("expected a move");
    if (!move) throw RequestError("moves", move.error().message);
    moves.push_back(*move);
  }
  return moves;
}

/// No value where there is no such field.
std::optional<std::string> read_comment(const Json& json, const char* name) {
  const auto field = json.find(name);
  if (field == json.end()) return std::nullopt;
  if (!field->is_string()) throw RequestError(name, "expected a text");
  Result<std::string> text = typed_comment(field->get<std::string>());
  if (!text) throw RequestError(name, text.error().message);
  return *std::move(text);
}

std::optional<std::vector<std::uint8_t>> read_glyphs(const Json& json) {
  const auto field = json.find("glyphs");
  if (field == json.end()) return std::nullopt;
  if (!field->is_array() || field->size() > most_glyphs)
    throw RequestError("glyphs", fmt::format("expected an array of at most {}", most_glyphs));
  std::vector<std::uint8_t> glyphs;
  for (const Json& text : *field) {
    const auto glyph = text.is_string() ? read_glyph(text.get<std::string>()) : std::nullopt;
    if (!glyph) throw RequestError("glyphs", "expected ! ? !! ?? !? ?! or $1 to $255");
    glyphs.push_back(*glyph);
  }
  return glyphs;
}

/// An edit, and what whoever makes it saw at the place: what has no value was not said.
struct AskedEdit {
  TreeEdit edit;
  std::optional<std::string> saw_before = {};
  std::optional<std::string> saw_comment = {};
};

AskedEdit read_note(const std::string& body, Variant v) {
  const Json json = read_fields(body, {"moves", "before", "comment", "glyphs", "saw"});
  AskedEdit asked{.edit = {.kind = TreeEdit::Kind::note,
                           .moves = read_moves(json, v),
                           .before = read_comment(json, "before"),
                           .comment = read_comment(json, "comment"),
                           .glyphs = read_glyphs(json)}};
  if (const auto saw = json.find("saw"); saw != json.end()) {
    if (!saw->is_object()) throw RequestError("saw", "expected an object");
    asked.saw_before = read_comment(*saw, "before");
    asked.saw_comment = read_comment(*saw, "comment");
  }
  return asked;
}

/// Refuses to write over what somebody else has written meanwhile.
void require_as_seen(Database& games, GameId id, const AskedEdit& asked) {
  if (!asked.saw_before && !asked.saw_comment) return;
  const Game game = games.load_game(id).value();
  const std::optional<NodeId> node = node_at(game.moves, asked.edit.moves);
  if (!node) return;
  const Note* const note = game.moves.note(*node);
  const Note now = note == nullptr ? Note{} : *note;
  const auto differs = [](const std::optional<std::string>& saw, const std::string& text) {
    return saw && *saw != text;
  };
  if (differs(asked.saw_before, now.before) || differs(asked.saw_comment, now.comment))
    throw RequestError(409, "the comment was changed elsewhere meanwhile: \"" + now.comment + '"');
}

AskedEdit read_variation(const std::string& body, Variant v) {
  const Json json = read_fields(body, {"moves", "change"});
  const std::string change = json.value("change", Json()).is_string() ? json["change"] : "";
  const auto kind = change == "add"      ? TreeEdit::Kind::add
                    : change == "remove" ? TreeEdit::Kind::remove
                    : change == "promote"
                        ? TreeEdit::Kind::promote
                        : throw RequestError("change", "expected add, remove or promote");
  return {.edit = {.kind = kind, .moves = read_moves(json, v)}};
}

/// As `yari undo --list` names the change.
std::string change_name(GameId id, const TreeEdit& edit) {
  const std::size_t ply = edit.moves.size();
  switch (edit.kind) {
    case TreeEdit::Kind::note:
      return fmt::format("edit game {} at move {}", id, ply);
    case TreeEdit::Kind::add:
      return fmt::format("add a variation to game {}", id);
    case TreeEdit::Kind::remove:
      return fmt::format("remove moves of game {} from move {} on", id, ply);
    case TreeEdit::Kind::promote:
      return fmt::format("promote a variation of game {}", id);
  }
  return {};
}

using ReadEdit = AskedEdit (*)(const std::string& body, Variant v);

void answer_edit(Call& call, const Context& context, ReadEdit read) {
  Parameters(call.request, context.options.variant).finish();
  require_writes(context);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  const std::optional<GameHeader> header = games->header(call.id);
  if (!header) throw RequestError(404, no_game(call.id));
  const AskedEdit asked = read(call.request.body, header->variant);
  require_as_seen(*games, call.id, asked);
  const TreeEdit& edit = asked.edit;
  const TreeEditResult result = edit_tree(*games, call.id, change_name(call.id, edit), edit);
  if (!result.refused.empty()) throw RequestError(409, result.refused);
  Json contradictions = Json::array();
  if (!result.contradiction.empty())
    contradictions.push_back(in_language(call.language, result.contradiction));
  set_json(call, dump({{"changed", result.changed ? 1 : 0},
                       {"contradictions", std::move(contradictions)}}));
}

}  // namespace

void add_game_edit_routes(Router& router, const Context& context) {
  router.add("POST", "/api/games/{id}/notes",
             [&](Call& call) { answer_edit(call, context, read_note); });
  router.add("POST", "/api/games/{id}/variations",
             [&](Call& call) { answer_edit(call, context, read_variation); });
}

}  // namespace yari::web
