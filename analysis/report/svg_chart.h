/// \file
/// Tables of numbers as drawings: a bar for each row.
#pragma once

#include <string>
#include <vector>

namespace yari {

/// One row of a chart.
struct ChartBar {
  std::string label;
  /// 0 or more; one for each part that the chart names.
  std::vector<double> parts;
  /// Written to the right of the bar: "120 games".
  std::string note;
};

/// Bars one below the other, each put together from the same parts.
struct BarChart {
  std::string title;
  /// What the parts are called; with one part there is no legend.
  std::vector<std::string> parts;
  std::vector<ChartBar> bars;
  /// Every bar is as long as the others, and its parts are shares of it.
  bool shares = false;
};

/// The chart as an SVG document: no script, style sheet or font from outside.
///
/// Labels may be Japanese; one that is too long ends in "…".
std::string draw_chart_svg(const BarChart& chart);

}  // namespace yari
