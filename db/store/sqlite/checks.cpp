// SQLite checks its pages; the rows are checked by those who write them.
#include "db/store/sqlite/checks.h"

#include <fmt/format.h>

#include <iterator>

#include "db/query/words.h"
#include "db/store/error.h"
#include "db/store/sqlite/file/meta.h"
#include "db/store/sqlite/file/schema.h"
#include "db/store/sqlite/file/text_check.h"
#include "db/store/sqlite/games/rebuilding.h"
#include "db/store/sqlite/index/statistics.h"

namespace yari {

namespace {

std::string fault_of_text(const std::string& index) {
  return fmt::format("text index {}: does not hold the words of the texts", index);
}

/// The words of games.
class GameTexts final : public store::TextAudit {
 public:
  explicit GameTexts(Connection& connection)
      : check_(connection), form_(meta::get(connection, meta::word_form)) {}
  void add(GameId id, std::string_view text) override {
    if (form_ == query::word_form)
      check_.add_words(id, query::indexed(query::spelled(text)));
    else
      check_.add(id, text);
  }
  std::vector<std::string> faults(const std::function<bool(GameId)>& counts) override {
    if (check_.agrees("games_text", counts)) return {};
    return {fault_of_text("games_text")};
  }

 private:
  TextCheck check_;
  std::int64_t form_;
};

std::vector<std::string> faults_of_names(Connection& connection, const std::string& table) {
  TextCheck texts(connection);
  Statement names(connection, fmt::format("SELECT id, name FROM {}", table));
  for (names.start({}); names.step();) texts.add(names.integer(0), names.text(1));
  const std::string index = table + "_text";
  if (texts.agrees(index, [](GameId) { return true; })) return {};
  return {fault_of_text(index)};
}

std::vector<std::string> faults_of_starts(Connection& connection, std::size_t most) {
  std::vector<std::string> faults;
  Statement games(connection,
                  "SELECT g.id FROM games g JOIN starts s ON s.id = g.start "
                  "WHERE s.variant <> g.variant");
  for (games.start({}); games.step() && faults.size() < most;)
    faults.push_back(fmt::format("game {}: its start is of another game", games.integer(0)));
  return faults;
}

}  // namespace

Statistics SqliteChecks::statistics() {
  Rebuilding(connection_).refuse_others();
  return read_statistics(connection_, tables_.positions);
}

std::vector<std::string> structure_faults(Connection& connection, std::size_t most) {
  std::vector<std::string> faults;
  Statement check(connection, "PRAGMA integrity_check(20)");
  for (check.start({}); check.step();) {
    if (check.text(0) != "ok") faults.push_back(fmt::format("SQLite: {}", check.text(0)));
  }
  Statement keys(connection, "PRAGMA foreign_key_check");
  for (keys.start({}); keys.step() && faults.size() < most;) {
    faults.push_back(fmt::format("table {}: row {} refers to a row of {} that is missing",
                                 keys.text(0), keys.integer(1), keys.text(2)));
  }
  return faults;
}

std::vector<std::string> SqliteChecks::structure(std::size_t most) {
  return structure_faults(connection_, most);
}

std::unique_ptr<store::TextAudit> SqliteChecks::texts() {
  return std::make_unique<GameTexts>(connection_);
}

std::vector<std::string> SqliteChecks::tables(std::size_t most) {
  std::vector<std::string> all;
  // One that cannot be read does not keep the others from being checked.
  const auto add = [&](auto faults_of_part) {
    try {
      std::vector<std::string> faults = faults_of_part();
      all.insert(all.end(), std::move_iterator(faults.begin()), std::move_iterator(faults.end()));
    } catch (const DamagedFile& error) {
      all.emplace_back(error.what());
    }
  };
  add([&] { return faults_of_number_names(connection_); });
  add([&] { return faults_of_starts(connection_, most); });
  for (const std::string table : {"players", "events", "sites"})
    add([&] { return faults_of_names(connection_, table); });
  add([&] { return tables_.small.evaluations.faults(most); });
  add([&] { return tables_.journal.faults(most); });
  add([&] { return tables_.annotations.faults(most); });
  add([&] { return tables_.small.cards.faults(most); });
  return all;
}

}  // namespace yari
