// The parameters of a request and what is pasted: any bytes are understood or refused with a
// reason.
#include <httplib.h>

#include <algorithm>

#include "answers/position_text.h"
#include "answers/saved_conditions.h"
#include "db/query/complete.h"
#include "fuzz/fuzz.h"
#include "notation/encoding/encoding.h"
#include "web/api/database_pool.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::fuzz::request_fuzz {

namespace {

httplib::Request request_of(std::string_view text) {
  httplib::Request request;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    request.params.emplace(pair.substr(0, equals), pair.substr(std::min(equals + 1, pair.size())));
  }
  return request;
}

/// A database without games.
class Empty {
 public:
  Empty() : file_(scratch_file("-empty.db")), databases_(file_, OpenMode::create, 1) {}
  ~Empty() { std::filesystem::remove(file_); }
  Empty(const Empty&) = delete;
  Empty& operator=(const Empty&) = delete;

  web::DatabasePool& databases() { return databases_; }

 private:
  std::filesystem::path file_;
  web::DatabasePool databases_;
};

void read_all(const httplib::Request& request, Variant v) {
  static Empty empty;
  web::Parameters parameters(request, v);
  if (const std::optional<GamePosition> position = parameters.position(empty.databases()))
    require(faults_of(position->start).empty(), "a position can be played on");
  parameters.filter(true);
  const ListOptions order = parameters.order(10, 100);
  require(order.limit && *order.limit <= 100, "lists are bounded");
  parameters.question(v);
  parameters.finish();
}

/// Conditions that a database keeps may come from anywhere.
void read_saved(const std::string& text) {
  const auto words = conditions_words(text);
  if (!words) return;
  const auto parameters = parameters_of_words(*words);
  if (!parameters) return;
  require(parameters_of_words(words_of_parameters(*parameters)) == parameters,
          "saved conditions are kept as they are");
}

void complete_query(std::string_view text, Variant v) {
  const query::Completion completion = query::complete(text, v);
  require(completion.from <= text.size(), "what is completed stands in the text");
  const std::vector<std::string> known = query::vocabulary();
  for (const std::string& word : completion.words)
    require(std::ranges::count(known, word) == 1, "only words of the language are offered");
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  const Variant v = bytes.next() % 2 == 0 ? Variant::yari : Variant::shogi;
  const std::string_view rest = bytes.rest();
  try {
    read_all(request_of(rest), v);
  } catch (const web::RequestError& error) {
    require(error.status() == 400 || error.status() == 404,
            "what makes no sense is a bad request, and no game is there");
    require(*error.what() != '\0', "a refusal has a reason");
  }
  read_saved(std::string(rest));
  complete_query(rest, v);
  const PastedText pasted = read_pasted(to_utf8(std::string(rest)), v);
  require(!pasted.form.empty(), "what is pasted has a form");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string_view text :
       {"usi=startpos moves 7g7f 3c3d&query=mate&limit=3", "game=12:40&limit=3",
        "variant=shogi&sfen=4k4/9/9/9/9/9/9/9/4K4 b P 1&player=habu&side=black&query=check",
        "date=1990..1999&result=1-0&plies=10..&sort=date&reverse=1&offset=5&query=capture R",
        R"(["--player","habu","--date=1990..","--query","mate"])", "not (drop then ma",
        "1. P-7f P-3d 2. P-2f", "sfen 3k3/7/7/7/7/7/7/7/3K3 b P 1"})
    for (const char first : {'\0', '\1'}) all.push_back(first + std::string(text));
  return all;
}

const Target target("request", check, seeds);

}  // namespace yari::fuzz::request_fuzz
