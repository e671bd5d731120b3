// A game is walked twice: for the keys of its positions, and for those that the book has.
#include "answers/study/repertoire.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/json.h"
#include "notation/hodges/move_text.h"
#include "rules/sfen.h"

namespace yari {

namespace {

bool contains(const std::vector<Move>& moves, Move move) {
  return std::ranges::find(moves, move) != moves.end();
}

template <class V>
std::vector<Move> answered_moves(const Repertoire& repertoire, const Position<V>& position) {
  std::vector<Move> answered;
  for (const Move move : position.legal_moves())
    if (repertoire.find(position.key_after(move)) != nullptr) answered.push_back(move);
  return answered;
}

/// A row that is not made yet: one that is not wanted costs no copy of its line.
template <class Source>
struct RowPlace {
  const GamePosition* before;
  Move move;
  const ResultCounts* score;
  const Source* source;
};

/// Most games first; of as many, the earlier ones; then by the moves.
template <class Source>
bool comes_before(const RowPlace<Source>& a, const RowPlace<Source>& b) {
  if (a.score->games != b.score->games) return a.score->games > b.score->games;
  const std::vector<Move>&first = a.before->moves, &second = b.before->moves;
  if (first.size() != second.size()) return first.size() < second.size();
  const auto [x, y] = std::mismatch(first.begin(), first.end(), second.begin());
  return x == first.end() ? a.move.bits() < b.move.bits() : x->bits() < y->bits();
}

/// Leaves those that are wanted, in their order.
template <class Source>
void choose(std::vector<RowPlace<Source>>& rows, const RowChoice& choice) {
  std::erase_if(rows, [&](const auto& row) { return row.score->games < choice.min_games; });
  if (choice.limit && *choice.limit < rows.size()) {
    const auto end = rows.begin() + static_cast<long>(*choice.limit);
    std::nth_element(rows.begin(), end, rows.end(), comes_before<Source>);
    rows.erase(end, rows.end());
  }
  std::sort(rows.begin(), rows.end(), comes_before<Source>);
}

template <class V>
std::string text_of(const Position<V>& position, Move move) {
  std::string text;
  append_move_text(text, position, move);
  return text;
}

/// What rows of both kinds have; `ids` are those of a departure.
template <class V>
Json row_json(std::string_view kind, std::optional<LeftBy> by, const GamePosition& before,
              Move move, const std::vector<Move>& book, const ResultCounts& score, Value ids) {
  Position<V> position = Position<V>::from_unchecked(before.start);
  std::string line;
  for (const Move played : before.moves) {
    line += (line.empty() ? "" : " ") + text_of(position, played);
    position.play(played);
  }
  const std::string sfen = write_sfen(position.setup());
  const bool has_move = move != Move::none();
  const std::string text = has_move ? text_of(position, move) : "";
  // What the book answers is played after the move.
  if (!by) position.play(move);
  std::vector<std::string> texts;
  for (const Move m : book) texts.push_back(text_of(position, m));
  return object({{"row", kind},
                 {"by", by ? Value(name(*by)) : Value()},
                 {"ply", before.moves.size() + 1},
                 {"line", line},
                 {"sfen", sfen},
                 {"move", text_value(text)},
                 {"usi", has_move ? Value(write_usi_move(move, before.start.variant)) : Value()},
                 {"book", texts},
                 {"games", score.games},
                 {"wins", score.wins},
                 {"draws", score.draws},
                 {"losses", score.losses},
                 {"score", rounded(score.score())},
                 {"ids", std::move(ids)}});
}

}  // namespace

void Repertoire::add(const Setup& setup, std::span<const Move> moves) {
  with_variant(setup.variant, [&]<class V>(V) {
    const Position<V> position = Position<V>::from_unchecked(setup);
    for (const Move move : moves) {
      if (move == Move::none()) continue;
      std::vector<Move>& known = moves_[position.key()];
      if (!contains(known, move)) known.push_back(move);
      after_.insert(position.key_after(move));
    }
  });
}

std::string_view name(LeftBy by) {
  constexpr std::array<std::string_view, 3> names{"player", "opponent", "book"};
  return names[static_cast<std::size_t>(by)];
}

void RepertoireGames::add(const RepertoireGame& game) {
  with_variant(game.start.variant, [&]<class V>(V) { walk<V>(game); });
}

template <class V>
RepertoireGames::Node& RepertoireGames::node_at(const RepertoireGame& game, std::size_t ply) {
  const auto [place, is_new] = nodes_.try_emplace(keys_[ply]);
  Node& node = place->second;
  if (!is_new) return node;
  node.before = {game.start, {game.moves.begin(), game.moves.begin() + static_cast<long>(ply)}};
  node.answered = answered_moves(repertoire_, replayed<V>(node.before).position());
  return node;
}

void RepertoireGames::note_played(const RepertoireGame& game, std::size_t ply, Node& node) {
  if (ply == game.moves.size()) return;
  const std::pair<Key, Move> once{keys_[ply], game.moves[ply]};
  if (std::ranges::find(counted_, once) != counted_.end()) return;
  counted_.push_back(once);
  auto found = std::ranges::find(node.played, once.second, [](const auto& p) { return p.first; });
  if (found == node.played.end())
    found = node.played.insert(node.played.end(), {once.second, ResultCounts()});
  found->second.add(game.result, game.side);
}

void RepertoireGames::note_left(const RepertoireGame& game, std::size_t ply, LeftBy by, Move move,
                                const std::vector<Move>& book) {
  ++left_[static_cast<std::size_t>(by)];
  Departure& departure = departures_[{keys_[ply], move.bits()}];
  if (departure.games.empty())
    departure = {{game.start, {game.moves.begin(), game.moves.begin() + static_cast<long>(ply)}},
                 by,
                 move,
                 book,
                 {},
                 {}};
  departure.score.add(game.result, game.side);
  departure.games.push_back(game.id);
}

template <class V>
void RepertoireGames::walk(const RepertoireGame& game) {
  ++games_;
  keys_.clear();
  counted_.clear();
  Position<V> position = Position<V>::from_unchecked(game.start);
  keys_.push_back(position.key());
  for (const Move move : game.moves) {
    position.play(move);
    keys_.push_back(position.key());
  }
  const std::size_t end = game.moves.size();
  const auto is_own = [&](std::size_t ply) {
    return (game.start.side_to_move == game.side) == (ply % 2 == 0);
  };
  const auto is_inside = [&](std::size_t ply) {
    if (is_own(ply)) return repertoire_.find(keys_[ply]) != nullptr;
    return repertoire_.leads_to(keys_[ply]) || (ply == 0 && !node_at<V>(game, 0).answered.empty());
  };
  std::optional<std::size_t> last;
  for (std::size_t ply = 0; ply <= end; ++ply) {
    if (!is_inside(ply)) continue;
    last = ply;
    if (!is_own(ply)) note_played(game, ply, node_at<V>(game, ply));
  }
  if (!last) {
    ++outside_;
  } else if (*last == end) {
    ++ended_;
  } else if (is_own(*last)) {
    note_left(game, *last, LeftBy::player, game.moves[*last], *repertoire_.find(keys_[*last]));
  } else {
    const std::vector<Move>& answered = node_at<V>(game, *last).answered;
    if (answered.empty())
      note_left(game, *last, LeftBy::book, Move::none(), answered);
    else
      note_left(game, *last, LeftBy::opponent, game.moves[*last], answered);
  }
}

std::vector<OpponentMove> RepertoireGames::opponent_moves(const RowChoice& choice) const {
  std::vector<RowPlace<Node>> places;
  for (const auto& [key, node] : nodes_)
    for (const auto& [move, score] : node.played)
      places.push_back({&node.before, move, &score, &node});
  choose(places, choice);
  std::vector<OpponentMove> rows;
  rows.reserve(places.size());
  for (const RowPlace<Node>& place : places) {
    rows.push_back({*place.before, place.move, {}, *place.score});
    if (!contains(place.source->answered, place.move)) continue;
    GamePosition after = *place.before;
    after.moves.push_back(place.move);
    const Key key_after = with_variant(
        after.start.variant, [&]<class V>(V) { return replayed<V>(after).position().key(); });
    rows.back().book = *repertoire_.find(key_after);
  }
  return rows;
}

std::vector<Departure> RepertoireGames::departures(const RowChoice& choice) const {
  std::vector<RowPlace<Departure>> places;
  for (const auto& [place, departure] : departures_)
    places.push_back({&departure.before, departure.move, &departure.score, &departure});
  choose(places, choice);
  std::vector<Departure> rows;
  rows.reserve(places.size());
  for (const RowPlace<Departure>& place : places) rows.push_back(*place.source);
  return rows;
}

Json opponent_move_json(const OpponentMove& played) {
  return with_variant(played.before.start.variant, [&]<class V>(V) {
    return row_json<V>("played", {}, played.before, played.move, played.book, played.score,
                       Value());
  });
}

Json departure_json(const Departure& departure) {
  return with_variant(departure.before.start.variant, [&]<class V>(V) {
    return row_json<V>("left", departure.by, departure.before, departure.move, departure.book,
                       departure.score, departure.games);
  });
}

}  // namespace yari
