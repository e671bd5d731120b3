#include "web/stream.h"

#include <nlohmann/json.hpp>

#include "web/http_server.h"

namespace yari::web {

void StreamSink::check() const {
  const Connection* connection = HttpServer::current();
  if (connection != nullptr && connection->is_gone()) throw ClientGone();
}

void StreamSink::write(const std::string& text) {
  check();
  if (!sink_.write(text.data(), text.size())) throw ClientGone();
}

void StreamSink::write(const Json& object) {
  write(form_ == Form::lines ? dump(object) + "\n" : "data: " + dump(object) + "\n\n");
}

void answer_stream(Call& call, StreamSink::Form form, std::function<void(StreamSink&)> work) {
  if (call.request.get_header_value("Accept").find("text/event-stream") != std::string::npos)
    form = StreamSink::Form::events;
  const char* type = form == StreamSink::Form::lines ? "application/x-ndjson" : "text/event-stream";
  call.response.set_header("Cache-Control", "no-store");
  call.response.set_chunked_content_provider(
      type, [form, work = std::move(work)](std::size_t, httplib::DataSink& out) {
        StreamSink sink(out, form);
        try {
          try {
            work(sink);
          } catch (const ClientGone&) {
            throw;
          } catch (const std::exception& error) {
            sink.write(Json{{"error", {{"message", error.what()}}}});
          }
        } catch (const ClientGone&) {
          return false;
        }
        out.done();
        return true;
      });
}

}  // namespace yari::web
