// The library of the short adapter in Go: it asks another adapter, which the environment variable PASSANT_BOARD names.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

type Board struct{}

var requests io.Writer
var replies *bufio.Scanner

func init() {
	adapter := exec.Command(os.Getenv("PASSANT_BOARD"))
	input, _ := adapter.StdinPipe()
	output, _ := adapter.StdoutPipe()
	requests, replies = input, bufio.NewScanner(output)
	if err := adapter.Start(); err != nil {
		panic(err)
	}
}

func ask(request string) (lines []string, err error) {
	fmt.Fprintln(requests, request)
	for replies.Scan() && replies.Text() != "ok" {
		if strings.HasPrefix(replies.Text(), "error") {
			return nil, errors.New(replies.Text())
		}
		lines = append(lines, strings.Fields(replies.Text())[1])
	}
	return lines, nil
}

func NewBoard(fen string) (*Board, error) {
	_, err := ask("position fen " + fen)
	return &Board{}, err
}

func (*Board) Play(move string) error {
	_, err := ask("play " + move)
	return err
}

func (*Board) LegalMoves() []string {
	moves, _ := ask("moves")
	return moves
}
