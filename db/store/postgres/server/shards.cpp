// Each server has one connection, whatever number of shards lie on it.
#include "db/store/postgres/server/shards.h"

#include <fmt/format.h>

#include <algorithm>

namespace yari::pg {

namespace {
/// What was never placed.
constexpr std::uint8_t nowhere = 0xFF;
}  // namespace

std::string shard_schema(int shard) { return fmt::format("yari_shard_{:02}", shard); }

std::string in_schema(std::string_view sql, std::string_view schema) {
  std::string text;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const bool mark = sql[i] == '@' && i + 1 < sql.size() && sql[i + 1] == '.';
    if (mark)
      text += schema;
    else
      text += sql[i];
  }
  return text;
}

Shards::Shards(std::unique_ptr<Connection> home, const std::vector<std::string>& servers,
               const std::vector<int>& server_of_shard) {
  home_ = {home.get(), home_schema};
  connections_.push_back(std::move(home));
  for (std::size_t i = 1; i < servers.size(); ++i)
    connections_.push_back(std::make_unique<Connection>(*home_.connection, servers[i]));
  for (std::size_t i = 0; i < server_of_shard.size(); ++i) {
    const auto server = static_cast<std::size_t>(server_of_shard[i]);
    if (server >= connections_.size())
      throw DamagedFile(fmt::format("{}: shard {} is on a server that is not listed", name(), i));
    shards_.push_back({connections_[server].get(), shard_schema(static_cast<int>(i))});
  }
  if (shards_.empty()) shards_.push_back(home_);
}

std::size_t Shards::of_content(std::uint64_t content) const {
  // The upper bits are the key of the content index; the lower ones are as random.
  return content % shards_.size();
}

Bytes& Shards::places(GameId first) {
  const auto [entry, is_new] = places_.try_emplace(first);
  if (!is_new) return entry->second;
  Bytes& places = entry->second;
  Statement row = home_.statement("SELECT shards FROM @.places WHERE first = $1");
  if (row.first({first})) places.assign(row.blob(0).begin(), row.blob(0).end());
  places.resize(places_in_row, nowhere);
  return places;
}

std::optional<std::size_t> Shards::of_game(GameId id) {
  if (shards_.size() == 1) return 0;
  if (id < 1 || id > last_game_id) return std::nullopt;
  const GameId first = id - id % places_in_row;
  const auto at = static_cast<std::size_t>(id - first);
  // `nowhere` is no shard; neither is what a damaged row says.
  const auto shard = [&]() -> std::optional<std::size_t> {
    const std::size_t place = places(first)[at];
    return place < shards_.size() ? std::optional(place) : std::nullopt;
  };
  if (const auto found = shard()) return found;
  // Others may have added it since.
  if (std::ranges::find(changed_, first) == changed_.end()) places_.erase(first);
  return shard();
}

void Shards::place(GameId id, std::size_t shard) {
  if (shards_.size() == 1) return;
  const GameId first = id - id % places_in_row;
  if (changed_.empty() || changed_.back() != first) {
    // What others have written there since is read first.
    if (std::ranges::find(changed_, first) == changed_.end()) {
      places_.erase(first);
      changed_.push_back(first);
    }
  }
  places(first)[static_cast<std::size_t>(id - first)] = static_cast<std::uint8_t>(shard);
}

void Shards::flush_places() {
  std::vector<GameId> changed;
  std::swap(changed, changed_);
  for (const GameId first : changed)
    home_
        .statement(
            "INSERT INTO @.places(first, shards) VALUES ($1, $2) "
            "ON CONFLICT (first) DO UPDATE SET shards = EXCLUDED.shards")
        .run({first, places_[first]});
}

void Shards::forget_places() {
  changed_.clear();
  places_.clear();
}

Transactions begin_all(const std::vector<std::unique_ptr<Connection>>& servers,
                       Transaction::Kind kind, bool safe) {
  Transactions all;
  for (const auto& server : servers)
    all.push_back(std::make_unique<Transaction>(*server, kind, safe));
  return all;
}

void commit_all(const Transactions& transactions) {
  for (std::size_t i = transactions.size(); i-- > 0;) transactions[i]->commit();
}

Fan::Fan(const Shards& shards, std::string_view sql, Use use) {
  for (std::size_t i = 0; i < shards.size(); ++i)
    statements_.push_back(shards[i].statement(sql, use));
}

void Fan::start(std::span<const Parameter> parameters) {
  at_ = 0;
  for (Statement& statement : statements_) statement.start(parameters);
}

void Fan::run(std::initializer_list<Parameter> parameters) {
  for (Statement& statement : statements_) statement.run(parameters);
}

const Statement* Fan::next() {
  for (; at_ < statements_.size(); ++at_)
    if (statements_[at_].step()) return &statements_[at_];
  return nullptr;
}

}  // namespace yari::pg
