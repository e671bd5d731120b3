// A game's moves are read only where its header does not rule it out.
#include "db/explore/game_scanner.h"

namespace yari {

GameScanner::GameScanner(store::Snapshot& snapshot, const ScanRequest& request)
    : damaged_(request.damaged) {
  store::CursorRequest wanted;
  wanted.variant = request.query.variant ? request.query.variant : request.variant;
  wanted.narrowing = request.narrowing;
  if (wanted.variant != Variant::shogi) yari_.emplace(request.query);
  if (wanted.variant != Variant::yari) shogi_.emplace(request.query);
  names_needed_ = yari_ ? yari_->reads_header() : shogi_->reads_header();
  wanted.names = names_needed_;
  wanted.judgements = yari_ ? yari_->reads_judgements() : shogi_->reads_judgements();
  wanted.ratings = yari_ ? yari_->reads_ratings() : shogi_->reads_ratings();
  cursor_ = snapshot.games().cursor(wanted);
}

void GameScanner::scan(GameId first, GameId last, std::vector<Hit>& hits) {
  cursor_->start(first, last);
  while (const store::CursorGame* game = cursor_->next()) {
    if (game->fault != nullptr)
      damaged_(game->id, game->fault);
    else if (game->variant == Variant::yari)
      match(*game, *yari_, hits);
    else
      match(*game, *shogi_, hits);
  }
}

void GameScanner::scan(std::span<const GameId> games, std::vector<Hit>& hits) {
  cursor_->expect(games);
  for (const GameId game : games) scan(game, game, hits);
}

template <class V>
void GameScanner::match(const store::CursorGame& game, query::Matcher<V>& matcher,
                        std::vector<Hit>& hits) {
  if (names_needed_ && !matcher.may_match(game.header)) return;
  if (const char* fault = cursor_->read_moves(moves_)) return damaged_(game.id, fault);
  for (const int ply : matcher.find(game.header, game.start, moves_)) {
    const auto i = static_cast<std::size_t>(ply);
    hits.push_back({game.id, ply, i < moves_.size() ? moves_[i] : Move::none()});
  }
}

}  // namespace yari
