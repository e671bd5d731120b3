#include "tests/harden/visitor.h"

namespace yari::test {

Visitor::Visitor(const std::string& first_address)
    : client_(first_address.substr(0, first_address.find("/?"))) {
  const std::size_t host = first_address.find("/?");
  const auto entry = client_.Get(first_address.substr(host));
  is_let_in_ = entry && entry->status == 303;
  if (!is_let_in_) return;
  const std::string cookie = entry->get_header_value("Set-Cookie");
  client_.set_default_headers(
      {{"Cookie", cookie.substr(0, cookie.find(';'))}, {"Origin", first_address.substr(0, host)}});
  client_.set_read_timeout(std::chrono::minutes(5));
}

}  // namespace yari::test
