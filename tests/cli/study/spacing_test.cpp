// SM-2 as it is published: https://super-memory.com/english/ol/sm2.htm
#include "answers/study/spacing.h"

#include "tests/support/catch.h"

using namespace yari;

TEST_CASE("SM-2: the days are 1, then 6, then times the ease, rounded up") {
  Spacing card;
  std::vector<int> days;
  for (int i = 0; i < 6; ++i) {
    card = after_answer(card, 4);
    days.push_back(card.days);
  }
  // 6 * 2.5 = 15; 37.5 and 93.75 + ... are rounded up.
  CHECK(days == std::vector{1, 6, 15, 38, 95, 238});
  CHECK(card.ease == 250);
  CHECK(card.repetitions == 6);
}

TEST_CASE("SM-2: the ease changes by the quality of the answer") {
  const auto ease = [](int q) { return after_answer({3, 15, 250}, q).ease; };
  CHECK(ease(5) == 260);
  CHECK(ease(4) == 250);
  CHECK(ease(3) == 236);
  // The days are multiplied with the new ease.
  CHECK(after_answer({2, 6, 250}, 5).days == 16);
  CHECK(after_answer({2, 6, 250}, 3).days == 15);
}

TEST_CASE("SM-2: the ease is never less than 1.3") {
  Spacing card;
  for (int i = 0; i < 20; ++i) card = after_answer(card, 3);
  CHECK(card.ease == 130);
}

TEST_CASE("SM-2: after a wrong answer a card begins again and keeps its ease") {
  for (int q = 0; q < 3; ++q) {
    const Spacing card = after_answer({5, 95, 220}, q);
    CHECK(card == Spacing{1, 1, 220});
    CHECK(after_answer(card, 4) == Spacing{2, 6, 220});
  }
  CHECK(after_answer({}, 0) == Spacing{1, 1, 250});
}

TEST_CASE("a card that is always known comes back within 100 years") {
  Spacing card;
  for (int i = 0; i < 1000; ++i) card = after_answer(card, 5);
  CHECK(card.days == 36500);
}

TEST_CASE("grades stand for qualities, and time decides between them") {
  using namespace std::chrono_literals;
  CHECK(quality(Grade::again) == 1);
  CHECK(quality(Grade::hard) == 3);
  CHECK(quality(Grade::good) == 4);
  CHECK(quality(Grade::easy) == 5);
  CHECK(grade_of_time(10s) == Grade::easy);
  CHECK(grade_of_time(10001ms) == Grade::good);
  CHECK(grade_of_time(30s) == Grade::good);
  CHECK(grade_of_time(31s) == Grade::hard);
  CHECK(grade_of_time({}) == Grade::good);
  for (const char* word : {"1", "again"}) CHECK(grade_named(word) == Grade::again);
  for (const char* word : {"4", "easy"}) CHECK(grade_named(word) == Grade::easy);
  for (const char* word : {"", "0", "5", "44", "eas"}) CHECK_FALSE(grade_named(word));
}

TEST_CASE("days are counted over months and leap years") {
  CHECK(day_after(20261127, 1) == 20261128);
  CHECK(day_after(20261130, 1) == 20261201);
  CHECK(day_after(20261231, 6) == 20270106);
  CHECK(day_after(20280228, 1) == 20280229);
  CHECK(day_after(20270228, 1) == 20270301);
  // A day that its month does not have.
  CHECK(day_after(20270231, 0) == 20270303);
}
