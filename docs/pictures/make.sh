#!/bin/sh
# Draws the pictures of the tutorials: run it from the folder docs/pictures.
set -e
first='[[3,5],[2,9]]'
for lang in en de; do
    draw() { name=$1; shift; plytree explain "$@" --lang $lang --format svg --out "$name-$lang.svg"; }
    draw minimax "$first" --variant minimax
    draw first-step-7 "$first" --step 7
    draw first "$first"
    draw three-by-three '[[3,5,10],[2,7,8],[2,7,3]]'
    draw deep-cut '[5,[[[4,9],7],3]]'
    draw with-v '[[3],[[9],[2,1],[8]]]'
    draw without-v '[[3],[[9],[2,1],[8]]]' --variant no-v
    draw exercise '[[[5,6],[7,4]],[[3,8],[6,2]]]'
    draw tictactoe --game tictactoe --position XOXOOX... --depth 3
done
