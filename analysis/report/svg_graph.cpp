// The graph: axes, the line with its area, dots for judged moves.
#include "analysis/report/svg_graph.h"

#include <algorithm>

#include "analysis/annotate/record_chances.h"
#include "analysis/report/svg_text.h"

namespace yari {

namespace {

using Chances = std::vector<std::optional<double>>;

constexpr int left_margin = 52, right_margin = 14, top_margin = 12, bottom_margin = 38;

std::string title_of(const Game& game) {
  const auto name = [&game](std::string_view tag, std::string_view otherwise) {
    const std::string_view value = game.tag(tag);
    return std::string(value.empty() ? otherwise : value);
  };
  return name(tags::black, "Black") + " - " + name(tags::white, "White");
}

std::string_view color_of(Judgement j) {
  return j == Judgement::blunder ? "#c2261c" : j == Judgement::mistake ? "#d9730d" : "#c9a400";
}

class GraphDrawing : Markup {
 public:
  GraphDrawing(const Game& game, const GraphOptions& options, Chances chances)
      : game_(game),
        chances_(std::move(chances)),
        width_(std::clamp(options.width, 160, 4000)),
        height_(std::clamp(options.height, 80, 2000)),
        title_(options.title.empty() ? title_of(game) : options.title) {}

  std::string draw() {
    begin();
    axes();
    for (std::size_t from = 0; from < chances_.size();) from = stretch(from);
    dots();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  std::size_t plies() const { return chances_.size() - 1; }
  double x(std::size_t ply) const {
    const double share =
        static_cast<double>(ply) / static_cast<double>(std::max<std::size_t>(plies(), 1));
    return left_margin + share * (width_ - left_margin - right_margin);
  }
  double y(double chance) const {
    return top_margin + (100 - chance) / 100 * (height_ - top_margin - bottom_margin);
  }

  void begin() {
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"'Helvetica Neue',Arial,'Liberation "
        "Sans',sans-serif\" font-size=\"12\">\n<title>{2}: Black's chance to win</title>\n"
        "<desc>{3}</desc>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width_, height_, escape_markup(title_), description());
  }

  std::string description() const {
    std::string text =
        fmt::format("Black's chance to win, in percent, after each of {} plies:", plies());
    for (std::size_t ply = 0; ply < chances_.size(); ++ply) {
      if (chances_[ply]) text += fmt::format(" {}: {:.0f};", ply, *chances_[ply]);
    }
    text.back() = text.back() == ';' ? '.' : ' ';
    return text;
  }

  void axes() {
    out_ += "<g stroke=\"#ddd\" fill=\"#555\">\n";
    for (const int chance : {0, 25, 50, 75, 100}) {
      put("<path d=\"M{} {:.1f}H{}\"{}/>", left_margin, y(chance), width_ - right_margin,
          chance == 50 ? " stroke=\"#888\"" : "");
      put("<text stroke=\"none\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{} %</text>\n",
          left_margin - 6, y(chance) + 4, chance);
    }
    const std::size_t step = tick_step();
    for (std::size_t ply = 0; ply <= plies(); ply += step) {
      put("<path d=\"M{0:.1f} {1:.1f}v5\" stroke=\"#888\"/><text stroke=\"none\" x=\"{0:.1f}\" "
          "y=\"{2:.1f}\" text-anchor=\"middle\">{3}</text>\n",
          x(ply), y(0), y(0) + 17, ply);
    }
    put("<text stroke=\"none\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">Black's "
        "chance to win, by ply</text>\n</g>\n",
        (left_margin + width_ - right_margin) / 2.0, height_ - 6);
  }

  // 1, 2, 5, 10, ...: room for 40 pixels between two numbers.
  std::size_t tick_step() const {
    const auto room = static_cast<std::size_t>((width_ - left_margin - right_margin) / 40 + 1);
    for (std::size_t decade = 1;; decade *= 10) {
      for (const std::size_t step : {decade, 2 * decade, 5 * decade}) {
        if (plies() / step <= room) return step;
      }
    }
  }

  // Draws the plies from `from` on that have an evaluation; returns where to look on.
  std::size_t stretch(std::size_t from) {
    std::size_t end = from;
    std::string line;
    for (; end < chances_.size() && chances_[end]; ++end) {
      line += fmt::format("{}{:.1f} {:.1f}", end == from ? "" : "L", x(end), y(*chances_[end]));
    }
    if (end == from) return from + 1;
    put("<path d=\"M{:.1f} {:.1f}L{}L{:.1f} {:.1f}Z\" fill=\"#3b6ea5\" fill-opacity=\"0.18\"/>\n",
        x(from), y(50), line, x(end - 1), y(50));
    put("<path class=\"line\" d=\"M{}\" fill=\"none\" stroke=\"#2b5c94\" stroke-width=\"2\" "
        "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
        end == from + 1 ? line + "h0" : line);
    return end;
  }

  void dots() {
    std::size_t ply = 0;
    for (const NodeId node : game_.moves.main_line()) {
      const Judgement judgement = judgement_of(game_.moves.note(node));
      if (++ply; judgement == Judgement::none || !chances_[ply]) continue;
      put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" stroke=\"#fff\"><title>ply {}: "
          "{}</title></circle>\n",
          x(ply), y(*chances_[ply]), color_of(judgement), ply, name(judgement));
    }
  }

  const Game& game_;
  Chances chances_;
  int width_;
  int height_;
  std::string title_;
};

}  // namespace

bool has_graph(const Game& game) {
  const auto scores = known_scores(game, 0);
  return std::count_if(scores.begin(), scores.end(), [](auto& s) { return s.has_value(); }) >= 2;
}

std::string draw_graph_svg(const Game& game, const GraphOptions& options) {
  return GraphDrawing(game, options, black_chances(game, options.coefficient)).draw();
}

}  // namespace yari
