// The templates of the standard library that tests use most, compiled once with optimisation: see
// the libraries that come first in tests/CMakeLists.txt.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

template class std::basic_string<char>;
template class std::basic_string_view<char>;
template class std::vector<char>;
template class std::vector<unsigned char>;
template class std::vector<int>;
template class std::vector<unsigned long>;
template class std::vector<std::string>;
template class std::map<std::string, std::string>;
template class std::set<std::string>;
