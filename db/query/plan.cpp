// What follows from the shape of a query.
#include "db/query/plan.h"

#include <algorithm>
#include <utility>

#include "db/query/image.h"

namespace yari::query {
namespace {

using Keys = std::vector<Key>;
using Headers = std::vector<HeaderCondition>;

/// Walks over a query without Either nodes; as deep as the query, which parse bounds.
class Planner {
 public:
  explicit Planner(const Query& query) : query_(query) {}

  Plan run() const {
    const Part root = static_cast<Part>(query_.nodes.size() - 1);
    Plan plan;
    plan.keys = keys(root);
    plan.headers = headers(root, false);
    plan.annotated = annotated(root);
    return plan;
  }

 private:
  template <class T>
  const T* as(Part part) const {
    return std::get_if<T>(&query_.nodes[part]);
  }

  /// The keys one of which every ply that matches has before, at or after it in its game.
  std::optional<Keys> keys(Part part) const {
    if (const auto* c = as<PositionIs>(part)) return key_of(*c);
    if (const auto* c = as<All>(part)) return fewest(c->parts);
    if (const auto* c = as<Sequence>(part)) return fewest(c->parts);
    if (const auto* c = as<Any>(part)) return united(c->parts);
    return std::nullopt;
  }

  bool annotated(Part part) const {
    const auto is = [this](Part p) { return annotated(p); };
    if (const auto* c = as<All>(part)) return std::ranges::any_of(c->parts, is);
    if (const auto* c = as<Sequence>(part)) return std::ranges::any_of(c->parts, is);
    if (const auto* c = as<Any>(part)) return std::ranges::all_of(c->parts, is);
    return as<JudgementIs>(part) != nullptr;
  }

  static std::optional<Keys> key_of(const PositionIs& condition) {
    if (condition.hands != HandsRule::exact) return std::nullopt;
    return with_variant(condition.setup.variant, [&]<class V>(V) {
      return Keys{Position<V>::from_unchecked(condition.setup).key()};
    });
  }

  std::optional<Keys> fewest(const std::vector<Part>& parts) const {
    std::optional<Keys> best;
    for (Part part : parts) {
      std::optional<Keys> some = keys(part);
      if (some && (!best || some->size() < best->size())) best = std::move(some);
    }
    return best;
  }

  std::optional<Keys> united(const std::vector<Part>& parts) const {
    Keys all;
    for (Part part : parts) {
      const std::optional<Keys> some = keys(part);
      if (!some) return std::nullopt;
      all.insert(all.end(), some->begin(), some->end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  /// What holds for every game where the part (or, `negated`, its opposite) holds at some ply.
  Headers headers(Part part, bool negated) const {
    if (const auto* c = as<HeaderTest>(part)) return {{*c, negated}};
    if (const auto* c = as<Not>(part)) return headers(c->part, !negated);
    if (const auto* c = as<All>(part))
      return negated ? common(c->parts, true) : all(c->parts, false);
    if (const auto* c = as<Any>(part))
      return negated ? all(c->parts, true) : common(c->parts, false);
    if (const auto* c = as<Sequence>(part); c && !negated) return all(c->parts, false);
    return {};
  }

  Headers all(const std::vector<Part>& parts, bool negated) const {
    Headers result;
    for (Part part : parts) {
      for (HeaderCondition& condition : headers(part, negated)) {
        if (std::find(result.begin(), result.end(), condition) == result.end()) {
          result.push_back(std::move(condition));
        }
      }
    }
    return result;
  }

  Headers common(const std::vector<Part>& parts, bool negated) const {
    Headers result = headers(parts[0], negated);
    for (Part part : parts) {
      const Headers others = headers(part, negated);
      std::erase_if(result, [&](const HeaderCondition& condition) {
        return std::find(others.begin(), others.end(), condition) == others.end();
      });
    }
    return result;
  }

  const Query& query_;
};

}  // namespace

Plan plan(const Query& query) { return Planner(expand(query)).run(); }

}  // namespace yari::query
