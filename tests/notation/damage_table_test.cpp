// Each kind of damage that files suffer on their way, for every format: right, or refused with its
// place.
#include "notation/encoding/encoding.h"
#include "tests/notation/random_record.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

constexpr std::string_view mark = "\xEF\xBB\xBF";

// A game with what formats write in several scripts: names, comments, times, a variation, an
// ending.
Game sample(Variant v) {
  Game game;
  with_variant(v, [&]<class V>(V) {
    Rng rng(71);
    game = random_game<V>(rng, 12);
  });
  game.tags = {{"Black", "羽生 善治"}, {"White", "Müller"}, {"Event", "棋戦"}};
  const std::vector<NodeId> line = game.moves.main_line();
  game.moves.edit_note(line[3]).comment = "好手。\nsehr schön";
  game.moves.edit_note(line[5]).spent_ms = 61'000;
  with_variant(v, [&]<class V>(V) {
    Position<V> position = Position<V>::start();
    for (int i = 0; i < 4; ++i) position.play(game.moves.move(line[static_cast<std::size_t>(i)]));
    for (const Move m : position.legal_moves()) {
      if (m == game.moves.move(line[4])) continue;
      game.moves.add(line[3], m);
      break;
    }
  });
  game.ending = Ending::resignation;
  game.result = game.moves.main_plies() % 2 == 0 ? GameResult::white_wins : GameResult::black_wins;
  return game;
}

bool has_error(const ReadResult& r) {
  return std::any_of(r.diagnostics.begin(), r.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

bool has_complaint(const ReadResult& r) {
  return std::any_of(r.diagnostics.begin(), r.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity != Severity::note; });
}

// The damage may leave less than there was, and nothing else without a complaint; a refusal shows
// its place.
void check_right_or_refused(const Format& format, const Game& game, std::string_view bytes,
                            bool may_end_early) {
  const std::string text = to_utf8(bytes);
  ReadOptions options;
  options.variant = game.variant;
  const ReadResult read = format.read(text, options);
  CAPTURE(text, messages(read));
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Diagnostic& d : read.diagnostics) {
    CHECK(d.line >= 1);
    CHECK(d.line <= lines);
    CHECK(d.column >= 1);
    CHECK_FALSE(d.message.empty());
  }
  if (!read.game) {
    CHECK(has_error(read));
    return;
  }
  const std::string whole = usi_moves(game);
  const std::string found = usi_moves(*read.game);
  if (!whole.starts_with(found)) CHECK(has_complaint(read));
  if (found != whole && !may_end_early) CHECK(has_error(read));
}

void check_unhurt(const Format& format, const Game& expected, std::string_view bytes) {
  const std::string text = to_utf8(bytes);
  ReadOptions options;
  options.variant = expected.variant;
  const ReadResult read = format.read(text, options);
  CAPTURE(text, messages(read));
  REQUIRE(read.game);
  CHECK_FALSE(has_error(read));
  CHECK(*read.game == expected);
  CHECK(detect_format(text) == &format);
}

// Each format with a record of each game it holds, and what is read from it unhurt.
template <class Check>
void for_every_format(Check check) {
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    for (const Format& format : formats()) {
      const std::string text = format.write(sample(v), {}).text;
      if (text.empty()) continue;
      CAPTURE(format.name, info(v).id, text);
      ReadOptions options;
      options.variant = v;
      const ReadResult read = format.read(text, options);
      REQUIRE(read.game);
      REQUIRE_FALSE(has_error(read));
      check(format, *read.game, text);
    }
  }
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

std::string with_line_ends(std::string_view text, Rng* rng, std::string_view one) {
  static constexpr std::string_view ends[] = {"\n", "\r\n", "\r"};
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += rng ? ends[(*rng)() % 3] : one;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("line ends of every kind, and mixed, change nothing") {
  Rng rng(72);
  for_every_format([&](const Format& format, const Game& game, const std::string& text) {
    check_unhurt(format, game, with_line_ends(text, nullptr, "\r\n"));
    check_unhurt(format, game, with_line_ends(text, nullptr, "\r"));
    for (int i = 0; i < 20; ++i) check_unhurt(format, game, with_line_ends(text, &rng, ""));
  });
}

TEST_CASE("NULs in every place change nothing") {
  for_every_format([&](const Format& format, const Game& game, const std::string& text) {
    check_unhurt(format, game, text + std::string(512, '\0'));
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string hurt = text;
      hurt.insert(at, 1, '\0');
      check_unhurt(format, game, hurt);
    }
  });
}

TEST_CASE("a byte order mark in every place changes nothing") {
  for_every_format([&](const Format& format, const Game& game, const std::string& text) {
    for (std::size_t at = 0; at <= text.size(); ++at) {
      std::string hurt = text;
      hurt.insert(at, mark);
      check_unhurt(format, game, hurt);
    }
  });
}

TEST_CASE("a file cut at any byte gives the beginning of the game, or is refused with the place") {
  for_every_format([&](const Format& format, const Game& game, const std::string& text) {
    for (std::size_t n = 0; n < text.size(); ++n) {
      check_right_or_refused(format, game, std::string_view(text).substr(0, n), true);
    }
  });
}

TEST_CASE("a wrong declaration of the encoding changes nothing") {
  for_every_format([&](const Format& format, const Game& game, const std::string& text) {
    check_unhurt(format, game, replaced(text, "encoding=UTF-8", "encoding=Shift_JIS"));
    check_unhurt(format, game, replaced(text, "encoding=UTF-8", "encoding=klingon"));
    // "ü" has no place in Shift_JIS.
    const Encoded bytes = encode(replaced(replaced(text, "ü", "u"), "ö", "o"), Encoding::shift_jis);
    REQUIRE(bytes.losses.empty());
    ReadOptions options;
    options.variant = game.variant;
    const ReadResult plain = format.read(to_utf8(bytes.bytes, Encoding::shift_jis), options);
    REQUIRE(plain.game);
    check_unhurt(format, *plain.game, bytes.bytes);
    check_unhurt(format, *plain.game,
                 replaced(bytes.bytes, "encoding=UTF-8", "encoding=Shift_JIS"));
  });
}

TEST_CASE(
    "mojibake is refused with its place where it hurts moves, and never read as other moves") {
  const auto as_western = [](std::string_view bytes) { return to_utf8(bytes, Encoding::latin1); };
  const auto as_japanese = [](std::string_view bytes) {
    return to_utf8(bytes, Encoding::shift_jis);
  };
  for_every_format([&](const Format& format, const Game& game, const std::string& text) {
    const std::string japanese = encode(text, Encoding::shift_jis).bytes;
    check_right_or_refused(format, game, as_western(text), false);
    check_right_or_refused(format, game, as_japanese(text), false);
    check_right_or_refused(format, game, as_western(japanese), false);
    check_right_or_refused(format, game, as_western(as_western(text)), false);
    // The bytes above ASCII lost, as by a transfer of seven bits.
    std::string seven = japanese;
    for (char& c : seven) c = static_cast<char>(c & 0x7F);
    check_right_or_refused(format, game, seven, false);
    std::string question = text;
    for (char& c : question) {
      if (static_cast<unsigned char>(c) >= 0x80) c = '?';
    }
    check_right_or_refused(format, game, question, false);
  });
}

}  // namespace yari::test
