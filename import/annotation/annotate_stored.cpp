#include "import/annotation/annotate_stored.h"

#include "db/reports/judgements.h"
#include "import/annotation/stored_evaluations.h"

namespace yari {

AnnotatedGame StoredAnnotator::load(GameId id) {
  AnnotatedGame game{.id = id};
  const std::scoped_lock lock(mutex_);
  const std::optional<GameHeader> header = database_.header(id);
  if (!header) return game;
  game.earlier = compare(load_annotation(database_, id), identity_, request_, header->variant);
  game.skipped = game.earlier == Earlier::kept && !force_;
  if (!game.skipped) game.own = game_to_annotate(database_, id);
  return game;
}

void StoredAnnotator::judge(AnnotatedGame& game, Engine& engine, const std::stop_token& stop,
                            const AnnotateProgress& progress) {
  if (!game.own) return;
  StoredEvaluations store(database_, mutex_, game.own->variant, game.damage);
  AnnotateOptions judging = request_.judging;
  judging.replace_earlier = false;
  if (const int book = request_.book_games; book > 0)
    judging.in_book = [&store, book](const Setup& p) {
      return store.games_with(p, book + 1) > book;
    };
  game.annotation = annotate(*game.own, engine, request_.limits, judging, &store, stop, progress);
}

}  // namespace yari
