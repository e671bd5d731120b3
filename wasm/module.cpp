// What JavaScript calls: memory for a request, and its answer. wasm/yaribase.js is the other side.
#include <emscripten/emscripten.h>

#include <cstddef>
#include <string>

#include "wasm/requests.h"

namespace {

std::string request;
std::string answer_text;

}  // namespace

extern "C" {

/// Where JavaScript puts a request of `size` bytes; valid until the next call.
EMSCRIPTEN_KEEPALIVE char* yari_request(std::size_t size) {
  request.assign(size, '\0');
  return request.data();
}

/// Answers the request; returns the size of the answer in bytes.
EMSCRIPTEN_KEEPALIVE std::size_t yari_answer() {
  answer_text = yari::wasm::answer(request);
  return answer_text.size();
}

/// Where the answer is.
EMSCRIPTEN_KEEPALIVE const char* yari_answer_text() { return answer_text.data(); }

}  // extern "C"
