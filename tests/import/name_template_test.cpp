// Names of exported files: filled from the game, safe, and never the same twice.
#include "import/name_template.h"

#include "tests/support/catch.h"

namespace yari {
namespace {

Game game_of(std::string_view black, std::string_view white) {
  Game game = new_game(Variant::shogi);
  game.set_tag(tags::black, black);
  game.set_tag(tags::white, white);
  game.set_tag(tags::date, "1995-08-23");
  game.result = GameResult::draw;
  return game;
}

std::string name_of(std::string_view text, const Game& game) {
  Result<NameTemplate> parsed = NameTemplate::parse(text);
  REQUIRE(parsed);
  return parsed->name(game, 42);
}

}  // namespace

TEST_CASE("fields are filled from the game") {
  const Game game = game_of("羽生善治", "Mirnik");
  CHECK(name_of("{date} {black}-{white}.kif", game) == "1995-08-23 羽生善治-Mirnik.kif");
  CHECK(name_of("{variant}/{id}.psn", game) == "shogi/000042.psn");
  CHECK(name_of("{result}_{plies}_{event}", game) == "draw_0_unknown");
  CHECK(name_of("a{{b}}", game) == "a{b}");
  Game won = game;
  won.result = GameResult::white_wins;
  CHECK(name_of("{result}", won) == "0-1");
}

TEST_CASE("what fills a field cannot leave the folder or hide a file") {
  CHECK(name_of("{black}", game_of("../../etc/passwd", "")) == "_._.._etc_passwd");
  CHECK(name_of("{black}", game_of("..", "")) == "_");
  CHECK(name_of("{black}", game_of("a\nb:c?", "")) == "a_b_c_");
  CHECK(name_of("{black}", game_of(".hidden", "")) == "_hidden");
  CHECK(name_of("{black}", game_of("a. .", "")) == "a");
  std::string longest;
  for (int i = 0; i < 60; ++i) longest += "先";
  CHECK(name_of("{black}", game_of(longest + "手手", "")) == longest);
}

TEST_CASE(
    "no field makes a name that a shell, a program or another system reads as something else") {
  CHECK(name_of("{black}.psn", game_of("-rf", "")) == "_rf.psn");
  CHECK(name_of("{black}.psn", game_of("~root", "")) == "_root.psn");
  CHECK(name_of("{black}.psn", game_of("$(touch ran) `x`", "")) == "_(touch ran) _x_.psn");
  CHECK(name_of("{black}.psn", game_of("a\u202Enip\u200B\u0085\x7F", "")) == "a_nip___.psn");
  CHECK(name_of("{black}.psn", game_of("Con", "")) == "_Con.psn");
  CHECK(name_of("{black}/{white}", game_of("aux", "lpt1.x")) == "_aux/_lpt1.x");
  CHECK(name_of("{black}.psn", game_of("Conrad", "")) == "Conrad.psn");
}

TEST_CASE("a character that cannot be seen becomes '_', unless it is part of the sign before it") {
  for (const char* unseen : {"\u3164", "\u00AD", "\u034F", "\u061C", "\u115F", "\u180E", "\uFE0F",
                             "\uFFA0", "\uFFF9", "\U000E0041"}) {
    INFO(unseen);
    CHECK(name_of("{black}.psn", game_of(unseen, "")) == "_.psn");
  }
  CHECK(name_of("{black}.psn", game_of("It\u00ADo", "")) == "It_o.psn");
  CHECK(name_of("{black}.psn", game_of("葛\U000E0100西", "")) == "葛\U000E0100西.psn");
  CHECK(name_of("{black}.psn", game_of("\u3164\uFE0F", "")) == "__.psn");
  CHECK(name_of("{black}.psn", game_of("*\uFE0F", "")) == "__.psn");
}

TEST_CASE("a name has room in every file system, with its number and its ending") {
  std::string long_name;
  for (int i = 0; i < 60; ++i) long_name += "先";
  const Game game = game_of(long_name, long_name);
  Result<NameTemplate> parsed = NameTemplate::parse("{black}{white}/{black}-{white}.psn.gz");
  REQUIRE(parsed);
  for (int i = 1; i < 12; ++i) {
    const std::string name = parsed->name(game, 1);
    INFO(name);
    CHECK(name.ends_with(".psn.gz"));
    CHECK(name.find('/') <= 200);
    CHECK(name.size() - name.find('/') < 230);
    CHECK((static_cast<unsigned char>(name[name.find('/') + 1]) == 0xE5));
  }
}

TEST_CASE("the folder of a template is what stands before its first field") {
  CHECK(NameTemplate::parse("a/b/{id}.psn")->folder() == "a/b/");
  CHECK(NameTemplate::parse("a/b{id}/{id}")->folder() == "a/");
  CHECK(NameTemplate::parse("b{id}/{id}")->folder().empty());
  CHECK(NameTemplate::parse("{id}/a")->folder().empty());
}

TEST_CASE("a name given before gets a number, whatever its case") {
  Result<NameTemplate> parsed = NameTemplate::parse("x/{black}.tar.gz");
  REQUIRE(parsed);
  CHECK(parsed->name(game_of("Habu", ""), 1) == "x/Habu.tar.gz");
  CHECK(parsed->name(game_of("habu", ""), 2) == "x/habu-2.tar.gz");
  CHECK(parsed->name(game_of("Habu", ""), 3) == "x/Habu-3.tar.gz");
  CHECK(parsed->name(game_of("Habu-2", ""), 4) == "x/Habu-2-2.tar.gz");
}

TEST_CASE("the number stands before the ending, not before a dot in a date") {
  Result<NameTemplate> parsed = NameTemplate::parse("v1.0/{event} {round}.psn.gz");
  REQUIRE(parsed);
  Game game = game_of("Habu", "");
  game.set_tag("Event", "1995.08.23");
  game.set_tag("Round", "1.2");
  CHECK(parsed->name(game, 1) == "v1.0/1995.08.23 1.2.psn.gz");
  CHECK(parsed->name(game, 2) == "v1.0/1995.08.23 1.2-2.psn.gz");
  Result<NameTemplate> bare = NameTemplate::parse("{event}");
  CHECK(bare->name(game, 1) == "1995.08.23");
  CHECK(bare->name(game, 2) == "1995.08.23-2");
  Result<NameTemplate> packed = NameTemplate::parse("{round}.gz");
  CHECK(packed->name(game, 1) == "1.2.gz");
  CHECK(packed->name(game, 2) == "1.2-2.gz");
}

TEST_CASE("wrong templates are refused with the place") {
  CHECK(NameTemplate::parse("{id}-{colour}.kif").error().offset == 5);
  CHECK(NameTemplate::parse("abc{black").error().offset == 3);
  CHECK(NameTemplate::parse("abc}").error().offset == 3);
  for (const std::string_view text : {"", "/tmp/{id}", "../{id}", "a/../../{id}", "a/"}) {
    INFO(text);
    CHECK_FALSE(NameTemplate::parse(text));
  }
}

TEST_CASE("every field has its value") {
  Game game = game_of("B", "W");
  for (const auto& [tag, value] :
       {std::pair("Event", "E"), std::pair("Site", "S"), std::pair("Round", "7")})
    game.set_tag(tag, value);
  game.result = GameResult::black_wins;
  CHECK(name_of("{id}|{black}{white}{event}{site}|{date}|{round}|{result}|{variant}|{plies}",
                game) == "000042|BWES|1995-08-23|7|1-0|shogi|0");
}

TEST_CASE("names of devices get a letter before them, and names that only begin so do not") {
  for (const char* name : {"con", "PRN", "aux", "nul", "com1", "COM9", "lpt1", "Lpt9"})
    CHECK(name_of("{black}.psn", game_of(name, "")) == "_" + std::string(name) + ".psn");
  for (const char* name : {"com", "com0", "com10", "lpt", "lpta", "cona", "nu", "comx"})
    CHECK(name_of("{black}.psn", game_of(name, "")) == std::string(name) + ".psn");
}

TEST_CASE("a field has sixty characters at most, and a name two hundred bytes") {
  const std::string long_field(60, 'x');
  CHECK(name_of("{black}", game_of(long_field, "")) == long_field);
  CHECK(name_of("{black}", game_of(long_field + "y", "")) == long_field);
  for (const std::size_t size : {199U, 200U, 201U}) {
    const std::string name(size, 'a');
    CHECK(name_of(name + ".psn/{id}", game_of("", "")).find('/') ==
          std::min(size + 4, std::size_t{200}));
    CHECK(name_of(name + ".psn", game_of("", "")) ==
          std::string(std::min<std::size_t>(size, 200), 'a') + ".psn");
  }
}

TEST_CASE("only what begins a name is taken for a hidden file, an option or a folder") {
  CHECK(name_of("{black}", game_of("a.b-c~d", "")) == "a.b-c~d");
  CHECK(name_of("{black}", game_of("...", "")) == "_");
  CHECK(name_of("{black}", game_of(" . ", "")) == "unknown");
  CHECK(NameTemplate::parse("a..b"));
  CHECK(NameTemplate::parse("..a/b.."));
  CHECK_FALSE(NameTemplate::parse("a/.."));
  CHECK_FALSE(NameTemplate::parse(".."));
  CHECK(NameTemplate::parse("a{id").error().offset == 1);
  CHECK(NameTemplate::parse("a{}b").error().offset == 1);
}

}  // namespace yari
