// Loading games, and checking every byte on the way: a database may come from anywhere.
#include "db/store/sqlite/game_store.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/codec/record_sums.h"
#include "db/codec/tag_layout.h"
#include "db/codec/utf8.h"
#include "rules/sfen.h"
#include "rules/tree_check.h"

namespace yari {

namespace {

std::string text_or_empty(const Statement& row, int column) {
  return to_valid_utf8(row.text(column));
}

/// An enumeration's number, or 0 when the row holds nonsense.
template <class E>
E enumeration(const Statement& row, int column, int count) {
  const std::int64_t value = row.integer(column);
  return static_cast<E>(value >= 0 && value < count ? value : 0);
}

std::optional<DateNumber> date(const Statement& row, int column) {
  const std::int64_t value = row.integer(column);
  if (row.is_null(column) || value < 0 || value > 9999'12'31) return std::nullopt;
  return static_cast<DateNumber>(value);
}

/// Whatever happens, the statement must not stay open.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(Statement& statement) : statement_(statement) {}
  ~ResetAtEnd() { statement_.reset(); }
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;

 private:
  Statement& statement_;
};

/// Why the tree cannot be played from `start`; empty when it can.
template <class V>
std::string fault_of_tree(const Position<V>& start, const MoveTree& tree) {
  const NodeId node = first_illegal(start, tree);
  if (node == no_node) return {};
  return fmt::format("the move at ply {} ({:#06x}) is not legal", tree.ply(node),
                     tree.move(node).bits());
}

}  // namespace

GameHeader read_header(const Statement& row) {
  GameHeader h;
  h.id = row.integer(0);
  h.variant = enumeration<Variant>(row, 1, 2);
  h.rules = enumeration<RuleSet>(row, 2, 3);
  h.start = text_or_empty(row, 3);
  h.handicap = text_or_empty(row, 4);
  h.black = text_or_empty(row, 5);
  h.white = text_or_empty(row, 6);
  h.event = text_or_empty(row, 7);
  h.site = text_or_empty(row, 8);
  h.date = date(row, 9);
  h.result = enumeration<GameResult>(row, 10, 4);
  h.ending = enumeration<Ending>(row, 11, ending_count);
  h.plies = static_cast<int>(row.integer(12));
  return h;
}

// A page that is there twice gives numbers that do not rise; of a file made by hand there can be
// more such numbers than anyone could wait for.
bool each_game(Connection& connection, const std::function<void(GameId)>& visit) {
  constexpr int most_out_of_order = 10'000;
  int out_of_order = 0;
  GameId last = INT64_MIN;
  Statement games(connection, "SELECT id FROM games ORDER BY id");
  for (games.start({}); games.step() && out_of_order < most_out_of_order;) {
    const GameId id = games.integer(0);
    if (id <= last) {
      ++out_of_order;
      continue;
    }
    last = id;
    visit(id);
  }
  return out_of_order == 0;
}

GameStore::GameStore(Connection& connection)
    : connection_(connection),
      header_(connection,
              fmt::format("SELECT {} FROM {} WHERE g.id = ?", header_columns, header_tables)),
      game_(
          connection,
          fmt::format(
              "SELECT {}, t.layout, g.tag_values, r.moves, r.notes, g.tag_layout, r.sums, g.start "
              "FROM {} "
              "LEFT JOIN tag_layouts t ON t.id = g.tag_layout "
              "LEFT JOIN records r ON r.id = g.id WHERE g.id = ?",
              header_columns, header_tables)),
      line_(
          connection,
          "SELECT g.variant, s.sfen, r.moves, r.sums, g.start FROM games g "
          "LEFT JOIN records r ON r.id = g.id LEFT JOIN starts s ON s.id = g.start WHERE g.id = ?"),
      update_notes_(connection,
                    "UPDATE records SET notes = ?, sums = (sums & 4294967295) | ? WHERE id = ?") {}

std::string GameStore::sentence(GameId id, const std::string& what) const {
  return fmt::format("{}: game {} is damaged: {}", connection_.file().string(), id, what);
}

void GameStore::damaged(GameId id, const std::string& what) const {
  throw DamagedGame(id, sentence(id, what));
}

void GameStore::pass_over(GameId id, const std::string& what) {
  passed_over_.emplace(id, sentence(id, what));
}

// A page that SQLite cannot read costs the games on it, not those on other pages.
bool GameStore::find_game(GameId id) {
  try {
    return game_.first({id});
  } catch (const DamagedFile&) {
    damaged(id, "the page that it is stored on cannot be read");
  }
}

std::optional<GameHeader> GameStore::header(GameId id) {
  if (!header_.first({id})) return std::nullopt;
  GameHeader header = read_header(header_);
  header_.reset();
  return header;
}

std::optional<StoredLine> GameStore::line(GameId id) {
  try {
    return sound_line(id);
  } catch (const DamagedGame& error) {
    passed_over_.emplace(id, error.what());
    return std::nullopt;
  }
}

std::optional<StoredLine> GameStore::sound_line(GameId id) {
  if (!line_.first({id})) return std::nullopt;
  const ResetAtEnd open(line_);
  StoredLine line;
  line.variant = line_.integer(0) == 1 ? Variant::shogi : Variant::yari;
  line.start = line_.text(1);
  if (line_.is_null(2)) damaged(id, moves_missing);
  const ByteView moves = line_.blob(2);
  if (!line_.is_null(3) &&
      moves_half(line_.integer(3)) != sum_of_moves({id, line.variant, line_.integer(4)}, moves))
    damaged(id, other_moves);
  line.moves.assign(moves.begin(), moves.end());
  return line;
}

void GameStore::check_sums(GameId id, Variant v) const {
  if (game_.is_null(18)) return;
  const std::int64_t sums = game_.integer(18);
  if (moves_half(sums) != sum_of_moves({id, v, game_.integer(19)}, game_.blob(15)))
    damaged(id, other_moves);
  if (notes_half(sums) != sum_of_notes(id, game_.blob(16)))
    damaged(id, "its notes are not those that were written");
}

std::optional<Game> GameStore::load(GameId id) { return read(id, true, nullptr); }

std::optional<Game> GameStore::load_with(GameId id, const Bytes& notes) {
  return read(id, true, &notes);
}

std::optional<Game> GameStore::salvage(GameId id) { return read(id, false, nullptr); }

std::optional<Game> GameStore::read(GameId id, bool with_sums, const Bytes* other_notes) {
  if (!find_game(id)) return std::nullopt;
  const ResetAtEnd open(game_);
  const GameHeader header = read_header(game_);
  Game game;
  game.variant = header.variant;
  game.rules = header.rules;
  game.result = header.result;
  game.ending = header.ending;
  game.start = start_setup(header.variant);
  if (!header.start.empty()) {
    const Result<Setup> start = read_sfen(header.start, header.variant);
    if (!start) damaged(id, start.error().message);
    game.start = *start;
  }

  const auto column = [&](int c) {
    return game_.is_null(c) ? std::nullopt : std::optional(to_valid_utf8(game_.text(c)));
  };
  const auto bytes = [&](int c) { return Bytes(game_.blob(c).begin(), game_.blob(c).end()); };
  const std::optional<std::vector<Tag>> tags =
      put_together({column(5), column(6), column(7), column(8), header.date, bytes(13), bytes(14)});
  if (!tags || (game_.is_null(13) && !game_.is_null(17)))
    damaged(id, "its tags do not fit together");
  game.tags = *tags;

  if (game_.is_null(15)) damaged(id, moves_missing);
  if (with_sums) check_sums(id, game.variant);
  const ByteView moves = game_.blob(15);
  if (moves.size() % 2 != 0) damaged(id, "half a move is stored");
  game.moves.reserve(moves.size() / 2);
  NodeId node = root_node;
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    node = game.moves.add(
        node, Move::from_bits(static_cast<std::uint16_t>(moves[i] | moves[i + 1] << 8)));
  }
  const ByteView blob = other_notes != nullptr ? ByteView(*other_notes) : game_.blob(16);
  const Result<void> notes = decode_notes(blob, game.variant, game.moves, game.unread);
  if (!notes) damaged(id, notes.error().message);
  with_variant(game.variant, [&]<class V>(V) {
    const auto start = Position<V>::from(game.start);
    if (!start) damaged(id, start.error().front());
    if (const std::string fault = fault_of_tree(*start, game.moves); !fault.empty()) {
      damaged(id, fault);
    }
  });
  return game;
}

std::optional<Game> GameStore::load_line(GameId id) {
  std::optional<StoredLine> stored;
  try {
    stored = sound_line(id);
  } catch (const DamagedGame&) {
    return std::nullopt;
  } catch (const DamagedFile&) {
    return std::nullopt;
  }
  if (!stored || stored->plies() == 0 || stored->moves.size() % 2 != 0) return std::nullopt;
  return with_variant(stored->variant, [&]<class V>(V) -> std::optional<Game> {
    const auto start = start_of<V>(*stored);
    if (!start) return std::nullopt;
    Game game;
    game.variant = stored->variant;
    game.start = start->setup();
    NodeId node = root_node;
    for (int ply = 0; ply < stored->plies(); ++ply) node = game.moves.add(node, stored->move(ply));
    if (!fault_of_tree(*start, game.moves).empty()) return std::nullopt;
    return game;
  });
}

void GameStore::replace_notes(GameId id, const Bytes& notes, const std::string& old_text,
                              const std::string& new_text) {
  update_notes_.run({notes.empty() ? Parameter(nullptr) : Parameter(notes),
                     record_sums(0, sum_of_notes(id, notes)), id});
  forget_text(id, old_text);
  index_text(id, new_text);
}

void GameStore::index_text(GameId id, const std::string& text) {
  if (text.empty()) return;
  if (!insert_text_)
    insert_text_.emplace(connection_, "INSERT INTO games_text(rowid, text) VALUES (?, ?)");
  insert_text_->run({id, text});
}

void GameStore::forget_text(GameId id, const std::string& old_text) {
  if (old_text.empty()) return;
  if (!delete_text_)
    delete_text_.emplace(connection_,
                         "INSERT INTO games_text(games_text, rowid, text) VALUES ('delete', ?, ?)");
  delete_text_->run({id, old_text});
}

}  // namespace yari
