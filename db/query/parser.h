/// \file
/// The grammar of queries: combinations in parser.cpp, single conditions in conditions.cpp,
/// amounts.cpp and header_conditions.cpp.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "db/query/cursor.h"
#include "db/query/query.h"

namespace yari::query {

/// Reads a query by recursive descent, at most max_depth deep.
///
///     query     = ["variant" ("yari" | "shogi")] [choice]
///     choice    = sequence {"or" sequence}
///     sequence  = all {"then" all} ["within" NUMBER]
///     all       = single {["and"] single}
///     single    = ("not" | "twin" | "mirror") single | "(" choice ")" | condition
///
/// A condition on games that is a row, and no condition of the language's own, may stand where all
/// that is around it is joined by "and".
class Parser {
 public:
  Parser(std::string_view text, Variant by_default, HandicapReader handicaps,
         std::span<const yari::Condition> rows);
  Result<Query> run();

 private:
  using Parsed = std::optional<Part>;
  struct Condition {
    std::string_view word;
    Parsed (Parser::*read)();
  };
  static const Condition conditions[];
  /// A sign like "<=": how far the left side may lie from the right one.
  struct Comparison {
    Range difference;
    bool inverted;  ///< "!="
  };

  Parsed query();
  Parsed choice();
  Parsed sequence();
  Parsed all();
  Parsed single();
  Parsed bracketed();
  Parsed negated();
  Parsed either(Either::Image image);
  Parsed condition();
  /// The row whose name stands here, or null.
  const yari::Condition* row_here() const;
  Parsed row(const yari::Condition& row);
  /// Fails where a row was read since there were `before` of them: it would have to be decided at
  /// every ply.
  bool has_no_row_since(std::size_t before, std::string_view place);
  bool at_condition() const;

  Parsed position();
  Parsed pattern();
  Parsed pieces();
  Parsed amount();
  Parsed black();
  Parsed white();
  Parsed state();
  Parsed move();
  Parsed line();
  Parsed judgement();
  /// The condition for the moves of the player of that name, whichever side he had.
  Parsed by_player(JudgementIs test, const std::string& name);
  std::string_view take_kind();
  Parsed name();
  Parsed date();
  Parsed result();
  Parsed ending();
  Parsed handicap();
  Parsed plies();
  Parsed rated();
  template <class Test>
  Parsed numbers(int most);

  Parsed side(Color color, NameIs::Field field);
  /// Terms and a number that are added up.
  struct Sum {
    std::vector<Term> terms;
    int constant = 0;
  };
  bool add_terms(Sum& sum, int sign);
  bool add_term(Sum& sum, int sign);
  std::optional<Contents> counted(Term::Type type);
  std::optional<Comparison> comparison();
  std::optional<Range> range();
  std::optional<DateNumber> read_one_date();
  /// Text in quotes, or a single word.
  std::optional<std::string> text(std::string_view what);

  /// The game, for a condition that depends on it.
  const VariantInfo& game();
  Parsed add(Node node);
  Parsed add(Node node, bool inverted);

  Cursor cursor_;
  Variant by_default_;
  HandicapReader read_handicap_;
  std::span<const yari::Condition> rows_;
  /// The rows that were read, in order, and where they stood.
  std::vector<std::pair<const yari::Condition*, std::size_t>> rows_read_;
  Query query_;
  int depth_ = 0;
  bool in_twin_ = false;
  bool in_mirror_ = false;
};

}  // namespace yari::query
