// Two statements walk through games and records side by side.
#include "db/store/sqlite/game_scanner.h"

#include <cstring>

#include "db/store/sqlite/game_store.h"
#include "rules/sfen.h"

namespace yari {

namespace {

std::string games_sql(const std::string& condition) {
  return "SELECT id, variant, start, black, white, event, site, date, result, ending, plies "
         "FROM games WHERE id BETWEEN ? AND ? AND " +
         condition + " ORDER BY id";
}

std::map<std::int64_t, std::string> read_names(Connection& connection, const std::string& table) {
  std::map<std::int64_t, std::string> names;
  Statement rows(connection, "SELECT id, name FROM " + table + " ORDER BY id");
  for (rows.start({}); rows.step();) names.emplace_hint(names.end(), rows.integer(0), rows.text(1));
  return names;
}

}  // namespace

GameScanner::GameScanner(Connection& connection, const ScanRequest& request)
    : damaged_(request.damaged),
      games_(connection, games_sql(request.condition)),
      records_(connection,
               "SELECT id, moves, sums FROM records WHERE id BETWEEN ? AND ? ORDER BY id"),
      variant_(request.query.variant ? request.query.variant : request.variant) {
  if (variant_ != Variant::shogi) yari_.emplace(request.query);
  if (variant_ != Variant::yari) shogi_.emplace(request.query);
  names_needed_ = yari_ ? yari_->reads_header() : shogi_->reads_header();
  if (names_needed_) {
    players_ = read_names(connection, "players");
    events_ = read_names(connection, "events");
    sites_ = read_names(connection, "sites");
  }
  if (yari_ ? yari_->reads_judgements() : shogi_->reads_judgements()) {
    judgements_.emplace(
        connection,
        "SELECT ply, kind, color, mate FROM judgements WHERE game = ? ORDER BY ply, kind");
  }
  Statement starts(connection, "SELECT id, variant, sfen, handicap FROM starts");
  for (starts.start({}); starts.step();) {
    Start start{std::string(starts.text(2)), std::string(starts.text(3)), {}};
    const Result<Setup> setup =
        read_sfen(start.sfen, starts.integer(1) == 1 ? Variant::shogi : Variant::yari);
    // A start that is no position belongs to a damaged game: nothing is found in it.
    if (setup && faults_of(*setup).empty()) start.setup = *setup;
    starts_[starts.integer(0)] = std::move(start);
  }
}

void GameScanner::scan(GameId first, GameId last, std::vector<Hit>& hits) {
  records_.start({first, last});
  at_record_ = false;
  for (games_.start({first, last}); games_.step();) {
    const GameId id = games_.integer(0);
    const Variant v = games_.integer(1) == 1 ? Variant::shogi : Variant::yari;
    if (v == Variant::yari && yari_) {
      match(id, *yari_, hits);
    } else if (v == Variant::shogi && shogi_) {
      match(id, *shogi_, hits);
    }
  }
  records_.reset();
}

template <class V>
void GameScanner::match(GameId id, query::Matcher<V>& matcher, std::vector<Hit>& hits) {
  query::HeaderView header;
  const Setup* setup = nullptr;
  if (!games_.is_null(2)) {
    const auto start = starts_.find(games_.integer(2));
    if (start == starts_.end() || !start->second.setup) return damaged_(id, GameStore::no_start);
    header.start = start->second.sfen;
    header.handicap = start->second.handicap;
    setup = &*start->second.setup;
    if (setup->variant != V::info.variant) return damaged_(id, GameStore::no_start);
  }
  if (judgements_) read_judgements(id);
  header.noted = noted_;
  if (!read_header(matcher, header) || !read_moves({id, V::info.variant, games_.integer(2)}))
    return;
  for (const int ply : matcher.find(header, setup, moves_)) {
    const auto i = static_cast<std::size_t>(ply);
    hits.push_back({id, ply, i < moves_.size() ? moves_[i] : Move::none()});
  }
}

/// False when the header rules the game out.
template <class V>
bool GameScanner::read_header(query::Matcher<V>& matcher, query::HeaderView& header) const {
  header.plies = static_cast<int>(games_.integer(10));
  if (!names_needed_) return true;
  header.black = name(players_, 3);
  header.white = name(players_, 4);
  header.event = name(events_, 5);
  header.site = name(sites_, 6);
  if (!games_.is_null(7)) header.date = static_cast<DateNumber>(games_.integer(7));
  header.result = static_cast<GameResult>(games_.integer(8));
  header.ending = static_cast<Ending>(games_.integer(9));
  return matcher.may_match(header);
}

std::string_view GameScanner::name(const Names& names, int column) const {
  if (games_.is_null(column)) return {};
  const auto found = names.find(games_.integer(column));
  return found == names.end() ? std::string_view() : std::string_view(found->second);
}

void GameScanner::read_judgements(GameId id) {
  noted_.clear();
  for (judgements_->start({id}); judgements_->step();) {
    query::Noted& noted = noted_.emplace_back();
    noted.ply = static_cast<int>(judgements_->integer(0));
    noted.kind = static_cast<std::uint8_t>(judgements_->integer(1) & 31);
    noted.side = judgements_->integer(2) == 0 ? Color::black : Color::white;
    if (!judgements_->is_null(3)) noted.mate = static_cast<int>(judgements_->integer(3));
  }
}

/// False when the game has no record.
bool GameScanner::go_to_record(GameId id) {
  while (!at_record_ || record_ < id) {
    if (!records_.step()) {
      // Every later game has lost its record too.
      at_record_ = true;
      record_ = INT64_MAX;
      return false;
    }
    at_record_ = true;
    record_ = records_.integer(0);
  }
  return record_ == id;
}

bool GameScanner::read_moves(const RecordPlace& place) {
  if (!go_to_record(place.game)) return damaged_(place.game, GameStore::moves_missing), false;
  const ByteView blob = records_.blob(1);
  // 0 for NULL, too: what an older version wrote has none.
  const std::int64_t sums = records_.integer(2);
  if (sums != 0 && moves_half(sums) != sum_of_moves(place, blob))
    return damaged_(place.game, GameStore::other_moves), false;
  moves_.resize(blob.size() / 2);
  static_assert(sizeof(Move) == 2);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    moves_[i] = Move::from_bits(static_cast<std::uint16_t>(blob[2 * i] | blob[2 * i + 1] << 8));
  }
  return true;
}

}  // namespace yari
