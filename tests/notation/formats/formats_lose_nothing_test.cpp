// Every real record, written in every format that can hold its game and read again, says the same
// in every field but those that the writer's losses name.
#include <algorithm>
#include <map>
#include <set>

#include "tests/notation/real_records.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// What may differ where a loss that begins so is reported.
struct Excuse {
  std::string_view field;
  std::string_view loss;
};

constexpr Excuse excuses[] = {
    {"first move number", "number of the first move"},
    {"rules", "rule set"},
    {"tags", "tags"},
    {"tags", "line ends or outer blanks in tags"},
    {"variations", "variations"},
    {"result", "result"},
    {"ending", "ending"},
    // Where the result is gone, the last position may say another.
    {"ending", "result"},
    {"unread", "unread"},
    {"comment", "comments ("},
    {"comment", "line ends or outer blanks"},
    {"comment before", "comments before"},
    {"comment before", "line ends or outer blanks"},
    {"glyphs", "glyphs"},
    {"time spent", "times spent"},
    {"time spent", "parts of seconds"},
    {"time left", "times left"},
    {"time left", "parts of seconds"},
    {"evaluations", "evaluations"},
    {"evaluations", "mates, depth, nodes or engines"},
    {"evaluations", "line ends or outer blanks"},
    {"evaluations", "moves of evaluations"},
    {"bookmark", "bookmarks"},
    {"bookmark", "line ends or outer blanks"},
};

bool is_excused(std::string_view field, const std::vector<std::string>& losses) {
  return std::any_of(std::begin(excuses), std::end(excuses), [&](const Excuse& e) {
    return e.field == field && std::any_of(losses.begin(), losses.end(), [&](const std::string& l) {
             return l.starts_with(e.loss);
           });
  });
}

/// The fields in which two games differ.
class Comparison {
 public:
  Comparison(const Game& was, const Game& now) : was_(was), now_(now) {
    differ("variant", was.variant != now.variant);
    differ("start", !was.start.same_position(now.start));
    differ("first move number", was.start.move_number != now.start.move_number);
    differ("rules", was.rules != now.rules);
    differ("tags", sorted(was.tags) != sorted(now.tags));
    differ("moves", was.moves.main_moves() != now.moves.main_moves());
    differ("result", was.result != now.result);
    differ("ending", was.ending != now.ending);
    differ("unread", was.unread != now.unread);
    compare_trees();
  }
  const std::set<std::string_view>& fields() const { return fields_; }

 private:
  void differ(std::string_view field, bool differs) {
    if (differs) fields_.insert(field);
  }

  // Formats have players first; the order of the others is not looked at.
  static std::vector<std::pair<std::string, std::string>> sorted(const std::vector<Tag>& tags) {
    std::vector<std::pair<std::string, std::string>> list;
    for (const Tag& t : tags) list.emplace_back(t.name, t.value);
    std::sort(list.begin(), list.end());
    return list;
  }

  void compare_trees() {
    std::vector<NodeId> same(was_.moves.size(), root_node);
    compare_notes(root_node, root_node);
    std::vector<NodeId> open{root_node};
    while (!open.empty()) {
      const NodeId n = open.back();
      open.pop_back();
      NodeId b = now_.moves.first_child(same[n]);
      NodeId a = was_.moves.first_child(n);
      for (; a != no_node && b != no_node && was_.moves.move(a) == now_.moves.move(b);
           a = was_.moves.next_sibling(a), b = now_.moves.next_sibling(b)) {
        same[a] = b;
        compare_notes(a, b);
        open.push_back(a);
      }
      if (a != no_node || b != no_node) differ("variations", true);
    }
  }

  void compare_notes(NodeId a, NodeId b) {
    const Note none;
    const Note& was = was_.moves.note(a) ? *was_.moves.note(a) : none;
    const Note& now = now_.moves.note(b) ? *now_.moves.note(b) : none;
    differ("comment", was.comment != now.comment);
    differ("comment before", was.before != now.before);
    differ("glyphs", was.glyphs != now.glyphs);
    differ("time spent", was.spent_ms != now.spent_ms);
    differ("time left", was.left_ms != now.left_ms);
    differ("evaluations", was.evaluations != now.evaluations);
    differ("bookmark", was.bookmark != now.bookmark);
  }

  const Game& was_;
  const Game& now_;
  std::set<std::string_view> fields_;
};

std::string listed(const std::vector<std::string>& losses) {
  std::string out;
  for (const std::string& l : losses) out += (out.empty() ? "" : "; ") + l;
  return out.empty() ? "no losses" : out;
}

}  // namespace

TEST_CASE("what is lost between formats is reported by the writer, field by field") {
  std::map<std::string, std::vector<std::string>> unreported;
  int compared = 0;
  for (const RealRecord& record : real_records()) {
    const ReadResult first = record.format->read(record.text, {});
    if (!first.game) continue;
    for (const Format& format : formats()) {
      const WriteResult written = format.write(*first.game, {});
      if (written.text.empty()) {
        CHECK_FALSE(written.losses.empty());
        continue;
      }
      ++compared;
      ReadOptions options;
      options.variant = first.game->variant;
      const ReadResult again = format.read(written.text, options);
      const auto fail = [&](std::string_view field) {
        unreported[std::string(record.format->name) + " to " + std::string(format.name) + ", " +
                   std::string(field)]
            .push_back(record.name + " (" + listed(written.losses) + ")\n" + messages(again));
      };
      if (!again.game) {
        fail("whole game");
        continue;
      }
      const Comparison comparison(*first.game, *again.game);
      for (const std::string_view field : comparison.fields()) {
        if (!is_excused(field, written.losses)) fail(field);
      }
    }
  }
  CHECK(compared > 0);
  std::string failures;
  for (const auto& [kind, records] : unreported) {
    failures += kind + ": " + std::to_string(records.size()) + ", first " + records.front();
  }
  INFO(failures);
  CHECK(unreported.empty());
}

TEST_CASE("empty first lines of a comment and moves that no engine can mean are reported as lost") {
  Game game = new_game(Variant::shogi);
  const NodeId n = game.moves.add(root_node, *read_usi_move("7g7f", Variant::shogi));
  Note& note = game.moves.edit_note(n);
  note.comment = "\n\nafter two empty lines";
  Evaluation e;
  e.score = 12;
  e.pv = {*read_usi_move("3c3d", Variant::shogi), *read_usi_move("9i1a", Variant::shogi)};
  note.evaluations.push_back(e);
  for (const std::string_view name : {"kif", "ki2", "csa", "jkf"}) {
    CAPTURE(name);
    const std::string losses = listed(format_named(name)->write(game, {}).losses);
    CHECK(losses.find("line ends or outer blanks in tags, names and comments (1)") != losses.npos);
    CHECK(losses.find("moves of evaluations that cannot be played (1)") != losses.npos);
  }
  CHECK(format_named("hodges")->write(game, {}).losses.empty());
}

}  // namespace yari::test
