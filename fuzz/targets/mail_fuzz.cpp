// Messages of games by mail: whatever stands in one, its record and the moves written beside it can
// be played, and a message that was written is read back.
#include "answers/mail.h"
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"
#include "record/tree_check.h"
#include "rules/start.h"

namespace yari::fuzz::mail_fuzz {

namespace {

/// The position after the main line.
template <class V>
Setup end_of(const Game& game) {
  Position<V> position = *Position<V>::from(game.start);
  require(first_illegal(position, game.moves) == no_node, "the moves of a record are legal");
  for (const Move move : game.moves.main_moves()) position.play(move);
  return position.setup();
}

Setup end_of(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) { return end_of<V>(game); });
}

}  // namespace

void check(std::string_view input) {
  const Result<Mail> mail = read_mail(input, std::nullopt);
  if (!mail) return require(input.size() > longest_mail, "every message is read");
  const Setup position = mail->score ? end_of(*mail->score) : start_setup(Variant::yari);
  const Result<std::vector<Move>> written = moves_written(*mail, position);
  if (mail->score && written) {
    Game longer = new_game(position.variant);
    longer.start = position;
    NodeId node = root_node;
    for (const Move move : *written) node = longer.moves.add(node, move);
    end_of(longer);
  }
  if (!mail->score) return;
  const std::string message = write_mail(*mail->score);
  if (message.size() > longest_mail) return;
  const Result<Mail> again = read_mail(message, std::nullopt);
  require(again && again->score, "a message that was written has its record");
  require(again->score->moves.main_moves() == mail->score->moves.main_moves() &&
              again->score->start == mail->score->start,
          "a message that was written is read back");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const Game& game : seed_games()) {
    const std::string message = write_mail(game);
    std::string quoted = "P-7f\n\n> ";
    for (const char c : message) quoted += c == '\n' ? std::string("\r\n> ") : std::string(1, c);
    all.push_back(message);
    all.push_back(quoted);
  }
  return all;
}

const Target target("mail", check, seeds, reshape_text);

}  // namespace yari::fuzz::mail_fuzz
