/// \file
/// File names for games by a template: "{date} {black}-{white}.kif".
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"
#include "text/result.h"

namespace yari {

/// A template with the fields {id}, {black}, {white}, {event}, {site}, {date}, {round}, {result},
/// {variant} and {plies}; "{{" is a brace.
///
/// What fills a field never leaves the folder: characters that some system forbids in names, that a
/// shell expands or that nobody sees become `_`, and so does a ".", "-" or "~" at the beginning. A
/// field is cut at 60 characters, a name at 200 bytes and its ending; the names of Windows' devices
/// get a `_`. A "/" of the template itself makes folders. A name that was given before gets a
/// number: "Habu.kif", "Habu-2.kif".
class NameTemplate {
 public:
  /// Fails at a brace that is no field, and on a template that is empty, absolute or leads upwards.
  static Result<NameTemplate> parse(std::string_view text);

  /// The name of the next game; `number` fills {id}.
  std::string name(const Game& game, std::uint64_t number);
  /// The folder that the template names before its first field, with "/" at its end; empty for the
  /// present one.
  std::string folder() const;

 private:
  struct Part {
    std::string text;
    bool is_field = false;
  };
  std::vector<Part> parts_;
  /// A number is put before it: the template's own, for what fills a field may have dots in it.
  std::string ending_;
  /// As file systems that ignore case see them.
  std::set<std::string> given_;
};

}  // namespace yari
