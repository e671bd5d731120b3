#include "web/http/stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "answers/japanese/phrases.h"
#include "web/http/http_server.h"

namespace yari::web {

bool StreamSink::is_due() const {
  constexpr std::chrono::milliseconds patience{20};
  return !waiting_.empty() && Clock::now() - sent_ >= patience;
}

void StreamSink::check() {
  if (is_due()) return flush();
  const Connection* connection = HttpServer::current();
  if (connection != nullptr && connection->is_gone()) throw ClientGone();
}

void StreamSink::flush() {
  sent_ = Clock::now();
  const std::string text = std::exchange(waiting_, {});
  check();
  if (!text.empty() && !sink_.write(text.data(), text.size())) throw ClientGone();
}

void StreamSink::write(const Json& object) {
  constexpr std::size_t enough = 16 << 10;
  waiting_ += form_ == Form::lines ? dump(object) + "\n" : "data: " + dump(object) + "\n\n";
  if (waiting_.size() >= enough || is_due()) flush();
}

void answer_stream(Call& call, StreamSink::Form form, std::function<void(StreamSink&)> work) {
  if (call.request.get_header_value("Accept").find("text/event-stream") != std::string::npos)
    form = StreamSink::Form::events;
  const char* type = form == StreamSink::Form::lines ? "application/x-ndjson" : "text/event-stream";
  auto send = [form, database = call.database, language = call.language, work = std::move(work)](
                  std::size_t, httplib::DataSink& out) {
    StreamSink sink(out, form);
    try {
      try {
        work(sink);
      } catch (const ClientGone&) {
        throw;
      } catch (const std::exception& error) {
        const std::string sentence = sentence_of(error.what(), database);
        sink.write(Json{{"error", {{"message", in_language(language, sentence)}}}});
      }
      sink.flush();
    } catch (const ClientGone&) {
      return false;
    }
    out.done();
    return true;
  };
  // HTTP/1.0 has no chunks: there the end of the connection is the end of the answer.
  if (call.request.version == "HTTP/1.0")
    call.response.set_content_provider(type, std::move(send));
  else
    call.response.set_chunked_content_provider(type, std::move(send));
}

}  // namespace yari::web
