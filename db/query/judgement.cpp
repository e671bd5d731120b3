// The condition on what annotation found, as it is written and as it is asked.
#include "db/query/judgement.h"

#include "db/query/judged_kind.h"
#include "db/query/parser.h"
#include "rules/color_name.h"

namespace yari::query {
namespace {

std::string kind_words() {
  std::string words;
  for (const std::string& kind : judged_kinds()) words += kind + ", ";
  return words + "any";
}

}  // namespace

/// "judgement" KIND {"," KIND} ["in" RANGE] ["by" (SIDE | NAME)]
Parser::Parsed Parser::judgement() {
  cursor_.take_word("judgement");
  JudgementIs test;
  do {
    cursor_.skip_blanks();
    const std::size_t begin = cursor_.at();
    const std::string_view word = take_kind();
    const std::optional<JudgedKind> kind = judged_kind_named(word);
    if (!kind && word != "any") return cursor_.fail("expected one of: " + kind_words(), begin);
    test.kinds |= kind ? std::uint32_t{1} << static_cast<int>(*kind) : ~std::uint32_t{0};
    cursor_.skip_blanks();
  } while (cursor_.take(","));
  if (cursor_.take_word("in")) {
    test.mate = range();
    if (!test.mate) return std::nullopt;
  }
  if (!cursor_.take_word("by")) return add(test);
  for (const Color side : {Color::black, Color::white}) {
    if (!cursor_.take_word(yari::name(side))) continue;
    test.side = side;
    return add(test);
  }
  const std::optional<std::string> name = text("black, white or a name");
  return name ? by_player(test, *name) : std::nullopt;
}

std::string_view Parser::take_kind() {
  std::size_t length = 0;
  for (char c = cursor_.peek(); (c >= 'a' && c <= 'z') || c == '-'; c = cursor_.peek(length)) {
    ++length;
  }
  const std::string_view word = cursor_.text().substr(cursor_.at(), length);
  cursor_.skip(length);
  return word;
}

Parser::Parsed Parser::by_player(JudgementIs test, const std::string& name) {
  Any either;
  for (const auto& [field, side] : {std::pair(NameIs::Field::black, Color::black),
                                    std::pair(NameIs::Field::white, Color::white)}) {
    test.side = side;
    const Parsed player = add(HeaderTest(NameIs{field, name}));
    const Parsed judged = player ? add(test) : player;
    const Parsed both = judged ? add(All{{*player, *judged}}) : judged;
    if (!both) return both;
    either.parts.push_back(*both);
  }
  return add(std::move(either));
}

bool fits(const JudgementIs& test, const Noted& noted) {
  return (test.kinds >> noted.kind & 1) != 0 && (!test.side || *test.side == noted.side) &&
         (!test.mate || (noted.mate && test.mate->has(*noted.mate)));
}

}  // namespace yari::query
