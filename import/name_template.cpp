// Names must be safe on every system, because collections are passed on.
#include "import/name_template.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "import/packing.h"
#include "rules/outcome.h"
#include "text/ascii.h"
#include "text/unseen.h"
#include "text/utf8.h"

namespace yari {
namespace {

constexpr std::array<std::string_view, 10> fields{"id",   "black", "white",  "event",   "site",
                                                  "date", "round", "result", "variant", "plies"};

std::string value_of(std::string_view field, const Game& game, std::uint64_t number) {
  if (field == "id") return fmt::format("{:06}", number);
  if (field == "variant") return std::string(info(game.variant).id);
  if (field == "plies") return std::to_string(game.moves.main_plies());
  if (field == "result")
    return game.result == GameResult::draw ? "draw" : std::string(yari::name(game.result));
  return std::string(game.tag(field));
}

/// At most `most` characters of UTF-8, none of them cut.
std::string_view shortened(std::string_view text, std::size_t most) {
  std::size_t i = 0;
  for (std::size_t count = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 && ++count > most) break;
  }
  return text.substr(0, i);
}

/// What no system has in names, what shells and programs would read as something else, and what
/// cannot be seen or turns letters around.
bool is_forbidden(char32_t before, char32_t c) {
  constexpr std::u32string_view forbidden = U"/\\:*?\"<>|$`";
  return forbidden.find(c) != forbidden.npos || is_unseen(before, c);
}

std::string safe(std::string_view value) {
  constexpr std::size_t longest = 60;
  std::string text;
  value = shortened(value, longest);
  char32_t before = 0;
  for (std::size_t at = 0; at < value.size();) {
    const CodePoint c = code_point_at(value, at);
    const bool bad = is_forbidden(before, c.value);
    text += bad ? "_" : value.substr(at, c.length);
    before = bad ? U'_' : c.value;
    at += c.length;
  }
  // Hidden files and "..", options, users' folders, and the ends that Windows drops.
  if (text.find_first_of(".-~") == 0) text.front() = '_';
  while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
  return text.empty() ? "unknown" : text;
}

/// Windows opens a device under these names, whatever ending follows.
bool is_device(std::string_view name) {
  const std::string stem = ascii_lower(name.substr(0, name.find('.')));
  constexpr std::array<std::string_view, 4> devices{"con", "prn", "aux", "nul"};
  const bool is_port = stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
                       stem[3] >= '1' && stem[3] <= '9';
  return is_port || std::ranges::find(devices, stem) != devices.end();
}

/// No system takes a name of more than 255 bytes; a number and an ending have to have room.
std::string_view cut_to_bytes(std::string_view text) {
  constexpr std::size_t longest = 200;
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (is_continuation(text[end])) --end;
  return text.substr(0, end);
}

/// A path whose folders and whose file have names that are possible. Requires: no ending.
std::string with_possible_names(std::string_view path) {
  std::string result;
  while (true) {
    const std::string_view name = path.substr(0, path.find('/'));
    result += is_device(name) ? "_" : "";
    result += cut_to_bytes(name);
    if (name.size() == path.size()) return result;
    result += '/';
    path.remove_prefix(name.size() + 1);
  }
}

/// ".psn" or ".psn.gz" at the end of a name; a dot before that, as in a date, begins none.
std::string ending_of(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);  // 0 where there is none
  std::size_t dot = name.rfind('.');
  if (dot == name.npos) return "";
  if (packing_of(name) && dot > 0) dot = std::min(name.rfind('.', dot - 1), dot);
  return std::string(name.substr(dot));
}

bool leads_out(std::string_view path) {
  return path.empty() || path.front() == '/' || path.back() == '/' ||
         ("/" + std::string(path) + "/").find("/../") != std::string::npos;
}

}  // namespace

Result<NameTemplate> NameTemplate::parse(std::string_view text) {
  if (leads_out(text)) return fail("expected a file name inside the folder");
  NameTemplate result;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "{{" || text.substr(i, 2) == "}}" ||
        (text[i] != '{' && text[i] != '}')) {
      if (result.parts_.empty() || result.parts_.back().is_field) result.parts_.push_back({});
      result.parts_.back().text += text[i];
      i += text[i] == '{' || text[i] == '}' ? 2 : 1;
      continue;
    }
    const std::size_t end = std::min(text.find('}', i), text.size());
    const std::string_view field = text.substr(i, end - i);
    if (end == text.size() || field.empty() ||
        std::find(fields.begin(), fields.end(), field.substr(1)) == fields.end()) {
      return fail(
          fmt::format("expected one of {{{}}}, or {{{{ for a brace", fmt::join(fields, "}, {")), i);
    }
    result.parts_.push_back({std::string(field.substr(1)), true});
    i = end + 1;
  }
  if (!result.parts_.back().is_field) result.ending_ = ending_of(result.parts_.back().text);
  return result;
}

std::string NameTemplate::name(const Game& game, std::uint64_t number) {
  std::string path;
  for (const Part& part : parts_)
    path += part.is_field ? safe(value_of(part.text, game, number)) : part.text;
  path.resize(path.size() - ending_.size());
  path = with_possible_names(path);
  std::string unique = path + ending_;
  for (int n = 2; !given_.insert(ascii_lower(unique)).second; ++n)
    unique = fmt::format("{}-{}{}", path, n, ending_);
  return unique;
}

std::string NameTemplate::folder() const {
  if (parts_.empty() || parts_.front().is_field) return "";
  return parts_.front().text.substr(0, parts_.front().text.rfind('/') + 1);
}

}  // namespace yari
