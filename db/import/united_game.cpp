// Tags are united value by value, notes as trees.
#include "db/import/united_game.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "db/codec/notes_blob.h"
#include "db/codec/tag_layout.h"
#include "db/import/same_game.h"
#include "db/store/error.h"
#include "record/game_size.h"
#include "record/record_limits.h"
#include "record/tag_value.h"
#include "record/unite.h"
#include "rules/outcome.h"
#include "text/ascii.h"

namespace yari {

namespace {

using Tags = std::vector<Tag>;

StoredTags tags_of(const PreparedGame& game) {
  return {game.black, game.white,      game.event,     game.site,
          game.date,  game.tag_layout, game.tag_values};
}

/// The places of tags by their names in small letters.
using Places = std::map<std::string, std::vector<std::size_t>, std::less<>>;

Places places_of(const Tags& tags) {
  Places places;
  for (std::size_t i = 0; i < tags.size(); ++i) places[ascii_lower(tags[i].name)].push_back(i);
  return places;
}

/// Those that say something.
std::vector<std::string> values_of(const Tags& tags, const std::vector<std::size_t>& places) {
  std::vector<std::string> values;
  for (const std::size_t i : places)
    if (!says_nothing(tags[i].value)) values.push_back(tags[i].value);
  return values;
}

/// How many parts of a date a value names.
int date_parts(const std::string& value) {
  const DateNumber date = read_date(value).value_or(0);
  return (date / 10000 > 0 ? 1 : 0) + (date / 100 % 100 > 0 ? 1 : 0) + (date % 100 > 0 ? 1 : 0);
}

/// One of two values, in whatever order they come. Blanks around a value say nothing.
bool is_better(const std::string& a, const std::string& b, bool is_date) {
  const auto worth = [is_date](const std::string& value) {
    return std::tuple(is_date ? date_parts(value) : 0, known_value(value).size(),
                      -std::ssize(value));
  };
  const auto x = worth(a), y = worth(b);
  return x != y ? x > y : a < b;
}

/// What values of a tag mean, however they are spelled.
class Meanings {
 public:
  Meanings(const std::vector<std::string>& values, bool is_date) : is_date_(is_date) {
    for (const std::string& value : values) {
      known_.insert(known_value(value));
      has_date_ = has_date_ || (is_date && read_date(value).has_value());
    }
  }
  bool has(const std::string& value) const {
    // Dates that contradict each other are those of two games: one of these says less.
    return known_.contains(known_value(value)) ||
           (is_date_ && has_date_ && read_date(value).has_value());
  }

 private:
  std::unordered_set<std::string> known_;
  bool is_date_, has_date_ = false;
};

/// Puts tags together: those of `base`, then what only `other` has. A game may have thousands.
class TagUnion {
 public:
  TagUnion(Tags base, Preference preference, std::vector<Clash>& clashes)
      : tags_(std::move(base)),
        places_(places_of(tags_)),
        preference_(preference),
        clashes_(clashes) {}

  Tags with(const Tags& others) && {
    Places theirs = places_of(others);
    for (const Tag& tag : others)
      // The first of a name stands for all.
      if (const auto found = theirs.find(ascii_lower(tag.name)); found != theirs.end()) {
        take(tag.name, values_of(others, found->second));
        theirs.erase(found);
      }
    return std::move(tags_);
  }

 private:
  void take(const std::string& name, const std::vector<std::string>& theirs) {
    const std::vector<std::size_t>& places = places_[ascii_lower(name)];
    const std::vector<std::string> mine = values_of(tags_, places);
    if (theirs.empty() || mine == theirs) return;
    if (mine.empty()) return add(name, places, theirs);
    const bool is_date = same_ignoring_case(name, tags::date);
    const Meanings known(mine, is_date);
    for (const std::string& value : theirs)
      if (!known.has(value)) {
        const bool other_wins = preference_ == Preference::neither && mine.size() == 1 &&
                                theirs.size() == 1 && is_better(value, mine[0], is_date);
        clashes_.push_back(
            {Clash::Kind::tag, name, other_wins ? value : mine[0], other_wins ? mine[0] : value});
      }
    if (mine.size() > 1 || theirs.size() > 1 || !is_better(theirs[0], mine[0], is_date)) return;
    const bool says_more =
        is_date && date_parts(theirs[0]) > date_parts(mine[0]) && known.has(theirs[0]);
    if (preference_ == Preference::neither || says_more) set(places, theirs[0]);
  }

  /// In the place of a value that says nothing, or at the end.
  void add(const std::string& name, const std::vector<std::size_t>& places,
           const std::vector<std::string>& values) {
    std::size_t from = 0;
    if (!places.empty()) tags_[places.front()].value = values[from++];
    for (; from < values.size(); ++from) tags_.push_back({name, values[from]});
  }
  void set(const std::vector<std::size_t>& places, const std::string& value) {
    for (const std::size_t i : places)
      if (!says_nothing(tags_[i].value)) tags_[i].value = value;
  }

  Tags tags_;
  /// Of those of the base.
  Places places_;
  Preference preference_;
  std::vector<Clash>& clashes_;
};

/// In either order the same: more tags, then the order of bytes.
bool tags_lead(const Tags& a, const Tags& b) {
  if (a.size() != b.size()) return a.size() > b.size();
  const auto text = [](const Tag& tag) { return std::tie(tag.name, tag.value); };
  return !std::ranges::lexicographical_compare(b, a, {}, text, text);
}

Tags unite_tags(Tags stored, Tags others, Preference preference, std::vector<Clash>& clashes) {
  if (preference == Preference::neither && !tags_lead(stored, others)) std::swap(stored, others);
  return TagUnion(std::move(stored), preference, clashes).with(others);
}

struct End {
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  bool operator==(const End&) const = default;
};

/// Whether a game that ended so can have this result, which is known.
bool goes_with(Ending e, GameResult result) {
  switch (e) {
    case Ending::unknown:
    case Ending::abandoned:
    case Ending::no_mate:
    case Ending::error:
      return false;
    case Ending::repetition:
    case Ending::draw_agreed:
    case Ending::move_limit:
      return result == GameResult::draw;
    case Ending::stalemate:
    case Ending::impasse:
      return true;
    default:
      return result != GameResult::draw;
  }
}

/// An ending belongs to its result; where no result came with it, to one that came without ending.
End unite_ends(const End& stored, const End& other, Preference preference,
               std::vector<Clash>& clashes) {
  if (stored.result != other.result) {
    const bool is_open = stored.result == GameResult::unknown;
    End known = is_open ? other : stored;
    const Ending left = (is_open ? stored : other).ending;
    if (known.ending == Ending::unknown && goes_with(left, known.result)) known.ending = left;
    return known;
  }
  if (stored.ending == Ending::unknown) return other;
  if (other.ending == Ending::unknown || other.ending == stored.ending) return stored;
  const bool other_wins =
      preference == Preference::neither && name(other.ending) < name(stored.ending);
  const End& kept = other_wins ? other : stored;
  const End& lost = other_wins ? stored : other;
  clashes.push_back({.kind = Clash::Kind::ending,
                     .kept = std::string(name(kept.ending)),
                     .other = std::string(name(lost.ending))});
  return kept;
}

struct UnitedHeader {
  Tags tags;
  End end;
  /// It is another than the stored one.
  bool changed = false;
};

/// No value where the tags do not fit together.
std::optional<UnitedHeader> unite_headers(const store::StoredGame& stored, const PreparedGame& game,
                                          Preference preference, std::vector<Clash>& clashes) {
  std::optional<Tags> mine = put_together(stored.tags), theirs = put_together(tags_of(game));
  if (!mine || !theirs || stored.layout_missing) return std::nullopt;
  UnitedHeader header;
  header.tags = unite_tags(*mine, *std::move(theirs), preference, clashes);
  const End before{stored.header.result, stored.header.ending};
  header.end = unite_ends(before, {game.result, game.ending}, preference, clashes);
  header.changed = header.tags != *mine || header.end != before;
  return header;
}

void unite_notes(UnitedGame& out, const store::StoredGame& stored, const PreparedGame& game,
                 Preference preference, bool annotated) {
  if (game.notes.empty() || game.notes == stored.notes) return;
  if (stored.notes.empty()) {
    out.game.notes = game.notes;
    out.game.text = game.text;
    out.notes_changed = true;
    return;
  }
  const Game before = store::decode(stored, "");
  const MoveTree theirs = store::decode(stored, "", store::Trust::checksums, &game.notes).moves;
  const auto rank = [](const Bytes& notes) {
    return std::tuple<std::size_t, const Bytes&>(notes.size(), notes);
  };
  const bool stored_leads =
      preference == Preference::stored || rank(stored.notes) >= rank(game.notes);
  MoveTree tree = stored_leads ? before.moves : theirs;
  const NoteClashes clashes = unite(tree, stored_leads ? theirs : before.moves);
  if (annotated) {
    // Afterwards nothing could separate them from what the engine wrote.
    if (tree != before.moves) out.clashes.push_back({Clash::Kind::notes});
    return;
  }
  if (clashes.clocks > 0) out.clashes.push_back({Clash::Kind::clock});
  if (clashes.bookmarks > 0) out.clashes.push_back({Clash::Kind::bookmark});
  if (tree == before.moves) return;
  out.text_before = text_of_notes(before.moves, before.unread);
  out.game.notes = encode_notes(tree, before.unread);
  out.game.text = text_of_notes(tree, before.unread);
  out.notes_changed = true;
}

/// Whether nothing of a game can be beyond the limits of a record, by the sizes of its parts alone:
/// a variation takes four bytes of the notes, all else at least one.
bool is_small(const Tags& tags, const PreparedGame& game) {
  constexpr std::size_t few_notes = 4000, few_moves = 64 * 1024;
  std::size_t text = 0;
  for (const Tag& tag : tags) text += tag.name.size() + tag.value.size();
  return tags.size() <= record_limits::tags.most && text < record_limits::mebibyte &&
         game.notes.size() < few_notes && game.moves.size() < few_moves;
}

/// Why the two cannot be one game, as a clause; empty when they can.
std::string fault_of_size(const store::StoredGame& stored, Tags tags, const PreparedGame& whole) {
  if (is_small(tags, whole)) return {};
  Game after = store::decode(stored, "", store::Trust::checksums, &whole.notes);
  after.tags = std::move(tags);
  return grows_beyond_limits(store::decode(stored, ""), after);
}

}  // namespace

bool says_the_same(const store::StoredGame& stored, const PreparedGame& game) {
  const StoredTags& tags = stored.tags;
  return stored.notes == game.notes && tags.values == game.tag_values &&
         tags.layout == game.tag_layout && tags.black == game.black && tags.white == game.white &&
         tags.event == game.event && tags.site == game.site && tags.date == game.date &&
         stored.header.result == game.result && stored.header.ending == game.ending;
}

bool has_more_in_header(const store::StoredGame& stored, const PreparedGame& game) {
  std::vector<Clash> ignored;
  const std::optional<UnitedHeader> united =
      unite_headers(stored, game, Preference::stored, ignored);
  return !united || united->changed;
}

UnitedGame united(const store::StoredGame& stored, const PreparedGame& game, Preference preference,
                  bool annotated) {
  UnitedGame out;
  auto header = unite_headers(stored, game, preference, out.clashes);
  if (!header) store::throw_damaged("", stored.header.id, "its tags do not fit together");
  out.header_changed = header->changed;
  const End& end = header->end;

  PreparedGame& whole = out.game;
  whole.variant = stored.header.variant;
  whole.rules = stored.header.rules;
  whole.result = end.result;
  whole.ending = end.ending;
  whole.start = stored.header.start;
  whole.handicap = stored.header.handicap;
  StoredTags apart = take_apart(header->tags);
  whole.black = std::move(apart.black);
  whole.white = std::move(apart.white);
  whole.event = std::move(apart.event);
  whole.site = std::move(apart.site);
  whole.date = apart.date;
  whole.tag_layout = std::move(apart.layout);
  whole.tag_values = std::move(apart.values);
  whole.moves = game.moves;
  whole.notes = stored.notes;
  whole.content = game.content;
  unite_notes(out, stored, game, preference, annotated);
  if (out.changed()) out.too_large = fault_of_size(stored, std::move(header->tags), whole);
  return out;
}

}  // namespace yari
