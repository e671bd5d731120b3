/// \file
/// A database file under the layer of page_sums.h: what its header says, and its checksums.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "db/store/sqlite/file/page_sums.h"

namespace yari::summed {

/// The header of a database, at the beginning of its first page (SQLite's file format, 1.3).
inline constexpr int header_size = 100;

/// An open file. The memory after it holds the same file as the layer below has it.
struct File : sqlite3_file {
  sqlite3_file* real = nullptr;
  /// As the header says; 0 where it was not read. Only of databases.
  int page_size = 0;
  bool is_database = false, has_sums = false;
  bool is_writable = false;
  std::uint32_t refused = 0;
  std::set<std::uint32_t>* accepted = nullptr;
  /// Of mapped pages, by number, those that were compared.
  std::vector<bool> compared;
  /// The index of the log, where it is mapped, and what it said when reading began.
  volatile const void* log = nullptr;
  LogMoment moment;
};

inline File& of(sqlite3_file* file) { return *static_cast<File*>(file); }
inline sqlite3_file* real(sqlite3_file* file) { return of(file).real; }

/// Takes what the header says about the file.
void learn(File& file, const std::uint8_t* header);
/// Another program that rewrote the file may have given it checksums, which this one must keep up.
void learn_again(File& file);

/// Whether SQLite asks for a whole page that has a checksum.
bool is_page(const File& file, int size, sqlite3_int64 at);
/// Of the page that begins there, from 1.
std::uint32_t number_of(const File& file, sqlite3_int64 at);
/// The place of the checksum in a page.
std::size_t sum_at(const File& file);
std::uint32_t sum_of(const File& file, const std::uint8_t* page, std::uint32_t number);
/// Whether the page is as it was written.
bool is_sound(File& file, const std::uint8_t* page, std::uint32_t number);
/// Before a page is written with its checksum: all others must have theirs. An older file, whose
/// pages have no room for them, is rewritten as a whole. SQLite's code.
int complete_sums(File& file);

}  // namespace yari::summed
