// Puts a report's title and data into the page that was prepared at build time.
#include "analysis/report/report.h"

#include <nlohmann/json.hpp>

#include "analysis/report/assets.h"
#include "analysis/report/data.h"
#include "analysis/report/svg_text.h"

namespace yari {

namespace {

void append_data(std::string& out, std::string_view id, const Json& json) {
  out += "<script type=\"application/json\" id=\"";
  out += id;
  out += "\">" + script_text(json) + "</script>\n";
}

}  // namespace

std::string write_report(const std::vector<ReportGame>& games, const ReportOptions& options) {
  std::string out(report_page_before_title);
  out += escape_markup(report_title(games, options));
  out += report_page_before_data;
  append_data(out, "overview", report_overview_json(games, options));
  for (std::size_t i = 0; i < games.size(); ++i) {
    append_data(out, "game-" + std::to_string(i + 1), report_game_json(games[i]));
  }
  out += report_page_end;
  return out;
}

}  // namespace yari
