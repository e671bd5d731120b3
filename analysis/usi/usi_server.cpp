// Reading of USI commands and writing of answers.
#include "analysis/usi/usi_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <istream>
#include <iterator>
#include <ostream>
#include <system_error>
#include <vector>

#include "analysis/engine/clock.h"
#include "analysis/engine/engine_options.h"
#include "analysis/engine/replayed.h"
#include "analysis/engine/search_constants.h"
#include "analysis/mate/mate.h"
#include "notation/usi/usi_line.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {
namespace {

constexpr long most_lines = 64;
/// What `BookFile` is where there is none, as other engines name it.
constexpr std::string_view no_book = "no_book";

std::vector<std::string_view> command_words(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr std::string_view blanks = " \t\r\n";
  while (true) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t length = std::min(text.find_first_of(blanks), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::optional<long> number(std::string_view word) {
  long value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 0) return std::nullopt;
  return value;
}

std::string moves_text(const std::vector<Move>& moves, Variant v) {
  std::string text;
  for (Move m : moves) {
    text += ' ';
    append_usi_move(text, m, v);
  }
  return text;
}

std::string score_text(Score score) {
  if (!score.mate) return fmt::format("cp {}", score.value);
  return fmt::format("mate {}", score.value);
}

}  // namespace

UsiServer::UsiServer(std::ostream& out, const UsiServerSettings& settings)
    : out_(out),
      settings_(settings),
      position_{start_setup(settings.variant), {}, settings.rules} {}

UsiServer::~UsiServer() { stop(); }

void UsiServer::say(const std::string& line) {
  const std::lock_guard lock(out_mutex_);
  out_ << line << '\n' << std::flush;
}

void UsiServer::complain(std::string_view what) { say(fmt::format("info string {}", what)); }

Engine& UsiServer::engine() {
  if (!engine_) engine_ = make_engine();
  return *engine_;
}

std::unique_ptr<Engine> UsiServer::make_engine() {
  auto builtin = std::make_unique<BuiltinEngine>(settings_.engine);
  if (settings_.book_file.empty() || !settings_.own_book) return builtin;
  Result<std::shared_ptr<const BookFile>> book = BookFile::open(settings_.book_file);
  if (!book) {
    complain(fmt::format("no book: {}: {}", settings_.book_file, book.error().message));
    return builtin;
  }
  return std::make_unique<BookEngine>(std::move(builtin), *std::move(book), settings_.book);
}

bool UsiServer::obey(std::string_view line) {
  const std::vector<std::string_view> words = command_words(line);
  if (words.empty()) return true;
  const std::string_view word = words.front();
  const std::string_view rest =
      line.substr(static_cast<std::size_t>(word.data() - line.data()) + word.size());
  if (word == "quit") {
    stop();
    return false;
  }
  if (word == "stop" || word == "gameover") {
    stop();
  } else if (word == "ponderhit") {
    ponder_hit();
  } else if (word == "usi") {
    introduce();
  } else if (word == "isready") {
    engine();
    say("readyok");
  } else if (word == "setoption" || word == "usinewgame" || word == "position" || word == "go") {
    // An interface that sends these during a search wants it ended.
    stop();
    if (word == "setoption") set_option(rest);
    if (word == "usinewgame") engine().new_game();
    if (word == "position") set_position(line);
    if (word == "go") go(rest);
  } else {
    complain(fmt::format("unknown command {}", in_quotes(word)));
  }
  return true;
}

void UsiServer::introduce() {
  say(fmt::format("id name {}", engine().name()));
  say("id author the Yaribase authors");
  for (const EngineOption& option : engine_options)
    say(fmt::format("option name {} type spin default {} min {} max {}", option.usi_name,
                    option.get(settings_.engine), option.least, option.most));
  say(fmt::format("option name MultiPV type spin default 1 min 1 max {}", most_lines));
  say("option name USI_Ponder type check default false");
  say(fmt::format("option name USI_OwnBook type check default {}", settings_.own_book));
  say(fmt::format("option name BookFile type string default {}",
                  settings_.book_file.empty() ? no_book : settings_.book_file));
  say(fmt::format("option name BookMoves type spin default {} min 0 max {}", settings_.book.plies,
                  most_book_plies));
  say(fmt::format("option name USI_Variant type combo default {} var yari var yarishogi var shogi",
                  info(settings_.variant).id));
  say("usiok");
}

void UsiServer::set_option(std::string_view text) {
  const std::vector<std::string_view> words = command_words(text);
  if (words.size() < 2 || words[0] != "name") return complain("expected setoption name NAME");
  const std::string_view name = words[1];
  // A file's name may have blanks.
  const std::string_view value = words.size() >= 4 && words[2] == "value"
                                     ? trimmed(text.substr(offset_in(text, words[3])))
                                     : "";
  const auto in_range = [&](long least, long most) -> std::optional<int> {
    const std::optional<long> n = number(value);
    if (n && *n >= least && *n <= most) return static_cast<int>(*n);
    complain(fmt::format("{} must be {} to {}", name, least, most));
    return std::nullopt;
  };
  const auto row = std::ranges::find_if(engine_options, [&](const EngineOption& option) {
    return name == option.usi_name || name == option.other_usi_name;
  });
  if (row != std::end(engine_options)) {
    if (const auto n = in_range(row->least, row->most)) row->set(settings_.engine, *n);
    engine_.reset();
  } else if (name == "BookMoves") {
    settings_.book.plies = in_range(0, most_book_plies).value_or(settings_.book.plies);
    engine_.reset();
  } else if (set_book_option(name, value)) {
    engine_.reset();
  } else if (name == "MultiPV") {
    multipv_ = in_range(1, most_lines).value_or(multipv_);
  } else if (name == "USI_Variant" || name == "UCI_Variant") {
    const std::optional<Variant> v = variant_named(value == "yarishogi" ? "yari" : value);
    if (!v) return complain(fmt::format("no variant {}", in_quotes(value)));
    settings_.variant = *v;
    position_ = {start_setup(*v), {}, settings_.rules};
    has_position_ = true;
  } else if (name != "USI_Ponder") {
    complain(fmt::format("no option {}", in_quotes(name)));
  }
}

bool UsiServer::set_book_option(std::string_view name, std::string_view value) {
  if (name == "USI_OwnBook") {
    if (value == "true" || value == "false")
      settings_.own_book = value == "true";
    else
      complain("USI_OwnBook must be true or false");
    return true;
  }
  if (name != "BookFile") return false;
  settings_.book_file = value == no_book || value == "<empty>" ? std::string_view() : value;
  return true;
}

void UsiServer::set_position(std::string_view line) {
  ReadOptions options;
  options.strict = true;
  options.variant = settings_.variant;
  const ReadResult read = read_usi_line(line, options);
  if (!read.game) {
    has_position_ = false;
    return complain(read.diagnostics.empty() ? "no position" : read.diagnostics.front().message);
  }
  has_position_ = true;
  position_ = {read.game->start, read.game->moves.main_moves(), settings_.rules};
}

std::vector<Move> UsiServer::read_moves(std::span<const std::string_view> words,
                                        std::size_t& read) {
  const std::vector<Move> legal = legal_moves(position_);
  std::vector<Move> moves;
  for (read = 0; read < words.size(); ++read) {
    const Result<Move> move = read_usi_move(words[read], settings_.variant);
    if (!move) break;
    if (std::ranges::count(legal, *move) == 0)
      complain(fmt::format("searchmoves: {} is illegal, and ignored", in_quotes(words[read])));
    else if (std::ranges::count(moves, *move) == 0)
      moves.push_back(*move);
  }
  return moves;
}

UsiServer::Order UsiServer::read_order(std::string_view text) {
  const std::vector<std::string_view> words = command_words(text);
  const bool black = side_to_move(position_) == Color::black;
  Order order;
  TimeControl clock;
  bool has_clock = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    order.infinite |= word == "infinite";
    order.ponder |= word == "ponder";
    order.mate |= word == "mate";
    if (word == "searchmoves") {
      std::size_t read = 0;
      order.limits.root_moves = read_moves(std::span(words).subspan(i + 1), read);
      i += read;
      continue;
    }
    const std::optional<long> n = i + 1 < words.size() ? number(words[i + 1]) : std::nullopt;
    if (!n) continue;
    const std::chrono::milliseconds time(*n);
    if (word == "depth") order.limits.depth = static_cast<int>(std::min(*n, 100L));
    if (word == "nodes") order.limits.nodes = static_cast<std::uint64_t>(*n);
    if (word == "movetime" || word == "mate") order.limits.time = time;
    if (word == (black ? "btime" : "wtime")) clock.main = time;
    if (word == (black ? "binc" : "winc")) clock.increment = time;
    if (word == "byoyomi") clock.byoyomi = time;
    has_clock |= word == "btime" || word == "wtime" || word == "byoyomi";
  }
  Limits& limits = order.limits;
  if (has_clock && !order.infinite) {
    const TimeForMove time =
        time_for_move(clock, clock.main, search_constants_of(settings_.variant));
    limits.aim = time.aim;
    limits.time = time.most;
  }
  if (order.ponder) order.after_ponder = limits.aim.count() > 0 ? limits.aim : limits.time;
  if (order.ponder || order.infinite) limits.aim = limits.time = std::chrono::milliseconds(0);
  order.limits.multipv = multipv_;
  return order;
}

void UsiServer::go(std::string_view text) {
  const Order order = read_order(text);
  if (!has_position_) complain("the position was refused: there is nothing to search");
  engine();
  stop_ = std::stop_source();
  {
    const std::lock_guard lock(mutex_);
    pondering_ = order.ponder;
    after_ponder_ = order.after_ponder;
  }
  const auto work = [this, token = stop_.get_token()](const Order& what) {
    what.mate ? solve_mate(what, token) : search(what, token);
  };
  try {
    worker_ = std::jthread(work, order);
  } catch (const std::system_error&) {
    complain("the machine gives no thread: the search is short, and cannot be stopped");
    work(without_listening(order));
  }
}

UsiServer::Order UsiServer::without_listening(Order order) {
  constexpr std::chrono::milliseconds longest{1000};
  std::chrono::milliseconds& time = order.limits.time;
  time = time.count() > 0 ? std::min(time, longest) : longest;
  order.infinite = false;
  const std::lock_guard lock(mutex_);
  pondering_ = false;
  return order;
}

void UsiServer::search(const Order& order, std::stop_token stop) {
  Analysis analysis;
  if (has_position_)
    analysis = engine().analyze(position_, order.limits, stop,
                                [this](const Analysis& so_far) { tell(so_far); });
  for (const std::string& note : engine().take_notes()) complain(note);
  {
    // An answer is not wanted before the interface asks for it or the opponent has moved.
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return !pondering_ && !order.infinite; });
  }
  if (!analysis.lines.empty() && analysis.depth == 0 && analysis.scored) tell(analysis);
  if (!analysis.scored) complain("a move of the book");
  answer(analysis);
}

void UsiServer::solve_mate(const Order& order, std::stop_token stop) {
  MateLimits limits;
  limits.time = order.limits.time;
  if (!has_position_) return say("checkmate timeout");
  const MateResult result = MateSolver(settings_.engine.hash_mib).solve(position_, limits, stop);
  if (result.verdict == MateVerdict::mate) {
    say("checkmate" + moves_text(result.line, settings_.variant));
  } else {
    say(result.verdict == MateVerdict::no_mate ? "checkmate nomate" : "checkmate timeout");
  }
}

void UsiServer::tell(const Analysis& analysis) {
  const double seconds = std::max(0.001, static_cast<double>(analysis.time.count()) / 1000);
  for (std::size_t i = 0; i < analysis.lines.size(); ++i) {
    const ScoredLine& line = analysis.lines[i];
    std::string text =
        fmt::format("info depth {} seldepth {}", line.depth, analysis.selective_depth);
    if (analysis.lines.size() > 1) text += fmt::format(" multipv {}", i + 1);
    text += fmt::format(" score {} nodes {} nps {:.0f} hashfull {} time {} pv{}",
                        score_text(line.score), analysis.nodes,
                        static_cast<double>(analysis.nodes) / seconds, analysis.hash_full,
                        analysis.time.count(), moves_text(line.pv, settings_.variant));
    say(text);
  }
}

void UsiServer::answer(const Analysis& analysis) {
  if (analysis.lines.empty()) return say("bestmove resign");
  const std::vector<Move>& pv = analysis.lines.front().pv;
  std::string text = "bestmove " + write_usi_move(pv[0], settings_.variant);
  if (pv.size() > 1) text += " ponder " + write_usi_move(pv[1], settings_.variant);
  say(text);
}

void UsiServer::ponder_hit() {
  std::chrono::milliseconds left;
  {
    const std::lock_guard lock(mutex_);
    if (!pondering_) return;
    pondering_ = false;
    left = after_ponder_;
  }
  changed_.notify_all();
  if (left.count() == 0) return;
  try {
    timer_ = std::jthread([this, left, source = stop_](std::stop_token cancelled) mutable {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, cancelled, left, [] { return false; });
      lock.unlock();
      if (!cancelled.stop_requested()) source.request_stop();
    });
  } catch (const std::system_error&) {
    complain("the machine gives no thread: the move is played at once");
    stop_.request_stop();
  }
}

void UsiServer::stop() {
  timer_ = {};
  stop_.request_stop();
  wait();
}

void UsiServer::wait() {
  if (worker_.joinable()) worker_.join();
}

void serve_usi(std::istream& in, std::ostream& out, const UsiServerSettings& settings) {
  UsiServer server(out, settings);
  for (std::string line; std::getline(in, line);) {
    if (!server.obey(line)) return;
  }
}

}  // namespace yari
