// read() and write(): records of every format as games, and games as records.
#include "python/read.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cerrno>
#include <filesystem>
#include <map>

#include "import/new_file.h"
#include "import/packing.h"
#include "notation/encoding/encoding.h"
#include "python/game.h"
#include "python/reader.h"
#include "python/work.h"

namespace yari::python {

namespace {

/// The readers that are open. Guarded by Python's lock.
std::vector<std::weak_ptr<RecordQueue>>& open_queues() {
  static auto* const queues = new std::vector<std::weak_ptr<RecordQueue>>();
  return *queues;
}

std::shared_ptr<RecordQueue> open_queue(ReadPlan plan) {
  auto queue = std::make_shared<RecordQueue>(std::move(plan));
  std::erase_if(open_queues(), [](const auto& open) { return open.expired(); });
  open_queues().push_back(queue);
  return queue;
}

/// No thread of ours may read on while the process takes its tables down.
void stop_reading() {
  for (const auto& open : std::exchange(open_queues(), {})) {
    const std::shared_ptr<RecordQueue> queue = open.lock();
    if (queue) queue->stop();
  }
}

/// What `read` returns: an iterator of games.
struct ReaderState {
  explicit ReaderState(ReadPlan plan, bool skip)
      : skip_refused(skip), queue(open_queue(std::move(plan))) {}
  bool skip_refused;
  std::vector<Finding> refused;
  std::deque<ReadRecord> taken;
  std::shared_ptr<RecordQueue> queue;
};
using Reader = Handle<ReaderState>;

std::vector<Finding> findings_of(const std::string& file, std::vector<Diagnostic>& said) {
  std::vector<Finding> all;
  all.reserve(said.size());
  for (Diagnostic& d : said) all.push_back({{}, std::move(d), file});
  return all;
}

PyGame game_of(ReadRecord& read) {
  PyGame game = game_from(std::move(*read.result.game));
  game->file = *read.record.file;
  game->line = read.record.first_line;
  game->findings = findings_of(game->file, read.result.diagnostics);
  return game;
}

/// The next record; no value at the end.
std::optional<ReadRecord> next_record(ReaderState& reader) {
  if (reader.taken.empty()) {
    if (!reader.queue) return std::nullopt;
    // Another thread may close the reader meanwhile.
    const std::shared_ptr<RecordQueue> queue = reader.queue;
    auto taken = released([&] { return queue->take([] { Signals::handle(); }); });
    std::ranges::move(taken, std::back_inserter(reader.taken));
  }
  if (reader.taken.empty()) return std::nullopt;
  ReadRecord read = std::move(reader.taken.front());
  reader.taken.pop_front();
  return read;
}

PyGame next_read(const Reader& handle) {
  const Reader kept = handle;
  ReaderState& reader = *kept;
  while (std::optional<ReadRecord> read = next_record(reader)) {
    if (read->verdict == Verdict::game) return game_of(*read);
    std::vector<Diagnostic>& said = read->result.diagnostics;
    if (read->verdict != Verdict::skipped_file && !reader.skip_refused)
      raise_refused(*read->record.file, said);
    std::ranges::move(findings_of(*read->record.file, said), std::back_inserter(reader.refused));
  }
  throw py::stop_iteration();
}

const Format& known_format(const std::string& name) {
  if (const Format* format = format_named(name)) return *format;
  throw py::value_error("no such format: '" + name + "'");
}

Encoding known_encoding(const std::string& name) {
  if (const auto encoding = encoding_named(name)) return *encoding;
  throw py::value_error(fmt::format("encoding: expected {}, found '{}'", encoding_choices, name));
}

bool is_path(const py::handle& source) {
  return py::isinstance<py::str>(source) || py::hasattr(source, "__fspath__");
}

/// Files that are not there are Python's own FileNotFoundError, at once and not in the loop.
void require_file(const std::string& path) {
  std::error_code error;
  if (path == "-" || std::filesystem::exists(path, error)) return;
  errno = error ? error.value() : ENOENT;
  PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
  throw py::error_already_set();
}

void set_source(ReadPlan& plan, const py::object& source) {
  if (PyObject_CheckBuffer(source.ptr()) != 0) {
    plan.bytes = std::string(py::bytes(source));
    return;
  }
  if (py::isinstance<py::str>(source)) {
    const auto typed = source.cast<std::string>();
    if (typed.find('\n') != typed.npos) {
      plan.bytes = typed;
      plan.options.source.encoding = Encoding::utf8;
      return;
    }
  }
  plan.paths = paths_of(source);
  for (const std::string& path : plan.paths) require_file(path);
}

Reader read(const py::object& source, const std::optional<std::string>& format,
            const std::optional<std::string>& encoding, bool strict,
            const std::optional<std::string>& variant, const std::string& errors, int jobs,
            const std::vector<std::string>& ignore) {
  if (errors != "raise" && errors != "skip")
    throw py::value_error("errors: expected raise or skip, found '" + errors + "'");
  ReadPlan plan;
  plan.options = reading_options(format, encoding, strict, variant, jobs, ignore);
  set_source(plan, source);
  return Reader(std::make_shared<ReaderState>(std::move(plan), errors == "skip"));
}

[[noreturn]] void raise_fault(const std::string& path, const FileFault& fault) {
  if (fault.number == 0) {
    PyErr_SetString(PyExc_OSError, (path + ": " + fault.message).c_str());
  } else {
    errno = fault.number;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
  }
  throw py::error_already_set();
}

std::string kind_of_loss(const std::string& loss) {
  return loss.substr(0, std::min(loss.find(" ("), loss.find(": ")));
}

const Format& format_to_write(const std::string& path, const std::optional<std::string>& named,
                              Encoding encoding) {
  const Format* format = named ? &known_format(*named) : format_for_file(path);
  if (format == nullptr)
    throw py::value_error("no format has the ending of '" + path + "': name one");
  if (format->write == nullptr)
    throw py::value_error(fmt::format("format: {} can only be read", format->name));
  if (format->japanese && encoding == Encoding::latin1)
    throw py::value_error(fmt::format("encoding: latin1 cannot hold {}", format->name));
  return *format;
}

std::map<std::string, std::int64_t> write(const py::object& games, const py::object& path,
                                          const std::optional<std::string>& format,
                                          const std::string& encoding) {
  const std::string name = file_name(path);
  const Encoding to = known_encoding(encoding);
  const Format& spelling = format_to_write(name, format, to);
  std::map<std::string, std::int64_t> losses;
  Result<NewFile, FileFault> file = NewFile::open(name);
  if (!file) raise_fault(name, file.error());
  const auto write_one = [&](const PyGame& game) {
    WriteResult made = spelling.write(game->game, {});
    if (to != Encoding::utf8) {
      Encoded encoded = encode_record(made.text, to);
      made.text = std::move(encoded.bytes);
      std::ranges::move(encoded.losses, std::back_inserter(made.losses));
    }
    for (const std::string& loss : made.losses) ++losses[kind_of_loss(loss)];
    if (const auto written = file->write(made.text); !written) raise_fault(name, written.error());
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  };
  if (py::isinstance<PyGame>(games)) {
    write_one(games.cast<PyGame>());
  } else {
    for (const py::handle game : games) write_one(game.cast<PyGame>());
  }
  if (const auto finished = file->finish(); !finished) raise_fault(name, finished.error());
  return losses;
}

py::list format_list() {
  py::list all;
  for (const Format& f : formats()) all.append(py::make_tuple(text(f.name), text(f.title)));
  return all;
}

}  // namespace

std::vector<std::string> paths_of(const py::object& source) {
  if (is_path(source)) return {file_name(source)};
  std::vector<std::string> paths;
  for (const py::handle path : source) paths.push_back(file_name(path));
  return paths;
}

ReadingOptions reading_options(const std::optional<std::string>& format,
                               const std::optional<std::string>& encoding, bool strict,
                               const std::optional<std::string>& variant, int jobs,
                               const std::vector<std::string>& ignore) {
  constexpr int most_jobs = 256;
  if (jobs < 0 || jobs > most_jobs) throw py::value_error("jobs: expected 0 to 256");
  ReadingOptions options;
  if (format) options.source.format = &known_format(*format);
  if (encoding) options.source.encoding = known_encoding(*encoding);
  if (variant) options.read.variant = variant_of(*variant);
  options.read.strict = strict;
  for (const std::string& code : ignore) {
    if (!options.read.ignored.add(code))
      throw py::value_error("ignore: expected the code of a note or a warning, found '" + code +
                            "'");
  }
  options.jobs = jobs;
  return options;
}

void bind_reading(py::module_& module) {
  py::class_<Reader>(module, "Reader", doc("Reader"))
      .def("__iter__", [](const Reader& r) { return static_cast<void>(*r), r; })
      .def("__next__", &next_read)
      .def(
          "close",
          [](const Reader& r) {
            r->queue.reset();
            r->taken.clear();
          },
          doc("Reader.close"))
      .def_property_readonly(
          "refused", [](const Reader& r) { return r->refused; }, doc("Reader.refused"));
  module.def("read", &read, py::arg("source"), py::kw_only(), py::arg("format") = py::none(),
             py::arg("encoding") = py::none(), py::arg("strict") = false,
             py::arg("variant") = py::none(), py::arg("errors") = "raise", py::arg("jobs") = 0,
             py::arg("ignore") = std::vector<std::string>(), doc("read"));
  module.def("write", &write, py::arg("games"), py::arg("path"), py::kw_only(),
             py::arg("format") = py::none(), py::arg("encoding") = "utf-8", doc("write"));
  module.def("formats", &format_list, doc("formats"));
  py::module_::import("atexit").attr("register")(py::cpp_function(&stop_reading));
}

}  // namespace yari::python
