// Words are cut by FTS5's own tokenizer, or come cut, and are read back through its vocabulary
// table.
#include "db/store/sqlite/file/text_check.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "db/store/sqlite/file/sqlite_error.h"

namespace yari {

namespace {

/// FTS5 cuts longer words off (FTS5_MAX_TOKEN_SIZE).
constexpr std::size_t longest_word = 32768;

/// A number that a word of a row has almost alone; the sum does not depend on order.
std::uint64_t number(std::string_view word, std::int64_t row) {
  std::uint64_t x = 0xCBF29CE484222325;
  for (const char c : word) x = (x ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  x ^= static_cast<std::uint64_t>(row) * 0x9E3779B97F4A7C15;
  x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9;
  return x ^ x >> 29;
}

fts5_api* fts5(Connection& connection) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(connection.handle(), "SELECT fts5(?1)", -1, &statement, nullptr);
  if (code == SQLITE_OK)
    code = sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
  if (code == SQLITE_OK) sqlite3_step(statement);
  code = sqlite3_finalize(statement);
  if (api == nullptr) throw_sqlite_error(connection.handle(), code, connection.file());
  return api;
}

/// The words of one text.
struct Words {
  std::int64_t row = 0, count = 0;
  std::uint64_t sum = 0;
};

int add_word(void* context, int, const char* word, int size, int, int) {
  auto& words = *static_cast<Words*>(context);
  const std::size_t length = std::min(static_cast<std::size_t>(size), longest_word);
  words.sum += number({word, length}, words.row);
  ++words.count;
  return SQLITE_OK;
}

/// Makes the words of an index a table of this connection alone, which one that only reads may do
/// too.
void make_vocabulary(Connection& connection, const std::string& index) {
  const bool query_only = connection.integer("PRAGMA query_only") != 0;
  if (query_only) connection.execute("PRAGMA query_only = OFF");
  connection.execute(fmt::format(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.{0}_words USING fts5vocab(main, {0}, instance)",
      index));
  if (query_only) connection.execute("PRAGMA query_only = ON");
}

}  // namespace

struct TextCheck::Tokenizer {
  fts5_tokenizer methods{};
  Fts5Tokenizer* made = nullptr;

  explicit Tokenizer(Connection& connection) {
    fts5_api* api = fts5(connection);
    void* context = nullptr;
    // As in tables.cpp.
    std::array<const char*, 2> options{"remove_diacritics", "2"};
    int code = api->xFindTokenizer(api, "unicode61", &context, &methods);
    if (code == SQLITE_OK)
      code = methods.xCreate(context, options.data(), static_cast<int>(options.size()), &made);
    if (code != SQLITE_OK) throw_sqlite_error(connection.handle(), code, connection.file());
  }
  ~Tokenizer() { methods.xDelete(made); }
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;
};

TextCheck::TextCheck(Connection& connection)
    : connection_(connection), tokenizer_(std::make_unique<Tokenizer>(connection)) {}
TextCheck::~TextCheck() = default;

void TextCheck::add(std::int64_t id, std::string_view text) {
  Words words{.row = id};
  const int code =
      tokenizer_->methods.xTokenize(tokenizer_->made, &words, FTS5_TOKENIZE_DOCUMENT, text.data(),
                                    static_cast<int>(text.size()), add_word);
  if (code != SQLITE_OK) throw_sqlite_error(connection_.handle(), code, connection_.file());
  words_ += words.count;
  sum_ += words.sum;
}

void TextCheck::add_words(std::int64_t id, std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    sum_ += number(words.substr(0, end), id);
    ++words_;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

bool TextCheck::agrees(const std::string& index, const std::function<bool(std::int64_t)>& counts) {
  make_vocabulary(connection_, index);
  std::int64_t words = 0;
  std::uint64_t sum = 0;
  Statement rows(connection_, fmt::format("SELECT term, doc FROM temp.{}_words", index));
  for (rows.start({}); rows.step();) {
    if (!counts(rows.integer(1))) continue;
    ++words;
    sum += number(rows.text(0), rows.integer(1));
  }
  return words == words_ && sum == sum_;
}

}  // namespace yari
