/// \file
/// What the handlers of all routes share.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "web/api/database_pool.h"
#include "web/api/engines.h"
#include "web/api/name_counts.h"
#include "web/http/router.h"
#include "web/http/serve_options.h"
#include "web/http/slots.h"

namespace yari::web {

struct Context {
  const ServeOptions& options;
  DatabasePool& databases;
  /// Kept with what they have learnt.
  Engines& engines;
  /// Queries over all games that run at once.
  Slots& searches;
  /// Searches for mate, and runs of annotation, at once.
  Slots& solvers;
  Slots& annotations;
  /// Records that are pasted, and read in memory.
  Slots& readings;
  /// How many games each name has.
  NameCounts& names;
  /// Held while something is written: SQLite has one writer.
  std::mutex& writing;
};

// Each adds the routes of its file. The context outlives the router.
void add_page_routes(Router& router, const Context& context);
void add_position_routes(Router& router, const Context& context);
void add_explorer_routes(Router& router, const Context& context);
void add_book_routes(Router& router, const Context& context);
void add_game_routes(Router& router, const Context& context);
void add_edit_routes(Router& router, const Context& context);
void add_game_edit_routes(Router& router, const Context& context);
void add_import_routes(Router& router, const Context& context);
void add_query_routes(Router& router, const Context& context);
void add_statistics_routes(Router& router, const Context& context);
void add_annotation_routes(Router& router, const Context& context);
void add_name_routes(Router& router, const Context& context);
void add_list_routes(Router& router, const Context& context);
void add_export_routes(Router& router, const Context& context);
void add_saved_routes(Router& router, const Context& context);
void add_drill_routes(Router& router, const Context& context);
void add_player_routes(Router& router, const Context& context);
void add_analysis_routes(Router& router, const Context& context);

/// Held while a request looks at many games. Throws RequestError (503) when all are taken.
Slot search_slot(const Context& context);

/// Throws RequestError when the server does not change its database.
void require_writes(const Context& context);

/// What /api/about answers.
std::string about_text(const Context& context, Language language);
/// What /api/position answers for the start of a game.
std::string start_text(Variant v);

/// Sets one object as the answer.
void set_json(Call& call, const std::string& json);

}  // namespace yari::web
