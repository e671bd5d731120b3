// @ts-check
// What is said by the panels that are loaded when somebody looks at them: English | 日本語, as in words.js.

import {addWords} from './language.js';

export const laterWords = {
  // The opening book.
  'Opening book {name}': '定跡ファイル {name}', 'Not in the book.': '定跡にない局面です。',
  '{move} is not in the book.': '{move}は定跡にありません。', 'Remove {move} from the book': '{move}を定跡から削除',
  '{move} was removed from the book.': '{move}を定跡から削除しました。',
  '{move} was added to the book.': '{move}を定跡に追加しました。', 'The book is as it was before.': '定跡を元に戻しました。',
  // Players and events.
  'The most active come first.': '対局数の多い順です。', 'No game of this player.': 'この対局者の棋譜はありません。',
  '{n} {n|game|games}, {annotated} annotated': '{n}局、うち{annotated}局は解析済み', 'Moves as {side}': '{side}での指し手',
  'As {side}': '{side}番', 'Won – lost': '勝 – 敗',
  'won {won}, drawn {drawn}, lost {lost}': '{won}勝{lost}敗{drawn}分', 'Accuracy in percent': '精度（％）',
  'Acc.': '精度', 'Annotated games': '解析済みの棋譜', 'All {n}': '全{n}件',
  'Accuracy by year: {years}': '年別の精度：{years}', '{name}: {share} %, {n} moves': '{name}年：{share}％、{n}手',
  'of {n} events': '{n}棋戦', '{n} left out: a player is unknown': '{n}局は対局者不明のため除外',
  '* Handicap games:': '＊ 駒落ち：', 'Mutual': '直接対決',
  '3+b: beat the player in row 3 with Black; − lost, = drew.': '3+b：3行目の対局者に先手で勝ち。−は負け、=は引き分け。',
  "A column has the number of the opponent's row.": '列の数字は相手の行です。',
  // Puzzles.
  'Looking for a puzzle': '問題を探しています',
  'Looking for a puzzle: {done} of {all} annotated games': '問題を探しています：解析済み{all}局中{done}局',
  'No game is annotated: annotate some first, in the list of games or in a game.': '解析済みの棋譜がありません。棋譜の一覧か棋譜情報で解析してください。',
  'There is no such puzzle in the annotated games.': '解析済みの棋譜に該当する問題はありません。',
  '{side} to move wins': '{side}番、勝ちになる手は？', '{side} to move mates in {n} {n|ply|plies}': '{side}番、{n}手詰',
  'Play the move on the board.': '盤上で指してください。', '{move} is not it. Try again.': '{move}は不正解です。もう一度どうぞ。',
  '{move}: solved!': '{move}、正解です！', '{move} is right.': '{move}は正解です。',
  '{move} is right, {answer} is the answer. Go on.': '{move}は正解、{answer}と応じました。続けてください。',
  ', after {n} moves': '（{n}手目まで）',
  'Win chance {n} %, at most {other} % with another first move.': '勝率{n}％、ほかの初手では最高{other}％。',
  'Go back to the puzzle first.': '問題の局面に戻ってください。', 'A piece is dropped: {piece}.': '{piece}を打ちます。',
  'The piece on {square} moves.': '{square}の駒が動きます。', 'It goes to {square}.': '{square}へ動きます。',
  // Drill.
  'This is the solution: step through it.': '正解の手順です。再生してください。',
  '{n} {n|card is|cards are} due.': '復習するカードが{n}枚あります。',
  'No card yet. “Remember this position”, beside the moves, makes one.': 'カードはまだありません。指し手の欄の「この局面を覚える」で作れます。',
  'Nothing is due. The next card is due on {date}.': '今日の復習はありません。次は{date}です。', '{n} due': '残り{n}枚',
  'Right: {moves}': '正解：{moves}', 'Wrong. Right is {moves}': '不正解。正解は{moves}', 'Hard': '難しい', 'Good': '普通',
  'Easy#grade': '簡単', '{n} {n|day|days}': '{n}日後', 'The move that you kept.': '覚えておいた手です。',
  'In the game {move} was played.': '実戦は{move}でした。',
  '{judgement}: win chance {before} % → {after} %': '{judgement}、勝率{before}％→{after}％。',
  'No mistake was found in annotated games.': '解析済みの棋譜に悪手はありませんでした。',
  '{n} {n|card|cards} added, {known} known before.': '{n}枚を追加しました（既存{known}枚）。',
  'Play the move to remember on the board.': '覚える手を盤上で指してください。', '{move} will be asked.': '{move}を復習に追加しました。',
  // The editor.
  'Board to set up: {black} pieces of Black, {white} of White': '編集中の盤面：先手{black}枚、後手{white}枚',
};
addWords(laterWords);
