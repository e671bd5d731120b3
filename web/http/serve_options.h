/// \file
/// What `yari serve` was asked to do, and why it cannot.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "answers/study/shared_book.h"
#include "rules/variant.h"

namespace yari::web {

/// An engine that clients may choose.
struct NamedEngine {
  std::string name;
  /// May throw EngineFailure.
  std::function<std::unique_ptr<Engine>()> make;
};

struct ServeOptions {
  std::filesystem::path database;
  /// The address to listen on. Any but 127.0.0.1 and ::1 needs a password.
  std::string host = "127.0.0.1";
  /// 0: any free port.
  int port = 8020;
  /// Not empty: clients send it (HTTP Basic, any user name) in place of a key.
  std::string password;
  /// False: the database is opened read-only and requests that change it are refused.
  bool writes = true;
  /// The game that the page shows first.
  Variant variant = Variant::yari;
  /// One or more; the first is taken where a client does not choose.
  std::vector<NamedEngine> engines;
  /// Shown beside what was played; may be null.
  std::shared_ptr<SharedBook> book;
  /// Of the program, as the API reports it.
  std::string version;
  /// Development only: the page's files are read from this folder for every request.
  std::filesystem::path page_folder;
};

/// The address cannot be listened on, or the options do not go together.
class ServeFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace yari::web
