// Tries one of the targets on mutated seeds without libFuzzer, so that every build does, or on long
// inputs; or writes its seeds, which are those of the target and of fuzz/corpus; or keeps a folder
// of inputs in fuzz/corpus. Together in one program the targets take a third of the time to
// compile.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "fuzz/corpus_file.h"
#include "fuzz/fuzz.h"
#include "tests/support/sanitized.h"

namespace {

using yari::fuzz::Target;
using Rng = std::mt19937_64;

std::size_t below(Rng& rng, std::size_t n) { return n == 0 ? 0 : rng() % n; }

/// One random change: a byte set, put in or taken out, a part doubled, or a part of another seed.
void mutate(const Target& target, std::string& input, const std::vector<std::string>& seeds,
            Rng& rng) {
  static constexpr std::string_view marks = "{}[]()\"\\;\n\r\0\xFF/+-*.#'%,:0189aikz";
  const std::size_t at = below(rng, input.size() + 1);
  const std::size_t length = below(rng, std::min<std::size_t>(input.size() - at, 40) + 1);
  const char mark = marks[below(rng, marks.size())];
  const std::string& other = seeds[below(rng, seeds.size())];
  switch (rng() % 8) {
    case 0:
      input.erase(at, length);
      break;
    case 1:
      input.insert(at, 1, mark);
      break;
    case 2:
      input.insert(at, input.substr(at, length));
      break;
    case 3:
      input.insert(at, other.substr(below(rng, other.size()), 1 + below(rng, 60)));
      break;
    case 4:
      if (at < input.size()) input[at] = static_cast<char>(rng());
      break;
    case 5:
    case 6:
      if (target.reshape != nullptr) target.reshape(input, other, rng());
      break;
    default:
      if (at < input.size()) input[at] = mark;
  }
}

int write_seeds(const std::filesystem::path& folder, const std::vector<std::string>& seeds) {
  std::filesystem::create_directories(folder);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::ofstream(folder / ("seed-" + std::to_string(i)), std::ios::binary) << seeds[i];
  }
  return 0;
}

int check_file(const Target& target, const char* name) {
  std::ifstream in(name, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  target.check(text.str());
  return in ? 0 : 2;
}

/// Left behind when the check ends the program.
void keep(const std::string& input) {
  if (const char* file = std::getenv("YARI_FUZZ_KEEP"))
    std::ofstream(file, std::ios::binary) << input;
}

bool is_blank(char c) { return c == ' ' || c == '\n'; }

/// At `at` or before: where a word begins, or a letter of UTF-8.
std::size_t border(std::string_view text, std::size_t at, bool of_word) {
  const auto within = [&] {
    return of_word ? !is_blank(text[at - 1])
                   : at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  while (at > 0 && within()) --at;
  return at;
}

/// Some words of a text, or letters.
std::string any_part(std::string_view text, Rng& rng) {
  constexpr std::size_t longest[] = {4, 9, 40, 200};
  const bool words = rng() % 2 == 0;
  const std::size_t begin = border(text, below(rng, text.size()), words);
  std::size_t end = begin + 1 + below(rng, longest[rng() % std::size(longest)]);
  end = end < text.size() ? border(text, end, words) : text.size();
  return std::string(text.substr(begin, end > begin ? end - begin : 1));
}

/// A seed in which a part, or parts of two seeds, stand again and again.
std::string repetitive(const std::vector<std::string>& seeds, std::size_t size, Rng& rng) {
  const std::string& seed = seeds[below(rng, seeds.size())];
  std::string part = any_part(seed, rng);
  if (rng() % 3 == 0) part += any_part(seeds[below(rng, seeds.size())], rng);
  if (rng() % 2 == 0) std::ranges::replace(part, '\n', rng() % 2 == 0 ? ' ' : ',');
  const std::size_t at = border(seed, below(rng, seed.size() + 1), rng() % 2 == 0);
  std::string input = seed.substr(0, at);
  while (input.size() < size) input += part;
  return input + seed.substr(at);
}

/// What is repeated costs time in proportion, and no depth of the stack (which a caller bounds).
int try_repetitions(const Target& target, int runs, std::uint64_t seed,
                    const std::vector<std::string>& seeds) {
  constexpr std::size_t size = 1'000'000;
  constexpr double most_seconds = YARI_SANITIZED ? 20 : 2;
  Rng rng(seed);
  double slowest = 0;
  for (int run = 0; run < runs; ++run) {
    const std::string input = repetitive(seeds, size, rng);
    keep(input);
    const std::clock_t start = std::clock();
    target.check(input);
    slowest = std::max(slowest, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    yari::fuzz::require(slowest < most_seconds, "a megabyte is looked at in seconds");
  }
  std::printf("%d long inputs, the slowest %.2f s\n", runs, slowest);
  return 0;
}

int try_mutations(const Target& target, int runs, std::uint64_t seed,
                  const std::vector<std::string>& seeds) {
  Rng rng(seed);
  for (const std::string& input : seeds) target.check(input);
  for (int run = 0; run < runs; ++run) {
    std::string input = seeds[below(rng, seeds.size())];
    const std::size_t changes = 1 + below(rng, 8);
    for (std::size_t i = 0; i < changes; ++i) mutate(target, input, seeds, rng);
    keep(input);
    target.check(input);
  }
  std::printf("%d inputs\n", runs);
  return 0;
}

int usage() {
  std::fputs(
      "usage: smoke NAME --runs N [SEED] | --long N [SEED] | --seeds FOLDER | --keep FOLDER | "
      "FILE\n",
      stderr);
  return 2;
}

}  // namespace

int main(int count, char** words) {
  const auto& targets = yari::fuzz::targets();
  const std::string_view name = count > 1 ? words[1] : "";
  const auto found = std::ranges::find(targets, name, &Target::name);
  if (found == targets.end() || count < 3) return usage();
  const Target& target = **found;
  const std::string_view what = words[2];
  const std::filesystem::path kept = std::filesystem::path(YARI_SOURCE_DIR) / "fuzz/corpus" / name;
  if (what == "--keep" && count == 4) return yari::fuzz::write_corpus(kept, words[3]), 0;
  std::vector<std::string> seeds = target.seeds();
  for (std::string& input : yari::fuzz::read_corpus(kept)) seeds.push_back(std::move(input));
  if (what == "--seeds" && count == 4) return write_seeds(words[3], seeds);
  if ((what == "--runs" || what == "--long") && (count == 4 || count == 5)) {
    const auto attempt = what == "--runs" ? try_mutations : try_repetitions;
    return attempt(target, std::atoi(words[3]),
                   count == 5 ? std::strtoull(words[4], nullptr, 10) : 1, seeds);
  }
  if (count == 3 && !what.starts_with("--")) return check_file(target, words[2]);
  return usage();
}
