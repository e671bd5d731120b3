// A Japanese name is a list of morae, "o:-no" with ":" for a long vowel; a European one is UTF-8.
#include "bench/misspell.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace yari::bench {

namespace {

using Rng = std::mt19937_64;

constexpr std::string_view japanese_families =
    "ha-bu sa-to: su-zu-ki ta-ka-ha-shi ta-na-ka i-to: wa-ta-na-be ya-ma-mo-to na-ka-mu-ra "
    "ko-ba-ya-shi "
    "ka-to: yo-shi-da ya-ma-da sa-sa-ki ya-ma-gu-chi ma-tsu-mo-to i-no-u-e ki-mu-ra ha-ya-shi "
    "shi-mi-zu "
    "ya-ma-za-ki mo-ri a-be i-ke-da ha-shi-mo-to ya-ma-shi-ta i-shi-ka-wa na-ka-ji-ma ma-e-da "
    "fu-ji-ta "
    "o-ga-wa go-to: o-ka-da ha-se-ga-wa mu-ra-ka-mi ko-n-do: i-shi-i sa-i-to: sa-ka-mo-to e-n-do: "
    "a-o-ki "
    "fu-ji-i ni-shi-mu-ra fu-ku-da o:-ta mi-u-ra fu-ji-wa-ra o-ka-mo-to ma-tsu-da na-ka-ga-wa "
    "na-ka-no "
    "ha-ra-da o-no o:-no ta-mu-ra ta-ke-u-chi ka-ne-ko wa-da na-ka-ya-ma i-shi-da u-e-da mo-ri-ta "
    "ha-ra shi-ba-ta sa-ka-i ku-do: yo-ko-ya-ma mi-ya-za-ki mi-ya-mo-to u-chi-da ta-ka-gi a-n-do: "
    "shi-ma-da ta-ni-gu-chi o:-ha-shi ta-ka-da ma-ru-ya-ma i-ma-i ko:-no fu-ji-mo-to mu-ra-ta "
    "ta-ke-da "
    "u-e-no su-gi-ya-ma ma-su-da su-ga-wa-ra hi-ra-no ko-ji-ma o:-tsu-ka chi-ba ku-bo ma-tsu-i "
    "i-wa-sa-ki "
    "sa-ku-ra-i ki-no-shi-ta no-gu-chi ma-tsu-o no-mu-ra ki-ku-chi sa-no o:-ni-shi su-gi-mo-to "
    "a-ra-i "
    "ha-ma-da i-chi-ka-wa fu-ru-ka-wa mi-zu-no ko-ma-tsu shi-ma ya-ma-u-chi ni-shi-da ki-ta-mu-ra "
    "a-zu-ma ho-n-ma na-n-bu ka-n-be to-mi-ta tsu-chi-ya tsu-ji tsu-ka-da shi-ge-ma-tsu "
    "ju:-mo-n-ji";
constexpr std::string_view japanese_givens =
    "yo-shi-ha-ru ta-ka-shi ta-ke-shi hi-ro-shi ke-n-ji ke-n-i-chi ko:-ji yu:-ji shi-n-ji "
    "ju-n-i-chi "
    "ka-zu-o ma-sa-o ma-sa-shi ya-su-mi-tsu to-shi-yu-ki no-bu-yu-ki mi-chi-o sa-to-shi "
    "ma-sa-ta-ka "
    "da-i-su-ke a-ki-ra ko:-i-chi ke-i-ta ku-ni-o o-sa-mu ta-da-hi-sa ma-ko-to yo-shi-ka-zu "
    "ya-su-a-ki "
    "ta-ku i-chi-ro: ji-ro: sa-bu-ro: shi-ro: go-ro: ta-ro: ke-n-ta-ro: ryu:-i-chi ryo:-ta sho:-ta "
    "yu:-ta yu-ta-ka mi-no-ru hi-de-ki hi-de-o to-mo-hi-ro ka-zu-hi-ro yo-shi-hi-ro ma-sa-hi-ro "
    "a-tsu-shi tsu-yo-shi tsu-to-mu fu-mi-o fu-mi-ko yu-ki-ko yo:-ko ka-na-ko a-ya-ko chi-e-ko "
    "ma-na-bu "
    "mi-tsu-ru no-bo-ru su-su-mu su-mi-o shi-ge-ru shi-n-i-chi shu:-ji ki-yo-shi ki-mi-o ka-o-ru "
    "i-sa-o i-wa-o ha-ji-me ha-ru-o go: ge-n-ki e-i-ji e-i-i-chi da-i-chi bu-n-ta na-o-ki na-o-ya "
    "so:-ta so:-i-chi ta-ka-hi-ro ta-ka-yu-ki te-tsu-ya to-ru u-me-ko wa-ta-ru ya-su-o ya-su-shi "
    "ze-n-ji";
constexpr std::string_view european_families =
    "Müller Schröder Jäger Böhm Krüger König Weiß Groß Schäfer Köhler Drechsler Majewski Theeuwen "
    "Lange "
    "Bauer Richter Hoffmann Wagner Becker Schulz Zimmermann Hartmann Lehmann Schmitt Krause Vogel "
    "Sørensen Jørgensen Åkesson Lindström Björklund Öberg Nyström Håkansson Virtanen Mäkinen "
    "Hämäläinen "
    "Lefèvre Dubois Moreau Girard Bérard Gauthier Perrin Chevalier Fournier Mercier Leclère "
    "Kowalski Wiśniewski Wójcik Kamiński Zieliński Szymański Dąbrowski Nowak Łukasik "
    "Horák Novák Dvořák Černý Procházka Kučera García Fernández Hernández Muñoz Ibáñez Peña Gómez "
    "Janssen Visser Bakker Dekker Verhoeven Hendriks Oostveen Vermeulen Rossi Bianchi Esposito "
    "Ricci "
    "Thompson Robertson Hughes Fairbairn Hodges Lamb Stephenson Whitfield Barnes Crawford";
constexpr std::string_view european_givens =
    "Thomas Jochen Eduard Wolfgang Boris Arend Marc Hans Matt Ulrich Jürgen Günther Jörg Björn "
    "Søren "
    "Åsa Frédéric René André François Éric Stéphane Hélène Łukasz Paweł Małgorzata Tomáš Jiří "
    "Ondřej "
    "José Andrés Álvaro Sofía Pieter Willem Matthijs Sander Giovanni Luca Matteo Paolo George John "
    "Tony "
    "Stephen Philip Christine Katharina Friederike Sebastian Alexander Maximilian Johannes "
    "Benedikt";

std::vector<std::string> split(std::string_view text, char between) {
  std::vector<std::string> parts;
  std::stringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, between);) parts.push_back(part);
  return parts;
}

enum class Long { dropped, doubled, ou, oh, macron };

struct Style {
  Long length = Long::dropped;
  bool kunrei = false;
  bool m_before_b = false;
};

std::string mora(const std::string& hepburn, bool kunrei) {
  static const std::map<std::string, std::string> table{
      {"shi", "si"},  {"chi", "ti"},  {"tsu", "tu"}, {"fu", "hu"},   {"ji", "zi"},
      {"sho", "syo"}, {"shu", "syu"}, {"ju", "zyu"}, {"chu", "tyu"}, {"cho", "tyo"}};
  const auto found = table.find(hepburn);
  return kunrei && found != table.end() ? found->second : hepburn;
}

std::string lengthened(std::string syllable, Long length) {
  const char vowel = syllable.back();
  if (length == Long::doubled) return syllable + vowel;
  if (length == Long::ou) return syllable + 'u';
  if (length == Long::oh && vowel == 'o') return syllable + 'h';
  if (length == Long::macron) {
    syllable.pop_back();
    return syllable + (vowel == 'o' ? "ō" : "ū");
  }
  return syllable;
}

std::string written(const std::string& morae, const Style& style) {
  std::string all;
  const std::vector<std::string> parts = split(morae, '-');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_long = parts[i].back() == ':';
    std::string syllable =
        mora(is_long ? parts[i].substr(0, parts[i].size() - 1) : parts[i], style.kunrei);
    if (syllable == "n" && style.m_before_b && i + 1 < parts.size() &&
        (parts[i + 1][0] == 'b' || parts[i + 1][0] == 'm'))
      syllable = "m";
    all += is_long ? lengthened(syllable, style.length) : syllable;
  }
  if (all.starts_with("ō")) return "Ō" + all.substr(2);
  all[0] = static_cast<char>(all[0] - 'a' + 'A');
  return all;
}

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& by) {
  for (const auto& [from, to] : by)
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
      text.replace(at, from.size(), to);
  return text;
}

std::string expanded(const std::string& text) {
  return replaced(text, {{"ä", "ae"},
                         {"ö", "oe"},
                         {"ü", "ue"},
                         {"ß", "ss"},
                         {"ø", "oe"},
                         {"å", "aa"},
                         {"Å", "Aa"},
                         {"Ö", "Oe"}});
}

std::string bare(const std::string& text) {
  return replaced(
      text, {{"ä", "a"}, {"ö", "o"}, {"ü", "u"}, {"ß", "ss"}, {"ø", "o"}, {"å", "a"}, {"Å", "A"},
             {"Ö", "O"}, {"é", "e"}, {"è", "e"}, {"É", "E"},  {"ç", "c"}, {"á", "a"}, {"Á", "A"},
             {"í", "i"}, {"ó", "o"}, {"ñ", "n"}, {"ś", "s"},  {"ń", "n"}, {"ł", "l"}, {"Ł", "L"},
             {"ą", "a"}, {"ř", "r"}, {"Č", "C"}, {"č", "c"},  {"ý", "y"}, {"š", "s"}, {"ô", "o"}});
}

bool is_plain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// One letter of the longer name is wrong, missing, doubled or has changed places.
void slip(std::string& family, std::string& given, Rng& rng) {
  std::string& word = family.size() >= given.size() ? family : given;
  if (word.size() < 5 || !std::all_of(word.begin(), word.end(), is_plain)) return;
  const std::size_t at = 1 + rng() % (word.size() - 2);
  switch (rng() % 4) {
    case 0:
      word[at] = static_cast<char>('a' + rng() % 26);
      break;
    case 1:
      word.erase(at, 1);
      break;
    case 2:
      word.insert(at, 1, word[at]);
      break;
    default:
      std::swap(word[at], word[at + 1]);
  }
}

std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string wide(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (!is_plain(c)) {
      out += c == ' ' ? "　" : std::string(1, c);
      continue;
    }
    const int code = 0xFF01 + (c - '!');
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
  return out;
}

struct RealName {
  bool japanese = true;
  std::string family, given;
};

/// As the sources write it mostly.
std::string usual(const RealName& name) {
  if (name.japanese) return written(name.family, {}) + ' ' + written(name.given, {});
  return name.given + ' ' + name.family;
}

std::string with_rank(const std::string& name, Rng& rng) {
  const std::string rank = std::to_string(1 + rng() % 9);
  const std::array<std::string, 5> forms{name + ", " + rank + " Dan", name + ' ' + rank + "dan",
                                         name + " (" + rank + "-dan)", name + " Meijin",
                                         name + " [" + rank + " kyu]"};
  return forms[rng() % forms.size()];
}

/// One of the ways in which a source writes the name.
std::string other(const RealName& name, Rng& rng) {
  std::string family, given;
  if (name.japanese) {
    constexpr std::array lengths{Long::dropped, Long::doubled, Long::ou, Long::oh, Long::macron};
    const Style style{lengths[rng() % lengths.size()], rng() % 5 == 0, rng() % 3 == 0};
    family = written(name.family, style);
    given = written(name.given, style);
  } else {
    const auto way = rng() % 3;
    family = way == 0 ? expanded(name.family) : way == 1 ? bare(name.family) : name.family;
    given = way == 0 ? expanded(name.given) : way == 1 ? bare(name.given) : name.given;
  }
  const auto fault = rng() % 10;
  if (fault == 0) slip(family, given, rng);
  if (fault == 1 && is_plain(given[0])) given = given.substr(0, 1) + (rng() % 2 ? "." : "");
  if (fault == 2) family = capitals(family);
  const auto order = rng() % 8;
  std::string text = order < 3    ? family + ' ' + given
                     : order == 3 ? family + ", " + given
                                  : given + ' ' + family;
  if (fault == 3 || fault == 4) text = with_rank(text, rng);
  if (fault == 5) text = wide(text);
  return text;
}

template <class List>
const std::string& pick(const List& list, Rng& rng) {
  return list[rng() % list.size()];
}

RealName draw_name(bool japanese, Rng& rng) {
  static const auto jf = split(japanese_families, ' '), jg = split(japanese_givens, ' ');
  static const auto ef = split(european_families, ' '), eg = split(european_givens, ' ');
  return japanese ? RealName{true, pick(jf, rng), pick(jg, rng)}
                  : RealName{false, pick(ef, rng), pick(eg, rng)};
}

}  // namespace

std::vector<Person> people(int count, int spellings, std::uint64_t seed) {
  constexpr int circle_size = 40;
  Rng rng(seed);
  std::set<std::string> taken;
  std::vector<RealName> names;
  std::vector<Person> people;
  // First the usual spelling of everybody: no other spelling of another may be the same.
  while (static_cast<int>(people.size()) < count) {
    RealName name = draw_name(people.size() % 3 != 2, rng);
    if (!taken.insert(usual(name)).second) continue;
    Person person;
    person.spellings.push_back(usual(name));
    person.circle = static_cast<int>(people.size()) / circle_size;
    person.first_year = 1955 + person.circle + static_cast<int>(rng() % 5);
    person.weight = 0.3 + static_cast<double>(rng() % 1000) / 500;
    people.push_back(std::move(person));
    names.push_back(std::move(name));
  }
  for (std::size_t i = 0; i < people.size(); ++i) {
    // A short name without long vowels has few spellings: it gets those it has.
    for (int tries = 0; static_cast<int>(people[i].spellings.size()) < spellings && tries < 1000;
         ++tries) {
      std::string text = other(names[i], rng);
      if (taken.insert(text).second) people[i].spellings.push_back(std::move(text));
    }
  }
  return people;
}

}  // namespace yari::bench
