// Writes a collection of varied games: input for measurements.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/vary.h"
#include "notation/format.h"

namespace {

using namespace yari;

constexpr const char* usage =
    "usage: bench_games [--plies N] [--seed N] [--to FORMAT] [--folder DIR] FILE...\n"
    "\n"
    "Writes the games of the files again and again, each time with another random legal ending,\n"
    "until there are N plies (1000000), to standard output or, with --folder, one file a game.\n"
    "Without --to, Yari Shogi is written as hodges and Shogi as psn.\n";

struct Options {
  std::int64_t plies = 1'000'000;
  std::uint64_t seed = 1;
  const Format* format = nullptr;
  std::string folder;
  std::vector<std::string> files;
};

template <class T>
bool read_number(std::string_view text, T& value) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() && end == text.data() + text.size();
}

bool set(Options& options, std::string_view name, std::string_view value) {
  if (name == "--plies") return read_number(value, options.plies);
  if (name == "--seed") return read_number(value, options.seed);
  if (name == "--to") return (options.format = format_named(value)) != nullptr;
  if (name == "--folder") return !(options.folder = value).empty();
  return false;
}

bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    if (std::strncmp(words[i], "--", 2) != 0) {
      options.files.emplace_back(words[i]);
    } else if (i + 1 == count || !set(options, words[i], words[i + 1])) {
      return false;
    } else {
      ++i;
    }
  }
  return !options.files.empty();
}

const Format& format_of(const Game& game, const Options& options) {
  if (options.format != nullptr) return *options.format;
  return *format_named(game.variant == Variant::yari ? "hodges" : "psn");
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read_options(count, words, options)) {
    std::fputs(usage, stderr);
    return 2;
  }
  const std::vector<Game> games = bench::read_games(options.files);
  if (games.empty()) {
    std::fputs("bench_games: no games in the files\n", stderr);
    return 2;
  }
  if (!options.folder.empty()) std::filesystem::create_directories(options.folder);
  int written = 0;
  bench::vary(games, options.plies, options.seed, [&](const Game& game) {
    const Format& format = format_of(game, options);
    const std::string text = format.write(game, {}).text;
    ++written;
    if (options.folder.empty()) {
      std::fwrite(text.data(), 1, text.size(), stdout);
    } else {
      std::ofstream(fmt::format("{}/{:06}.{}", options.folder, written, format.name)) << text;
    }
  });
  fmt::print(stderr, "{} games\n", written);
  return std::fflush(stdout) == 0 ? 0 : 2;
}
