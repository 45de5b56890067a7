#include "chess/correction.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace provebest::chess {

namespace {

constexpr std::string_view kMagic = "PBCORR01";
constexpr int kInputs             = 768;  // of one bucket
constexpr int kMostOutputs        = 32;
constexpr int kMostScale          = 100'000;

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

}  // namespace

Correction::Correction(std::span<const std::uint8_t> file) {
    constexpr std::size_t kHead = 8 + 4 * 4 + 64, kHash = 8;
    if (file.size() < kHead + kHash) refuse("it is too short");
    if (!std::equal(kMagic.begin(), kMagic.end(), file.begin())) refuse("it begins otherwise");
    Bytes bytes(file.subspan(kMagic.size()));
    hidden_  = checked(bytes.take_int(), kHiddenStep, kMostHidden, "the number of hidden units");
    buckets_ = checked(bytes.take_int(), 1, 64, "the number of king buckets");
    outputs_ = checked(bytes.take_int(), 1, kMostOutputs, "the number of outputs");
    scale_   = checked(bytes.take_int(), 1, kMostScale, "the scale");
    if (hidden_ % kHiddenStep != 0)
        refuse("its hidden units are not a multiple of " + std::to_string(kHiddenStep));
    const auto hidden  = static_cast<std::size_t>(hidden_);
    const auto inputs  = static_cast<std::size_t>(buckets_ * kInputs);
    const auto outputs = static_cast<std::size_t>(outputs_);
    const std::size_t size =
        kHead + 2 * hidden * (inputs + 1) + 4 * hidden * outputs + 4 * outputs + kHash;
    if (file.size() != size)
        refuse("it has " + std::to_string(file.size()) + " bytes instead of " + std::to_string(size));
    hash_ = fnv1a(file.first(size - kHash));
    if (Bytes(file.last(kHash)).take(kHash) != hash_) refuse("its checksum is wrong");
    for (std::uint8_t& bucket : bucket_of_) {
        bucket = static_cast<std::uint8_t>(bytes.take(1));
        if (bucket >= buckets_) refuse("a square has a king bucket that does not exist");
    }
    weights_ = bytes.take_blocks(inputs * hidden);
    bias_    = bytes.take_blocks(hidden);
    output_  = bytes.take_blocks(2 * outputs * hidden);
    for (const Block& block : output_)
        for (const std::int16_t weight : block.values)
            if (weight < -kMostOutputWeight || weight > kMostOutputWeight)
                refuse("an output weight is outside -127 to 127");
    for (std::size_t i = 0; i < outputs; ++i) output_bias_.push_back(bytes.take_int());
}

View Correction::view(const Position& position, Color side) const {
    const Square vertical = side == White ? 0 : 56;
    const Square king     = position.king(side) ^ vertical;
    const Square sideways = file_of(king) >= 4 ? 7 : 0;
    return {side, bucket_of_[static_cast<std::size_t>(king ^ sideways)], vertical | sideways};
}

Value Correction::settle(std::int64_t sum, int men) const {
    const std::int64_t biased =
        sum / kMostActive + output_bias_[static_cast<std::size_t>(output_of(men))];
    const std::int64_t value = biased * scale_ / (kMostActive * 64);
    return static_cast<Value>(
        std::clamp<std::int64_t>(value, -kMostCorrection, kMostCorrection));
}

Value Correction::of(const Position& position) const {
    const int men    = count(position.occupied());
    std::int64_t sum = 0;
    for (const Color side : {position.side(), ~position.side()}) {
        const View seen                  = view(position, side);
        const std::int16_t* const weighs = output(men, side == position.side());
        for (int unit = 0; unit < hidden_; ++unit) {
            int total = bias()[unit];
            for (Bitboard all = position.occupied(); all;) {
                const Square s = pop(all);
                total += weights(seen, position.at(s), s)[unit];
            }
            // Sums are kept in 16 bits, and wrap around alike wherever they are computed.
            const int active = std::clamp<int>(static_cast<std::int16_t>(total), 0, kMostActive);
            sum += std::int64_t{active} * active * weighs[unit];
        }
    }
    return settle(sum, men);
}

}  // namespace provebest::chess
