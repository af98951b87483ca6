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
		_, line, _ := strings.Cut(replies.Text(), " ")
		lines = append(lines, line)
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

func (*Board) LegalMoves() (moves []string) {
	lines, _ := ask("moves")
	for _, line := range lines {
		moves = append(moves, strings.Fields(line)[0])
	}
	return moves
}

func (*Board) Undo() error {
	_, err := ask("undo")
	return err
}

func (*Board) Fen() string {
	fen, _ := answer("fen")
	return fen
}

func (*Board) IsLegal(move string) bool {
	word, _ := answer("legal " + move)
	return word == "yes"
}

func (*Board) San(move string) (string, error) {
	return answer("san " + move)
}

func (*Board) Parse(text string) (string, error) {
	return answer("parse " + text)
}

func (*Board) Key() string {
	key, _ := answer("key")
	return key
}

func (*Board) Occurrences() string {
	times, _ := answer("occurrences")
	return times
}

func answer(request string) (string, error) {
	lines, err := ask(request)
	if err != nil {
		return "", err
	}
	return lines[0], nil
}
