// `yari drill`: asks what is due, and keeps what was answered.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/study/drill_session.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/output/data_table.h"
#include "cli/output/drawing_options.h"
#include "cli/study/drill_options.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "notation/moves/typed_moves.h"
#include "platform/terminal.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari::cli {

namespace {

using Clock = std::chrono::steady_clock;

std::string days_text(int days) { return counted(static_cast<std::uint64_t>(days), "day"); }

struct Drill final : Task {
  DatabaseOption database;
  CardOptions chosen;
  TodayOption today;
  DrawingOptions drawing;
  TableForm form;
  bool due = false, list = false;
  std::size_t limit = 20;

  void declare(OptionSet& options) override {
    options.flag("due", due, "list the cards that are due, and ask nothing");
    options.flag("list", list, "list all cards, and ask nothing");
    options.number("limit,n", limit, "ask at most N cards; 0: all that are due", std::size_t{0});
    options.flag("csv", form.csv, "with --due or --list: print the table as CSV, with a heading");
    chosen.declare(options);
    today.declare(options);
    drawing.declare_text(options);
    options.group("Database");
    database.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (due && list) throw UsageError("--due and --list: give one of them");
    if (form.csv && !due && !list) throw UsageError("--csv: goes with --due or --list");
    if (form.csv) form.begin(terminal);
    drawing.check(terminal);
    day_ = today.day();
    Database games = database.open(due || list ? OpenMode::read_only : OpenMode::read_write);
    if (due) chosen.filter.due = day_;
    if (due || list) return print_list(terminal, drill_cards(games, chosen.filter));
    DueCards found = due_cards(games, chosen.filter, day_);
    std::vector<DrillCard>& cards = found.cards;
    if (cards.empty()) {
      terminal.message(found.next ? fmt::format("nothing is due; the next card is due on {}",
                                                write_date(*found.next))
                                  : "no card: 'yari drill add' adds positions to learn");
      return Exit::nothing;
    }
    due_ = cards.size();
    if (limit > 0 && cards.size() > limit) cards.resize(limit);
    all_ = cards.size();
    queue_.assign(std::make_move_iterator(cards.begin()), std::make_move_iterator(cards.end()));
    is_asked_ = platform::obeys_escapes(0) && !terminal.wants_json();
    ask_all(terminal, games);
    print_summary(terminal);
    return refused_ ? Exit::nothing : Exit::done;
  }

 private:
  /// A card as it was before its answer, so that the learner can grade the answer anew.
  struct Answered {
    DrillCard before;
    std::string typed;
    Grade grade = Grade::good;
    /// It was asked a second time on this day, which is not stored.
    bool again = false;
  };

  Exit print_list(Terminal& terminal, const std::vector<DrillCard>& cards) const {
    if (cards.empty())
      terminal.hint(due ? "nothing is due" : "no card: 'yari drill add' adds positions to learn");
    if (terminal.wants_json()) {
      for (const DrillCard& card : cards) terminal.json(card_json(card));
    } else if (!cards.empty()) {
      Table table(terminal,
                  {{"card", 5, 4, true},
                   {"source", 8, 7},
                   {"due", 10, 10},
                   {"days", 5, 4, true},
                   {"ease", 5, 4, true},
                   {"asked", 6, 5, true},
                   {"wrong", 6, 5, true},
                   {"position", 70, 20}},
                  true);
      for (const DrillCard& card : cards)
        table.row({fmt::format("{}", card.id), std::string(name(card.source)), write_date(card.due),
                   fmt::format("{}", card.days), fmt::format("{:.2f}", card.ease / 100.0),
                   fmt::format("{}", card.reviews), fmt::format("{}", card.lapses),
                   write_sfen_without_number(card.position)});
    }
    return cards.empty() ? Exit::nothing : Exit::done;
  }

  void ask_all(Terminal& terminal, Database& games) {
    bool repeated = false;
    while (!ended_) {
      if (queue_.empty()) {
        if (again_.empty() && !is_asked_) read_last_grade(terminal, games);
        // Until each of them has a good answer.
        if (again_.empty()) return;
        queue_.assign(again_.begin(), again_.end());
        again_.clear();
        repeated = true;
      }
      const DrillCard card = queue_.front();
      queue_.pop_front();
      if (!ask(terminal, games, card, repeated)) return;
    }
  }

  /// On a terminal the grade of each answer is asked for; here that of the last one may follow it.
  void read_last_grade(Terminal& terminal, Database& games) {
    std::string line;
    while (again_.empty() && next_line(terminal, line)) {
      if (line.empty()) continue;
      const std::optional<Grade> grade = grade_named(line);
      if (!grade) return;
      regrade(terminal, games, *grade);
    }
  }

  /// False at the end of the input.
  bool ask(Terminal& terminal, Database& games, const DrillCard& card, bool again) {
    std::size_t done = 0;
    show_question(terminal, card, done, again);
    const Clock::time_point begun = Clock::now();
    std::string line;
    while (next_line(terminal, line)) {
      if (line.empty()) continue;
      if (line == "?") return finish(terminal, games, card, "", Grade::again, again);
      if (const std::optional<Grade> grade = grade_named(line); grade && last_ && !is_asked_) {
        regrade(terminal, games, *grade);
        continue;
      }
      const std::optional<Move> move = read_move(terminal, card, done, line);
      if (!move) continue;
      const AnswerVerdict verdict = verdict_of(card, done, *move);
      if (verdict == AnswerVerdict::more) {
        done += 2;
        show_question(terminal, card, done, again);
        continue;
      }
      std::optional<std::chrono::milliseconds> time;
      if (is_asked_)
        time = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
      return finish(terminal, games, card, line, proposed_grade(verdict, time), again);
    }
    return false;
  }

  bool next_line(Terminal& terminal, std::string& line) {
    if (is_asked_) terminal.print("{}", "> ");
    terminal.flush();
    if (!std::getline(std::cin, line)) return false;
    line = std::string(trimmed(line));
    if (line == "q" || line == "quit") return false;
    return true;
  }

  void show_question(Terminal& terminal, const DrillCard& card, std::size_t done,
                     bool again) const {
    if (terminal.wants_json()) {
      Json json = object({{"row", "question"}});
      json.update(question_json(card, done));
      terminal.json(json);
      return;
    }
    if (!is_asked_) return;
    terminal.print("\nCard {} ({}), {}\n", card.id, name(card.source),
                   again ? "once more" : fmt::format("{} of {}", asked_ + 1, all_));
    DrawingOptions drawn = drawing;
    drawn.flip = drawing.flip != (card.position.side_to_move == Color::white);
    drawn.draw(terminal, card_position(card, done));
    terminal.print("{}", "Your move, ? (show it) or q (end)\n");
  }

  std::optional<Move> read_move(Terminal& terminal, const DrillCard& card, std::size_t done,
                                const std::string& line) {
    const GamePosition place = card_position(card, done);
    const Result<std::vector<Move>> moves =
        read_typed_moves(line, setup_of(place), last_target_of(place.moves));
    if (moves && moves->size() == 1) return moves->front();
    refused_ = refused_ || !is_asked_;
    terminal.message(fmt::format("{}: {}", printable(line),
                                 moves ? "expected one move" : moves.error().message));
    return std::nullopt;
  }

  /// False at the end of the input.
  bool finish(Terminal& terminal, Database& games, const DrillCard& card, const std::string& typed,
              Grade grade, bool again) {
    last_ = Answered{card, typed, grade, again};
    if (!again) ++asked_;
    if (!again && grade == Grade::again) ++wrong_;
    keep(terminal, games);
    if (!is_asked_) return true;
    terminal.print("{}", "Enter goes on; 1 again, 2 hard, 3 good or 4 easy changes the grade\n");
    std::string line;
    while (next_line(terminal, line)) {
      if (line.empty()) return true;
      const std::optional<Grade> other = grade_named(line);
      if (!other) continue;
      regrade(terminal, games, *other);
    }
    ended_ = true;
    return true;
  }

  /// The last answer gets another grade.
  void regrade(Terminal& terminal, Database& games, Grade grade) {
    if (!last_->again) wrong_ += int{grade == Grade::again} - int{last_->grade == Grade::again};
    std::erase_if(again_, [&](const DrillCard& card) { return card.id == last_->before.id; });
    last_->grade = grade;
    keep(terminal, games, true);
  }

  /// Stores the last answer and says what it was worth.
  void keep(Terminal& terminal, Database& games, bool regraded = false) {
    const DrillCard after = answered(last_->before, last_->grade, day_);
    if (asked_again(last_->grade)) again_.push_back(last_->before);
    if (!last_->again) store_review(games, after);
    if (terminal.wants_json()) {
      Json json = object({{"row", "answer"},
                          {"card", after.id},
                          {"typed", text_value(last_->typed)},
                          {"right", last_->grade != Grade::again},
                          {"grade", name(last_->grade)},
                          {"stored", !last_->again}});
      json.update(card_answer_json(after));
      json.update(card_reason_json(games, after));
      json.update(object(
          {{"due", write_date(after.due)}, {"days", after.days}, {"ease", after.ease / 100.0}}));
      terminal.json(json);
      return;
    }
    if (!regraded) print_answer(terminal, games, after);
    if (!last_->again)
      terminal.print("{}: again in {}, on {}\n", name(last_->grade), days_text(after.days),
                     write_date(after.due));
  }

  void print_answer(Terminal& terminal, Database& games, const DrillCard& after) const {
    const bool right = last_->grade != Grade::again;
    terminal.write(right ? Paint::green : Paint::red, right ? "Right" : "Wrong");
    terminal.print(": {}{}. {}\n", is_asked_ ? "" : fmt::format("card {}, ", after.id),
                   fmt::join(card_move_texts(after), after.has_choices() ? " or " : " "),
                   card_reason_json(games, after)["reason"].get<std::string>());
  }

  void print_summary(Terminal& terminal) const {
    const std::size_t still_due = due_ - static_cast<std::size_t>(asked_);
    if (terminal.wants_json()) {
      terminal.object({{"row", "summary"},
                       {"asked", asked_},
                       {"right", asked_ - wrong_},
                       {"wrong", wrong_},
                       {"due", still_due}});
      return;
    }
    terminal.print("{} asked: {} right, {} wrong; {} still due\n",
                   counted(static_cast<std::uint64_t>(asked_), "card"), asked_ - wrong_, wrong_,
                   still_due);
  }

  DateNumber day_ = 0;
  std::deque<DrillCard> queue_;
  std::vector<DrillCard> again_;
  std::optional<Answered> last_;
  /// Somebody sits at a terminal.
  bool is_asked_ = false;
  bool ended_ = false, refused_ = false;
  int asked_ = 0, wrong_ = 0;
  /// Cards that are due, and those of them that are asked.
  std::size_t due_ = 0, all_ = 0;
};

}  // namespace

extern const Command drill_command{
    "drill", "", "train by repetition: a book, own mistakes, puzzles",
    R"(Asks the cards that are due; 'yari drill add' makes them. A move is typed in any notation. A
right answer is easy within 10 seconds, good within 30, else hard; Enter goes on, and 1 to 4
(again, hard, good, easy) grade the answer otherwise. When a card comes back is decided by the
rule SM-2 (docs/books.md). Cards that were not known well are asked again until they are. Each
answer is stored at once, so q and Ctrl-C lose nothing. Where standard input is no terminal, each
line of it is a move, ? for none, or the grade of the answer before it; time does not count, so a
right answer is good. The training ends with the input, or with q. Exit code 1 if nothing is due,
or a line was no move.

  yari drill
  yari drill --due
  yari drill --source mistake --limit 10)",
    make_task<Drill>};

}  // namespace yari::cli
