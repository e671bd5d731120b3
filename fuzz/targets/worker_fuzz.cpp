// Workers that lie: whatever notes, annotations and claims they hand in, a game stays readable with
// its own moves, and only who has the lease changes it.
#include <set>

#include "db/database_impl.h"
#include "db/import/importer.h"
#include "db/work_queue.h"
#include "fuzz/fuzz.h"
#include "rules/position.h"
#include "rules/start.h"
#include "tests/db/tools/memory_store.h"

namespace yari::fuzz {
namespace {

constexpr std::string_view engine_name = "Script 1";

/// Two games of either variant in the queue, and a position.
struct Place {
  Database database{test::open_memory(std::make_shared<test::MemoryPlace>())};
  GameQueue queue{database};
  PositionQueue positions{database};
  std::vector<GameId> ids;
  std::vector<Game> games;

  Place() {
    Importer importer(database);
    for (int i = 0; i < 4; ++i) importer.add(seed_games()[static_cast<std::size_t>(i)]);
    importer.finish();
    ids = database.ids({});
    for (const GameId id : ids) games.push_back(*database.load_game(id));
    queue.put(ids, std::string(engine_name), "nodes 1000", 0);
    positions.put(start_setup(Variant::yari), std::string(engine_name), "nodes 1000", 0);
  }
};

Bytes& operator>>(Bytes& bytes, int& number) {
  number = bytes.next16();
  return bytes;
}

StoredAnnotation annotation_from(Bytes& bytes) {
  StoredAnnotation annotation;
  const std::uint8_t choice = bytes.next();
  annotation.engine = choice % 4 == 0 ? "Another 1" : engine_name;
  annotation.limits = "nodes 1000";
  bytes >> annotation.coefficient >> annotation.book_plies;
  for (int i = choice / 4 % 4; i > 0; --i) {
    StoredJudgement judgement;
    bytes >> judgement.ply >> judgement.loss >> judgement.before >> judgement.after;
    judgement.kind = static_cast<JudgedKind>(bytes.next() % 4);
    annotation.judgements.push_back(judgement);
  }
  return annotation;
}

yari::Bytes notes_from(Bytes& bytes) {
  yari::Bytes notes(bytes.next());
  for (std::uint8_t& byte : notes) byte = bytes.next();
  return notes;
}

bool hand_in(Place& place, const Claim& claim, Bytes& bytes) {
  const bool annotates = bytes.next() % 4 != 0;
  try {
    return place.queue.finish(claim, [&] {
      const auto batch = store_of(place.database).batch();
      batch->games().set_notes(claim.work.id, notes_from(bytes));
      if (annotates) batch->annotations().store(claim.work.id, annotation_from(bytes));
      batch->commit();
    });
  } catch (const RefusedResult& refusal) {
    require(*refusal.what() != '\0', "a refusal has a reason");
    return false;
  }
}

/// Lines of any moves for the position.
void hand_in_lines(Place& place, Bytes& bytes) {
  const std::optional<Claim> claim =
      place.positions.claim(std::string(engine_name), "worker", std::chrono::milliseconds(60'000));
  if (!claim) return;
  std::vector<Evaluation> lines(bytes.next() % 4);
  for (Evaluation& line : lines)
    for (int i = bytes.next() % 8; i > 0; --i) line.pv.push_back(Move::from_bits(bytes.next16()));
  try {
    place.positions.finish(*claim, "nodes 1000", lines);
  } catch (const RefusedResult& refusal) {
    require(*refusal.what() != '\0', "a refusal has a reason");
    place.positions.give_back(*claim);
    return;
  }
  require(!lines.empty(), "what is stored has lines");
  for (const Evaluation& line : lines) {
    require(!line.pv.empty(), "what is stored has moves");
    auto position = Position<YariShogi>::start();
    for (const Move move : line.pv) {
      require(position.is_legal(move), "what is stored can be played");
      position.play(move);
    }
  }
}

void require_sound(Place& place) {
  for (std::size_t i = 0; i < place.ids.size(); ++i) {
    const std::optional<Game> game = place.database.load_game(place.ids[i]);
    require(game.has_value(), "no game is lost");
    require(game->moves.main_plies() == place.games[i].moves.main_plies(), "moves are kept");
    for (std::size_t n = 0; n < game->moves.main_line().size(); ++n)
      require(game->moves.move(game->moves.main_line()[n]) ==
                  place.games[i].moves.move(place.games[i].moves.main_line()[n]),
              "moves are kept");
  }
}

}  // namespace

/// A row of steps, each of one byte and what it needs.
void check(std::string_view input) {
  Place place;
  Bytes bytes(input);
  std::vector<Claim> claims;
  std::set<GameId> done;
  while (!bytes.empty()) {
    const std::uint8_t step = bytes.next();
    // A lease of no length is over at once, and the game is the next one's.
    const std::chrono::milliseconds lease(step / 8 % 2 == 0 ? 60'000 : 0);
    if (step % 8 < 3) {
      const auto claim = place.queue.claim(std::string(engine_name), "worker", lease);
      if (!claim) continue;
      require(!done.contains(claim->work.id), "what is done is not given out again");
      claims.push_back(*claim);
      continue;
    }
    if (claims.empty()) continue;
    const Claim claim = claims[bytes.next() % claims.size()];
    const bool newest = std::none_of(claims.begin(), claims.end(), [&](const Claim& other) {
      return other.work.id == claim.work.id && other.attempt > claim.attempt;
    });
    if (step % 8 < 5) {
      const bool stored = hand_in(place, claim, bytes);
      require(!stored || (newest && !done.contains(claim.work.id)),
              "only who has the lease hands in, once");
      if (stored) done.insert(claim.work.id);
    } else if (step % 8 == 5) {
      require(!place.queue.extend(claim, lease) || newest, "only who has the lease extends it");
    } else if (step % 8 == 6) {
      place.queue.fail(claim, "a reason", step % 16 == 6);
    } else if (step % 16 == 7) {
      place.queue.give_back(claim);
    } else {
      hand_in_lines(place, bytes);
    }
  }
  require_sound(place);
}

std::vector<std::string> seeds() {
  using namespace std::string_literals;
  return {
      "\0\3\0\1\0\1"s,
      "\10\0\3\0\1\0\5\3\1\1\0\5"s,
      "\0\0\0\0\0\3\0\1\3\1\2\3\3\1\1\1\377"s,
      "\0\5\0\6\0\0\7\0\0\4\0\1\20aaaaaaaaaaaaaaaa\375\0\1\0\2\0\3\0\4\0\5\0\6"s,
      "\10\10\10\10\10\10\10\10\10\10\10\10\10\4\2\1\1"s,
  };
}

}  // namespace yari::fuzz
