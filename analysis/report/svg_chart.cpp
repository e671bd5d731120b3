// Horizontal bars: labels of any length stand beside them.
#include "analysis/report/svg_chart.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "analysis/report/svg_text.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr int chart_width = 860, bar_left = 270, bar_right = 720, bars_top = 64, row_height = 24;
constexpr std::size_t label_columns = 34;
constexpr std::array<std::string_view, 4> colors{"#2b5c94", "#b9b9b9", "#d9822b", "#8a4f9e"};

std::string cut_to_fit(std::string_view text) {
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_at(text, at).length;
    used += columns(text.substr(at, length));
    if (used > label_columns) return std::string(text.substr(0, at)) + "…";
    at += length;
  }
  return std::string(text);
}

class ChartDrawing : Markup {
 public:
  explicit ChartDrawing(const BarChart& chart) : chart_(chart) {
    for (const ChartBar& bar : chart.bars) longest_ = std::max(longest_, sum(bar));
  }

  std::string draw() {
    begin();
    if (chart_.parts.size() > 1) legend();
    for (std::size_t i = 0; i < chart_.bars.size(); ++i) row(chart_.bars[i], static_cast<int>(i));
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  static double sum(const ChartBar& bar) {
    return std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0);
  }
  static std::string_view color(std::size_t part) { return colors[part % colors.size()]; }

  void begin() {
    const int height = bars_top + row_height * static_cast<int>(chart_.bars.size()) + 12;
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"'Helvetica Neue',Arial,'Noto Sans CJK JP',"
        "sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
        "<text x=\"12\" y=\"24\" font-size=\"16\">{2}</text>\n",
        chart_width, height, escape_markup(chart_.title));
  }

  void legend() {
    for (std::size_t i = 0; i < chart_.parts.size(); ++i) {
      const std::size_t x = bar_left + 110 * i;
      put("<rect x=\"{}\" y=\"38\" width=\"12\" height=\"12\" fill=\"{}\"/>"
          "<text x=\"{}\" y=\"48\">{}</text>\n",
          x, color(i), x + 18, escape_markup(chart_.parts[i]));
    }
  }

  void row(const ChartBar& bar, int i) {
    const int y = bars_top + row_height * i;
    put("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", bar_left - 8, y + 15,
        escape_markup(cut_to_fit(bar.label)));
    const double whole = chart_.shares ? sum(bar) : longest_;
    double x = bar_left;
    for (std::size_t part = 0; part < bar.parts.size() && whole > 0; ++part) {
      const double length = (bar_right - bar_left) * bar.parts[part] / whole;
      if (length > 0)
        put("<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"16\" fill=\"{}\">"
            "<title>{}: {:g}</title></rect>\n",
            x, y + 3, length, color(part), escape_markup(chart_.parts[part]), bar.parts[part]);
      x += length;
    }
    const double end = chart_.shares ? bar_right : x;
    put("<text x=\"{:.1f}\" y=\"{}\" fill=\"#555\">{}</text>\n", end + 8, y + 15,
        escape_markup(bar.note));
  }

  const BarChart& chart_;
  double longest_ = 0;
};

}  // namespace

std::string draw_chart_svg(const BarChart& chart) { return ChartDrawing(chart).draw(); }

}  // namespace yari
