// Games of a folder are imported, whatever else lies there; and nothing else becomes a game.
#include "import/record_verdict.h"

#include <fstream>
#include <iterator>
#include <map>

#include "import/read_records.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari {
namespace {

using test::ScratchFolder;

struct Found {
  std::map<Verdict, int> verdicts;
  std::vector<std::string> skipped;
  std::string said;
};

Found read_all(const std::vector<std::string>& paths, const ReadingOptions& options = {}) {
  Found found;
  RecordSource source(paths, options.source);
  read_records(source, options, [&](const ReadRecord& read) {
    ++found.verdicts[read.verdict];
    if (read.verdict == Verdict::skipped_file) found.skipped.push_back(*read.record.file);
    for (const Diagnostic& d : read.result.diagnostics)
      found.said += diagnostic_text(*read.record.file, d);
    return true;
  });
  return found;
}

const std::map<std::string, std::string> other_files{
    {"index.html",
     "<!DOCTYPE html>\n<html lang=\"ja\"><head><title>棋譜：名人戦</title></head>\n<body>\n"
     "<p>先手：羽生</p>\n<table><tr><td>1</td><td>P-7f</td></tr></table>\n</body></html>\n"},
    {"error.kif", "<html><head><title>404 Not Found</title></head>\n<body>nginx</body></html>\n"},
    {"README.md",
     "# Games\n\nThese are games of the *club*, 1995-2005:\n\n- [first](1.kif)\n"
     "- [second](2.kif)\n\n1. Unpack\n2. Run `yari import .`\n"},
    {"players.csv", "name,rating,games\nAmano,2400,12\nBasho,2300,7\n"},
    {"truth.tsv", "number\tplayers\tresult\tusi\n1\tAmano - Basho\t1-0\t7g7f 3c3d 2g2f\n"},
    {"package.json", "{\"name\": \"viewer\", \"version\": \"1.0.0\"}\n"},
    {"destroyed.kif",
     "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\n\uFFFD\uFFFD\uFFFD\uFFFD\n1 "
     "\uFFFD\uFFFD\uFFFD(77)\n2 \uFFFD\uFFFD\uFFFD(33)\n"},
    {"perft.tsv", "sfen\tdepth\tnodes\nrnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1\t1\t20\n"},
    {"picture.png", std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0", 20)},
    {"empty.csa", ""},
    {"notes.txt", "Round 3 was played on Sunday.\nIt rained.\n"},
    {"LICENSE", "Permission is hereby granted, free of charge, to any person ...\n"},
    {"rejects.txt",
     "rejects-hodges-utf-8.psn:1 from a.psn:3: expected a move, found '1. P-7f P-3d'\n"},
    {"empty.kif", "手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n"}};

}  // namespace

TEST_CASE("files of a folder that are no game records are skipped, each once") {
  const ScratchFolder folder;
  for (const auto& [name, content] : other_files) folder.write("in/" + name, content);
  folder.write("in/game.kif", "先手：天野\n後手：芭蕉\n   1 ７六歩(77)\n   2 ３四歩(33)\n");
  for (const bool strict : {false, true}) {
    ReadingOptions options;
    options.read.strict = strict;
    const Found found = read_all({folder.name("in")}, options);
    INFO(found.said);
    CHECK(found.verdicts ==
          std::map<Verdict, int>{{Verdict::game, 1}, {Verdict::skipped_file, other_files.size()}});
  }
}

TEST_CASE("members of an archive that are no game records are skipped") {
  const ScratchFolder folder;
  std::vector<test::Member> members(other_files.begin(), other_files.end());
  members.emplace_back("a.csa", "V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
  test::write_archive(folder.name("all.zip"), "zip", "", members);
  const Found found = read_all({folder.name("all.zip")});
  INFO(found.said);
  CHECK(found.verdicts ==
        std::map<Verdict, int>{{Verdict::game, 1}, {Verdict::skipped_file, other_files.size()}});
}

TEST_CASE("an archive that the user named and that contains no game record is an error") {
  const ScratchFolder folder;
  const std::vector<test::Member> members(other_files.begin(), other_files.end());
  test::write_archive(folder.name("others.zip"), "zip", "", members);
  test::write_archive(folder.name("more.tar.gz"), "pax", "gzip", {members.front()});
  const Found found = read_all({folder.name("others.zip"), folder.name("more.tar.gz")});
  CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::bad_file, 2},
                                                 {Verdict::skipped_file, other_files.size() + 1}});
  CHECK_THAT(found.said, Contains("others.zip: error: contains no game record") &&
                             Contains("more.tar.gz: error: contains no game record"));
}

TEST_CASE("a file that the user named gets its message, and one alone") {
  const ScratchFolder folder;
  for (const auto& [name, content] : other_files) {
    const std::string file = folder.write(name, content);
    const Found found = read_all({file});
    INFO(found.said);
    CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::bad_file, 1}});
    CHECK_THAT(found.said, Contains(file + ":") && Contains("error: "));
  }
}

TEST_CASE("a record without a move, a position or a player is not imported") {
  const ScratchFolder folder;
  const Found found = read_all({folder.write(
      "a.kif",
      "先手：天野\n   1 ７六歩(77)\nまで1手で中断\n手合割：平手\nまで0手で中断\n手合割：平手\n"
      "先手：芭蕉\nまで0手で中断\n手合割：香落ち\nまで0手で中断\n")});
  INFO(found.said);
  CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::game, 3}, {Verdict::no_record, 1}});
  CHECK_THAT(found.said, Contains("no move, no start position and no player"));
}

TEST_CASE("text among games that is no record is refused alone, and the games are read") {
  const ScratchFolder folder;
  const std::string game = "[Black \"A\"]\n[White \"B\"]\n\n1. P-7f P-3d 1-0\n\n";
  Found found = read_all(
      {folder.write("a.psn", "Games of the club, found on an old disk.\n\n" + game + game)});
  INFO(found.said);
  CHECK(found.verdicts[Verdict::game] == 2);
  CHECK(found.verdicts[Verdict::refused] == 1);
}

TEST_CASE("a damaged record is refused, and not skipped as other text") {
  const ScratchFolder folder;
  folder.write("in/a.usi", "startpos moves 9z9z\n");
  folder.write("in/b.csa", "V2.2\nPI\n+\n+7775FU\n%TORYO\n");
  const Found found = read_all({folder.name("in")});
  INFO(found.said);
  CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::refused, 2}});
}

TEST_CASE("what only looks like a tag does not make a record of other text") {
  const ScratchFolder folder;
  const std::vector<std::string> texts{"[\"strings\", \"in\", \"JSON\"]\n",
                                       "[see\"x\"]\n",
                                       "[link](there \"title\")\n",
                                       "[5 rows, a \"b\"]\n",
                                       "[no quote]\n",
                                       "see \"x\"\n",
                                       "[x \n\"y\"]\n"};
  for (std::size_t i = 0; i < texts.size(); ++i)
    folder.write("in/" + std::to_string(i) + ".psn", texts[i] + "9z9z 1. x\n");
  folder.write("in/tag.psn", "[Evnt \"x\"]\n9z9z 1. x\n");
  const Found found = read_all({folder.name("in")});
  INFO(found.said);
  CHECK(found.verdicts ==
        std::map<Verdict, int>{{Verdict::refused, 1}, {Verdict::skipped_file, texts.size()}});
}

TEST_CASE("USEN without moves is a game, as it is written for one") {
  const ScratchFolder folder;
  const Found found = read_all({folder.write("a.usen", "~0..\n~0..r\n~0.7ku2jm.\n")});
  INFO(found.said);
  CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::game, 3}});
}

TEST_CASE("one player, or a start position, makes a game without moves") {
  const auto judged = [](const std::string& text) {
    ReadResult result = format_named("psn")->read(text, {});
    Record record;
    record.format = format_named("psn");
    record.text = text;
    return judge(record, {}, result);
  };
  CHECK(judged("[White \"B\"]\n\n*\n") == Verdict::game);
  CHECK(judged("[White \"?\"]\n[Black \" \"]\n\n*\n") == Verdict::no_record);
  CHECK(judged("[Handicap \"YR1a\"]\n\n*\n") == Verdict::game);
}

TEST_CASE("positions alone, one a line, are games, the even start too") {
  const ScratchFolder folder;
  const std::string even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
  const std::string problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
  for (const std::string& text : {even + problem, "sfen " + even + "sfen " + problem,
                                  "# a set\n1. " + even + "2. " + problem}) {
    const Found found = read_all({folder.write("positions.txt", text)});
    INFO(text << found.said);
    CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::game, 2}});
  }
  const Found starts = read_all({folder.write("starts.txt", "startpos\nposition startpos\n")});
  CHECK(starts.verdicts == std::map<Verdict, int>{{Verdict::game, 2}});
  // Each line has its own fault.
  const Found kingless =
      read_all({folder.write("some.txt", problem + "9/9/4P4/9/9/9/9/9/9 b G 1\n")});
  CHECK(kingless.verdicts == std::map<Verdict, int>{{Verdict::game, 1}, {Verdict::refused, 1}});
}

TEST_CASE("a record over the limit is refused without being read") {
  const ScratchFolder folder;
  ReadingOptions options;
  options.source.record_limit = 100'000;
  const std::string file =
      folder.write("a.psn", "[Black \"A\"]\n\n1. P-7f {" + std::string(300'000, 'x') + "} *\n");
  const Found found = read_all({file}, options);
  CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::refused, 1}});
  CHECK_THAT(found.said, Contains("it is not read"));
}

TEST_CASE("of much text before a first game a part is kept, and the rest is counted") {
  const ScratchFolder folder;
  std::string text = "junk " + std::string(100'000, 'x') + "\n";
  for (int i = 1; i < 150; ++i) text += "7z7z\n";
  const Found found = read_all({folder.write("a.usi", text + "startpos moves 7g7f 3c3d\n")});
  CHECK(found.verdicts == std::map<Verdict, int>{{Verdict::game, 1}, {Verdict::refused, 100}});
  CHECK_THAT(found.said, Contains(" (and 50 more)"));
}

TEST_CASE("a reader that wants no more gets the same messages as far as it goes") {
  const ScratchFolder folder;
  const std::vector<test::Member> members(other_files.begin(), other_files.end());
  test::write_archive(folder.name("others.zip"), "zip", "", {members[4], members[5]});
  const std::vector<std::string> paths{
      folder.name("others.zip"), folder.name("missing"), folder.write("notes.txt", "It rained.\n"),
      folder.write("a.usi", "7z7z\n7z7z\nstartpos moves 7g7f 3c3d\njunk\n"),
      folder.write("more.txt", "It rained again.\n")};
  const auto first = [&](std::size_t wanted) {
    std::vector<std::string> messages;
    RecordSource source(paths, {});
    read_records(source, {}, [&](const ReadRecord& read) {
      messages.push_back(*read.record.file + std::to_string(static_cast<int>(read.verdict)));
      return messages.size() < wanted;
    });
    return messages;
  };
  const std::vector<std::string> all = first(100);
  REQUIRE(all.size() == 10);
  for (int n = 1; n < std::ssize(all); ++n)
    CHECK(first(static_cast<std::size_t>(n)) ==
          std::vector<std::string>(all.begin(), std::next(all.begin(), n)));
}

TEST_CASE("a caret stands under its character, also after the end of the line") {
  Diagnostic d;
  d.say({FindingCode::moves_word_missing});
  d.severity = Severity::warning;
  d.excerpt = "先x";
  const std::string head =
      "a.kif:1:1: warning: expected 'moves' before the moves [moves-word-missing]\n  先x\n";
  CHECK(diagnostic_text("a.kif", d) == head);
  for (const auto& [caret, line] :
       {std::pair(1, "  ^\n"), std::pair(2, "    ^\n"), std::pair(5, "       ^\n")}) {
    d.caret = static_cast<std::size_t>(caret);
    CHECK(diagnostic_text("a.kif", d) == head + line);
  }
}

TEST_CASE("no record of the test data is skipped") {
  const auto data = test::shared_data("shogi");
  if (!data) return;
  const Found found = read_all({data->string(), test::shared_data("yari")->string()});
  for (const std::string& file : found.skipped) {
    INFO(file);
    // Three empty forms, and one with other headers alone.
    const bool is_form = file.find("empty") != file.npos || file.find("any-game") != file.npos;
    CHECK((file.ends_with(".tsv") || is_form));
  }
}

}  // namespace yari
