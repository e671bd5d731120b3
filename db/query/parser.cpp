// How conditions are combined.
#include "db/query/parser.h"

#include "rules/variant.h"

namespace yari::query {

Parser::Parser(std::string_view text, Variant by_default, HandicapReader handicaps,
               std::span<const yari::Condition> rows)
    : cursor_(text), by_default_(by_default), read_handicap_(handicaps), rows_(rows) {}

Result<Query> Parser::run() {
  if (cursor_.text().size() > max_text) {
    return fail("a query has at most " + std::to_string(max_text) + " bytes", max_text);
  }
  if (!query()) return tl::unexpected(cursor_.error());
  return std::move(query_);
}

Parser::Parsed Parser::query() {
  cursor_.skip_blanks();
  if (cursor_.take_word("variant")) {
    if (cursor_.take_word("yari")) {
      query_.variant = Variant::yari;
    } else if (cursor_.take_word("shogi")) {
      query_.variant = Variant::shogi;
    } else {
      return cursor_.expected("'yari' or 'shogi'");
    }
    cursor_.take_word("and");
    if (cursor_.at_end()) return add(All{});
  }
  const Parsed whole = choice();
  if (whole && !cursor_.at_end()) return cursor_.expected("the end of the query");
  return whole;
}

Parser::Parsed Parser::choice() {
  Any any;
  const std::size_t rows_before = rows_read_.size();
  do {
    const Parsed part = sequence();
    if (!part) return part;
    any.parts.push_back(*part);
  } while (cursor_.take_word("or"));
  if (any.parts.size() == 1) return any.parts[0];
  return has_no_row_since(rows_before, "beside 'or'") ? add(std::move(any)) : std::nullopt;
}

Parser::Parsed Parser::sequence() {
  Sequence steps;
  const std::size_t rows_before = rows_read_.size();
  do {
    const Parsed part = all();
    if (!part) return part;
    steps.parts.push_back(*part);
  } while (cursor_.take_word("then"));
  if (steps.parts.size() == 1) return steps.parts[0];
  if (!has_no_row_since(rows_before, "beside 'then'")) return std::nullopt;
  if (cursor_.take_word("within")) {
    const std::optional<int> plies = cursor_.number();
    if (!plies) return std::nullopt;
    cursor_.skip_blanks();
    steps.within = *plies;
  }
  return add(std::move(steps));
}

Parser::Parsed Parser::all() {
  All all;
  do {
    const Parsed part = single();
    if (!part) return part;
    all.parts.push_back(*part);
  } while (cursor_.take_word("and") || at_condition());
  return all.parts.size() == 1 ? all.parts[0] : add(std::move(all));
}

/// Whether another condition follows without "and".
bool Parser::at_condition() const {
  const std::string_view word = cursor_.word();
  if (word.empty())
    return cursor_.peek() == '(' || (cursor_.peek() >= '0' && cursor_.peek() <= '9');
  return word != "or" && word != "then" && word != "within";
}

Parser::Parsed Parser::single() {
  if (depth_ == max_depth) {
    return cursor_.fail("a query is at most " + std::to_string(max_depth) + " brackets deep",
                        cursor_.at());
  }
  ++depth_;
  const Parsed part = cursor_.take_word("not")     ? negated()
                      : cursor_.word() == "twin"   ? either(Either::Image::turned)
                      : cursor_.word() == "mirror" ? either(Either::Image::mirrored)
                      : cursor_.peek() == '('      ? bracketed()
                                                   : condition();
  --depth_;
  return part;
}

Parser::Parsed Parser::bracketed() {
  const std::size_t begin = cursor_.at();
  cursor_.skip(1);
  cursor_.skip_blanks();
  const Parsed part = choice();
  if (!part) return part;
  if (cursor_.at_end()) return cursor_.fail("this '(' is never closed", begin);
  if (!cursor_.take(")")) return cursor_.expected("')'");
  cursor_.skip_blanks();
  return part;
}

Parser::Parsed Parser::negated() {
  const std::size_t rows_before = rows_read_.size();
  const Parsed part = single();
  if (!part || !has_no_row_since(rows_before, "behind 'not'")) return std::nullopt;
  return add(Not{*part});
}

/// Reads "twin ..." or "mirror ...".
///
/// One inside another of its own kind would double the query with every level, and say little.
Parser::Parsed Parser::either(Either::Image image) {
  bool& inside = image == Either::Image::turned ? in_twin_ : in_mirror_;
  const std::string word(cursor_.word());
  if (inside) {
    return cursor_.fail("'" + word + "' cannot stand inside another '" + word + "'", cursor_.at());
  }
  cursor_.take_word(word);
  inside = true;
  const std::size_t rows_before = rows_read_.size();
  const Parsed part = single();
  inside = false;
  if (part && !has_no_row_since(rows_before, "behind '" + word + "'")) return std::nullopt;
  return part ? add(Either{*part, image}) : part;
}

Parser::Parsed Parser::add(Node node) {
  if (query_.nodes.size() == max_nodes) {
    return cursor_.fail("a query has at most " + std::to_string(max_nodes) + " conditions",
                        cursor_.at());
  }
  query_.nodes.push_back(std::move(node));
  return static_cast<Part>(query_.nodes.size() - 1);
}

Parser::Parsed Parser::add(Node node, bool inverted) {
  const Parsed part = add(std::move(node));
  return part && inverted ? add(Not{*part}) : part;
}

const VariantInfo& Parser::game() {
  if (!query_.variant) query_.variant = by_default_;
  return info(*query_.variant);
}

Result<Query> parse(std::string_view text, Variant by_default, HandicapReader handicaps,
                    std::span<const Condition> conditions) {
  return Parser(text, by_default, handicaps, conditions).run();
}

}  // namespace yari::query
