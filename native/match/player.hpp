// A player whose build is hidden, so that two builds of the core can meet in one program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace match {

class Player {
public:
    virtual ~Player() = default;

    struct Choice {
        std::uint16_t move = 0;
        int value          = 0;  // for the side to move
    };
    enum class Over { No, Draw, Lost };  // lost: the side to move is mated

    virtual void begin(const std::string& fen) = 0;
    virtual Choice choose(std::uint64_t nodes) = 0;
    virtual void play(std::uint16_t move)      = 0;
    virtual Over over() const                  = 0;
    virtual bool white_to_move() const         = 0;
    // This many random legal moves from the starting position; empty if that ended the game.
    virtual std::string random_opening(std::uint64_t seed, int plies) = 0;
};

std::unique_ptr<Player> old_player();
std::unique_ptr<Player> new_player();

}  // namespace match
