/// \file
/// Why a request is not answered with what it asked for.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace yari::web {

/// Thrown by handlers; becomes the status and an object with the message and the place.
class RequestError : public std::runtime_error {
 public:
  RequestError(int status, const std::string& message) : runtime_error(message), status_(status) {}
  /// 400 for a parameter; `column` counts characters of its value from 1.
  RequestError(std::string parameter, const std::string& message,
               std::optional<std::size_t> column = std::nullopt)
      : runtime_error(message), parameter_(std::move(parameter)), column_(column) {}

  int status() const { return status_; }
  const std::string& parameter() const { return parameter_; }
  const std::optional<std::size_t>& column() const { return column_; }

 private:
  int status_ = 400;
  std::string parameter_;
  std::optional<std::size_t> column_;
};

}  // namespace yari::web
