// Connects a library to passant: replace the lines that use Board. Delete what the library cannot answer: the cases that
// are marked as optional, and their words after can=.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const hello = `passant 1 name "Board 1.0" can=moves,play,undo,reread,fen,legal,san,parse,key,occurrences`
const initial = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func main() {
	var board *Board
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		request, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")
		kind, text := "illegal", ""
		var err error
		switch request {
		case "quit":
			return
		case "passant":
			fmt.Println(hello)
		case "position":
			start, moves, _ := strings.Cut(rest, " moves")
			start = strings.Replace(start, "startpos", initial, 1)
			kind = "badfen"
			var read *Board
			if read, err = NewBoard(strings.TrimPrefix(start, "fen ")); err != nil {
				break
			}
			board, kind = read, "illegal"
			for _, move := range strings.Fields(moves) {
				if err = board.Play(move); err != nil {
					break
				}
			}
		case "moves":
			for _, move := range board.LegalMoves() {
				fmt.Println("move", move)
			}
		case "play": // optional
			err = board.Play(rest)
		case "undo": // optional
			kind, err = "usage", board.Undo()
		case "reread": // optional
			kind = "badfen"
			if read, failed := NewBoard(board.Fen()); failed == nil {
				board = read
			} else {
				err = failed
			}
		case "fen": // optional
		case "legal": // optional
			text = map[bool]string{true: "legal yes", false: "legal no"}[board.IsLegal(rest)]
		case "san": // optional
			text, err = board.San(rest)
			text = "san " + text
		case "parse": // optional
			text, err = board.Parse(rest)
			text = "move " + text
		case "key": // optional
			text = "key " + board.Key()
		case "occurrences": // optional
			text = fmt.Sprint("occurrences ", board.Occurrences())
		default:
			kind, err = "unsupported", fmt.Errorf("%s", request)
		}
		if err == nil && strings.Contains(" position play undo reread fen ", " "+request+" ") { // optional, with "fen" above
			text = "fen " + board.Fen()
		}
		if err != nil {
			text = fmt.Sprintf("error %s %v", kind, err)
		} else if text != "" {
			text += "\nok"
		} else {
			text = "ok"
		}
		fmt.Println(text)
	}
}
