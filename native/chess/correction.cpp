#include "chess/correction.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace provebest::chess {

namespace {

constexpr std::string_view kMagic = "PBCORR02";
constexpr int kInputs             = 768;  // of one bucket
constexpr int kMostSets           = 32;
constexpr int kMostScale          = 100'000;
constexpr int kOne                = 127;  // a product, or a unit of the small layer, that is 1
constexpr int kSmallShift         = 8;    // a weight of 1 of the small layer is 256
constexpr int kSquareShift        = 7;    // of the square of a unit
constexpr int kOutputOne          = 1024;
constexpr int kMostBias           = 100'000'000;
constexpr int kSpans[]            = {400, 1500};  // the handcrafted value, as shares of these
constexpr std::size_t kEntered    = std::size(kSpans);

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument("not a correction of the evaluation: " + what);
}

// Takes numbers from the front of the bytes; the sizes are known to fit.
class Bytes {
public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : left_(bytes) {}

    std::uint64_t take(std::size_t size) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < size; ++i) number |= std::uint64_t{left_[i]} << (8 * i);
        left_ = left_.subspan(size);
        return number;
    }
    std::int32_t take_int() { return static_cast<std::int32_t>(take(4)); }
    template <class Number>
    std::vector<Number> take_all(std::size_t count) {
        std::vector<Number> numbers(count);
        for (Number& number : numbers) number = static_cast<Number>(take(sizeof(Number)));
        return numbers;
    }
    std::vector<Block> take_blocks(std::size_t numbers) {
        std::vector<Block> blocks(numbers / kHiddenStep);
        for (Block& block : blocks)
            for (std::int16_t& value : block.values) value = static_cast<std::int16_t>(take(2));
        return blocks;
    }

private:
    std::span<const std::uint8_t> left_;
};

std::uint64_t fnv1a(std::span<const std::uint8_t> bytes) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3ULL;
    return hash;
}

int checked(int number, int least, int most, const char* what) {
    if (number < least || number > most)
        refuse(std::string(what) + " must be from " + std::to_string(least) + " to " +
               std::to_string(most) + ", not " + std::to_string(number));
    return number;
}

template <class Numbers>
void check_sizes(const Numbers& weights, int most, const char* what) {
    for (const int weight : weights)
        if (weight < -most || weight > most)
            refuse(std::string(what) + " is outside " + std::to_string(-most) + " to " +
                   std::to_string(most));
}

}  // namespace

Correction::Correction(std::span<const std::uint8_t> file) {
    constexpr std::size_t kHead = 8 + 5 * 4 + 64, kHash = 8;
    if (file.size() < kHead + kHash) refuse("it is too short");
    if (!std::equal(kMagic.begin(), kMagic.end(), file.begin())) refuse("it begins otherwise");
    Bytes bytes(file.subspan(kMagic.size()));
    hidden_  = checked(bytes.take_int(), kHiddenStep, kMostHidden, "the number of hidden units");
    buckets_ = checked(bytes.take_int(), 1, 64, "the number of king buckets");
    sets_    = checked(bytes.take_int(), 1, kMostSets, "the number of sets");
    small_   = checked(bytes.take_int(), kSmallStep, kMostSmall, "the number of small units");
    scale_   = checked(bytes.take_int(), 1, kMostScale, "the scale");
    if (hidden_ % kHiddenStep != 0)
        refuse("its hidden units are not a multiple of " + std::to_string(kHiddenStep));
    if (small_ % kSmallStep != 0)
        refuse("its small units are not a multiple of " + std::to_string(kSmallStep));
    const auto hidden = static_cast<std::size_t>(hidden_);
    const auto inputs = static_cast<std::size_t>(buckets_ * kInputs);
    const auto sets   = static_cast<std::size_t>(sets_);
    const auto units  = static_cast<std::size_t>(sets_ * small_);  // of all sets
    const std::size_t size = kHead + 2 * hidden * (inputs + 1) + units * (2 * (hidden + kEntered) + 4) +
                             4 * units + 4 * sets + kHash;
    if (file.size() != size)
        refuse("it has " + std::to_string(file.size()) + " bytes instead of " + std::to_string(size));
    hash_ = fnv1a(file.first(size - kHash));
    if (Bytes(file.last(kHash)).take(kHash) != hash_) refuse("its checksum is wrong");
    for (std::uint8_t& bucket : bucket_of_) {
        bucket = static_cast<std::uint8_t>(bytes.take(1));
        if (bucket >= buckets_) refuse("a square has a king bucket that does not exist");
    }
    weights_        = bytes.take_blocks(inputs * hidden);
    bias_           = bytes.take_blocks(hidden);
    small_weights_  = bytes.take_blocks(units * hidden);
    of_handcrafted_ = bytes.take_all<std::int16_t>(units * kEntered);
    small_bias_     = bytes.take_all<std::int32_t>(units);
    output_         = bytes.take_all<std::int16_t>(2 * units);
    output_bias_    = bytes.take_all<std::int32_t>(sets);
    for (const Block& block : small_weights_)
        check_sizes(block.values, kMostSmallWeight, "a weight of the small layer");
    check_sizes(of_handcrafted_, kMostSmallWeight, "a weight of the handcrafted value");
    check_sizes(small_bias_, kMostBias, "a bias of the small layer");
    check_sizes(output_, kMostOutputWeight, "an output weight");
    check_sizes(output_bias_, kMostBias, "an output bias");
}

View Correction::view(const Position& position, Color side) const {
    const Square vertical = side == White ? 0 : 56;
    const Square king     = position.king(side) ^ vertical;
    const Square sideways = file_of(king) >= 4 ? 7 : 0;
    return {side, bucket_of_[static_cast<std::size_t>(king ^ sideways)], vertical | sideways};
}

Value Correction::settle(const std::int32_t* sums, int men, Value handcrafted) const {
    const auto set = static_cast<std::size_t>(set_of(men)), units = static_cast<std::size_t>(small_);
    int entered[kEntered];
    for (std::size_t i = 0; i < kEntered; ++i)
        entered[i] = std::clamp(handcrafted, -kSpans[i], kSpans[i]) * kOne / kSpans[i];
    const std::int32_t* const bias   = &small_bias_[set * units];
    const std::int16_t* const known  = &of_handcrafted_[kEntered * set * units];
    const std::int16_t* const output = &output_[2 * set * units];
    int total                        = output_bias_[set];
    for (std::size_t unit = 0; unit < units; ++unit) {
        const int sum = sums[unit] + bias[unit] + entered[0] * known[unit] + entered[1] * known[units + unit];
        const int active = std::clamp(sum >> kSmallShift, -kOne, kOne);
        total += std::max(active, 0) * output[unit] + (active * active >> kSquareShift) * output[units + unit];
    }
    return static_cast<Value>(std::clamp<std::int64_t>(
        std::int64_t{total} * scale_ / (kOne * kOutputOne), -kMostCorrection, kMostCorrection));
}

Value Correction::of(const Position& position, Value handcrafted) const {
    const int men = count(position.occupied()), half = hidden_ / 2;
    std::array<int, kMostHidden> products{};
    for (const Color side : {position.side(), ~position.side()}) {
        const View seen = view(position, side);
        int sums[kMostHidden];
        for (int unit = 0; unit < hidden_; ++unit) {
            int total = bias()[unit];
            for (Bitboard all = position.occupied(); all;) {
                const Square s = pop(all);
                total += weights(seen, position.at(s), s)[unit];
            }
            // Sums are kept in 16 bits, and wrap around alike wherever they are computed.
            sums[unit] = std::clamp<int>(static_cast<std::int16_t>(total), 0, kMostSum);
        }
        const int first = side == position.side() ? 0 : half;
        for (int i = 0; i < half; ++i)
            products[static_cast<std::size_t>(first + i)] = sums[i] * sums[half + i] >> kProductShift;
    }
    std::int32_t small[kMostSmall] = {};
    for (int unit = 0; unit < small_; ++unit)
        for (int i = 0; i < hidden_; ++i)
            small[unit] += products[static_cast<std::size_t>(i)] * small_weights(men)[unit * hidden_ + i];
    return settle(small, men, handcrafted);
}

}  // namespace provebest::chess
