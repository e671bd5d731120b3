#include "answers/study/spacing.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace yari {

namespace {

constexpr int least_ease = 130, most_days = 36'500;
constexpr std::array<std::string_view, 4> grade_names{"again", "hard", "good", "easy"};

}  // namespace

Spacing after_answer(Spacing before, int q) {
  assert(q >= 0 && q <= 5);
  Spacing after = before;
  if (q < 3) {
    after.repetitions = 1;
    after.days = 1;
    return after;
  }
  const int missing = 5 - q;
  after.ease = std::max(least_ease, before.ease + 10 - missing * (8 + missing * 2));
  ++after.repetitions;
  if (after.repetitions == 1)
    after.days = 1;
  else if (after.repetitions == 2)
    after.days = 6;
  else
    after.days = static_cast<int>(
        std::min<std::int64_t>(most_days, (std::int64_t{before.days} * after.ease + 99) / 100));
  return after;
}

int quality(Grade grade) {
  constexpr std::array<int, 4> qualities{1, 3, 4, 5};
  return qualities[static_cast<std::size_t>(grade) - 1];
}

std::string_view name(Grade grade) { return grade_names[static_cast<std::size_t>(grade) - 1]; }

std::optional<Grade> grade_named(std::string_view text) {
  for (std::size_t i = 0; i < grade_names.size(); ++i)
    if (text == grade_names[i] || (text.size() == 1 && text[0] == static_cast<char>('1' + i)))
      return static_cast<Grade>(i + 1);
  return std::nullopt;
}

Grade grade_of_time(std::optional<std::chrono::milliseconds> time) {
  if (!time) return Grade::good;
  if (*time <= std::chrono::seconds(10)) return Grade::easy;
  return *time <= std::chrono::seconds(30) ? Grade::good : Grade::hard;
}

DateNumber day_after(DateNumber date, int days) {
  using namespace std::chrono;
  const auto part = [](int n) { return static_cast<unsigned>(n); };
  // A day that its month does not have is one of the next month.
  const sys_days first = sys_days(year(date / 10000) / month(part(date / 100 % 100)) / day(1)) +
                         std::chrono::days(date % 100 - 1);
  const year_month_day then(first + std::chrono::days(days));
  return static_cast<int>(then.year()) * 10000 + static_cast<int>(unsigned(then.month())) * 100 +
         static_cast<int>(unsigned(then.day()));
}

}  // namespace yari
