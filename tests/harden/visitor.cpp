#include "tests/harden/visitor.h"

#include "tests/web/session.h"

namespace yari::test {

Visitor::Visitor(const std::string& first_address) : client_(origin_of(first_address)) {
  const std::string authorization = authorization_for(first_address);
  is_let_in_ = !authorization.empty();
  client_.set_default_headers(
      {{"Authorization", authorization}, {"Origin", origin_of(first_address)}});
  client_.set_read_timeout(std::chrono::minutes(5));
}

}  // namespace yari::test
