/// \file
/// What SQL is asked through where every back end with SQL has the same tables: those that belong
/// to no game. One text serves them all; in it a table is written "@.cards" and a parameter "$1".
///
///     sql::Prepared find(tables, "SELECT query FROM @.saved_queries WHERE name = $1");
///     if (find->first({name})) return std::string(find->text(0));
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "db/store/sql/parameter.h"

namespace yari::sql {

/// Rows, one after the other. Everything here throws what db/store/error.h lists.
class Rows {
 public:
  virtual ~Rows() = default;
  /// Goes to the next row; false when there is none.
  virtual bool step() = 0;

  /// Columns of the present row, from 0; views are valid until the next row. 0 or empty for null.
  virtual std::int64_t integer(int column) const = 0;
  virtual std::string_view text(int column) const = 0;
  virtual ByteView blob(int column) const = 0;
  virtual bool is_null(int column) const = 0;
};

/// A statement that can be run again and again.
class Statement : public Rows {
 public:
  /// Binds all the parameters in order and makes ready to step.
  virtual void start(std::span<const Parameter> parameters) = 0;
  void start(std::initializer_list<Parameter> parameters) {
    start(std::span<const Parameter>(parameters.begin(), parameters.size()));
  }
  /// For a statement whose rows are of no interest.
  virtual void run(std::span<const Parameter> parameters) = 0;
  void run(std::initializer_list<Parameter> parameters) {
    run(std::span<const Parameter>(parameters.begin(), parameters.size()));
  }
  /// start and step: is there a row? reset() when done with it.
  bool first(std::initializer_list<Parameter> parameters) {
    start(parameters);
    return step();
  }
  virtual void reset() = 0;
};

/// Whatever happens, the statement must not stay open.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(Statement& statement) : statement_(statement) {}
  ~ResetAtEnd() { statement_.reset(); }
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;

 private:
  Statement& statement_;
};

/// The tables that belong to no game: in the file, or in the home of a cluster.
class Tables {
 public:
  virtual ~Tables() = default;
  virtual std::unique_ptr<Statement> prepare(std::string_view text) = 0;
  /// Rows of which there may be very many. Requires: an open Snapshot or Batch.
  virtual std::unique_ptr<Rows> read(std::string_view text) = 0;
  /// Rows that the last `run` inserted, changed or deleted.
  virtual std::int64_t changes() = 0;
  /// The time where the tables are kept, in milliseconds since 1970; the same within a statement.
  virtual const char* now() const = 0;
  /// What a SELECT ends with when rows of its table w will be changed: those that somebody else is
  /// changing are left out.
  virtual const char* skip_locked() const = 0;
};

/// A statement that is prepared when it is needed first: a store opens quickly, and damage in one
/// table keeps nobody from the others.
class Prepared {
 public:
  /// Requires: the tables outlive this.
  Prepared(Tables& tables, std::string text) : tables_(tables), text_(std::move(text)) {}

  Statement& operator*() const {
    if (!statement_) statement_ = tables_.prepare(text_);
    return *statement_;
  }
  Statement* operator->() const { return &**this; }

 private:
  Tables& tables_;
  std::string text_;
  mutable std::unique_ptr<Statement> statement_;
};

}  // namespace yari::sql
