// Trains a network on samples of self-play and writes its weight file.
//
//   yari_train yari OUT.bin EPOCHS SAMPLES... [--batch N] [--rate R] [--decay D] [--score S]
//              [--outlook O] [--from NETWORK.bin]
//
// SAMPLES are files that yari_selfplay has written; every epoch streams them in another order.
// Minibatch Adam with decoupled weight decay (Kingma and Ba, 2015; Loshchilov and Hutter, 2019) on
// the squared error of the win chance. The target mixes what the search said (S, 0..1), what the
// searches of the next plies said (O) and how the game ended (the rest). All processors work on a
// batch; the result depends on their number in rounding alone. --from begins with the weights of a
// network that may have fewer zones, outputs and hidden values, whose manifest stands beside it.
// OUT.json says what the network was made from.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "analysis/training/float_network.h"
#include "analysis/training/manifest.h"
#include "analysis/training/sample_files.h"
#include "rules/outcome.h"

namespace yari::training {
namespace {

constexpr int most_held_out = 50'000;

struct Settings {
  std::size_t batch = 16'384;
  double rate = 0.004;
  /// Share of each input weight that a step takes away, times the rate. Without it the network
  /// learns the games by heart: 43 positions of each have the same result.
  double decay = 1.0;
  /// Share of the search score in the target, and of the outlook; the rest is the game's result.
  double score = 0.3;
  double outlook = 0.65;
  /// A network to begin with; none when empty.
  std::string from;
};

/// A sample as the network sees it: its inputs from both sides, and the target.
struct Example {
  std::array<std::array<std::uint16_t, 40>, 2> inputs;
  std::array<std::uint8_t, 2> count{};
  std::uint8_t bucket = 0;
  float target = 0;
};

/// Adam on a row of numbers.
class Adam {
 public:
  explicit Adam(std::size_t size) : first_(size), second_(size) {}

  /// Begins a step; `rate` is the learning rate.
  void begin(double rate) {
    ++time_;
    scale_ = static_cast<float>(rate / (1 - std::pow(beta1, time_)));
    correct_ = static_cast<float>(1 / (1 - std::pow(beta2, time_)));
  }
  /// How far weight `i` is to go down.
  float step(std::size_t i, float gradient) {
    first_[i] = beta1 * first_[i] + (1 - beta1) * gradient;
    second_[i] = beta2 * second_[i] + (1 - beta2) * gradient * gradient;
    return scale_ * first_[i] / (std::sqrt(second_[i] * correct_) + 1e-8F);
  }

 private:
  static constexpr float beta1 = 0.9F, beta2 = 0.999F;
  Row first_, second_;
  int time_ = 0;
  float scale_ = 0, correct_ = 0;
};

template <class V>
class Trainer {
 public:
  Trainer(const Settings& settings, std::uint64_t seed)
      : settings_(settings), rng_(seed), adam_(L::size), adam_shared_(L::per_zone) {
    network_.randomize(rng_);
    if (!settings.from.empty()) from_ = network_.read(settings.from, rng_);
    const auto threads = std::max(1U, std::thread::hardware_concurrency());
    gradients_.assign(threads, Row(L::size));
  }

  void write(const std::string& file) const { network_.write(file); }

  void run(const std::vector<std::string>& files, int epochs) {
    for (int epoch = 0; epoch < epochs; ++epoch) {
      SampleStream samples(files, SamplePart::training, rng_());
      const double batches = static_cast<double>(samples.size() / settings_.batch);
      double loss = 0;
      double done = 0;
      // What is left in the end and fills no batch is left out.
      for (; fill(samples); ++done) {
        const double progress = (epoch + done / batches) / epochs;
        loss += step(settings_.rate * 0.5 * (1 + std::cos(progress * 3.14159265)));
      }
      if (done == 0) throw std::runtime_error("there are too few samples for one batch");
      std::printf("epoch %d: %.0f batches, %llu bad samples, train %.6f held out %.6f\n", epoch + 1,
                  done, static_cast<unsigned long long>(samples.bad()), loss / done,
                  held_out_ = evaluate(files));
      std::fflush(stdout);
    }
  }

  /// What was written to `file`, and what it was made from.
  Manifest manifest(const std::string& file, const std::vector<std::string>& samples,
                    int epochs) const {
    using Shape = NetworkShape<V>;
    Manifest made{{"game", V::info.id},
                  {"fingerprint", fingerprint_of(file)},
                  {"shape",
                   {{"zones", Shape::zones},
                    {"hidden", Shape::hidden},
                    {"outputs", Shape::buckets},
                    {"output_scale", Shape::output_scale},
                    {"held_per_output", Shape::held_per_bucket}}},
                  {"options",
                   {{"epochs", epochs},
                    {"batch", settings_.batch},
                    {"rate", settings_.rate},
                    {"decay", settings_.decay},
                    {"score", settings_.score},
                    {"outlook", settings_.outlook}}},
                  {"held_out", held_out_}};
    if (!settings_.from.empty()) made["from"] = from_;
    Manifest& made_from = made["made_from"] = Manifest::array();
    for (const std::string& name : samples) {
      Manifest of_file = read_manifest(name);
      of_file["samples"] = std::filesystem::file_size(name) / packed_size;
      made_from.push_back(of_file);
    }
    return made;
  }

 private:
  using L = FloatNetwork<V>;
  static constexpr std::size_t hidden = L::hidden;
  static constexpr std::size_t buckets = Network<V>::buckets;

  /// The next batch; false when there is no whole one.
  bool fill(SampleStream& samples) {
    batch_.clear();
    while (batch_.size() < settings_.batch) {
      const std::optional<SampleValues> sample = samples.next();
      if (!sample) return false;
      if (sample->position.variant == V::info.variant) batch_.push_back(example_of(*sample));
    }
    return true;
  }

  Example example_of(const SampleValues& s) const {
    const auto position = Position<V>::from_unchecked(s.position);
    Example e;
    for (std::size_t side = 0; side < 2; ++side) {
      const Color c = side == 0 ? position.side_to_move() : ~position.side_to_move();
      NetworkInputs<V>::for_each(position, c, [&](int input) {
        if (e.count[side] < e.inputs[side].size())
          e.inputs[side][e.count[side]++] = static_cast<std::uint16_t>(input);
      });
    }
    e.bucket = static_cast<std::uint8_t>(Network<V>::bucket(position));
    e.target = static_cast<float>(settings_.score * chance<V>(s.score) +
                                  settings_.outlook * s.outlook / 255.0 +
                                  (1 - settings_.score - settings_.outlook) * 0.5 * s.half_points);
    return e;
  }

  struct Pass {
    std::array<std::array<float, hidden>, 2> sum;
    float predicted;
  };

  void forward(const Example& e, Pass& pass) const {
    const float* output = &network_.weights[L::output(e.bucket)];
    float out = output[2 * hidden];
    for (std::size_t side = 0; side < 2; ++side) {
      auto& sum = pass.sum[side];
      std::copy_n(&network_.weights[L::bias], hidden, sum.begin());
      for (std::size_t n = 0; n < e.count[side]; ++n) {
        const float* column = &network_.weights[e.inputs[side][n] * hidden];
        for (std::size_t i = 0; i < hidden; ++i) sum[i] += column[i];
      }
      for (std::size_t i = 0; i < hidden; ++i) {
        const float a = std::clamp(sum[i], 0.0F, 1.0F);
        out += a * a * output[side * hidden + i];
      }
    }
    pass.predicted = 1 / (1 + std::exp(-out));
  }

  float backward(const Example& e, Row& gradient) const {
    Pass pass;
    forward(e, pass);
    const float error = pass.predicted - e.target;
    const float d_out = 2 * error * pass.predicted * (1 - pass.predicted);
    const std::size_t at = L::output(e.bucket);
    gradient[at + 2 * hidden] += d_out;
    for (std::size_t side = 0; side < 2; ++side) {
      const float* output = &network_.weights[at + side * hidden];
      float* d_output = &gradient[at + side * hidden];
      std::array<float, hidden> d_sum;
      for (std::size_t i = 0; i < hidden; ++i) {
        const float a = std::clamp(pass.sum[side][i], 0.0F, 1.0F);
        d_output[i] += d_out * a * a;
        const bool open = pass.sum[side][i] > 0 && pass.sum[side][i] < 1;
        d_sum[i] = open ? d_out * 2 * a * output[i] : 0;
        gradient[L::bias + i] += d_sum[i];
      }
      for (std::size_t n = 0; n < e.count[side]; ++n) {
        float* column = &gradient[e.inputs[side][n] * hidden];
        for (std::size_t i = 0; i < hidden; ++i) column[i] += d_sum[i];
      }
    }
    return error * error;
  }

  /// The batch, shared among the threads; returns the mean loss.
  double step(double rate) {
    std::vector<double> loss(gradients_.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < gradients_.size(); ++t) {
      threads.emplace_back([&, t] {
        std::fill(gradients_[t].begin(), gradients_[t].end(), 0.0F);
        for (std::size_t i = t; i < batch_.size(); i += gradients_.size())
          loss[t] += static_cast<double>(backward(batch_[i], gradients_[t]));
      });
    }
    for (std::thread& t : threads) t.join();
    learn(rate);
    return std::accumulate(loss.begin(), loss.end(), 0.0) / static_cast<double>(batch_.size());
  }

  void learn(double rate) {
    Row& sum = gradients_.front();
    for (std::size_t t = 1; t < gradients_.size(); ++t)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += gradients_[t][i];
    for (float& g : sum) g /= static_cast<float>(batch_.size());
    adam_.begin(rate);
    adam_shared_.begin(rate);
    const float keep = 1 - static_cast<float>(rate * settings_.decay);
    for (std::size_t i = 0; i < L::per_zone; ++i) {
      float g = 0;
      for (std::size_t zone = i; zone < L::bias; zone += L::per_zone) g += sum[zone];
      network_.shared[i] = (network_.shared[i] - adam_shared_.step(i, g)) * keep;
    }
    for (std::size_t i = 0; i < L::bias; ++i)
      network_.own[i] = (network_.own[i] - adam_.step(i, sum[i])) * keep;
    for (std::size_t i = L::bias; i < L::size; ++i) network_.weights[i] -= adam_.step(i, sum[i]);
    for (std::size_t b = 0; b < buckets; ++b) {
      for (std::size_t i = L::output(b); i < L::output(b) + 2 * hidden; ++i)
        network_.weights[i] = std::clamp(network_.weights[i], -L::output_limit, L::output_limit);
    }
    network_.add_shared();
  }

  /// The mean loss of what is held out, of a part of it where that is much.
  double evaluate(const std::vector<std::string>& files) const {
    SampleStream samples(files, SamplePart::held_out, 1);
    double loss = 0;
    int count = 0;
    Pass pass;
    for (; count < most_held_out; ++count) {
      const std::optional<SampleValues> sample = samples.next();
      if (!sample) break;
      const Example e = example_of(*sample);
      forward(e, pass);
      const float error = pass.predicted - e.target;
      loss += static_cast<double>(error * error);
    }
    return loss / std::max(1, count);
  }

  Settings settings_;
  Manifest from_;
  double held_out_ = 0;
  std::mt19937_64 rng_;
  std::vector<Example> batch_;
  FloatNetwork<V> network_;
  Adam adam_, adam_shared_;
  /// One for each thread.
  std::vector<Row> gradients_;
};

struct Arguments {
  std::vector<std::string> words;
  Settings settings;
};

/// No value when they are not understood.
std::optional<Arguments> read(int count, char** arguments) {
  Arguments read;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (!word.starts_with("--")) {
      read.words.push_back(word);
      continue;
    }
    const char* const next = i + 1 < count ? arguments[++i] : "";
    const double value = std::atof(next);
    if (word == "--batch" && value >= 1) {
      read.settings.batch = static_cast<std::size_t>(value);
    } else if (word == "--rate") {
      read.settings.rate = value;
    } else if (word == "--decay") {
      read.settings.decay = value;
    } else if (word == "--score") {
      read.settings.score = value;
    } else if (word == "--outlook") {
      read.settings.outlook = value;
    } else if (word == "--from" && *next != '\0') {
      read.settings.from = next;
    } else {
      return std::nullopt;
    }
  }
  if (read.words.size() < 4) return std::nullopt;
  return read;
}

}  // namespace
}  // namespace yari::training

int main(int count, char** arguments) {
  const auto read = yari::training::read(count, arguments);
  const auto variant = read ? yari::variant_named(read->words[0]) : std::nullopt;
  if (!variant) {
    std::fprintf(stderr,
                 "usage: yari_train yari|shogi OUT.bin EPOCHS SAMPLES... [--batch N] [--rate R] "
                 "[--decay D] [--score S] [--outlook O] [--from NETWORK.bin]\n");
    return 2;
  }
  const std::vector<std::string>& words = read->words;
  try {
    yari::with_variant(*variant, [&]<class V>(V) {
      yari::training::Trainer<V> trainer(read->settings, 1);
      const std::vector<std::string> samples{words.begin() + 3, words.end()};
      const int epochs = std::stoi(words[2]);
      trainer.run(samples, epochs);
      trainer.write(words[1]);
      yari::training::write_manifest(words[1], trainer.manifest(words[1], samples, epochs));
    });
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "yari_train: %s\n", failure.what());
    return 1;
  }
}
