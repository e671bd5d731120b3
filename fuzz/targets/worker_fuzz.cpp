// Workers that lie: whatever notes, annotations and claims they hand in, a game stays readable with
// its own moves, and only who has the lease changes it.
#include <map>
#include <set>
#include <utility>

#include "db/database_impl.h"
#include "db/import/importer.h"
#include "db/work_queue.h"
#include "fuzz/database_file.h"
#include "fuzz/fuzz.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari::fuzz::worker_fuzz {
namespace {

constexpr std::string_view engine_name = "Script 1";
constexpr std::size_t prepared_games = 4;

/// Two games of either variant in the queue, and a position.
const std::string& prepared() {
  static const std::string bytes = database_bytes([](Database& database) {
    Importer importer(database);
    for (std::size_t i = 0; i < prepared_games; ++i) importer.add(seed_games()[i]);
    importer.finish();
    GameQueue(database).put(database.ids({}), std::string(engine_name), "nodes 1000", 0);
    PositionQueue(database).put(start_setup(Variant::yari), std::string(engine_name), "nodes 1000",
                                0);
  });
  return bytes;
}

struct Place {
  DatabaseFile file{prepared()};
  Database database{file.path(), OpenMode::read_write};
  GameQueue queue{database};
  PositionQueue positions{database};
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
  // A move is noted once for each kind, in this order.
  std::map<std::pair<int, JudgedKind>, StoredJudgement> judgements;
  for (int i = choice / 4 % 4; i > 0; --i) {
    StoredJudgement judgement;
    bytes >> judgement.ply >> judgement.loss >> judgement.before >> judgement.after;
    judgement.kind = static_cast<JudgedKind>(1 + bytes.next() % judged_kind_count);
    judgements.try_emplace({judgement.ply, judgement.kind}, judgement);
  }
  for (const auto& [place, judgement] : judgements) annotation.judgements.push_back(judgement);
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

std::vector<Move> main_moves(const Game& game) {
  std::vector<Move> moves;
  for (const NodeId node : game.moves.main_line()) moves.push_back(game.moves.move(node));
  return moves;
}

void require_sound(Database& database) {
  for (std::size_t i = 0; i < prepared_games; ++i) {
    const std::optional<Game> game = database.load_game(static_cast<GameId>(i + 1));
    require(game.has_value(), "no game is lost");
    require(main_moves(*game) == main_moves(seed_games()[i]), "moves are kept");
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
  require_sound(place.database);
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

const Target target("worker", check, seeds);

}  // namespace yari::fuzz::worker_fuzz
