// Cards are made of what others have found: books, annotations, records of puzzles.
#include "answers/study/drill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "notation/hodges/move_text.h"
#include "rules/color_name.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// Of a line that is shown: a reader takes in no more.
constexpr std::size_t most_line = 9;

Setup as_first_move(Setup position) {
  position.move_number = 1;
  return position;
}

bool is_trained(JudgedKind kind) {
  return kind == JudgedKind::mistake || kind == JudgedKind::blunder ||
         kind == JudgedKind::missed_mate;
}

/// The variation of `game` that begins with `move` after `ply` moves of the main line, else the
/// move alone.
std::vector<Move> line_from(const Game& game, int ply, Move move) {
  const std::vector<NodeId> main = game.moves.main_line();
  const NodeId before = ply == 0 ? root_node : main[static_cast<std::size_t>(ply) - 1];
  for (NodeId n = game.moves.any_child(before); n != no_node; n = game.moves.next_sibling(n)) {
    if (game.moves.move(n) != move) continue;
    std::vector<Move> line;
    for (NodeId at = n; at != no_node && line.size() < most_line; at = game.moves.any_child(at))
      line.push_back(game.moves.move(at));
    return line;
  }
  return {move};
}

template <class V>
std::vector<std::string> texts_of(const DrillCard& card) {
  Position<V> position = Position<V>::from_unchecked(card.position);
  std::vector<std::string> texts;
  for (const Move move : card.moves) {
    append_move_text(texts.emplace_back(), position, move);
    if (!card.has_choices()) position.play(move);
  }
  return texts;
}

std::string played_text(const DrillCard& card) {
  std::string text;
  if (card.played != Move::none())
    with_variant(card.position.variant, [&]<class V>(V) {
      append_move_text(text, Position<V>::from_unchecked(card.position), card.played);
    });
  return text;
}

std::optional<StoredJudgement> judgement_of(Database& database, const DrillCard& card) {
  if (card.source != CardSource::mistake) return std::nullopt;
  const auto annotation = load_annotation(database, card.game);
  if (annotation)
    for (const StoredJudgement& judged : annotation->judgements)
      if (judged.ply == card.ply && is_trained(judged.kind) && judged.move == card.played)
        return judged;
  return std::nullopt;
}

std::string reason_text(const DrillCard& card, const std::optional<StoredJudgement>& judged) {
  if (card.source == CardSource::book) return "What the book plays.";
  if (card.source == CardSource::puzzle) return "The only winning move.";
  if (card.source == CardSource::own)
    return card.game > 0 ? fmt::format("Kept from game {}, at ply {}.", card.game, card.ply + 1)
                         : "What was kept.";
  const std::string text = fmt::format("In game {}, {} was played at ply {}", card.game,
                                       played_text(card), card.ply + 1);
  if (!judged) return text + '.';
  const std::string kind = judged->mate ? fmt::format("{} in {}", name(judged->kind), *judged->mate)
                                        : std::string(name(judged->kind));
  return fmt::format("{}: {}, the win chance fell from {:.0f} % to {:.0f} %.", text, kind,
                     judged->before / 100.0, judged->after / 100.0);
}

bool mates(const GamePosition& before, Move move) {
  return with_variant(before.start.variant, [&]<class V>(V) {
    Position<V> position = replayed<V>(before).position();
    position.play(move);
    return position.is_mate();
  });
}

}  // namespace

std::optional<DrillCard> book_card(const Setup& position, std::span<const Move> moves,
                                   DateNumber today) {
  DrillCard card;
  card.source = CardSource::book;
  card.position = as_first_move(position);
  for (const Move move : moves)
    if (move != Move::none()) card.moves.push_back(move);
  card.due = today;
  return card.moves.empty() ? std::nullopt : std::optional(std::move(card));
}

std::optional<DrillCard> puzzle_card(const Game& record, DateNumber today) {
  DrillCard card;
  card.source = CardSource::puzzle;
  card.position = as_first_move(record.start);
  card.moves = record.moves.main_moves();
  // The learner makes the last move.
  if (card.moves.size() % 2 == 0 && !card.moves.empty()) card.moves.pop_back();
  card.due = today;
  return card.moves.empty() ? std::nullopt : std::optional(std::move(card));
}

DrillCard own_card(const GamePosition& place, std::span<const Move> moves, GameId game,
                   DateNumber today) {
  DrillCard card;
  card.source = CardSource::own;
  card.position = as_first_move(setup_of(place));
  for (const Move move : moves)
    if (std::ranges::find(card.moves, move) == card.moves.end()) card.moves.push_back(move);
  card.game = game;
  card.ply = game > 0 ? static_cast<int>(place.moves.size()) : 0;
  card.due = today;
  return card;
}

void each_mistake(Database& database, const GameFilter& filter, const OwnSide& own,
                  DateNumber today, const std::function<std::optional<Game>(GameId)>& load,
                  const std::function<bool(const DrillCard&)>& visit) {
  std::vector<GameId> chosen = database.ids(filter);
  std::ranges::sort(chosen);
  for (const GameId id : annotated_games(database)) {
    if (!std::ranges::binary_search(chosen, id)) continue;
    const auto header = database.header(id);
    const auto annotation = load_annotation(database, id);
    if (!header || !annotation) continue;
    std::optional<Game> game;
    int last = -1;
    for (const StoredJudgement& judged : annotation->judgements) {
      if (!is_trained(judged.kind) || judged.better == Move::none() || judged.ply == last ||
          !own.is(judged.color, *header))
        continue;
      if (!game) game = load(id);
      // Whoever edits a game leaves its judgements behind.
      if (!game || judged.ply >= game->moves.main_plies()) break;
      const GamePosition place = position_at(*game, judged.ply);
      const std::vector<Move> legal = legal_moves(place);
      const Move played = game->moves.main_moves()[static_cast<std::size_t>(judged.ply)];
      if (std::ranges::find(legal, judged.better) == legal.end() || played == judged.better)
        continue;
      last = judged.ply;
      DrillCard card;
      card.source = CardSource::mistake;
      card.position = as_first_move(setup_of(place));
      card.moves = line_from(*game, judged.ply, judged.better);
      card.game = id;
      card.ply = judged.ply;
      card.played = played;
      card.due = today;
      if (!visit(card)) return;
    }
  }
}

GamePosition card_position(const DrillCard& card, std::size_t done) {
  return {card.position, {card.moves.begin(), card.moves.begin() + static_cast<long>(done)}};
}

AnswerVerdict verdict_of(const DrillCard& card, std::size_t done, Move move) {
  assert(done % 2 == 0 && done < card.moves.size());
  if (card.has_choices())
    return std::ranges::find(card.moves, move) != card.moves.end() ? AnswerVerdict::right
                                                                   : AnswerVerdict::wrong;
  if (card.source == CardSource::puzzle) {
    if (move != card.moves[done])
      return mates(card_position(card, done), move) ? AnswerVerdict::right : AnswerVerdict::wrong;
    return done + 2 < card.moves.size() ? AnswerVerdict::more : AnswerVerdict::right;
  }
  return move == card.moves.front() ? AnswerVerdict::right : AnswerVerdict::wrong;
}

DrillCard answered(const DrillCard& card, Grade grade, DateNumber today) {
  DrillCard after = card;
  const Spacing spacing = after_answer({card.repetitions, card.days, card.ease}, quality(grade));
  after.repetitions = spacing.repetitions;
  after.days = spacing.days;
  after.ease = spacing.ease;
  ++after.reviews;
  if (grade == Grade::again) ++after.lapses;
  after.reviewed = today;
  after.due = day_after(today, spacing.days);
  return after;
}

std::vector<std::string> card_move_texts(const DrillCard& card) {
  return with_variant(card.position.variant, [&]<class V>(V) { return texts_of<V>(card); });
}

Json card_reason_json(Database& database, const DrillCard& card) {
  const std::optional<StoredJudgement> judged = judgement_of(database, card);
  const auto percent = [&](int StoredJudgement::*field) {
    return judged ? Value(*judged.*field / 100.0) : Value();
  };
  return object({{"reason", reason_text(card, judged)},
                 {"judgement", judged ? Value(name(judged->kind)) : Value()},
                 {"before", percent(&StoredJudgement::before)},
                 {"after", percent(&StoredJudgement::after)}});
}

Json card_json(const DrillCard& card) {
  const Variant v = card.position.variant;
  return object({{"card", card.id},
                 {"source", name(card.source)},
                 {"variant", info(v).id},
                 {"sfen", write_sfen(card.position)},
                 {"side", name(card.position.side_to_move)},
                 {"game", card.game > 0 ? Value(card.game) : Value()},
                 {"ply", card.game > 0 ? Value(card.ply) : Value()},
                 {"due", write_date(card.due)},
                 {"reviewed", card.reviewed > 0 ? Value(write_date(card.reviewed)) : Value()},
                 {"repetitions", card.repetitions},
                 {"days", card.days},
                 {"ease", card.ease / 100.0},
                 {"reviews", card.reviews},
                 {"lapses", card.lapses}});
}

Json card_answer_json(const DrillCard& card) {
  return object({{"moves", card_move_texts(card)},
                 {"usi", usi_texts(card.position.variant, card.moves)},
                 {"played", text_value(played_text(card))}});
}

}  // namespace yari
