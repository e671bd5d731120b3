/// \file
/// What stands before the body of a request, made small and plain before the HTTP library reads it.
///
/// cpp-httplib keeps request lines and headers of any number, and acts on some that no client of
/// ours needs: it makes every range that `Range` names, and matches that header with a regular
/// expression.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace yari::web {

/// Takes the bytes of a head as they come. Keeps the request line, with the address spelled so that
/// the library reads it as it stands, and those headers that the server reads, each once; all
/// others are dropped as they pass, so that its memory is bounded by `most_kept` however long the
/// head is.
class RequestHead {
 public:
  /// A request line, and one header that is kept.
  static constexpr std::size_t longest_line = 8192;
  static constexpr std::size_t most_kept = 32 << 10;
  /// A browser sends us the cookies of all servers of this machine, which may be many.
  static constexpr std::size_t most_bytes = 1 << 20;

  struct Fault {
    int status;
    const char* message;
  };

  /// Takes bytes up to the blank line at the end; returns how many.
  std::size_t take(std::string_view bytes);
  bool is_whole() const { return whole_; }
  const std::optional<Fault>& fault() const { return fault_; }

  /// With the blank line. Requires: is_whole().
  const std::string& text() const { return text_; }
  /// The client waits for "100 Continue" before it sends the body.
  bool expects_continue() const { return expects_continue_; }
  /// Who asks is a browser on behalf of a person, who wants to read the answer.
  bool wants_page() const { return wants_page_; }

 private:
  void end_line();
  void take_request_line();
  void take_header();

  std::string text_;
  std::string line_;
  std::set<std::string> names_;
  std::size_t bytes_ = 0;
  /// The header on this line is not kept, and neither is its text.
  bool dropping_ = false;
  char last_ = 0;
  bool whole_ = false;
  bool expects_continue_ = false;
  bool wants_page_ = false;
  std::optional<Fault> fault_;
};

}  // namespace yari::web
