// The table of findings, and what it means to ignore one.
#include "notation/finding.h"

#include <algorithm>
#include <set>

#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// "023": the values that a sentence names.
std::string values_named(FindingCode code, Language language) {
  std::string named;
  for (char i = '0'; i < '4'; ++i) {
    FindingText text{code, std::vector<std::string>(4)};
    text.values[static_cast<std::size_t>(i - '0')] = "@";
    if (sentence(text, language).find('@') != std::string::npos) named += i;
  }
  return named;
}

/// The codes of what `text` gives as KIF, a blank between them.
std::string codes_of(const std::string& text, const ReadOptions& options) {
  std::string codes;
  for (const Diagnostic& d : kif().read(text, options).diagnostics)
    codes += (codes.empty() ? "" : " ") + std::string(name(d.text.code));
  return codes;
}

const std::string strange_kif =
    "手合割：平手\n妙な行\n   1 ７六歩(77)\n   9 ８四歩(83)\n   3 感想戦\n";

}  // namespace

TEST_CASE("every finding has a name of its own, sentences and help") {
  std::set<std::string_view> names;
  for (const FindingCode code : finding_codes()) {
    CAPTURE(name(code));
    CHECK(names.insert(name(code)).second);
    CHECK(name(code).find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
    CHECK(finding_code_named(name(code)) == code);
    const FindingText named{code, std::vector<std::string>(4, "x")};
    CHECK(sentence(named).find('{') == std::string::npos);
    CHECK(sentence(named).back() != '.');
    CHECK(help(code).ends_with('.'));
    CHECK(std::ranges::any_of(sentence(named, Language::japanese),
                              [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
  }
  CHECK_FALSE(finding_code_named(""));
  CHECK_FALSE(finding_code_named("unknown_header"));
}

TEST_CASE("in Japanese a finding names no value that it does not name in English") {
  for (const FindingCode code : finding_codes()) {
    CAPTURE(name(code));
    const std::string english = values_named(code, Language::english);
    for (const char value : values_named(code, Language::japanese))
      CHECK(english.find(value) != std::string::npos);
  }
}

TEST_CASE("findings have codes, and what is ignored is neither reported nor refused") {
  CHECK(codes_of(strange_kif, {}) == "unknown-header move-number unknown-ending");
  ReadOptions options;
  CHECK(options.ignored.add("move-number"));
  CHECK(codes_of(strange_kif, options) == "unknown-header unknown-ending");
  options.strict = true;
  CHECK_FALSE(kif().read(strange_kif, options).game);
  CHECK(options.ignored.add("unknown-header"));
  CHECK(kif().read(strange_kif, options).game);
  CHECK(codes_of(strange_kif, options) == "unknown-ending");
}

TEST_CASE("an error is not ignored") {
  IgnoredFindings ignored;
  for (const FindingCode code : finding_codes()) {
    CAPTURE(name(code));
    const bool is_error = severity_of(code) == Severity::error;
    CHECK(ignored.add(name(code)) != is_error);
    CHECK(ignored.has(code) != is_error);
  }
  CHECK_FALSE(ignored.add("no such code"));
}

TEST_CASE("a finding is the values of its places in the sentence of its kind") {
  const Diagnostic found = kif().read(strange_kif, {}).diagnostics[1];
  CHECK(found.text == FindingText{FindingCode::move_number, {"2", "9"}});
  CHECK(found.message == "expected move 2, found number 9");
  CHECK(sentence(found.text, Language::japanese) == "2手目のはずが、手数が9です");
  CHECK(sentence(kind_of(found.text)) == "expected move ..., found number ...");
}

TEST_CASE("what is expected, and the name of a tag, tell kinds of one code apart") {
  const auto kind = [](FindingCode code, const char* one, const char* two) {
    return sentence(kind_of({code, {one, two, "'a'", "'b'"}}));
  };
  CHECK(kind(FindingCode::tag_value, "a game", "'x'") == "expected a game, found ...");
  CHECK(kind(FindingCode::duplicate_tag, "Event", "7") ==
        "game ... keeps the Event ...: a duplicate has ...");
}

}  // namespace yari::test
