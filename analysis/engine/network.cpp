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
  for (Output& output : outputs_) {
    for (Layer& layer : output.weights) {
      for (std::int16_t& w : layer) {
        w = numbers.next();
        if (std::abs(int{w}) > output_limit)
          throw std::invalid_argument("an output weight is too large");
      }
    }
    output.bias = numbers.next();
  }
}

template <class V>
void Network<V>::apply(const Change& change, const Layer& from, Layer& to) const {
  kernels_.change(to, from, {change.added_.data(), change.adding_},
                  {change.removed_.data(), change.removing_});
}

template <class V>
void Network<V>::first_layer(Layer& sum, const Position<V>& p, Color perspective) const {
  Change change;
  NetworkInputs<V>::for_each(p, perspective, [&](int input) { change.add(*this, input); });
  apply(change, bias_, sum);
}

template <class V>
int Network<V>::bucket(const Position<V>& p) {
  if constexpr (buckets == 1) return 0;
  // Both generals are always on the board.
  const int held = NetworkInputs<V>::held + 2 - p.occupied().count();
  return std::clamp(held / NetworkShape<V>::held_per_bucket, 0, buckets - 1);
}

template <class V>
int Network<V>::output(const Layer& own, const Layer& other, int bucket) const {
  const Output& output = outputs_[static_cast<std::size_t>(bucket)];
  const int sum = kernels_.squares_times(own, output.weights[0]) +
                  kernels_.squares_times(other, output.weights[1]);
  // The sum counts in hidden_one^2 * output_one, the bias in hidden_one * output_one.
  const std::int64_t out = sum / hidden_one + output.bias;
  return static_cast<int>(out * output_scale / (hidden_one * output_one));
}

template <class V>
int Network<V>::evaluate(const Position<V>& p) const {
  alignas(64) std::array<Layer, 2> layers;
  first_layer(layers[0], p, p.side_to_move());
  first_layer(layers[1], p, ~p.side_to_move());
  return output(layers[0], layers[1], bucket(p));
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
