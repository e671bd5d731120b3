/// \file
/// An engine that plays from a book as long as the book knows the position.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>

#include "analysis/book/book_file.h"
#include "analysis/engine/engine.h"

namespace yari {

/// The largest BookPlay::plies that somebody may ask for.
inline constexpr int most_book_plies = 10'000;

/// How moves are taken from a book.
struct BookPlay {
  /// In the first N plies of a game; 0: in none.
  int plies = 1000;
  /// Of the choice among the moves: the same choices again for the same number.
  std::uint64_t seed = 0;
};

/// A move at random by its count, 1 where the book gives none; where every count is 0, any of them.
/// Requires: `moves` is not empty.
const BookMove& choose_book_move(const std::vector<BookMove>& moves, std::mt19937_64& random);

/// Answers from the book where it can, and else asks the engine.
///
/// A search without bounds, of several lines or for a mate is the engine's: somebody wants to know
/// what it thinks. An answer from the book has no score. What cannot be read of a position is left
/// out, and among the notes.
class BookEngine final : public Engine {
 public:
  BookEngine(std::unique_ptr<Engine> engine, std::shared_ptr<const BookFile> book,
             const BookPlay& play)
      : engine_(std::move(engine)), book_(std::move(book)), play_(play), random_(play.seed) {}

  std::string name() const override { return engine_->name(); }
  std::string identity() const override { return engine_->identity() + " with a book"; }
  void new_game() override { engine_->new_game(); }
  void new_position(const Limits& limits) override { engine_->new_position(limits); }
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop = {},
                   const Progress& progress = {}) override;
  std::vector<std::string> take_notes() override;

 private:
  std::optional<Analysis> from_book(const GamePosition& position, const Limits& limits);

  std::unique_ptr<Engine> engine_;
  std::shared_ptr<const BookFile> book_;
  BookPlay play_;
  std::mt19937_64 random_;
  /// The book failed, and why: it is not asked again.
  std::optional<std::string> fault_;
  bool fault_told_ = false;
  /// What is wrong with the positions that were asked for.
  std::vector<std::string> notes_;
};

}  // namespace yari
