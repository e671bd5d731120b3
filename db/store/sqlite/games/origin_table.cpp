#include "db/store/sqlite/games/origin_table.h"

#include <fmt/format.h>

#include "db/codec/utf8.h"

namespace yari {

namespace {

// The row `o` has numbers that can be added up; a file may come from anywhere.
constexpr std::string_view sound =
    "o.first BETWEEN 1 AND 4294967295 AND o.record BETWEEN 0 AND 1000000000000";

std::uint32_t sum_at(ByteView sums, std::int64_t place) {
  return ByteReader(sums.subspan(static_cast<std::size_t>(place) * 4)).u32();
}

}  // namespace

std::string origin_join() {
  return fmt::format(
      "o.first = (SELECT max(first) FROM origins WHERE first <= g.id) AND {} "
      "AND g.id < o.first + length(o.sums) / 4",
      sound);
}

OriginTable::OriginTable(Connection& c)
    : connection_(c),
      of_(c, fmt::format("SELECT s.file, s.member, o.record, o.first, o.sums FROM games g "
                         "JOIN origins o ON {} JOIN sources s ON s.id = o.source WHERE g.id = ?",
                         origin_join())),
      find_(c, "SELECT id FROM sources WHERE file = ? AND member = ?"),
      insert_source_(c, "INSERT INTO sources(file, member) VALUES (?, ?)"),
      insert_(c, "INSERT INTO origins(first, source, record, sums) VALUES (?, ?, ?, ?)") {}

std::optional<Origin> OriginTable::of(GameId game) {
  if (!of_->first({game})) return std::nullopt;
  const ResetAtEnd open(*of_);
  const std::int64_t place = game - of_->integer(3);
  return Origin{to_valid_utf8(of_->text(0)), to_valid_utf8(of_->text(1)), of_->integer(2) + place,
                sum_at(of_->blob(4), place)};
}

std::vector<OriginalGame> OriginTable::games_from(const std::string& file,
                                                  const std::string& member) {
  Statement rows(connection_,
                 fmt::format("SELECT o.first, o.record, o.sums FROM origins o JOIN sources s ON "
                             "s.id = o.source WHERE s.file = ? AND s.member = ? AND {} "
                             "ORDER BY o.first",
                             sound));
  Statement exists(connection_, "SELECT 1 FROM games WHERE id = ?");
  std::vector<OriginalGame> games;
  for (rows.start({file, member}); rows.step();) {
    const ByteView sums = rows.blob(2);
    for (std::int64_t i = 0; i < std::ssize(sums) / 4; ++i)
      if (exists.first({rows.integer(0) + i}))
        games.push_back({rows.integer(0) + i, rows.integer(1) + i, sum_at(sums, i)});
  }
  return games;
}

void OriginTable::remove(const std::string& file, const std::string& member) {
  flush();
  Statement(connection_,
            "DELETE FROM origins WHERE source = (SELECT id FROM sources WHERE file = ? AND "
            "member = ?)")
      .run({file, member});
}

// The names of files stay: another program may be importing from one of them.
void OriginTable::drop_lost() {
  flush();
  connection_.execute(fmt::format(
      "DELETE FROM origins AS o WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.id >= o.first "
      "AND g.id < o.first + length(o.sums) / 4) AND {}",
      sound));
}

std::int64_t OriginTable::number_of(const Origin& origin) {
  if (source_ != 0 && origin.file == file_ && origin.member == member_) return source_;
  if (find_->first({origin.file, origin.member})) {
    source_ = find_->integer(0);
  } else {
    insert_source_->run({origin.file, origin.member});
    source_ = connection_.last_row();
  }
  find_->reset();
  file_ = origin.file;
  member_ = origin.member;
  return source_;
}

void OriginTable::add(GameId game, const Origin& origin) {
  const std::int64_t source = number_of(origin);
  const auto count = static_cast<std::int64_t>(sums_.size() / 4);
  if (source != row_source_ || game != first_ + count || origin.record != record_ + count) {
    flush();
    row_source_ = source;
    first_ = game;
    record_ = origin.record;
  }
  ByteWriter(sums_).u32(origin.sum);
}

void OriginTable::flush() {
  if (!sums_.empty()) insert_->run({first_, row_source_, record_, sums_});
  sums_.clear();
  row_source_ = 0;
}

void OriginTable::forget() {
  source_ = row_source_ = 0;
  sums_.clear();
}

}  // namespace yari
