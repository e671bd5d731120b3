// Real records with small random edits: reading survives them, keeps the neighbours, and claims
// nothing that the text does not say.
#include <map>

#include "tests/notation/real_records.h"
#include "tests/notation/records.h"
#include "tests/notation/said_in_text.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"
#include "tests/support/effort.h"
#include "tests/support/random_game.h"

namespace yari::test {

namespace {

constexpr double seconds_per_megabyte = 2.0;
/// For what a clock adds to a short run.
constexpr double spare_seconds = 0.05;
constexpr std::size_t longest_neighbour = 6'000;
constexpr std::size_t most_failures = 20;

std::size_t below(Rng& rng, std::size_t n) { return n == 0 ? 0 : rng() % n; }

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// Where the character at or before byte `at` begins.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

std::size_t character_end(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

// One edit; returns what it did. The text stays valid UTF-8.
std::string edit(std::string& text, Rng& rng) {
  if (text.empty()) return "nothing to edit";
  const std::size_t at = character_start(text, below(rng, text.size()));
  const std::size_t end = character_end(text, at);
  const std::string here = " at byte " + std::to_string(at);
  switch (below(rng, 6)) {
    case 0:
      text.erase(at, end - at);
      return "character dropped" + here;
    case 1:
      text.insert(at, text.substr(at, end - at));
      return "character doubled" + here;
    case 2: {
      if (end >= text.size()) return "nothing swapped";
      const std::size_t next = character_end(text, end);
      text = text.substr(0, at) + text.substr(end, next - end) + text.substr(at, end - at) +
             text.substr(next);
      return "characters swapped" + here;
    }
    case 3: {
      const std::size_t line_end = text.find('\n', at);
      if (line_end == text.npos) return "nothing joined";
      text.erase(line_end, 1);
      return "lines joined" + here;
    }
    case 4:
      text.insert(at, "\n");
      return "line split" + here;
    default: {
      std::vector<std::string> lines = lines_of(text);
      const std::size_t from = below(rng, lines.size());
      const std::string line = lines[from];
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(from));
      const std::size_t to = below(rng, lines.size() + 1);
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(to), line);
      text = joined(lines);
      return "line " + std::to_string(from + 1) + " moved to " + std::to_string(to + 1);
    }
  }
}

// The record and what separates it from the next one where programs put several in a file.
std::string separated(const Format& format, std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  text += '\n';
  if (format.name == "csa") return text + "/\n";
  if (format.name == "usi" || format.name == "usen" || format.name == "jkf") return text;
  return text + '\n';
}

std::vector<ReadResult> read_all(std::string_view text, const Format& format,
                                 std::vector<std::string_view>* records = nullptr) {
  std::vector<ReadResult> read;
  for (const std::string_view record : records_of(text, format)) {
    read.push_back(format.read(record, {}));
    if (records) records->push_back(record);
  }
  return read;
}

bool holds_note(const Note* now, const Note* was) {
  if (!was) return true;
  if (!now || now->comment.find(was->comment) == now->comment.npos) return false;
  Note without = *now;
  without.comment = was->comment;
  without.before = was->before;
  if (was->bookmark.empty()) without.bookmark.clear();
  return without == *was && now->before.find(was->before) != now->before.npos;
}

// Every move of `was`, with its note.
bool holds_moves(const MoveTree& now, const MoveTree& was) {
  std::vector<NodeId> same(was.size(), root_node);
  for (NodeId n = root_node; n < was.size(); ++n) {
    if (n != root_node) {
      NodeId child = now.first_child(same[was.parent(n)]);
      while (child != no_node && now.move(child) != was.move(n)) child = now.next_sibling(child);
      if (child == no_node) return false;
      same[n] = child;
    }
    if (!holds_note(now.note(same[n]), was.note(n))) return false;
  }
  return true;
}

/// All of `was` is in `now`. There may be more: a line that an edit moves to the very beginning or
/// end of its record can be the neighbour's for all that a file says.
bool holds_all(const Game& now, const Game& was) {
  const bool tags = std::all_of(was.tags.begin(), was.tags.end(), [&](const Tag& t) {
    return std::find(now.tags.begin(), now.tags.end(), t) != now.tags.end();
  });
  const bool outcome = (was.result == GameResult::unknown || now.result == was.result) &&
                       (was.ending == Ending::unknown || now.ending == was.ending);
  return tags && outcome && now.variant == was.variant && now.start == was.start &&
         holds_moves(now.moves, was.moves);
}

struct Neighbour {
  std::string text;
  Game game;
};

struct Corpus {
  const Format* format;
  /// Records to edit, without what separates them.
  std::vector<RealRecord> records;
  /// Sound ones, short, that stay three games when they stand in a file three times, and keep their
  /// result when a stray line follows them, which one in a last comment does not.
  std::vector<Neighbour> neighbours;
};

std::optional<Neighbour> as_neighbour(const Format& format, const std::string& record) {
  if (record.size() > longest_neighbour) return std::nullopt;
  const ReadResult alone = format.read(record, strictly());
  if (!alone.game || alone.game->moves.main_plies() < 2) return std::nullopt;
  const std::string text = separated(format, record);
  const std::vector<ReadResult> thrice = read_all(text + text + text, format);
  if (thrice.size() != 3) return std::nullopt;
  const bool same = std::all_of(thrice.begin(), thrice.end(), [&](const ReadResult& r) {
    return r.game && *r.game == *thrice[0].game;
  });
  const ReadResult followed = format.read(record + "\nstray\n", {});
  if (followed.game && followed.game->result != alone.game->result) return std::nullopt;
  return same ? std::optional(Neighbour{text, *thrice[0].game}) : std::nullopt;
}

/// The real records of every format, and for formats with few of them some written from others.
std::vector<Corpus> corpora() {
  const std::vector<RealRecord> real = real_records();
  std::vector<Corpus> all;
  for (const Format& format : formats()) {
    Corpus c{&format, {}, {}};
    for (const RealRecord& r : real) {
      if (r.format == &format && format.read(r.text, {}).game) c.records.push_back(r);
    }
    for (std::size_t i = 0; i < real.size() && c.records.size() < 60; i += 1 + real.size() / 60) {
      const ReadResult read = real[i].format->read(real[i].text, {});
      if (!read.game) continue;
      std::string text = format.write(*read.game, {}).text;
      if (!text.empty()) c.records.push_back({real[i].name + ", rewritten", &format, text});
    }
    for (RealRecord& r : c.records) {
      if (c.neighbours.size() < 100) {
        if (auto n = as_neighbour(format, r.text)) c.neighbours.push_back(std::move(*n));
      }
      while (r.text.ends_with('\n')) r.text.pop_back();
      if (format.name == "csa" && r.text.ends_with("\n/")) r.text.pop_back();
      r.text += '\n';
    }
    all.push_back(std::move(c));
  }
  return all;
}

bool is_balanced_json(std::string_view text) {
  std::string open;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;
    if (in_string) continue;
    if (c == '{' || c == '[') open += c;
    if (c != '}' && c != ']') continue;
    if (open.empty() || open.back() != (c == '}' ? '{' : '[')) return false;
    open.pop_back();
  }
  return open.empty() && !in_string && text.starts_with('{');
}

/// After these edits a neighbour may be lost: where a string or a bracket of JSON is left open, or
/// closed too early, nothing says where the next record begins.
bool opens_json(const Format& format, std::string_view edited) {
  return format.name == "jkf" && !is_balanced_json(edited);
}

/// After these a neighbour may differ in all but its moves: its headers are what says where a
/// record begins, so moves put before a record's headers, and headers put after its moves, can be
/// the neighbour's for all that the file says.
bool changes_edge(const std::string& edited, const std::string& original) {
  const std::vector<std::string> now = lines_of(edited), was = lines_of(original);
  return now.front() != was.front() || now.back() != was.back();
}

/// An edit can put an ending before moves that came before it. Its result then follows from the
/// turn at its new place, which the reader reports and the check of the text does not know.
bool goes_on_after_end(const ReadResult& read) {
  return messages(read).find("expected the end of the game, found") != std::string::npos;
}

/// Counts of what a run met, and its failures.
struct Tally {
  std::map<std::string, std::size_t> failed;
  std::vector<std::string> failures;
  std::size_t edits = 0, inherent = 0, moved_ends = 0, unfit = 0;
  /// Every edited text is shown: YARI_MUTATIONS is 1.
  bool show = false;

  void fail(const std::string& kind, const std::string& message) {
    if (++failed[kind] <= most_failures) failures.push_back(kind + ": " + message);
  }
};

bool holds_moves_of_start(const ReadResult& now, const Game& was) {
  if (!now.game || now.game->start != was.start) return true;
  const std::vector<Move> line = now.game->moves.main_moves(), first = was.moves.main_moves();
  return line.size() >= first.size() && std::equal(first.begin(), first.end(), line.begin());
}

struct Trial {
  const Corpus& corpus;
  const RealRecord& record;
  const Neighbour& before;
  const Neighbour& after;

  std::string sandwich(const std::string& middle) const {
    return before.text + separated(*corpus.format, middle) + after.text;
  }
  bool keeps_neighbours(const std::vector<ReadResult>& read) const {
    return read.size() >= 2 && read.front().game && holds_all(*read.front().game, before.game) &&
           read.back().game && holds_all(*read.back().game, after.game);
  }
  bool keeps_moves_of_neighbours(const std::vector<ReadResult>& read) const {
    return read.size() >= 2 && holds_moves_of_start(read.front(), before.game) &&
           holds_moves_of_start(read.back(), after.game);
  }
};

void run(const Trial& t, Rng& rng, const std::string& number, Tally& tally) {
  const Format& format = *t.corpus.format;
  std::string edited = t.record.text, done;
  for (std::size_t n = below(rng, 3) == 0 ? 1 + below(rng, 3) : 1; n-- > 0;) {
    done += (done.empty() ? "" : ", ") + edit(edited, rng);
  }
  const std::string where =
      "edit " + number + ", " + std::string(format.name) + ", " + t.record.name + ", " + done;
  const std::string text = t.sandwich(edited);
  if (tally.show) WARN(where << "\n" << text);
  const double limit =
      spare_seconds + seconds_per_megabyte * static_cast<double>(text.size()) / 1e6;
  std::vector<std::string_view> records;
  std::vector<ReadResult> read;
  double took = limit + 1;
  for (int i = 0; i < 3 && took > limit; ++i) {
    records.clear();
    const double start = cpu_seconds();
    read = read_all(text, format, &records);
    took = cpu_seconds() - start;
  }
  ++tally.edits;
  if (took > limit) tally.fail("slow", where + ", " + std::to_string(took) + " s");
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (!read[i].game) continue;
    if (!read[i].keys.empty() && read[i].keys != replayed_keys(*read[i].game))
      tally.fail("wrong keys", where);
    const std::string claim = invented(*read[i].game, records[i]);
    if (claim.starts_with("result") && goes_on_after_end(read[i])) {
      ++tally.moved_ends;
    } else if (!claim.empty()) {
      tally.fail("invented", where + ": " + claim);
    }
  }
  if (t.keeps_neighbours(read)) return;
  if (opens_json(format, edited) ||
      (changes_edge(edited, t.record.text) && t.keeps_moves_of_neighbours(read))) {
    ++tally.inherent;
  } else if (!t.keeps_neighbours(read_all(t.sandwich(t.record.text), format))) {
    ++tally.unfit;
  } else {
    tally.fail("neighbour lost", where + ", " + std::to_string(read.size()) + " records");
  }
}

}  // namespace

// YARI_MUTATIONS edits, a thousand where it is not set, from number YARI_FIRST_MUTATION on: every
// edit depends on its number alone.
TEST_CASE("small edits of real records never crash, never lose a neighbour and invent nothing") {
  const std::uint64_t first = number_from("YARI_FIRST_MUTATION", std::uint64_t{0});
  const std::uint64_t count = number_from("YARI_MUTATIONS", std::uint64_t{1000});
  const std::vector<Corpus> all = corpora();
  Tally tally;
  tally.show = count == 1;
  for (std::uint64_t i = first; i < first + count; ++i) {
    Rng rng(i);
    const Corpus& c = all[below(rng, all.size())];
    REQUIRE_FALSE(c.records.empty());
    REQUIRE_FALSE(c.neighbours.empty());
    const RealRecord& record = c.records[below(rng, c.records.size())];
    const Neighbour& before = c.neighbours[below(rng, c.neighbours.size())];
    const Neighbour& after = c.neighbours[below(rng, c.neighbours.size())];
    run({c, record, before, after}, rng, std::to_string(i), tally);
  }
  std::string failures;
  for (const std::string& f : tally.failures) failures += f + '\n';
  for (const auto& [kind, n] : tally.failed) failures += kind + ": " + std::to_string(n) + '\n';
  INFO(failures << tally.edits << " edits, " << tally.inherent
                << " that a neighbour need not survive, " << tally.moved_ends
                << " that move an ending before moves, " << tally.unfit
                << " of records that no file can hold beside others");
  CHECK(tally.failed.empty());
  CHECK(tally.unfit * 20 <= tally.edits);
}

}  // namespace yari::test
