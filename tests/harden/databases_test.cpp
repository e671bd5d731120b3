// Databases with damaged bytes are opened, listed, searched, counted and verified: no crash, no end
// that does not come, and no other answer than the sound file gives.
#include <fmt/ranges.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>

#include "db/explore/explorer.h"
#include "db/explore/search.h"
#include "db/reports/collection.h"
#include "db/skipped_games.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/harden/scenarios.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"
#include "tests/support/leave.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t page_size = 4096;
constexpr unsigned most_seconds = 20;

/// What one question came to: nothing yet, an error, or an answer, as its hash.
enum class Reply : std::uint64_t { none = 0, error = 1 };
constexpr std::size_t question_count = 7;
using Replies = std::array<std::uint64_t, question_count>;
constexpr std::array<std::string_view, question_count> questions{
    "list", "numbers", "position", "query", "explorer", "records", "verify"};

std::uint64_t hash_of(const std::string& text) {
  return std::hash<std::string>{}(text) | std::uint64_t{1} << 63;
}

std::string answer(Database& database, std::size_t question) {
  std::ostringstream out;
  SearchOptions one_thread;
  one_thread.threads = 1;
  const auto hit = [&](const Hit& h) { return out << h.game << ' ' << h.ply << '\n', true; };
  switch (question) {
    case 0:
      database.list({}, {}, [&](const GameHeader& h) {
        out << h.id << h.black << h.white << h.plies << '\n';
        return true;
      });
      break;
    case 1:
      for (const GameId id : database.ids({})) out << id << ' ';
      break;
    case 2:
      database.find_position(start_setup(Variant::yari), {}, hit);
      if (const auto later = database.position(2, 3)) database.find_position(*later, {}, hit);
      break;
    case 3:
      search(database, *query::parse("check", Variant::yari), {}, one_thread, hit);
      break;
    case 4:
      for (const Variant v : {Variant::yari, Variant::shogi}) {
        const ExplorerPosition seen = explore(database, start_setup(v));
        for (const ExplorerMove& m : seen.moves)
          out << write_usi_move(m.move, v) << ' ' << m.counts.games << '\n';
      }
      break;
    case 5:
      for (GameId id = 1; id <= 30; ++id)
        if (const auto game = database.load_game(id)) {
          out << id;
          for (const Move m : game->moves.main_moves()) out << ' ' << m.bits();
        }
      break;
    default:
      out << database.verify().ok();
  }
  return out.str();
}

/// All questions, in this process.
void ask(const fs::path& file, Replies& replies) {
  for (std::size_t q = 0; q < question_count; ++q) {
    try {
      Database database(file, OpenMode::read_only);
      const std::string text = answer(database, q);
      // A game that was left out is named, and the command does not end with 0.
      const bool is_whole = take_skipped_games(database).empty();
      replies[q] = is_whole ? hash_of(text) : static_cast<std::uint64_t>(Reply::error);
    } catch (const DatabaseError&) {
      replies[q] = static_cast<std::uint64_t>(Reply::error);
    }
  }
}

/// All questions, in a process of their own; its status.
int ask_apart(const fs::path& file, Replies& replies) {
  static auto* const shared = static_cast<Replies*>(
      mmap(nullptr, sizeof(Replies), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *shared = {};
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(most_seconds);
    ask(file, *shared);
    leave(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  replies = *shared;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

struct SoundFile {
  std::string bytes;
  Replies replies{};
  /// The table or index of each page, from 0.
  std::vector<std::string> owners;
};

SoundFile make_sound(const fs::path& file) {
  SoundFile sound;
  {
    Database database(file, OpenMode::create);
    import_all(database, mixed_games(30));
    database.compact();
    connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  {
    PlainSqlite raw(file);
    sound.owners.resize(static_cast<std::size_t>(raw->integer("PRAGMA page_count")));
    Statement pages(*raw, "SELECT pageno, name FROM dbstat");
    for (pages.start({}); pages.step();)
      sound.owners[static_cast<std::size_t>(pages.integer(0)) - 1] = pages.text(1);
  }
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  sound.bytes = text.str();
  ask(file, sound.replies);
  return sound;
}

/// Changes some bytes, exchanges two pages, empties sectors or cuts the file; the tables that it
/// touched.
std::vector<std::string> damage(std::string& bytes, const SoundFile& sound, Rng& rng) {
  const std::size_t pages = bytes.size() / page_size;
  const std::size_t page = rng() % pages, other = rng() % pages;
  const auto from = [&](std::size_t p) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(p * page_size);
  };
  constexpr std::size_t sector = 512;
  const auto fill = [&](std::size_t begin, std::size_t size, char byte) {
    std::fill_n(from(page) + static_cast<std::ptrdiff_t>(begin), size, byte);
    return std::vector<std::string>{sound.owners[page]};
  };
  switch (rng() % 15) {
    case 0:
      std::swap_ranges(from(page), from(page) + page_size, from(other));
      return {sound.owners[page], sound.owners[other]};
    case 1:
      std::fill(from(page), from(page) + page_size, '\0');
      return {sound.owners[page]};
    case 2: {
      bytes.resize(rng() % bytes.size());
      return {""};
    }
    case 3:
      std::copy(from(page), from(page) + page_size, from(other));
      return {sound.owners[other]};
    case 4:
      return fill(page_size - sector, sector, '\0');
    case 5:
      return fill(rng() % (page_size / sector) * sector, sector, '\0');
    case 6:
      return fill(rng() % (page_size / sector) * sector, sector, '\xFF');
    default:
      for (std::size_t i = 0, n = 1 + rng() % 8; i < n; ++i)
        bytes[page * page_size + rng() % page_size] = static_cast<char>(rng());
      return {sound.owners[page]};
  }
}

}  // namespace

// YARI_DATABASES=N damages N databases; YARI_SEED=S begins with another one; YARI_DATABASE=I tries
// the one of that number alone, and leaves it and the sound one in the folder of temporary files.
TEST_CASE("a database with damaged bytes gives the right answer or none", "[databases][slow]") {
  TempFolder folder;
  const SoundFile sound = make_sound(folder / "sound.db");
  const fs::path file = folder / "damaged.db";
  const long wanted = number_from("YARI_DATABASES", 150L);
  const auto first = static_cast<std::uint64_t>(number_from("YARI_SEED", 1L));
  const long only = number_from("YARI_DATABASE", -1L);
  long others = 0, refused = 0, not_noticed = 0;
  // How often each happened, and the last database of them.
  std::map<std::string, std::pair<long, long>> where;
  const auto keep = [&](const fs::path& which, const std::string& name) {
    fs::copy_file(which, fs::temp_directory_path() / name, fs::copy_options::overwrite_existing);
  };
  if (only >= 0) keep(folder / "sound.db", "yari-sound.db");
  for (long i = std::max(only, 0L); i < (only >= 0 ? only + 1 : wanted); ++i) {
    Rng rng(first * 1'000'000'007 + static_cast<std::uint64_t>(i));
    std::string bytes = sound.bytes;
    const std::vector<std::string> owners = damage(bytes, sound, rng);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    Replies replies{};
    const int code = ask_apart(file, replies);
    INFO("database " << i << ", damaged in " << fmt::format("{}", owners.front()));
    // The file stays for whoever looks into it.
    if (code != 0 || only >= 0) keep(file, fmt::format("yari-damaged-{}-{}.db", first, i));
    CHECK(code == 0);
    bool other = false;
    for (std::size_t q = 0; q + 1 < question_count; ++q) {
      const bool is_error = replies[q] == static_cast<std::uint64_t>(Reply::error);
      refused += is_error ? 1 : 0;
      if (is_error || replies[q] == sound.replies[q] || code != 0) continue;
      other = true;
      auto& [count, last] =
          where[fmt::format("{} after damage in {}", questions[q], fmt::join(owners, " and "))];
      ++count;
      last = i;
    }
    if (!other) continue;
    ++others;
    // What is wrong must at least be noticed by whoever asks.
    if (replies.back() == sound.replies.back()) ++not_noticed;
  }
  for (const auto& [what, seen] : where)
    fmt::print("harden-note: {} times another answer of {}, last in database {}\n", seen.first,
               what, seen.second);
  print_figure("databases", static_cast<double>(wanted));
  print_figure("databases.refused_answers", static_cast<double>(refused));
  print_figure("databases.other_answers", static_cast<double>(others));
  print_figure("databases.not_noticed_by_verify", static_cast<double>(not_noticed));
  CHECK(refused > 0);
  CHECK(others == 0);
}

}  // namespace yari::test
