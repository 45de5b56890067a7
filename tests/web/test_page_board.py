"""The board of the page in a real browser."""

import chess
from browsing import NEEDED, ROOK, after, click_square, shows, square

pytestmark = NEEDED


def test_moves_are_made_on_the_board_and_taken_back(visit):
    tab = visit()
    shows(tab, chess.STARTING_FEN)
    click_square(tab, "e2")
    click_square(tab, "e4")
    shows(tab, after("e4"))
    click_square(tab, "g8")
    click_square(tab, "f6")
    shows(tab, after("e4", "Nf6"))
    tab.keyboard.press("ArrowLeft")
    shows(tab, after("e4"))
    tab.keyboard.press("ArrowLeft")
    shows(tab, chess.STARTING_FEN)
    tab.get_by_role("button", name="Last position").click()
    shows(tab, after("e4", "Nf6"))


def test_the_board_turns(visit):
    tab = visit()
    tab.keyboard.press("f")
    tab.wait_for_selector("#board.orientation-black")


def test_a_pawn_promotes_to_the_piece_that_is_chosen(visit):
    fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    tab = visit(fen)
    shows(tab, fen)
    click_square(tab, "a7")
    click_square(tab, "a8")
    tab.get_by_role("button", name="Knight").click()
    shows(tab, after("a8=N", fen=fen))


def test_a_position_is_set_up_by_moving_pieces(visit):
    tab = visit("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
    tab.get_by_role("button", name="Set up").click()
    click_square(tab, "d3")
    click_square(tab, "h1")
    tab.get_by_role("button", name="Use this position").click()
    shows(tab, "8/8/4k3/8/8/8/8/7K w - - 0 1")


def test_a_new_piece_is_dragged_onto_the_board_and_another_off_it(visit):
    tab = visit("8/8/4k3/8/8/3K4/8/7q w - - 0 1")
    tab.get_by_role("button", name="Set up").click()
    drag(tab, middle(tab.locator("#setup piece.white.knight").bounding_box()), square(tab, "f3"))
    left, top = square(tab, "h1")
    drag(tab, (left, top), (left, top + 60))
    tab.get_by_role("button", name="Use this position").click()
    shows(tab, "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1")


def test_a_position_is_set_up_with_the_keyboard_alone(visit):
    tab = visit("8/8/4k3/8/8/3K4/8/7q w - - 0 1")
    tab.get_by_role("button", name="Set up").press("Enter")
    put(tab, "nothing", "h1")
    put(tab, "white knight", "F3")
    put(tab, "black pawn", "x9")
    assert "such as e4" in tab.locator("#problem").inner_text()
    put(tab, "black pawn", "a7")
    tab.get_by_role("button", name="Use this position").press("Enter")
    shows(tab, "8/p7/4k3/8/8/3K1N2/8/8 w - - 0 1")


def put(tab, piece, name):
    tab.get_by_label("Piece", exact=True).select_option(label=piece)
    tab.get_by_label("Square", exact=True).fill(name)
    tab.keyboard.press("Enter")


def drag(tab, begin, end):
    tab.mouse.move(*begin)
    tab.mouse.down()
    tab.mouse.move(end[0], end[1], steps=5)
    tab.mouse.up()


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_rights_to_castle_go_with_the_king_and_can_be_taken(visit):
    tab = visit()
    tab.get_by_role("button", name="Set up").click()
    click_square(tab, "e1")
    click_square(tab, "e4")
    tab.get_by_label("Black O-O", exact=True).uncheck()
    tab.get_by_role("button", name="Use this position").click()
    shows(tab, "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w q - 0 1")


def test_a_bad_fen_is_one_sentence_and_the_board_stays(visit):
    tab = visit(ROOK)
    tab.get_by_label("FEN").fill("8/8/8/8 w - - 0 1")
    tab.get_by_role("button", name="Set", exact=True).click()
    tab.locator("#problem:not(:empty)").wait_for()
    assert "8/8/8/8" in tab.locator("#problem").inner_text()
    tab.locator("#fen").blur()
    tab.keyboard.press("ArrowLeft")
    shows(tab, ROOK)


CASTLING = "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1"


def test_castling_of_chess960_is_made_on_the_board(visit):
    tab = visit()
    ask_for_chess960(tab)
    castles(tab)


def test_what_was_asked_for_last_is_shown_even_if_its_answer_comes_first(visit):
    tab, held = visit(), []
    tab.route("**/api/position", lambda route: route.continue_() if held else held.append(route))
    ask_for_chess960(tab)
    with tab.expect_response("**/api/position"):
        held[0].continue_()
    tab.evaluate("() => new Promise(setTimeout)")
    castles(tab)


def ask_for_chess960(tab):
    """Sets the switch, and does not wait for an answer before it opens a position."""
    tab.locator(".settings summary").click()
    tab.get_by_label("Chess960 castling").check()
    tab.get_by_label("FEN").fill(CASTLING)
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#board[data-fen*='1RK4R'][aria-busy=false]")


def castles(tab):
    click_square(tab, "c1")
    click_square(tab, "h1")
    board = chess.Board(CASTLING, chess960=True)
    board.push_san("O-O")
    shows(tab, board.fen())
