/// \file
/// What the program says to people, in Japanese: refusals, mistakes in what was typed, changes, and
/// what findings name.
///
/// The sentences are made in English, in many places; the rows of answers/japanese/ have their
/// patterns. Who speaks to a reader of Japanese asks here, at the last moment.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/finding.h"

namespace yari {

/// {0}, {1} stand for what a sentence names: that is put into Japanese, too, where it is words, and
/// does not stand in 「」.
struct Phrase {
  std::string_view english;
  std::string_view japanese;
};

/// No value where no row fits.
std::optional<std::string> find_japanese(std::string_view english);
/// The same, and several things that are named together; what no row fits stays as it is.
std::string in_language(Language language, std::string english);
std::vector<std::string> in_language(Language language, std::vector<std::string> english);
/// The sentence of a finding, and what it names.
std::string in_language(Language language, const FindingText& finding);
/// Gives the findings their messages in the language.
std::vector<Diagnostic> in_language(Language language, std::vector<Diagnostic> findings);

}  // namespace yari
