// Reading is generous about quotes and brackets; writing is exact. Fields come back as they went.
#include "notation/hodges/tags.h"

#include <algorithm>
#include <utility>

#include "notation/hodges/scanner.h"
#include "notation/words/comment.h"
#include "notation/words/header_names.h"
#include "notation/words/outcome_words.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

/// "yari", "Yari Shogi", "YariShogi", "shogi", "standard".
std::optional<Variant> variant_in_words(std::string_view words) {
  words = trimmed(words);
  if (const std::optional<Variant> v = variant_named(words)) return v;
  for (const std::string_view w : {"yari shogi", "yarishogi", "yari-shogi", "yari"}) {
    if (same_word(words, w)) return Variant::yari;
  }
  for (const std::string_view w : {"shogi", "standard", "normal", "hon shogi"}) {
    if (same_word(words, w)) return Variant::shogi;
  }
  return std::nullopt;
}

/// The tag for what a Result tag says that is not a result.
constexpr std::string_view result_text = "ResultText";

std::string unescaped_value(std::string_view in) {
  if (in.find('\\') == std::string_view::npos) return std::string(in);
  std::string out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const char next = in[i] == '\\' && i + 1 < in.size() ? in[i + 1] : '\0';
    if (next == '\\' || next == '"') {
      out += next;
      ++i;
    } else if (next == 'n' || next == 'r' || next == '0') {
      out += next == 'n' ? '\n' : next == 'r' ? '\r' : '\0';
      ++i;
    } else {
      out += in[i];
    }
  }
  return out;
}

std::size_t skip_spaces(std::string_view line, std::size_t i) {
  while (i < line.size() && is_space(line[i])) ++i;
  return i;
}

// Where the value that starts at `at` ends: its quote is followed by "]". npos: not on this line.
std::size_t end_of_value(std::string_view line, std::size_t at) {
  for (std::size_t i = at; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      const std::size_t next = skip_spaces(line, i + 1);
      if (next < line.size() && line[next] == ']') return i;
    }
  }
  return std::string_view::npos;
}

// The parts of a tag: where its name and its value stand.
struct TagPlaces {
  std::size_t name = 0;
  std::size_t name_end = 0;
  std::size_t value = 0;
  /// A quote opens the value.
  bool opened = false;
  /// Where its quote stands that "]" follows; npos: not on this line.
  std::size_t value_end = std::string_view::npos;
  /// How much of the line the tag takes.
  std::size_t length = 0;
};

TagPlaces places_of_tag(std::string_view line) {
  TagPlaces p;
  p.length = line.size();
  p.name = p.name_end = skip_spaces(line, 1);
  while (p.name_end < line.size() && is_name_char(line[p.name_end])) ++p.name_end;
  p.value = skip_spaces(line, p.name_end);
  p.opened = p.value < line.size() && line[p.value] == '"';
  if (!p.opened) return p;
  p.value_end = end_of_value(line, ++p.value);
  if (p.value_end != std::string_view::npos) p.length = line.find(']', p.value_end) + 1;
  return p;
}

// One tag, well formed or not, on its line.
PlacedTag read_tag(std::string_view line, const TagPlaces& p, Findings& findings) {
  PlacedTag tag;
  tag.place = line;
  tag.name = line.substr(p.name, p.name_end - p.name);
  tag.value_place = line.substr(p.value);
  if (p.value_end != std::string_view::npos) {
    tag.value = unescaped_value(line.substr(p.value, p.value_end - p.value));
    return tag;
  }
  std::string_view rest = trimmed(tag.value_place);
  if (rest.ends_with(']')) rest.remove_suffix(1);
  if (rest.ends_with('"')) rest.remove_suffix(1);
  findings.add(p.opened ? FindingCode::tag_not_closed : FindingCode::tag_without_quotes,
               tag.value_place, in_quotes(tag.value_place));
  tag.value = unescaped_value(rest);
  return tag;
}

// Remarks before a tag.
struct Remarks {
  std::string text;
  /// What follows them.
  std::size_t end = 0;
  bool braces = false;
};

Remarks remarks_at(std::string_view text, std::size_t at) {
  Remarks remarks{{}, at};
  for (;;) {
    at = remarks.end = skip_spaces(text, at);
    if (at == text.size()) return remarks;
    if (text[at] == ';' || text[at] == '#') {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      add_comment(remarks.text, trimmed(text.substr(at + 1, end - at - 1)));
      at = end;
    } else if (text[at] == '{') {
      const CommentEnd end = *end_of_comment(text, at, true);
      if (!end.closed) return remarks;
      add_comment(remarks.text, unescaped_comment(text.substr(at + 1, end.at - at - 2)));
      remarks.braces = true;
      at = end.at;
    } else {
      return remarks;
    }
  }
}

bool is_name(const PlacedTag& tag, std::string_view name) { return same_word(tag.name, name); }

bool has(const std::vector<PlacedTag>& tags, std::string_view name) {
  return std::any_of(tags.begin(), tags.end(),
                     [name](const PlacedTag& t) { return is_name(t, name); });
}

class HeaderReader {
 public:
  HeaderReader(std::vector<PlacedTag>& tags, Findings& findings)
      : tags_(tags),
        findings_(findings),
        has_black_(has(tags, tags::black)),
        has_white_(has(tags, tags::white)) {}

  Header read() {
    header_.others.reserve(tags_.size());
    for (PlacedTag& tag : tags_) {
      if (!is_field(tag)) other(tag);
    }
    settle_result();
    return std::move(header_);
  }

 private:
  bool unknown(const PlacedTag& tag, std::string_view expected) {
    findings_.add(FindingCode::tag_value, tag.value_place, expected, in_quotes(tag.value));
    return false;
  }

  // Takes the tag when it states a field, understandably and for the first time.
  bool is_field(const PlacedTag& tag) {
    if (is_name(tag, "Variant") && !header_.variant) {
      header_.variant = variant_in_words(tag.value);
      return header_.variant || unknown(tag, "a game, \"Yari Shogi\" or \"Shogi\"");
    }
    if (is_name(tag, "Rules") && header_.rules == RuleSet::standard) return rules(tag);
    if (is_name(tag, "SFEN") || is_name(tag, "FEN")) return start(tag, header_.sfen);
    if (is_name(tag, "Handicap")) return start(tag, header_.handicap);
    if (is_name(tag, "Result")) return result(tag);
    if (is_name(tag, "Termination")) return termination(tag);
    return false;
  }

  bool start(const PlacedTag& tag, std::optional<PlacedTag>& field) {
    if (field) {
      findings_.add(FindingCode::second_start, tag.place);
    } else {
      field = tag;
    }
    return true;
  }

  bool rules(const PlacedTag& tag) {
    const std::optional<RuleSet> r = rule_set_named(trimmed(tag.value));
    if (!r) return unknown(tag, "a rule set, \"standard\", \"svp\" or \"classic\"");
    header_.rules = *r;
    return true;
  }

  bool result(const PlacedTag& tag) {
    const std::optional<StatedOutcome> said = read_outcome(tag.value);
    if (!said) return unknown(tag, "a result, \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"");
    if (header_.result) return same_result(tag, *said);
    header_.result = said->result;
    // A draw is all that the word "draw" says here.
    const bool drawn = same_word(trimmed(tag.value), "draw");
    if (said->ending != Ending::unknown && !drawn) header_.ending = said->ending;
    if (said->rest.empty()) return true;
    findings_.add(FindingCode::result_text, tag.value_place, in_quotes(said->rest));
    return false;
  }

  // Whether a second tag says nothing new.
  bool same_result(const PlacedTag& tag, const StatedOutcome& said) {
    if (said.result == header_.result && said.rest.empty() && said.ending == Ending::unknown) {
      return true;
    }
    findings_.add(FindingCode::second_result, tag.value_place, name(*header_.result),
                  in_quotes(tag.value));
    return false;
  }

  bool termination(const PlacedTag& tag) {
    const std::optional<Outcome> o = outcome_in_words(tag.value);
    if (!o) return false;
    if (header_.ending != Ending::unknown) return o->ending == header_.ending;
    header_.ending = o->ending;
    const bool won = o->result == GameResult::black_wins || o->result == GameResult::white_wins;
    if (won) loser_named_ = {o->result, &tag};
    return true;
  }

  // "Black resigns" gives the result if nothing else states it.
  void settle_result() {
    const auto [result, tag] = loser_named_;
    if (!tag) return;
    if (!header_.result) header_.result = result;
    if (*header_.result == result) return;
    findings_.add(FindingCode::result_contradicted, tag->value_place, in_quotes(tag->value),
                  name(result), name(*header_.result));
  }

  void other(PlacedTag& tag) {
    if (findings_.over(header_.others.size() + 1, record_limits::tags, tag.place)) return;
    Tag t{std::move(tag.name), std::move(tag.value)};
    if (same_word(t.name, "Sente") && !has_black_) t.name = tags::black;
    if (same_word(t.name, "Gote") && !has_white_) t.name = tags::white;
    if (same_word(t.name, "Result")) t.name = result_text;
    if (same_word(t.name, tags::date)) {
      if (const auto found = settle_date(t.value)) findings_.add(*found, tag.value_place);
    }
    header_.others.push_back(std::move(t));
  }

  std::vector<PlacedTag>& tags_;
  Findings& findings_;
  bool has_black_;
  bool has_white_;
  Header header_;
  /// What a termination says that names the loser, and its tag.
  std::pair<GameResult, const PlacedTag*> loser_named_{GameResult::unknown, nullptr};
};

// Whether a reader would take the tag, which is another format's or a repeated one, for one of the
// game's fields.
bool states_a_field(const Tag& t) {
  const auto named = [&t](std::string_view name) { return same_word(t.name, name); };
  if (named("SFEN") || named("FEN") || named("Handicap")) return true;
  if (named("Rules")) return rule_set_named(trimmed(t.value)).has_value();
  return named("Termination") && outcome_in_words(t.value);
}

void write_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"" + escaped_value(value) + "\"]\n";
}

}  // namespace

std::string escaped_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == '\0') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\0";
    } else {
      if (c == '\\' || c == '"') out += '\\';
      out += c;
    }
  }
  return out;
}

bool is_tag_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return false;
  std::size_t i = at + 1;
  while (i < text.size() && is_name_char(text[i])) ++i;
  if (i == at + 1) return false;
  while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  return i < text.size() && text[i] == '"';
}

bool is_like_tag(std::string_view line) {
  return line.starts_with('[') &&
         ((line.size() > 1 && is_name_char(line[1])) || trimmed(line).ends_with(']'));
}

bool is_whole_tag(std::string_view line) {
  return places_of_tag(line).value_end != std::string_view::npos;
}

std::size_t tag_length(std::string_view line) { return places_of_tag(line).length; }

TagSection read_tags(std::string_view text, std::size_t& at, Findings& findings) {
  constexpr std::size_t usual_tags = 16;
  TagSection section;
  section.tags.reserve(usual_tags);
  for (;;) {
    at = skip_spaces(text, at);
    // Remarks that no tag follows belong to the moves.
    const Remarks remarks = remarks_at(text, at);
    const std::size_t next = remarks.end;
    if (next >= text.size() || text[next] != '[') return section;
    const std::string_view line = line_at(text, next);
    // Between moves, and so before the first one, brackets hold comments.
    if (remarks.braces ? !is_tag_at(line, 0) : !is_like_tag(line)) return section;
    add_comment(section.remarks, remarks.text);
    const TagPlaces places = places_of_tag(line);
    PlacedTag tag = read_tag(line, places, findings);
    at = next + places.length;
    if (tag.name.empty()) {
      findings.add(FindingCode::tag_without_name, tag.place);
    } else {
      if (findings.over_in_header(section.tags.size() + 1, line)) return section;
      section.tags.push_back(std::move(tag));
    }
  }
}

Header read_header(std::vector<PlacedTag>& tags, Findings& findings) {
  return HeaderReader(tags, findings).read();
}

void write_tags(std::string& out, const Game& game, std::vector<std::string>& losses) {
  write_tag(out, "Variant", info(game.variant).name);
  std::size_t bad_names = 0;
  for (const Tag& t : game.tags) {
    if (!t.name.empty() && std::all_of(t.name.begin(), t.name.end(), is_name_char)) {
      // Nothing but the game's own result is written as its result.
      const bool result = same_word(t.name, "Result");
      write_tag(out,
                result              ? std::string(result_text)
                : states_a_field(t) ? t.name + '_'
                                    : t.name,
                t.value);
    } else {
      ++bad_names;
    }
  }
  if (bad_names != 0) {
    losses.push_back("tags whose names are not words (" + std::to_string(bad_names) + ")");
  }
  if (game.rules != RuleSet::standard) write_tag(out, "Rules", name(game.rules));
  if (!(game.start == start_setup(game.variant))) {
    const std::optional<std::string> handicap = handicap_name(game.start);
    const Result<Setup> again =
        handicap ? read_handicap(*handicap, game.variant) : Result<Setup>(fail("no handicap"));
    if (again && *again == game.start) {
      write_tag(out, "Handicap", *handicap);
    } else {
      write_tag(out, "SFEN", write_sfen(game.start));
    }
  }
  write_tag(out, "Result", name(game.result));
  if (game.ending != Ending::unknown) write_tag(out, "Termination", name(game.ending));
}

}  // namespace yari
