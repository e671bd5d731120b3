/// \file
/// Conditions that a database keeps under a name, as the command line keeps them: a list of words
/// like those that are typed ("--player", "habu").
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variant.h"
#include "text/result.h"

namespace yari {

using Words = std::vector<std::string>;

/// The form in which words are kept, a JSON array of texts; and the words of it.
std::string conditions_text(const Words& words);
/// No value when the text is none.
std::optional<Words> conditions_words(const std::string& text);

/// Parameters of the API by name, as options of the command line, which have the same names.
Words words_of_parameters(const std::map<std::string, std::string>& parameters);
/// The way back; no value when there is an option that the API has no parameter for.
std::optional<std::map<std::string, std::string>> parameters_of_words(const Words& words);

/// Whether a query can be kept: it may be about either game where none is `named`, for which one is
/// meant may be known only when it is asked. Errors as read_query.
Result<void> check_kept_query(std::string_view text, std::optional<Variant> named);

/// The parameters that can be kept: a query and a filter, without `side`, which is `black` or
/// `white` in the place of `player`.
const std::vector<std::string>& kept_parameters();

}  // namespace yari
