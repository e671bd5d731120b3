// The tags of a game as a mapping: names in any case of letters, in the order of the record.
#include <algorithm>

#include "python/game.h"
#include "record/tag_value.h"

namespace yari::python {

namespace {

bool has_tag(const Tags& tags, const std::string& name) { return tags->game.has_tag(name); }

std::vector<Tag>::iterator find_tag(const Tags& tags, const std::string& name) {
  std::vector<Tag>& all = tags->game.tags;
  const std::string_view value = tags->game.tag(name);
  return std::ranges::find_if(
      all, [&](const Tag& t) { return value.data() != nullptr && t.value.data() == value.data(); });
}

py::str get_tag(const Tags& tags, const std::string& name) {
  const auto tag = find_tag(tags, name);
  if (tag == tags->game.tags.end()) throw py::key_error(name);
  return text(tag->value);
}

py::object get_tag_or(const Tags& tags, const std::string& name, const py::object& otherwise) {
  const auto tag = find_tag(tags, name);
  return tag == tags->game.tags.end() ? otherwise : text(tag->value);
}

void set_tag(const Tags& tags, const std::string& name, const std::string& value) {
  const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  });
  if (!plain) throw py::value_error("the name of a tag has ASCII letters, digits and _ alone");
  if (const std::string_view fault = fault_of_value(value); !fault.empty())
    throw py::value_error("the value " + std::string(fault));
  tags->game.set_tag(name, value);
}

void remove_tag(const Tags& tags, const std::string& name) {
  const auto tag = find_tag(tags, name);
  if (tag == tags->game.tags.end()) throw py::key_error(name);
  tags->game.tags.erase(tag);
}

py::list items(const Tags& tags) {
  py::list all;
  for (const Tag& t : tags->game.tags) all.append(py::make_tuple(text(t.name), text(t.value)));
  return all;
}

py::list part(const Tags& tags, std::string Tag::*field) {
  py::list all;
  for (const Tag& t : tags->game.tags) all.append(text(t.*field));
  return all;
}

}  // namespace

void bind_tags(py::module_& module) {
  py::class_<Tags>(module, "Tags", doc("Tags"))
      .def("__getitem__", &get_tag)
      .def("__setitem__", &set_tag)
      .def("__delitem__", &remove_tag)
      .def("__contains__", &has_tag)
      .def("__contains__", [](const Tags&, const py::object&) { return false; })
      .def("__len__", [](const Tags& tags) { return tags->game.tags.size(); })
      .def("__iter__", [](const Tags& tags) { return py::iter(part(tags, &Tag::name)); })
      .def(
          "keys", [](const Tags& tags) { return part(tags, &Tag::name); }, doc("Tags.keys"))
      .def(
          "values", [](const Tags& tags) { return part(tags, &Tag::value); }, doc("Tags.values"))
      .def("items", &items, doc("Tags.items"))
      .def("get", &get_tag_or, py::arg("name"), py::arg("default") = py::none(), doc("Tags.get"))
      .def("__repr__", [](const Tags& tags) {
        return py::str("Tags({})").format(py::repr(py::dict(items(tags))));
      });
}

}  // namespace yari::python
