// Connects a library to passant: replace the lines that use Board.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const initial = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func main() {
	var board *Board
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		request, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")
		reply := "ok"
		switch request {
		case "quit":
			return
		case "passant":
			fmt.Println(`passant 1 name "Board 1.0" can=moves`)
		case "position":
			start, moves, _ := strings.Cut(rest, " moves")
			start = strings.Replace(start, "startpos", initial, 1)
			read, err := NewBoard(strings.TrimPrefix(start, "fen "))
			if err != nil {
				reply = "error badfen " + err.Error()
				break
			}
			board = read
			for _, move := range strings.Fields(moves) {
				if err := board.Play(move); err != nil {
					reply = "error illegal " + err.Error()
				}
			}
		case "moves":
			for _, move := range board.LegalMoves() {
				fmt.Println("move", move)
			}
		default:
			reply = "error unsupported " + request
		}
		fmt.Println(reply)
	}
}
