/// \file
/// Somebody who uses a server over a database, as the page does.
#pragma once

#include <httplib.h>

#include <string>

namespace yari::test {

class Visitor {
 public:
  /// Is let in by the first address of a server, which carries a code.
  explicit Visitor(const std::string& first_address);

  bool is_let_in() const { return is_let_in_; }
  /// Its requests carry what they need.
  httplib::Client& client() { return client_; }

 private:
  httplib::Client client_;
  bool is_let_in_ = false;
};

}  // namespace yari::test
