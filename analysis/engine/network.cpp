#include "analysis/engine/network.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "analysis/engine/network_weights.h"

namespace yari {
namespace {

/// Takes 16-bit numbers off a weight file.
class Numbers {
 public:
  explicit Numbers(std::span<const unsigned char> file) : file_(file) {}

  std::int16_t next() {
    const unsigned low = file_[at_];
    const unsigned high = file_[at_ + 1];
    at_ += 2;
    return static_cast<std::int16_t>(low | high << 8);
  }

 private:
  std::span<const unsigned char> file_;
  std::size_t at_ = 8;
};

template <class V>
constexpr std::string_view magic() {
  return V::info.variant == Variant::yari ? "YBNETY01" : "YBNETS01";
}

/// The sum of clipped squares times their weights. Square times weight does not fit into 16 bits,
/// but value times weight does: a processor multiplies and adds such vectors in two instructions.
template <class Layer>
int squares_times(const Layer& values, const Layer& weights) {
  int sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = std::clamp<std::int16_t>(values[i], 0, Network<YariShogi>::hidden_one);
    const auto weighted = static_cast<std::int16_t>(value * weights[i]);
    sum += weighted * value;
  }
  return sum;
}

}  // namespace

template <class V>
Network<V>::Network(std::span<const unsigned char> file) {
  const std::string_view head(reinterpret_cast<const char*>(file.data()),
                              std::min<std::size_t>(file.size(), 8));
  if (file.size() != file_size || head != magic<V>()) {
    throw std::invalid_argument("not a network for " + std::string(V::info.name));
  }
  Numbers numbers(file);
  for (Layer& layer : weights_) {
    for (std::int16_t& w : layer) w = numbers.next();
  }
  for (std::int16_t& w : bias_) w = numbers.next();
  for (Layer& layer : output_) {
    for (std::int16_t& w : layer) {
      w = numbers.next();
      if (std::abs(int{w}) > output_limit)
        throw std::invalid_argument("an output weight is too large");
    }
  }
  output_bias_ = numbers.next();
}

template <class V>
void Network<V>::add(Layer& sum, int input) const {
  const Layer& column = weights_[static_cast<std::size_t>(input)];
  for (std::size_t i = 0; i < hidden; ++i) sum[i] = static_cast<std::int16_t>(sum[i] + column[i]);
}

template <class V>
void Network<V>::subtract(Layer& sum, int input) const {
  const Layer& column = weights_[static_cast<std::size_t>(input)];
  for (std::size_t i = 0; i < hidden; ++i) sum[i] = static_cast<std::int16_t>(sum[i] - column[i]);
}

template <class V>
auto Network<V>::first_layer(const Position<V>& p, Color perspective) const -> Layer {
  Layer sum = bias_;
  NetworkInputs<V>::for_each(p, perspective, [&](int input) { add(sum, input); });
  return sum;
}

template <class V>
int Network<V>::output(const Layer& own, const Layer& other) const {
  const int sum = squares_times(own, output_[0]) + squares_times(other, output_[1]);
  // The sum counts in hidden_one^2 * output_one, the bias in hidden_one * output_one.
  const std::int64_t out = sum / hidden_one + output_bias_;
  return static_cast<int>(out * output_scale / (hidden_one * output_one));
}

template <class V>
int Network<V>::evaluate(const Position<V>& p) const {
  return output(first_layer(p, p.side_to_move()), first_layer(p, ~p.side_to_move()));
}

template <>
const Network<YariShogi>& shipped_network() {
  static const Network<YariShogi> network(yari_network_file());
  return network;
}

template <>
const Network<Shogi>& shipped_network() {
  static const Network<Shogi> network(shogi_network_file());
  return network;
}

template class Network<YariShogi>;
template class Network<Shogi>;

}  // namespace yari
