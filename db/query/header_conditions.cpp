// The conditions on headers, as they are written.
#include "db/query/parser.h"
#include "record/ratings.h"

namespace yari::query {

Parser::Parsed Parser::name() {
  using Field = NameIs::Field;
  const Field field = cursor_.take_word("player")  ? Field::player
                      : cursor_.take_word("event") ? Field::event
                                                   : Field::site;
  if (field == Field::site) cursor_.take_word("site");
  std::optional<std::string> name = text("a name");
  return name ? add(HeaderTest(NameIs{field, std::move(*name)})) : std::nullopt;
}

Parser::Parsed Parser::date() {
  cursor_.take_word("date");
  DateIs test;
  if (cursor_.take_word("in")) {
    const std::size_t begin = cursor_.at();
    if (cursor_.peek() != '.') {
      const std::optional<DateNumber> from = read_one_date();
      if (!from) return std::nullopt;
      test.from = earliest(*from);
      test.to = latest(*from);
    }
    if (cursor_.take("..")) {
      test.to = no_limit;
      const bool open = cursor_.peek() < '0' || cursor_.peek() > '9';
      const std::optional<DateNumber> to = open ? std::optional(no_limit) : read_one_date();
      if (!to) return std::nullopt;
      if (!open) test.to = latest(*to);
    }
    if (test.from == 0 && test.to == no_limit)
      return cursor_.fail("expected a date like 1995-08-23 on one side of '..'", begin);
    if (test.from > test.to) return cursor_.fail("this range is empty", begin);
    cursor_.skip_blanks();
    return add(HeaderTest(test));
  }
  const std::optional<Comparison> sign = comparison();
  if (!sign) return std::nullopt;
  const std::optional<DateNumber> date = read_one_date();
  if (!date) return std::nullopt;
  cursor_.skip_blanks();
  const auto [low, high] = sign->difference;
  if (low != -no_limit) test.from = low > 0 ? latest(*date) + 1 : earliest(*date);
  if (high != no_limit) test.to = high < 0 ? earliest(*date) - 1 : latest(*date);
  return add(HeaderTest(test), sign->inverted);
}

/// "1995", "1995-08" or "1995-08-23".
std::optional<DateNumber> Parser::read_one_date() {
  const std::size_t begin = cursor_.at();
  std::size_t length = 0;
  for (char c = cursor_.peek(); (c >= '0' && c <= '9') || c == '-'; c = cursor_.peek(length)) {
    ++length;
  }
  const std::string_view text = cursor_.text().substr(begin, length);
  const std::optional<DateNumber> date = read_date(text);
  if (!date || write_date(*date) != text) return cursor_.expected("a date like 1995-08-23");
  cursor_.skip(length);
  return date;
}

Parser::Parsed Parser::result() {
  cursor_.take_word("result");
  static constexpr std::pair<std::string_view, GameResult> words[] = {
      {"black", GameResult::black_wins},
      {"white", GameResult::white_wins},
      {"draw", GameResult::draw},
      {"unknown", GameResult::unknown}};
  constexpr std::string_view choices = "1-0, 0-1, 1/2-1/2, *, black, white, draw or unknown";
  const std::size_t begin = cursor_.at();
  const std::optional<std::string> typed = text(choices);
  if (!typed) return std::nullopt;
  std::optional<GameResult> result = result_named(*typed);
  for (const auto& [word, meaning] : words) {
    if (*typed == word) result = meaning;
  }
  if (!result) return cursor_.fail("expected " + std::string(choices), begin);
  return add(HeaderTest(*result));
}

Parser::Parsed Parser::ending() {
  cursor_.take_word("ending");
  const std::size_t begin = cursor_.at();
  const std::optional<std::string> words = text("an ending like resignation");
  if (!words) return std::nullopt;
  if (const std::optional<Ending> ending = ending_named(*words)) return add(HeaderTest(*ending));
  std::string names;
  for (int e = 0; e < ending_count; ++e) {
    names += e == 0 ? "" : ", ";
    names += yari::name(Ending(e));
  }
  return cursor_.fail("expected an ending, one of: " + names, begin);
}

Parser::Parsed Parser::handicap() {
  cursor_.take_word("handicap");
  const std::size_t begin = cursor_.at();
  std::optional<std::string> words = text("a handicap, 'even' or 'any'");
  if (!words) return std::nullopt;
  if (*words == "even" || *words == "any") return add(HeaderTest(HandicapIs{std::move(*words)}));
  const Variant meant = query_.variant.value_or(by_default_);
  Result<Setup> setup = read_handicap_(*words, meant);
  if (setup) {
    static_cast<void>(game());
  } else if (!query_.variant) {
    // A handicap of the other game alone.
    const Variant other = meant == Variant::yari ? Variant::shogi : Variant::yari;
    if (Result<Setup> found = read_handicap_(*words, other)) setup = std::move(found);
  }
  if (!setup) return cursor_.fail("no such handicap: " + setup.error().message, begin);
  return add(HeaderTest(HandicapIs{handicap_name(*setup).value_or("even")}));
}

Parser::Parsed Parser::plies() {
  cursor_.take_word("plies");
  return numbers<PliesAre>(most_plies_asked);
}

Parser::Parsed Parser::rated() {
  cursor_.take_word("rated");
  return numbers<RatingsAre>(most_rating);
}

/// A range of 0 to `most`, or a number after a comparison.
template <class Test>
Parser::Parsed Parser::numbers(int most) {
  if (cursor_.take_word("in")) {
    const std::size_t begin = cursor_.at();
    const std::optional<Range> in = range();
    if (!in) return std::nullopt;
    const auto is_possible = [&](int n, int missing) {
      return n == missing || (n >= 0 && n <= most);
    };
    if (!is_possible(in->low, -no_limit) || !is_possible(in->high, no_limit))
      return cursor_.fail("expected numbers from 0 to " + std::to_string(most), begin);
    return add(HeaderTest(Test{*in}));
  }
  const std::optional<Comparison> sign = comparison();
  if (!sign) return std::nullopt;
  const std::optional<int> n = cursor_.number();
  if (!n) return std::nullopt;
  cursor_.skip_blanks();
  return add(HeaderTest(Test{sign->difference.moved_by(*n)}), sign->inverted);
}

std::optional<std::string> Parser::text(std::string_view what) {
  const std::size_t begin = cursor_.at();
  std::string_view found;
  if (cursor_.peek() == '"' || cursor_.peek() == '\'') {
    const std::optional<Cursor> inner = cursor_.quoted();
    if (!inner) return std::nullopt;
    found = inner->text().substr(inner->at());
  } else {
    found = cursor_.take_run();
  }
  if (found.empty()) {
    if (cursor_.at() == begin) return cursor_.expected(what);
    return cursor_.fail("expected " + std::string(what) + ", found nothing between the quotes",
                        begin);
  }
  cursor_.skip_blanks();
  return std::string(found);
}

}  // namespace yari::query
