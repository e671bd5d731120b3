#include "cli/output/graph_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/annotate/record_chances.h"
#include "record/glyph.h"

namespace yari::cli {

namespace {

constexpr int lines = 8;
/// "100 %" and the axis.
constexpr std::size_t margin = 6;
/// Columns that a ply of a short game takes, at most.
constexpr std::size_t broadest = 3;

struct Bar {
  std::optional<double> chance;
  Judgement worst = Judgement::none;
};

class GraphText {
 public:
  GraphText(const Game& game, double coefficient, std::size_t width)
      : chances_(black_chances(game, coefficient)) {
    const std::size_t room = std::max(width, margin + 2) - margin;
    plies_of_bar_ = (chances_.size() + room - 1) / room;
    bars_.resize((chances_.size() + plies_of_bar_ - 1) / plies_of_bar_);
    breadth_ = std::clamp<std::size_t>(room / bars_.size(), 1, broadest);
    for (std::size_t bar = 0; bar < bars_.size(); ++bar) bars_[bar].chance = mean(bar);
    std::size_t ply = 0;
    for (const NodeId node : game.moves.main_line()) {
      Judgement& worst = bars_[++ply / plies_of_bar_].worst;
      worst = std::max(worst, judgement_of(game.moves.note(node)));
    }
  }

  void write(Terminal& terminal) const {
    for (int line = lines - 1; line >= 0; --line) {
      std::string out = line == lines - 1 ? "100 %│" : line == lines / 2 - 1 ? " 50 %│" : "     │";
      for (const Bar& bar : bars_)
        for (std::size_t i = 0; i < breadth_; ++i) out += block(bar, line);
      terminal.write(out.substr(0, out.find_last_not_of(' ') + 1) + '\n');
    }
    write_axis(terminal);
    write_marks(terminal, 0);
    write_marks(terminal, 1);
  }

 private:
  std::optional<double> mean(std::size_t bar) const {
    double sum = 0;
    int known = 0;
    const std::size_t end = std::min((bar + 1) * plies_of_bar_, chances_.size());
    for (std::size_t ply = bar * plies_of_bar_; ply < end; ++ply) {
      if (!chances_[ply]) continue;
      sum += *chances_[ply];
      ++known;
    }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
  }

  /// No chance at all still shows: a gap says that nothing is known.
  static std::string_view block(const Bar& bar, int line) {
    constexpr std::array<std::string_view, 9> eighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (!bar.chance) return eighths[0];
    const int height = std::max(1, static_cast<int>(std::lround(*bar.chance * lines * 8 / 100)));
    return eighths[static_cast<std::size_t>(std::clamp(height - line * 8, 0, 8))];
  }

  /// Numbers of plies that leave room for each other: every 1, 2, 5, 10, 20, ...
  std::size_t step() const {
    for (std::size_t decade = 1;; decade *= 10)
      for (const std::size_t step : {decade, 2 * decade, 5 * decade})
        if (step % plies_of_bar_ == 0 && step / plies_of_bar_ * breadth_ >= margin) return step;
  }

  void write_axis(Terminal& terminal) const {
    std::string axis = "  0 %└", numbers(margin, ' ');
    for (std::size_t bar = 0; bar < bars_.size(); ++bar) {
      const std::size_t ply = bar * plies_of_bar_;
      const bool numbered = ply % step() == 0;
      axis += numbered ? "┬" : "─";
      for (std::size_t i = 1; i < breadth_; ++i) axis += "─";
      if (numbered) numbers.resize(margin + bar * breadth_, ' ');
      if (numbered) numbers += std::to_string(ply);
    }
    terminal.write(axis + "\n" + numbers + "\n");
  }

  /// The character at `row` of each mark.
  void write_marks(Terminal& terminal, std::size_t row) const {
    std::string gap(margin, ' ');
    bool written = false;
    for (const Bar& bar : bars_) {
      const std::string_view whole = sign(bar.worst);
      if (row < whole.size()) {
        terminal.write(gap);
        terminal.write(bar.worst == Judgement::blunder ? Paint::red : Paint::yellow,
                       whole.substr(row, 1));
        gap.clear();
        written = true;
      }
      gap.append(row < whole.size() ? breadth_ - 1 : breadth_, ' ');
    }
    if (written) terminal.write("\n");
  }

  static std::string_view sign(Judgement judgement) {
    constexpr std::array<std::uint8_t, 4> glyphs{0, inaccuracy_glyph, mistake_glyph, blunder_glyph};
    return glyph_sign(glyphs[static_cast<std::size_t>(judgement)]);
  }

  std::vector<std::optional<double>> chances_;
  std::vector<Bar> bars_;
  std::size_t plies_of_bar_ = 1;
  std::size_t breadth_ = 1;
};

}  // namespace

void write_graph(Terminal& terminal, const Game& game, double coefficient, std::size_t width) {
  GraphText(game, coefficient, width).write(terminal);
}

}  // namespace yari::cli
