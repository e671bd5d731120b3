// Trains a network on samples of self-play and writes its weight file.
//
//   yari_train yari OUT.bin EPOCHS SAMPLES...
//
// SAMPLES are files that yari_selfplay has written; every epoch streams them in another order.
// Minibatch Adam with decoupled weight decay (Kingma and Ba, 2015; Loshchilov and Hutter, 2019) on
// the squared error of the win chance. The target mixes what the search said with how the game
// ended.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "analysis/engine/network.h"
#include "analysis/training/sample_files.h"
#include "rules/outcome.h"

namespace yari::training {
namespace {

constexpr std::size_t batch_size = 1024;
constexpr std::size_t thread_count = 2;
constexpr int most_held_out = 50'000;
/// Share of the search score in the target; the rest is the game's result.
constexpr double score_share = 0.85;
constexpr float learning_rate = 0.0015F;
/// Share of each input weight that a step takes away, times the rate. Without it the network learns
/// the games by heart: 43 positions of each tell the same result.
constexpr float weight_decay = 1.0F;
constexpr int hidden = Network<YariShogi>::hidden;
/// The largest weights that the quantised network can hold.
constexpr float output_limit = 1.98F;

float chance(double centipawns) {
  return static_cast<float>(1 / (1 + std::exp(-centipawns / Network<Shogi>::output_scale)));
}

/// A sample as the network sees it: its inputs from both sides, and the target.
struct Example {
  std::array<std::array<std::uint16_t, 40>, 2> inputs;
  std::array<std::uint8_t, 2> count{};
  float target;
};

/// All weights, or their gradients, or Adam's moments: one long row of numbers.
///
/// While it is trained an input's column is a sum: its own, and one that it shares with the same
/// input of the other zones, so that what is seen in one zone is known in all.
template <class V>
struct Weights {
  static constexpr std::size_t per_zone = static_cast<std::size_t>(NetworkInputs<V>::per_zone);
  static constexpr std::size_t own_inputs = static_cast<std::size_t>(NetworkInputs<V>::count);
  static constexpr std::size_t inputs = own_inputs + per_zone;
  static constexpr std::size_t bias = inputs * hidden;
  static constexpr std::size_t output = bias + hidden;
  static constexpr std::size_t output_bias = output + 2 * hidden;
  static constexpr std::size_t size = output_bias + 1;
  std::vector<float> v = std::vector<float>(size);

  /// Where the two columns of an input begin.
  static std::array<std::size_t, 2> columns(std::size_t input) {
    return {input * hidden, (own_inputs + input % per_zone) * hidden};
  }
};

template <class V>
class Trainer {
 public:
  explicit Trainer(std::uint64_t seed) : rng_(seed) {
    std::normal_distribution<float> first(0, 0.15F), second(0, 0.1F);
    for (std::size_t i = W::own_inputs * hidden; i < W::bias; ++i) weights_.v[i] = first(rng_);
    for (std::size_t i = W::bias; i < W::output; ++i) weights_.v[i] = 0.3F;
    for (std::size_t i = W::output; i < W::output_bias; ++i) weights_.v[i] = second(rng_);
  }

  void run(const std::vector<std::string>& files, int epochs) {
    for (int epoch = 0; epoch < epochs; ++epoch) {
      SampleStream samples(files, SamplePart::training, rng_());
      const auto batches = static_cast<double>(samples.size() / batch_size);
      double loss = 0;
      double done = 0;
      // What is left in the end and fills no batch is left out.
      for (; fill(samples); ++done) {
        const double progress = (epoch + done / batches) / epochs;
        loss += step(static_cast<float>(0.5 * (1 + std::cos(progress * 3.14159265))));
      }
      if (done == 0) throw std::runtime_error("there are too few samples for one batch");
      std::printf("epoch %d: %.0f batches, %llu bad samples, train %.6f held out %.6f\n", epoch + 1,
                  done, static_cast<unsigned long long>(samples.bad()), loss / done,
                  evaluate(files));
      std::fflush(stdout);
    }
  }

  void write(const std::string& file) const {
    std::ofstream out(file, std::ios::binary);
    out << (V::info.variant == Variant::yari ? "YBNETY01" : "YBNETS01");
    const auto put = [&](float value, int one, long limit = 32767) {
      const auto n = static_cast<std::int16_t>(
          std::clamp(std::lround(value * static_cast<float>(one)), -limit, limit));
      out.put(static_cast<char>(n & 0xFF)).put(static_cast<char>(n >> 8 & 0xFF));
    };
    using N = Network<V>;
    for (std::size_t i = 0; i < W::own_inputs * hidden; ++i) {
      const auto [own, shared] = W::columns(i / hidden);
      put(weights_.v[own + i % hidden] + weights_.v[shared + i % hidden], N::hidden_one);
    }
    for (std::size_t i = W::bias; i < W::output; ++i) put(weights_.v[i], N::hidden_one);
    for (std::size_t i = W::output; i < W::output_bias; ++i) {
      put(weights_.v[i], N::output_one, N::output_limit);
    }
    put(weights_.v[W::output_bias], N::hidden_one * N::output_one);
  }

 private:
  using W = Weights<V>;

  /// The next batch; false when there is no whole one.
  bool fill(SampleStream& samples) {
    batch_.clear();
    while (batch_.size() < batch_size) {
      const std::optional<SampleValues> sample = samples.next();
      if (!sample) return false;
      if (sample->position.variant == V::info.variant) batch_.push_back(example_of(*sample));
    }
    return true;
  }

  static Example example_of(const SampleValues& s) {
    const auto position = Position<V>::from_unchecked(s.position);
    Example e;
    for (std::size_t side = 0; side < 2; ++side) {
      const Color c = side == 0 ? position.side_to_move() : ~position.side_to_move();
      NetworkInputs<V>::for_each(position, c, [&](int input) {
        if (e.count[side] < e.inputs[side].size())
          e.inputs[side][e.count[side]++] = static_cast<std::uint16_t>(input);
      });
    }
    e.target = static_cast<float>(score_share * static_cast<double>(chance(s.score)) +
                                  (1 - score_share) * 0.5 * s.half_points);
    return e;
  }

  struct Pass {
    std::array<std::array<float, hidden>, 2> sum;
    float predicted;
  };

  Pass forward(const Example& e) const {
    Pass pass;
    float out = weights_.v[W::output_bias];
    for (std::size_t side = 0; side < 2; ++side) {
      auto& sum = pass.sum[side];
      std::copy_n(&weights_.v[W::bias], hidden, sum.begin());
      for (std::size_t n = 0; n < e.count[side]; ++n) {
        for (std::size_t column : W::columns(e.inputs[side][n])) {
          for (std::size_t i = 0; i < hidden; ++i) sum[i] += weights_.v[column + i];
        }
      }
      const float* output = &weights_.v[W::output + side * hidden];
      for (std::size_t i = 0; i < hidden; ++i) {
        const float a = std::clamp(sum[i], 0.0F, 1.0F);
        out += a * a * output[i];
      }
    }
    pass.predicted = 1 / (1 + std::exp(-out));
    return pass;
  }

  float backward(const Example& e, W& gradient) const {
    const Pass pass = forward(e);
    const float error = pass.predicted - e.target;
    const float d_out = 2 * error * pass.predicted * (1 - pass.predicted);
    gradient.v[W::output_bias] += d_out;
    for (std::size_t side = 0; side < 2; ++side) {
      const float* output = &weights_.v[W::output + side * hidden];
      float* d_output = &gradient.v[W::output + side * hidden];
      std::array<float, hidden> d_sum;
      for (std::size_t i = 0; i < hidden; ++i) {
        const float a = std::clamp(pass.sum[side][i], 0.0F, 1.0F);
        d_output[i] += d_out * a * a;
        const bool open = pass.sum[side][i] > 0 && pass.sum[side][i] < 1;
        d_sum[i] = open ? d_out * 2 * a * output[i] : 0;
        gradient.v[W::bias + i] += d_sum[i];
      }
      for (std::size_t n = 0; n < e.count[side]; ++n) {
        for (std::size_t column : W::columns(e.inputs[side][n])) {
          for (std::size_t i = 0; i < hidden; ++i) gradient.v[column + i] += d_sum[i];
        }
      }
    }
    return error * error;
  }

  /// The batch, shared among the threads; returns the mean loss.
  double step(float rate) {
    std::array<double, thread_count> loss{};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < thread_count; ++t) {
      threads.emplace_back([&, t] {
        std::fill(gradients_[t].v.begin(), gradients_[t].v.end(), 0.0F);
        for (std::size_t i = t; i < batch_size; i += thread_count)
          loss[t] += static_cast<double>(backward(batch_[i], gradients_[t]));
      });
    }
    for (std::thread& t : threads) t.join();
    adam(rate * learning_rate);
    double sum = 0;
    for (double l : loss) sum += l;
    return sum / static_cast<double>(batch_size);
  }

  void adam(float rate) {
    constexpr float beta1 = 0.9F, beta2 = 0.999F, epsilon = 1e-8F;
    ++time_;
    const float correct1 = 1 - static_cast<float>(std::pow(beta1, time_));
    const float correct2 = 1 - static_cast<float>(std::pow(beta2, time_));
    for (std::size_t i = 0; i < W::size; ++i) {
      float g = 0;
      for (const W& gradient : gradients_) g += gradient.v[i];
      g /= static_cast<float>(batch_size);
      first_.v[i] = beta1 * first_.v[i] + (1 - beta1) * g;
      second_.v[i] = beta2 * second_.v[i] + (1 - beta2) * g * g;
      weights_.v[i] -=
          rate * (first_.v[i] / correct1) / (std::sqrt(second_.v[i] / correct2) + epsilon);
      if (i < W::bias) weights_.v[i] *= 1 - rate * weight_decay;
    }
    for (std::size_t i = 0; i < W::output_bias; ++i) {
      weights_.v[i] = std::clamp(weights_.v[i], -output_limit, output_limit);
    }
  }

  /// The mean loss of what is held out, of a part of it where that is much.
  double evaluate(const std::vector<std::string>& files) const {
    SampleStream samples(files, SamplePart::held_out, 1);
    double loss = 0;
    int count = 0;
    for (; count < most_held_out; ++count) {
      const std::optional<SampleValues> sample = samples.next();
      if (!sample) break;
      const Example e = example_of(*sample);
      const float error = forward(e).predicted - e.target;
      loss += static_cast<double>(error * error);
    }
    return loss / std::max(1, count);
  }

  std::mt19937_64 rng_;
  std::vector<Example> batch_;
  W weights_, first_, second_;
  std::array<W, thread_count> gradients_;
  int time_ = 0;
};

template <class V>
void train(char** arguments, int count) {
  Trainer<V> trainer(1);
  trainer.run({arguments + 4, arguments + count}, std::stoi(arguments[3]));
  trainer.write(arguments[2]);
}

}  // namespace
}  // namespace yari::training

int main(int count, char** arguments) {
  const auto variant = count > 4 ? yari::variant_named(arguments[1]) : std::nullopt;
  if (!variant) {
    std::fprintf(stderr, "usage: yari_train yari|shogi OUT.bin EPOCHS SAMPLES...\n");
    return 2;
  }
  try {
    yari::with_variant(*variant, [&]<class V>(V) { yari::training::train<V>(arguments, count); });
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "yari_train: %s\n", failure.what());
    return 1;
  }
}
