// What is held back of a file until it shows a record, and how much of it.
#include "import/sifter.h"

#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Collects what comes out: the line of the text, and its verdict.
struct Sifted {
  std::vector<ReadRecord> out;
  Sifter sifter{[this](ReadRecord read) {
    out.push_back(std::move(read));
    return true;
  }};
};

ReadRecord other_text(std::uint64_t file, std::size_t size, Severity severity = Severity::warning) {
  ReadRecord read;
  read.record.file_number = file;
  read.record.text.assign(size, 'x');
  read.record.bytes = read.record.text;
  read.record.format = &line_format();
  read.verdict = Verdict::no_record;
  Diagnostic said;
  said.severity = severity;
  said.message = "no game record";
  read.result.diagnostics.push_back(said);
  return read;
}

std::string message(const ReadRecord& read) { return read.result.diagnostics.front().message; }

}  // namespace

TEST_CASE("a hundred texts are held, and the last says how many more there were") {
  for (const auto& [texts, last] :
       std::vector<std::pair<int, std::string>>{{99, "no game record"},
                                                {100, "no game record"},
                                                {101, "no game record (and 1 more)"},
                                                {150, "no game record (and 50 more)"}}) {
    INFO(texts);
    Sifted s;
    for (int i = 0; i < texts; ++i) CHECK(s.sifter.take_other(other_text(1, 10)));
    CHECK(s.out.empty());
    CHECK(s.sifter.expect({1, nullptr}, false));
    REQUIRE(s.out.size() == static_cast<std::size_t>(std::min(texts, 100)));
    CHECK(message(s.out.back()) == last);
    CHECK(message(s.out[s.out.size() - 2]) == "no game record");
    // After a record nothing is held.
    CHECK(s.sifter.take_other(other_text(1, 10)));
    CHECK(s.out.size() == static_cast<std::size_t>(std::min(texts, 100)) + 1);
    CHECK(message(s.out.back()) == "no game record");
  }
}

TEST_CASE("what was too much of one file is not said of the next") {
  Sifted s;
  for (int i = 0; i < 120; ++i) s.sifter.take_other(other_text(1, 10));
  s.sifter.take_other(other_text(2, 10));
  REQUIRE(s.out.size() == 1);
  CHECK(message(s.out[0]) == "contains no game record");
  CHECK(s.out[0].verdict == Verdict::skipped_file);
  CHECK(s.out[0].record.format == nullptr);
  s.sifter.expect({2, nullptr}, false);
  REQUIRE(s.out.size() == 2);
  CHECK(message(s.out[1]) == "no game record");
}

TEST_CASE("of a held text of more than 64 KiB the message alone is kept") {
  for (const auto& [size, kept] :
       std::vector<std::pair<std::size_t, std::size_t>>{{65536, 65536}, {65537, 0}}) {
    Sifted s;
    s.sifter.take_other(other_text(1, size));
    s.sifter.expect({1, nullptr}, false);
    REQUIRE(s.out.size() == 1);
    CHECK(s.out[0].record.text.size() == kept);
    CHECK(s.out[0].record.bytes.size() == kept);
  }
}

TEST_CASE("a text with an error among records is refused, and one with a warning is no record") {
  Sifted s;
  s.sifter.take_other(other_text(1, 1, Severity::error));
  s.sifter.take_other(other_text(1, 1));
  s.sifter.expect({1, nullptr}, false);
  s.sifter.take_other(other_text(1, 1, Severity::error));
  std::vector<Verdict> verdicts;
  for (const ReadRecord& read : s.out) verdicts.push_back(read.verdict);
  CHECK(verdicts == std::vector{Verdict::refused, Verdict::no_record, Verdict::refused});
  // Nothing is said of the file at its end.
  CHECK(s.sifter.finish());
  CHECK(s.out.size() == 3);
}

TEST_CASE("an archive is a fault where no member has a record, once") {
  const auto archive = std::make_shared<const std::string>("a.zip");
  const auto archives = [&](bool first_has, bool second_has) {
    Sifted s;
    std::uint64_t file = 0;
    for (const bool has : {first_has, second_has}) {
      ++file;
      ReadRecord other = other_text(file, 1);
      other.record.archive = archive;
      s.sifter.take_other(std::move(other));
      s.sifter.expect({file, archive}, !has);
    }
    s.sifter.finish();
    int faults = 0;
    for (const ReadRecord& read : s.out)
      if (read.verdict == Verdict::bad_file && read.record.file == archive) {
        ++faults;
        CHECK(read.record.refused);
        CHECK(read.record.file_number == 2);
      }
    return faults;
  };
  CHECK(archives(false, false) == 1);
  CHECK(archives(true, false) == 0);
  CHECK(archives(false, true) == 0);
  CHECK(archives(true, true) == 0);
}

TEST_CASE("each archive is looked at for itself, and a file's number alone makes no other file") {
  const auto name = [](const char* text) { return std::make_shared<const std::string>(text); };
  Sifted s;
  const auto first = name("a.zip"), second = name("b.zip"), third = name("c.zip");
  const auto text_of = [](std::uint64_t file, std::shared_ptr<const std::string> archive) {
    ReadRecord text = other_text(file, 1);
    text.record.archive = std::move(archive);
    return text;
  };
  s.sifter.expect({1, first}, false);
  // The same number in another archive is another file.
  s.sifter.take_other(text_of(1, second));
  s.sifter.expect({2, third}, false);
  s.sifter.take_other(text_of(3, nullptr));
  s.sifter.finish();
  std::vector<std::string> said;
  for (const ReadRecord& read : s.out)
    said.push_back((read.record.file ? *read.record.file : "?") + ' ' + message(read));
  REQUIRE(said.size() == 3);
  CHECK(said[0] == "? contains no game record");
  CHECK(said[1].starts_with("b.zip "));
  CHECK(s.out[1].verdict == Verdict::bad_file);
  CHECK(said[2] == "? contains no game record");
}

TEST_CASE("a file that the user named and that has no record is at fault, others are skipped") {
  for (const bool named : {false, true}) {
    for (const bool about_file : {false, true}) {
      Sifted s;
      ReadRecord text = other_text(1, 1);
      text.record.named = named;
      s.sifter.take_other(std::move(text));
      s.sifter.take_other(other_text(1, 1));
      // What is said about the whole file stands behind what was held, and ends it.
      if (about_file)
        CHECK(s.sifter.expect({1, nullptr}, true));
      else
        CHECK(s.sifter.finish());
      REQUIRE(s.out.size() == 1);
      CHECK(s.out[0].verdict == (named ? Verdict::bad_file : Verdict::skipped_file));
      CHECK(s.out[0].result.diagnostics.front().severity ==
            (named ? Severity::error : Severity::note));
      CHECK(s.sifter.finish());
      CHECK(s.out.size() == 1);
    }
  }
}

TEST_CASE("a sifter stops where no more is wanted") {
  int left = 0;
  const auto sifter = [&](int wanted) {
    left = wanted;
    return Sifter([&](ReadRecord) { return left-- > 0; });
  };
  const auto archive = std::make_shared<const std::string>("a.zip");
  // A text after a record, two that were held, a file at its end, an archive at its end.
  Sifter after = sifter(0);
  CHECK(after.expect({1, nullptr}, false));
  CHECK_FALSE(after.take_other(other_text(1, 1)));
  Sifter held = sifter(1);
  CHECK(held.take_other(other_text(1, 1)));
  CHECK(held.take_other(other_text(1, 1)));
  CHECK(held.take_other(other_text(1, 1)));
  CHECK_FALSE(held.expect({1, nullptr}, false));
  CHECK(left == -1);
  Sifter next_file = sifter(0);
  CHECK(next_file.take_other(other_text(1, 1)));
  CHECK_FALSE(next_file.take_other(other_text(2, 1)));
  Sifter next_record = sifter(0);
  CHECK(next_record.take_other(other_text(1, 1)));
  CHECK_FALSE(next_record.expect({2, nullptr}, false));
  Sifter next_archive = sifter(0);
  CHECK(next_archive.expect({1, archive}, true));
  CHECK_FALSE(next_archive.expect({2, nullptr}, false));
  // Of two things to be said at once the second is not said then.
  Sifter both = sifter(0);
  ReadRecord member = other_text(1, 1);
  member.record.archive = archive;
  CHECK(both.take_other(std::move(member)));
  CHECK_FALSE(both.take_other(other_text(2, 1)));
  CHECK(left == -1);
  Sifter end = sifter(0);
  CHECK(end.expect({1, archive}, true));
  CHECK_FALSE(end.finish());
  Sifter end_of_file = sifter(0);
  CHECK(end_of_file.take_other(other_text(1, 1)));
  CHECK_FALSE(end_of_file.finish());
}

}  // namespace yari::test
