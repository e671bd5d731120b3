#!/bin/sh
# Plays a few games, trains a network on them and fits its chances, for both games: that the tools
# still work, not that the network is any good.
#
#   training.sh BUILD_FOLDER
set -eu
build=$(cd "$1" && pwd)
networks=$(cd "$(dirname "$0")/../../analysis/engine/networks" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "training.sh: $1" >&2
  exit 1
}

for game in yari shogi; do
  "$build/yari_selfplay" $game first.samples 40 60 1 > /dev/null
  "$build/yari_selfplay" $game second.samples 40 60 2 > /dev/null
  bytes=$(cat first.samples second.samples | wc -c)
  [ $((bytes % 40)) -eq 0 ] || fail "$game: $bytes bytes are no samples of 40"
  "$build/yari_train" $game new.bin 2 first.samples second.samples --batch 512 > report
  grep -q "^epoch 2: [1-9][0-9]* batches, 0 bad samples, train 0\.0" report || fail "$game: $(cat report)"
  [ "$(wc -c < new.bin)" -eq "$(wc -c < "$networks/$game.bin")" ] || fail "$game: the size is wrong"
  cmp -s new.bin "$networks/$game.bin" && fail "$game: nothing was trained"
  for fact in '"seed": 2' '"epochs": 2' '"engine": "Yaribase'; do
    grep -q "$fact" new.json || fail "$game: $(cat new.json)"
  done
  # Nothing is lost on the way from a network through the trainer to a file.
  "$build/yari_train" $game same.bin 1 first.samples --batch 512 --rate 0 --from "$networks/$game.bin" > report
  cmp -s same.bin "$networks/$game.bin" || fail "$game: a network that was read is another"
  "$build/yari_fit_chance" $game 60 500 1000 first.samples > report
  grep -q "positions: coefficient 0\.0" report || fail "$game: $(cat report)"
  "$build/yari_tune" $game 60 8 1 1 > report
  grep -q "^step 1: reverse_futility [1-9]" report || fail "$game: $(cat report)"
  printf x >> first.samples
  "$build/yari_train" $game new.bin 1 first.samples 2> /dev/null && fail "$game: a cut file was read"
  rm first.samples second.samples first.json second.json
done
