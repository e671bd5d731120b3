/// \file
/// The built-in engine as a program of the Universal Shogi Interface, for graphical programs and
/// matches.
#pragma once

#include <condition_variable>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "analysis/book/book_engine.h"
#include "analysis/engine/builtin.h"
#include "analysis/engine/engine.h"

namespace yari {

struct UsiServerSettings {
  Variant variant = Variant::yari;
  RuleSet rules = RuleSet::standard;
  BuiltinOptions engine;
  /// A .db file that moves are played from; empty: none.
  std::string book_file = {};
  BookPlay book = {};
  /// Whether it is used.
  bool own_book = true;
};

/// Answers the commands of one interface.
///
/// Commands come from one thread; a search runs in another, so that `stop` is heard. The answer to
/// `go` is written when the search ends, with `info` lines before it.
/// Source: H. D. Grossmann, "The Universal Shogi Interface"; `USI_Variant` as Fairy-Stockfish has
/// it.
class UsiServer {
 public:
  UsiServer(std::ostream& out, const UsiServerSettings& settings);
  /// Stops a search under way.
  ~UsiServer();

  /// Obeys one line. False after `quit`.
  bool obey(std::string_view line);
  /// Waits until the search under way has answered. Never returns while one without limits runs.
  void wait();

 private:
  /// What `go` asked for.
  struct Order {
    Limits limits;
    bool infinite = false;
    bool ponder = false;
    bool mate = false;
    /// To be used from `ponderhit` on.
    std::chrono::milliseconds after_ponder{0};
  };

  void introduce();
  void set_option(std::string_view text);
  /// False where it is no option of the book.
  bool set_book_option(std::string_view name, std::string_view value);
  /// The engine, which plays from the book where there is one.
  std::unique_ptr<Engine> make_engine();
  void set_position(std::string_view line);
  void go(std::string_view text);
  Order read_order(std::string_view text);
  /// The legal moves at the beginning of `words`, up to a word that is no move; counts the words
  /// in `read`, and complains about illegal moves.
  std::vector<Move> read_moves(std::span<const std::string_view> words, std::size_t& read);
  /// The order as it is obeyed on the thread that hears commands: it ends by itself, and soon.
  Order without_listening(Order order);
  void ponder_hit();
  void stop();
  void search(const Order& order, std::stop_token stop);
  void solve_mate(const Order& order, std::stop_token stop);
  void tell(const Analysis& analysis);
  void answer(const Analysis& analysis);
  void say(const std::string& line);
  void complain(std::string_view what);
  Engine& engine();

  std::ostream& out_;
  std::mutex out_mutex_;
  UsiServerSettings settings_;
  int multipv_ = 1;
  std::unique_ptr<Engine> engine_;
  GamePosition position_;
  /// False after one that was refused: another one is not searched in its place.
  bool has_position_ = true;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  /// While pondering: the time to go on after `ponderhit`, once that has come.
  bool pondering_ = false;
  std::chrono::milliseconds after_ponder_{0};
  std::stop_source stop_;
  std::jthread worker_;
  std::jthread timer_;
};

/// Obeys the lines of `in` until `quit` or its end.
void serve_usi(std::istream& in, std::ostream& out, const UsiServerSettings& settings);

}  // namespace yari
