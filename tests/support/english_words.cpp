#include "tests/support/english_words.h"

#include <regex>

namespace yari::test {

std::string english_words(std::string text) {
  static const std::regex quoted("「[^」]*」");
  static const std::regex file(R"(\S+\.(db|ybb))");
  static const std::regex word("[A-Za-z][A-Za-z-]+");
  // Formats and encodings, tags, words that the API or the query language takes, examples.
  static const std::regex known(
      "KIF|KI|CSA|JKF|JSON|USI|USEN|PSN|lishogi|ShogiHome|SFEN|FEN|UTF-|NUL|BOD|MiB|YaneuraOu|"
      "Yaribase|Yari|Shogi|"
      "Content-Length|SVP|Event|Club|final|Result|HIRATE|EVENT|FU|HI|KY|Px|[A-Z]-|forks|moves|"
      "startpos|"
      "sfen|usi|game|position|yari|shogi|black|white|draw|unknown|even|any|anywhere|exact|ignored|"
      "at|least|ply|board|hand|total|points|resignation|and|in|last|add|remove|promote|again|hard|"
      "good|easy|book|mistake|puzzle|own|standard|svp|classic|to|move|builtin|Fairy-Stockfish|"
      "POST|GET|DELETE|PUT|HEAD");
  std::string left;
  text = std::regex_replace(std::regex_replace(text, quoted, ""), file, "");
  for (std::sregex_iterator found(text.begin(), text.end(), word), end; found != end; ++found)
    if (!std::regex_match(found->str(), known)) left += found->str() + ' ';
  return left;
}

}  // namespace yari::test
