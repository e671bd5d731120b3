// Counters, their order and their bytes.
#include "db/explorer_counter.h"

#include <algorithm>
#include <cmath>

#include "db/codec/bytes.h"
#include "db/codec/utf8.h"

namespace yari {

namespace {

constexpr std::uint8_t version = 1;
constexpr std::size_t listed_players = 10;

void write(const PlayCounts& c, ByteWriter& out) {
  for (const std::int64_t n :
       {c.games, c.black_wins, c.white_wins, c.draws, c.plies, c.last_game}) {
    out.varint(static_cast<std::uint64_t>(n));
  }
  out.varint(static_cast<std::uint64_t>(c.first_date.value_or(0)));
  out.varint(static_cast<std::uint64_t>(c.last_date.value_or(0)));
}

std::optional<DateNumber> read_stored_date(ByteReader& in) {
  const std::uint64_t date = in.varint_up_to(9999'12'31);
  return date == 0 ? std::nullopt : std::optional(static_cast<DateNumber>(date));
}

PlayCounts read_counts(ByteReader& in) {
  PlayCounts c;
  for (std::int64_t* n :
       {&c.games, &c.black_wins, &c.white_wins, &c.draws, &c.plies, &c.last_game}) {
    *n = static_cast<std::int64_t>(in.varint_up_to(INT64_MAX));
  }
  c.first_date = read_stored_date(in);
  c.last_date = read_stored_date(in);
  return c;
}

}  // namespace

void PlayCounts::add(GameId game, GameResult result, int game_plies,
                     std::optional<DateNumber> date) {
  ++games;
  black_wins += result == GameResult::black_wins ? 1 : 0;
  white_wins += result == GameResult::white_wins ? 1 : 0;
  draws += result == GameResult::draw ? 1 : 0;
  plies += game_plies;
  if (date && (!first_date || *date < *first_date)) first_date = date;
  if (last_game == 0 || !last_date || (date && *date >= *last_date)) {
    last_game = game;
    if (date) last_date = date;
  }
}

std::optional<double> PlayCounts::score(Color c) const {
  const std::int64_t finished = black_wins + white_wins + draws;
  if (finished == 0) return std::nullopt;
  const std::int64_t wins = c == Color::black ? black_wins : white_wins;
  return 100.0 * (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) /
         static_cast<double>(finished);
}

std::optional<double> PlayCounts::performance(Color c) const {
  constexpr double most = 800;
  const std::optional<double> share = score(c);
  if (!share) return std::nullopt;
  if (*share <= 0 || *share >= 100) return *share <= 0 ? -most : most;
  return std::clamp(400 * std::log10(*share / (100 - *share)), -most, most);
}

FactsReader::FactsReader(Connection& connection)
    : statement_(connection, "SELECT result, plies, date, black, white FROM games WHERE id = ?") {}

std::optional<GameFacts> FactsReader::read(GameId id) {
  if (!statement_.first({id})) return std::nullopt;
  GameFacts facts;
  facts.id = id;
  facts.result = static_cast<GameResult>(statement_.integer(0));
  facts.plies = static_cast<int>(statement_.integer(1));
  const std::int64_t date = statement_.integer(2);
  if (date > 0 && date <= 9999'12'31) facts.date = static_cast<DateNumber>(date);
  facts.black = statement_.integer(3);
  facts.white = statement_.integer(4);
  statement_.reset();
  return facts;
}

void ExplorerCounter::add(const GameFacts& game, Move next) {
  if (game.id != game_) {
    game_ = game.id;
    played_.clear();
    all_.add(game.id, game.result, game.plies, game.date);
    if (game.black != 0) ++players_[game.black];
    if (game.white != 0 && game.white != game.black) ++players_[game.white];
  }
  if (!next || std::find(played_.begin(), played_.end(), next) != played_.end()) return;
  played_.push_back(next);
  auto entry = std::find_if(moves_.begin(), moves_.end(),
                            [&](const ExplorerMove& m) { return m.move == next; });
  if (entry == moves_.end()) entry = moves_.insert(moves_.end(), {next, {}});
  entry->counts.add(game.id, game.result, game.plies, game.date);
}

ExplorerPosition ExplorerCounter::result(Connection& connection) const {
  ExplorerPosition position{all_, moves_, {}};
  std::sort(position.moves.begin(), position.moves.end(),
            [](const ExplorerMove& a, const ExplorerMove& b) {
              if (a.counts.games != b.counts.games) return a.counts.games > b.counts.games;
              return a.move.bits() < b.move.bits();
            });
  std::vector<std::pair<std::int64_t, std::int64_t>> busiest(players_.begin(), players_.end());
  const auto listed = std::min(listed_players, busiest.size());
  std::partial_sort(busiest.begin(), busiest.begin() + static_cast<std::ptrdiff_t>(listed),
                    busiest.end(), [](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  busiest.resize(listed);
  Statement name(connection, "SELECT name FROM players WHERE id = ?");
  for (const auto& [player, games] : busiest) {
    if (name.first({player})) position.players.emplace_back(to_valid_utf8(name.text(0)), games);
    name.reset();
  }
  return position;
}

Bytes ExplorerCounter::encode() const {
  Bytes blob;
  ByteWriter out(blob);
  out.byte(version);
  write(all_, out);
  out.varint(moves_.size());
  for (const ExplorerMove& m : moves_) {
    out.u16(m.move.bits());
    write(m.counts, out);
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> players(players_.begin(), players_.end());
  std::sort(players.begin(), players.end());
  std::int64_t last = 0;
  for (const auto& [player, games] : players) {
    out.varint(static_cast<std::uint64_t>(player - std::exchange(last, player)));
    out.varint(static_cast<std::uint64_t>(games));
  }
  return blob;
}

std::optional<ExplorerCounter> ExplorerCounter::decode(ByteView blob) {
  ByteReader in(blob);
  ExplorerCounter counter;
  if (in.byte() != version) return std::nullopt;
  counter.all_ = read_counts(in);
  for (std::uint64_t n = in.varint_up_to(max_moves); n > 0; --n) {
    const Move move = Move::from_bits(in.u16());
    counter.moves_.push_back({move, read_counts(in)});
  }
  std::int64_t player = 0;
  while (in.ok() && !in.at_end()) {
    player += static_cast<std::int64_t>(in.varint_up_to(UINT32_MAX));
    counter.players_[player] = static_cast<std::int64_t>(in.varint_up_to(INT64_MAX));
  }
  if (!in.ok()) return std::nullopt;
  return counter;
}

}  // namespace yari
