#include "analysis/usi/usi_client_talk.h"

#include <algorithm>

#include "analysis/engine/replayed.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace yari {
namespace {

using std::chrono::milliseconds;

/// An engine that says more bytes than this for one answer is out of its mind; a line counts as
/// some more, for short ones are work too.
constexpr std::size_t max_heard = std::size_t{64} << 20;
constexpr std::size_t line_cost = 32;
/// How often a search looks whether it is to be stopped.
constexpr milliseconds stop_poll{5};

std::string_view variant_value(Variant v) { return v == Variant::yari ? "yarishogi" : "shogi"; }

std::string position_command(const GamePosition& position) {
  const Variant v = position.start.variant;
  std::string text = position.start == start_setup(v)
                         ? "position startpos"
                         : "position sfen " + write_sfen(position.start);
  if (!position.moves.empty()) text += " moves";
  for (Move m : position.moves) {
    text += ' ';
    append_usi_move(text, m, v);
  }
  return text;
}

/// What an engine calls itself, as a name that games can be stored with (fault_of_value,
/// record/tag_value.h): at most so many bytes of UTF-8, without control characters.
std::string stored_name(std::string_view said) {
  constexpr std::size_t longest = 200;
  std::string name;
  append_valid_utf8(name, said.substr(0, longest));
  std::erase_if(name, [](char c) { return octet(c) < ' ' || c == '\x7F'; });
  return name;
}

/// What keeps `m` from being played in the position; empty when it may be.
std::string fault_of_move(const GamePosition& position, Move m) {
  return with_variant(position.start.variant, [&]<class V>(V) -> std::string {
    const Line<V> line = replayed<V>(position);
    if (const MoveFault fault = line.position().fault_of(m); fault != MoveFault::legal) {
      return std::string(describe(fault));
    }
    return line.is_legal(m) ? "" : "the position would occur for the third time";
  });
}

/// What may stand between two newlines of the protocol.
bool is_one_line(std::string_view text) {
  return text.find_first_of(std::string_view("\n\r\0", 3)) == std::string_view::npos;
}

/// Whether the engine goes on where it should have ended: it does not know the limit.
bool exceeds(const UsiInfo& heard, const UsiPatience& patience) {
  return (patience.nodes > 0 && heard.nodes > patience.nodes) ||
         (patience.depth > 0 && heard.depth > patience.depth);
}

bool is_answer(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with("bestmove");
}

}  // namespace

UsiTalk::UsiTalk(const UsiSettings& settings)
    : settings_(settings), name_(settings.command.front()), process_(settings.command) {
  say("usi");
  hear_until("usiok");
  set_options();
  make_ready();
}

UsiTalk::~UsiTalk() {
  try {
    process_.write_line("quit", Clock::now());
  } catch (const std::exception&) {
    // It has gone already, or will be ended by force.
  }
}

void UsiTalk::say(const std::string& line) {
  process_.write_line(line, Clock::now() + settings_.patience);
  heard_ = 0;
}

std::optional<std::string> UsiTalk::hear(Clock::time_point until) {
  std::optional<std::string> line = process_.read_line(until);
  if (line && (heard_ += line->size() + line_cost) > max_heard) {
    throw EngineFailure("floods us with output");
  }
  return line;
}

/// Listens for the line `word`, and for what an engine says about itself before it.
void UsiTalk::hear_until(std::string_view word) {
  const Clock::time_point deadline = Clock::now() + settings_.patience;
  while (Clock::now() < deadline) {
    const std::optional<std::string> line = hear(deadline);
    if (!line) break;
    const std::vector<std::string_view> words = words_of(*line);
    if (words.empty()) continue;
    if (words[0] == word) return;
    if (std::optional<UsiOption> option = read_usi_option(*line)) {
      options_.push_back(std::move(*option));
    } else if (words.size() > 2 && words[0] == "id" && words[1] == "name") {
      name_ = stored_name({words[2].data(), line->data() + line->size()});
    }
  }
  throw EngineFailure("does not answer; expected " + std::string(word) + " within " +
                      std::to_string(settings_.patience.count()) + " ms");
}

void UsiTalk::make_ready() {
  say("isready");
  hear_until("readyok");
}

void UsiTalk::new_game() {
  say("usinewgame");
  make_ready();
}

const UsiOption* UsiTalk::find_option(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const UsiOption& option) {
    return same_option_name(option.name, name);
  });
  return found == options_.end() ? nullptr : &*found;
}

void UsiTalk::set_options() {
  for (const auto& [name, value] : settings_.options) {
    const UsiOption* const option = find_option(name);
    if (!option) {
      std::string offered;
      for (const UsiOption& o : options_) offered += (offered.empty() ? "" : ", ") + o.name;
      throw EngineFailure("has no option \"" + name + "\"; it has: " + offered);
    }
    if (!is_one_line(value)) throw EngineFailure("takes no option value of several lines");
    set_option(*option, value);
  }
}

void UsiTalk::set_option(const UsiOption& option, const std::string& value) {
  say("setoption name " + option.name + (option.type == "button" ? "" : " value " + value));
}

/// Tells engines that play several games which one it is.
void UsiTalk::choose_variant(Variant v) {
  if (variant_ == v) return;
  const UsiOption* const option = find_option("USI_Variant");
  const std::string value(variant_value(v));
  const bool knows = option && std::find(option->values.begin(), option->values.end(), value) !=
                                   option->values.end();
  if (knows) {
    set_option(*option, value);
    new_game();
  } else if (v != Variant::shogi) {
    throw EngineFailure("does not play " + std::string(info(v).name));
  }
  variant_ = v;
}

void UsiTalk::choose_multipv(int multipv) {
  if (multipv == multipv_) return;
  if (const UsiOption* const option = find_option("MultiPV")) {
    set_option(*option, std::to_string(multipv));
  }
  multipv_ = multipv;
}

void UsiTalk::skip_what_was_said() {
  // A second answer to the search before would be taken for that of the next one.
  while (hear(Clock::now())) {
  }
}

UsiOutcome UsiTalk::search(const GamePosition& position, std::string_view go, int multipv,
                           const UsiPatience& patience, std::stop_token stop,
                           const Progress& progress) {
  choose_variant(position.start.variant);
  choose_multipv(multipv);
  skip_what_was_said();
  say(position_command(position));
  say(std::string(go));
  UsiLines lines(position, multipv);
  Clock::time_point fail_at = patience.fail_at;
  bool stopping = false;
  bool is_beyond = false;
  for (;;) {
    const Clock::time_point now = Clock::now();
    if (now >= fail_at) throw EngineFailure("does not answer: expected its move");
    if (!stopping && (is_beyond || stop.stop_requested() || now >= patience.stop_at)) {
      process_.write_line("stop", now + settings_.patience);
      fail_at = std::min(fail_at, now + settings_.patience);
      stopping = true;
    }
    const std::optional<std::string> line = hear(std::min(fail_at, now + stop_poll));
    if (!line) continue;
    if (const std::optional<UsiInfo> heard = read_usi_info(*line)) {
      is_beyond |= exceeds(*heard, patience);
      if (!lines.add(*heard) || !progress || heard->is_bound) continue;
      const Analysis known = lines.analysis(Move::none());
      if (!known.lines.empty()) progress(known);
    } else if (is_answer(*line)) {
      return answer_of(*line, position, lines);
    }
  }
}

UsiOutcome UsiTalk::answer_of(std::string_view line, const GamePosition& position,
                              const UsiLines& lines) const {
  const std::vector<std::string_view> words = words_of(line);
  const std::string_view word = words.size() > 1 ? words[1] : std::string_view();
  if (words[0] != "bestmove") throw EngineFailure("speaks no USI: " + std::string(words[0]));
  if (word == "resign") return {lines.analysis(Move::none()), UsiAnswer::resigns};
  if (word == "win") return {lines.analysis(Move::none()), UsiAnswer::claims_win};
  const Result<Move> move = read_usi_move(word, position.start.variant);
  if (!move) throw UselessAnswer("names no move: \"" + std::string(line.substr(0, 80)) + "\"");
  if (const std::string fault = fault_of_move(position, *move); !fault.empty()) {
    throw IllegalMove("plays " + std::string(word) + ": " + fault);
  }
  return {lines.analysis(*move), UsiAnswer::move};
}

}  // namespace yari
