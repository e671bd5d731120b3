/// \file
/// A network while it is trained: weights as floating-point numbers, to and from weight files.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/engine/network.h"
#include "analysis/training/manifest.h"

namespace yari::training {

using Row = std::vector<float>;

/// All weights of a network in one row, in the order below, and the two parts of its input weights.
///
/// An input's weights are a sum: its own, and those that it shares with the same input of the other
/// zones, so that what is seen in one zone is known in all.
template <class V>
struct FloatNetwork {
  static constexpr std::size_t hidden = Network<V>::hidden;
  static constexpr std::size_t buckets = Network<V>::buckets;
  static constexpr std::size_t inputs = NetworkInputs<V>::count;
  static constexpr std::size_t inputs_of_zone = NetworkInputs<V>::per_zone;
  // Where each kind of weight begins: those of the inputs, the bias of the hidden layer, the
  // outputs, each with its bias as the last.
  static constexpr std::size_t bias = inputs * hidden;
  static constexpr std::size_t outputs = bias + hidden;
  static constexpr std::size_t output_size = 2 * hidden + 1;
  static constexpr std::size_t size = outputs + buckets * output_size;
  static constexpr std::size_t per_zone = inputs_of_zone * hidden;
  /// The largest output weight that the quantised network can hold.
  static constexpr float output_limit = 1.98F;

  Row own = Row(bias);
  Row shared = Row(per_zone);
  Row weights = Row(size);

  static std::size_t output(std::size_t bucket) { return outputs + bucket * output_size; }

  void randomize(std::mt19937_64& rng) {
    std::normal_distribution<float> first(0, 0.15F), second(0, 0.1F);
    for (float& w : shared) w = first(rng);
    for (std::size_t i = bias; i < outputs; ++i) weights[i] = 0.3F;
    for (std::size_t i = 0; i + 1 < output_size; ++i) {
      const float w = second(rng);
      for (std::size_t b = 0; b < buckets; ++b) weights[output(b) + i] = w;
    }
    add_shared();
  }

  /// Takes the weights of a network of this or a smaller shape, and returns its manifest, which
  /// stands beside it. Zones and outputs that it does not have become alike; hidden values that it
  /// does not have become copies. Throws std::runtime_error when that cannot be.
  Manifest read(const std::string& file, std::mt19937_64& rng) {
    Manifest manifest = read_manifest(file);
    const Manifest shape = manifest.value("shape", Manifest::object());
    const auto is_smaller = [&](const char* name, std::size_t here) {
      const auto there = shape.value(name, std::size_t{0});
      if (there == 0 || there > here) throw std::runtime_error(file + " has another shape");
      return there;
    };
    const auto is_one_or_all = [&](const char* name, std::size_t here) {
      const std::size_t there = is_smaller(name, here);
      if (there != 1 && there != here) throw std::runtime_error(file + " has another shape");
      return there;
    };
    const std::size_t width = is_smaller("hidden", hidden);
    const std::size_t zones = is_one_or_all("zones", NetworkShape<V>::zones);
    const std::size_t some_outputs = is_one_or_all("outputs", buckets);
    // Outputs may count in another scale.
    const float scale = static_cast<float>(shape.value("output_scale", N::output_scale)) /
                        static_cast<float>(N::output_scale);
    Numbers numbers(file);
    read_inputs(numbers, zones, width);
    for (std::size_t h = 0; h < width; ++h) weights[bias + h] = numbers.next(N::hidden_one);
    for (std::size_t b = 0; b < some_outputs; ++b) {
      float* const to = &weights[output(b)];
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t h = 0; h < width; ++h)
          to[side * hidden + h] = scale * numbers.next(N::output_one);
      to[2 * hidden] = scale * numbers.next(N::hidden_one * N::output_one);
    }
    if (!numbers.ended()) throw std::runtime_error(file + " has another shape");
    for (std::size_t b = some_outputs; b < buckets; ++b)
      std::copy_n(&weights[output(0)], output_size, &weights[output(b)]);
    widen(width, rng);
    add_shared();
    return manifest;
  }

  void write(const std::string& file) const {
    std::ofstream out(file, std::ios::binary);
    out << (V::info.variant == Variant::yari ? "YBNETY01" : "YBNETS01");
    const auto put = [&](float value, int one, long limit = 32767) {
      const auto n = static_cast<std::int16_t>(
          std::clamp(std::lround(value * static_cast<float>(one)), -limit, limit));
      out.put(static_cast<char>(n & 0xFF)).put(static_cast<char>(n >> 8 & 0xFF));
    };
    for (std::size_t i = 0; i < outputs; ++i) put(weights[i], N::hidden_one);
    for (std::size_t b = 0; b < buckets; ++b) {
      const std::size_t last = output(b) + 2 * hidden;
      for (std::size_t i = output(b); i < last; ++i)
        put(weights[i], N::output_one, N::output_limit);
      put(weights[last], N::hidden_one * N::output_one);
    }
  }

  /// Brings `weights` up to date with `own` and `shared`.
  void add_shared() {
    for (std::size_t i = 0; i < bias; ++i) weights[i] = own[i] + shared[i % per_zone];
  }

 private:
  using N = Network<V>;

  /// The 16-bit numbers of a weight file after its magic.
  class Numbers {
   public:
    explicit Numbers(const std::string& file) : in_(file, std::ios::binary) { in_.ignore(8); }
    /// `one` is the number that stands for 1.
    float next(int one) {
      const int low = in_.get();
      const int high = in_.get();
      return static_cast<float>(static_cast<std::int16_t>(low | high << 8)) /
             static_cast<float>(one);
    }
    bool ended() { return in_ && in_.peek() == std::ifstream::traits_type::eof(); }

   private:
    std::ifstream in_;
  };

  // What zones have in common becomes shared.
  void read_inputs(Numbers& numbers, std::size_t zones, std::size_t width) {
    std::fill(own.begin(), own.end(), 0.0F);
    std::fill(shared.begin(), shared.end(), 0.0F);
    for (std::size_t i = 0; i < zones * inputs_of_zone; ++i)
      for (std::size_t h = 0; h < width; ++h) {
        const float w = numbers.next(N::hidden_one);
        shared[i % inputs_of_zone * hidden + h] += w / static_cast<float>(zones);
        if (zones > 1) own[i * hidden + h] = w;
      }
    if (zones > 1)
      for (std::size_t i = 0; i < bias; ++i) own[i] -= shared[i % per_zone];
  }

  // Makes the hidden values beyond `width` copies of those before them, which share the output
  // weight with their original. Noise makes sure that they come to differ.
  void widen(std::size_t width, std::mt19937_64& rng) {
    std::normal_distribution<float> noise(0, 0.02F);
    for (std::size_t at = 0; at < per_zone; at += hidden)
      for (std::size_t h = width; h < hidden; ++h)
        shared[at + h] = shared[at + h % width] + noise(rng);
    for (std::size_t at = 0; at < bias; at += hidden)
      for (std::size_t h = width; h < hidden; ++h) own[at + h] = own[at + h % width];
    for (std::size_t h = width; h < hidden; ++h) weights[bias + h] = weights[bias + h % width];
    const auto alike = [&](std::size_t h) { return (hidden - 1 - h) / width + 1; };
    for (std::size_t b = 0; b < buckets; ++b)
      for (std::size_t side = 0; side < 2; ++side) {
        float* const to = &weights[output(b) + side * hidden];
        for (std::size_t h = 0; h < width; ++h) to[h] /= static_cast<float>(alike(h));
        for (std::size_t h = width; h < hidden; ++h) to[h] = to[h % width];
      }
  }
};

}  // namespace yari::training
