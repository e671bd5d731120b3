#include "tests/db/tools/support.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "db/change/corrections.h"
#include "db/database_impl.h"
#include "platform/file_names.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

TempFolder::TempFolder()
    : path_(
          platform::make_temporary_folder(std::filesystem::temp_directory_path() / "yari-test-")) {
  if (path_.empty()) throw std::runtime_error("no temporary folder");
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

namespace {

std::string random_text(Rng& rng) {
  static const std::vector<std::string> words{"good",       "歩を打つ", "Zürich",
                                              "\"quoted\"", "a\nb",     "☗"};
  std::string text;
  for (auto n = 1 + rng() % 3; n > 0; --n) text += words[rng() % words.size()] + " ";
  return text;
}

Note random_note(Rng& rng, const std::vector<Move>& pv) {
  Note note;
  const auto fields = rng() % 128;
  if (fields & 1) note.comment = random_text(rng);
  if (fields & 2) note.before = random_text(rng);
  if (fields & 4) note.glyphs = {static_cast<std::uint8_t>(1 + rng() % 6), 139};
  if (fields & 8) note.spent_ms = static_cast<std::uint32_t>(rng());
  if (fields & 16) note.left_ms = static_cast<std::uint32_t>(rng() % 100'000);
  if (fields & 32) {
    Evaluation e;
    e.mate = rng() % 4 == 0;
    e.score = static_cast<int>(rng() % 4000) - 2000;
    e.depth = static_cast<int>(rng() % 30);
    e.nodes = rng();
    e.engine = rng() % 2 ? "engine one" : "";
    e.pv = pv;
    note.evaluations = {e, e};
  }
  if (fields & 64) note.bookmark = random_text(rng);
  return note;
}

/// A branch of up to `plies` moves after `node`, where `position` stands.
template <class V>
void add_variation(Game& game, NodeId node, Position<V> position, Rng& rng, int plies) {
  for (int i = 0; i < plies && position.has_legal_move(); ++i) {
    const Move move = random_move(position, rng);
    node = game.moves.add(node, move);
    position.play(move);
  }
}

template <class V>
void add_notes(Game& game, Rng& rng) {
  for (int i = 0; i < 6; ++i) {
    const auto node = static_cast<NodeId>(rng() % game.moves.size());
    auto position = *Position<V>::from(game.start);
    for (const Move m : game.moves.moves_to(node)) position.play(m);
    if (!position.has_legal_move()) continue;
    std::vector<Move> pv{random_move(position, rng)};
    game.moves.edit_note(node) = random_note(rng, pv);
    // A child of a leaf would lengthen the main line.
    if (game.moves.first_child(node) != no_node) {
      add_variation(game, node, position, rng, static_cast<int>(1 + rng() % 5));
    }
  }
  if (rng() % 4 == 0) game.unread = "12. P-9z " + random_text(rng);
}

template <class V>
Game random_record(Rng& rng, int plies, bool noted) {
  Game game = random_game<V>(rng, plies);
  const std::vector<std::string> names{"Habu Yoshiharu", "羽生善治", "Müller, Jörg",
                                       "Fairy-Stockfish", "Christiaan Freeling"};
  game.set_tag("Event", "Match " + std::to_string(rng() % 3));
  game.set_tag("Site", rng() % 2 ? "Tokyo" : "Enschede");
  game.set_tag("Date", std::to_string(1980 + rng() % 40) + (rng() % 2 ? ".08.23" : ".??.??"));
  if (rng() % 2) game.set_tag("Round", std::to_string(rng() % 9));
  game.set_tag("Black", names[rng() % names.size()]);
  game.set_tag("White", names[rng() % names.size()]);
  if (rng() % 3 == 0) game.tags.push_back({"Opening", "歩 " + std::to_string(rng() % 5)});
  if (rng() % 5 == 0) game.tags.push_back({"Black", "a second tag of that name"});
  game.result = static_cast<GameResult>(rng() % 4);
  game.ending = static_cast<Ending>(rng() % ending_count);
  if (noted) add_notes<V>(game, rng);
  return game;
}

}  // namespace

Game random_record(Variant v, Rng& rng, int plies, bool noted) {
  return with_variant(v, [&]<class V>(V) { return random_record<V>(rng, plies, noted); });
}

Game game_of(Variant v, const std::string& usi_moves) {
  Game game = new_game(v);
  std::istringstream in(usi_moves);
  NodeId node = root_node;
  for (std::string move; in >> move;) node = game.moves.add(node, read_usi_move(move, v).value());
  return game;
}

std::vector<Game> shared_games() {
  std::vector<Game> games;
  const auto add = [&](const char* file, Variant v, std::size_t moves, std::size_t status) {
    const auto path = shared_data(file);
    if (!path) return;
    for (const auto& row : read_tsv(*path)) {
      if (row.size() <= moves || (status != 0 && row[status] != "ok")) continue;
      games.push_back(game_of(v, row[moves]));
    }
  };
  add("yari/selfplay-1.truth.tsv", Variant::yari, 4, 0);
  add("shogi/psn/gsdb-1.psn.truth.tsv", Variant::shogi, 7, 6);
  return games;
}

EditResult set_tags(Database& database, const std::vector<GameId>& ids,
                    const std::vector<Tag>& tags) {
  std::vector<std::pair<GameId, Correction>> corrections;
  for (const GameId id : ids) corrections.push_back({id, {.tags = tags}});
  return correct_games(database, "set tags", corrections).edit;
}

std::vector<AddResult> import_all(Database& database, const std::vector<Game>& games,
                                  const ImportOptions& options) {
  Importer importer(database, options);
  std::vector<AddResult> results;
  for (const Game& game : games) results.push_back(importer.add(game));
  importer.finish();
  return results;
}

Occurrences occurrences(Database& database) {
  Occurrences found;
  for (const GameId id : database.ids({})) {
    const Game game = database.load_game(id).value();
    with_variant(game.variant, [&]<class V>(V) {
      auto position = *Position<V>::from(game.start);
      const std::vector<Move> moves = game.moves.main_moves();
      for (std::size_t ply = 0; ply <= moves.size(); ++ply) {
        const Move next = ply < moves.size() ? moves[ply] : Move::none();
        found[std::string(V::info.id) + write_sfen_without_number(position.setup())].push_back(
            {id, static_cast<int>(ply), next});
        if (next) position.play(next);
      }
    });
  }
  return found;
}

std::string content_of(Database& database) {
  std::ostringstream out;
  for (const GameId id : database.ids({})) {
    const GameHeader h = *database.header(id);
    const Game game = database.load_game(id).value();
    out << id << ' ' << h.black << ' ' << h.white << ' ' << h.event << ' ' << h.site << ' '
        << h.date.value_or(0) << ' ' << h.start << ' ' << h.plies << ' ' << name(game.result) << ' '
        << name(game.ending) << ' ' << game.moves.size() << game.unread;
    for (const Tag& tag : game.tags) out << " [" << tag.name << ' ' << tag.value << ']';
    for (const Move m : game.moves.main_moves()) out << ' ' << write_usi_move(m, game.variant);
    out << '\n';
  }
  return out.str();
}

std::vector<Game> short_games(int count, unsigned seed) {
  Rng rng(seed);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i)
    games.push_back(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng,
                                  static_cast<int>(rng() % 40), false));
  return games;
}

std::vector<Game> mixed_games(int count) {
  Rng rng(7);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i)
    games.push_back(
        random_record(i % 2 ? Variant::yari : Variant::shogi, rng, i % 10 ? 40 : 0, i % 2 == 0));
  return games;
}

std::string state_of(Database& database) {
  std::string state = content_of(database);
  for (const JournalEntry& entry : journal(database)) state += entry.what + '\n';
  std::size_t postings = 0;
  // What can be read of a damaged index, too.
  store_of(database).snapshot()->positions().check(
      [&](std::span<const Posting> part) { postings += part.size(); }, [](const std::string&) {});
  state += std::to_string(postings);
  GameFilter words;
  words.text = "good";
  return state + '/' + std::to_string(database.count(words));
}

}  // namespace yari::test
