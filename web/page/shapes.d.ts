// The shapes of what the server sends (docs/json.md, docs/api.md), of what the modules of the page share, and the
// elements that the HTML names. For the compiler alone (scripts/lint): no browser gets this file.

type Color = 'b' | 'w';
type Side = 'black' | 'white';

/** A move or a line in both notations. */
interface Named {
  move?: string | null;
  moves?: string;
  japanese?: string;
}

/** What `about` says of each of the two games. Pieces by their letters: [English name, kanji, letters]. */
interface Variant {
  name: string;
  files: number;
  start: string;
  score_unit: number;
  hand: string;
  pieces: Record<string, PieceNames>;
  handicaps: string[];
}
type PieceNames = [string, string, string];
type Variants = Record<string, Variant>;

interface Condition {
  name: string;
  label: string;
  help: string;
  example?: string;
  choices?: string[];
  /** "player": names of players are offered. */
  offers?: NameKind;
}

interface Format {
  name: string;
  title: string;
}

interface About {
  version: string;
  database: string;
  writes: boolean;
  variant: string;
  games: number;
  formats: Format[];
  engines: string[];
  book: string | null;
  variants: Variants;
}

/** What the page comes with. */
interface Given {
  password: boolean;
  conditions: Condition[];
  positions: Record<string, Position>;
  about: About;
}

/** A score from the view of the side to move: one of the two. */
interface Score {
  cp: number;
  mate?: number;
}

interface Move extends Named {
  usi: string;
  move: string;
  japanese: string;
  promotion?: boolean;
}

/** The answer of /api/position. */
interface Position {
  variant: string;
  start: string;
  sfen: string;
  side: Side;
  in_check: boolean;
  legal_moves: number;
  moves: Move[];
  line: Move[];
  result: string;
  ending: string | null;
  /** What a stored game knows of it: what may be played is on its way. */
  partial?: boolean;
}

interface Mark {
  kind: string;
  plies?: number;
  side?: Side;
}

/** A node of a game's tree: as the server sends it, and below what linkNodes() adds. */
interface GameNode extends Named {
  sfen: string;
  /** The start has neither a parent, nor a move and its text. */
  parent: number;
  move: string;
  text: string;
  japanese: string;
  better?: Better;
  after_end?: boolean;
  check?: boolean;
  score?: Score;
  /** Black's, in percent. */
  chance?: number;
  before?: string;
  comment?: string;
  bookmark?: string;
  glyphs?: string[];
  marks?: Mark[];
  spent?: string;
  left?: string;

  id: number;
  ply: number;
  children: GameNode[];
  before_it?: GameNode;
  mover: Color;
  number: string;
  full_number: string;
  is_main?: boolean;
  move_text?: string;
}

interface Better extends Named {
  move: string;
  text: string;
  japanese: string;
  move_text?: string;
}

/** A player's numbers in an annotated game. */
interface PlayerNumbers {
  moves: number;
  accuracy: number | null;
  loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  missed: number;
  allowed: number;
  only: number;
  brilliant: number;
  book: number;
  phases: (number | null)[];
}

/** A game as pages show it. */
interface ShownGame {
  variant: string;
  result: string;
  ending?: string;
  handicap?: string;
  set_up?: boolean;
  rules?: string;
  unread?: string;
  tags: [string, string][];
  players?: [PlayerNumbers, PlayerNumbers];
  nodes: GameNode[];

  number: number;
  board: Variant;
  root: GameNode;
  main: GameNode[];
  hasGraph: boolean;
}
/** A game of the database. */
interface OpenedGame extends ShownGame {
  stored: StoredGame;
}
/** As it comes, before it is linked. */
type SentGame = Omit<ShownGame, 'root' | 'main' | 'hasGraph'>;

interface StoredGame {
  game: number;
  variant: string;
  start: string;
  black: string | null;
  white: string | null;
  event: string | null;
  date: string | null;
  result: string;
  tags: Record<string, string>;
  opening: string | null;
  opening_japanese: string | null;
  black_castle: string | null;
  black_castle_japanese: string | null;
  white_castle: string | null;
  white_castle_japanese: string | null;
  file?: string | null;
  member?: string | null;
  record?: number | null;
  annotation: {engine: string; limits: string} | null;
  report: Omit<SentGame, 'number' | 'board'>;
}

/** A row of a list of games, or a hit of a search. */
interface GameRow extends Named {
  game: number;
  ply: number;
  black: string | null;
  white: string | null;
  event: string | null;
  date: string | null;
  result: string;
  opening: string | null;
  opening_japanese: string | null;
}

/** A row of the explorer: a move, or all games. */
interface ExplorerRow extends Named {
  usi: string;
  games: number;
  black: number;
  draw: number;
  white: number;
  score: number | null;
  performance: number | null;
  last_date: string | null;
}

interface Explorer {
  moves: ExplorerRow[];
  players: {player: string; games: number}[];
  all: ExplorerRow;
}

/** A line that an engine found. */
interface EngineLine extends Named {
  score: Score | null;
  chance: number | null;
  usi: string[];
}

interface Analysis {
  engine: string;
  depth: number;
  nodes: number;
  lines: EngineLine[];
}

interface Mate extends Named {
  verdict: 'mate' | 'no mate' | 'unknown';
  plies: number;
  shortest: boolean;
  usi: string[];
}

interface BookRow extends Named {
  usi: string;
  answer: Named | null;
  worth: Score | null;
  score: number | null;
  depth: number | null;
  count: number | null;
}

interface Finding {
  line: number;
  column: number;
  severity: string;
  message: string;
  excerpt: string;
  caret: number;
}

interface Puzzle {
  game: number;
  ply: number;
  variant: string;
  sfen: string;
  side: Side;
  mate: number | null;
  solution: string[];
  line: Move[];
  black: string | null;
  white: string | null;
  chance: number;
  next_best: number;
}

interface Card {
  card: number;
  source: 'book' | 'puzzle' | 'own' | 'mistake';
  variant: string;
  sfen: string;
  side: Side;
  game: number | null;
  ply: number;
  reviews: number;
}

interface Grade {
  grade: string;
  days: number;
  due: string;
  asked_again: boolean;
}

/** What the server says of an answer to a card. */
interface Judged {
  verdict: 'right' | 'wrong' | 'more';
  grade: string;
  grades: Grade[];
  done: string[];
  usi: string[];
  line: Move[];
  judgement: string | null;
  played_move: Named | null;
  before: number;
  after: number;
}

interface ProfileNumbers {
  name: string;
  games: number;
  moves: number;
  accuracy: number | null;
  mean_loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

interface Profile extends ProfileNumbers {
  played: number;
  annotated: number;
  colors: ProfileNumbers[];
  years: ProfileNumbers[];
}

interface Standing {
  place: number;
  player: string;
  points: number;
  games: number;
  cells: string[];
  buchholz: number;
  sonneborn_berger: number;
  mutual: number;
  played: {game: number; opponent: string; round: string}[];
}

interface Standings {
  events: string[];
  games: number;
  without_players: number;
  by_round: boolean;
  headings: string[];
  handicaps: string[];
  players: Standing[];
}

type NameKind = 'player' | 'event';
/** What one box finds, and what can be done with it. */
interface Choice {
  words: string;
  act: () => unknown;
}

interface NameRow {
  games: number;
  player?: string;
  event?: string;
}

/** A fault as the server says it: `status` is HTTP's, `parameter` the one that is wrong. */
interface Failure extends Error {
  status?: number;
  parameter?: string;
  column?: number;
  unreachable?: boolean;
}

/** An object of a stream may be these instead of a row. */
interface StreamPart {
  error?: Failure;
  progress?: {done: number; all: number};
}
interface HitsEnd {
  hits: number;
  more: boolean;
}
interface AnnotationPart {
  done?: boolean;
  error?: Failure;
  progress?: {done: number; all: number; game: number; positions_done: number; positions: number};
  message?: string;
  game?: number;
  annotated?: number;
  annotated_before: number;
  failed: number;
  given_up: boolean;
}

interface RecordText {
  text: string;
  losses: string[];
}

/** What GET answers, by path. */
interface Answers {
  '/api/about': About;
  '/api/count': {games: number};
  '/api/position': Position;
  '/api/explorer': Explorer;
  '/api/book': {moves: BookRow[]; findings: Finding[]};
  '/api/record': RecordText;
  '/api/journal': {changes: {id: number; what: string}[]};
  '/api/saved': {queries: {name: string; words: string[]; parameters: Record<string, string> | null}[]};
  '/api/query/check': {ok: boolean; message: string; column: number};
  '/api/query/complete': {from: number; words: string[]; names: string[]};
  '/api/drill': {cards: number; due: number; next: string | null; questions: Card[]};
  '/api/profile': Profile;
  '/api/event': Standings;
}
type AnswerOf<Path extends string> = Path extends keyof Answers ? Answers[Path] :
  Path extends `/api/games/${string}/record` ? RecordText :
  Path extends `/api/games/${string}` ? StoredGame :
  Path extends `/api/drill/${string}/answer` ? Judged : Record<string, NameRow[]>;

/** The same for POST. */
interface Posted {
  '/api/games': {game: number};
  '/api/read': {position?: Position; findings: Finding[]; form?: string};
  '/api/import': {imported: number; duplicates: number; rejected: number; findings: Finding[]; new_games: number[]};
  '/api/undo': {what: string};
  '/api/drill': {card: number};
  '/api/drill/mistakes': {added: number; changed: number; known: number};
}
type PostedOf<Path extends string> = Path extends keyof Posted ? Posted[Path] : Changed;
/** What a change of a stored game answers. */
interface Changed {
  undone?: string;
  contradictions?: string[];
}

/** The objects of streams and of events. */
interface Streamed {
  '/api/games': GameRow & StreamPart;
  '/api/query': GameRow & StreamPart & Partial<HitsEnd>;
  '/api/groups': {black: number; white: number; draws: number; games: number; year?: string; opening?: string} & StreamPart;
  '/api/puzzles': Puzzle & StreamPart & {games: number};
  '/api/mate': Mate & StreamPart;
  '/api/export': StreamPart & {text?: string; losses?: string[]; games?: number; damaged: number};
  '/api/explorer/transpositions': Transposition & StreamPart;
  '/api/analysis': Analysis & StreamPart & {done?: boolean};
}
type StreamedOf<Path extends string> = Path extends keyof Streamed ? Streamed[Path] : AnnotationPart;

interface Transposition extends Named {
  usi: string;
  reached: number;
}

/** Of a request: what has no value is left out. */
type Wanted = Record<string, string | number | boolean | null | undefined>;

/** A position of which something is asked. */
type PositionWanted = {variant: string, sfen?: string, usi?: string};

/** What the reader chose, kept by the browser. */
interface Settings {
  pieces: string;
  notation: string;
  arrows: boolean;
  flipped: boolean;
  variant: string;
  theme: string;
  pulled: boolean;
  tab: string;
  lines: number;
  engine: string;
  editing: boolean;
  sound: boolean;
  /** quick, normal or deep. */
  effort: string;
  mateIn: number;
  format: string;
  language: string;
  puzzlePlace?: [number, number];
}

/** How a board is drawn. */
interface Looks {
  pieces: string;
  arrows?: boolean;
  flipped?: boolean;
  stands?: string;
}

/** A position as readSfen() gives it. */
interface ReadPosition {
  side: string;
  squares: Record<string, string>;
  hands: Record<Color, Record<string, number>>;
}

/** What a board draws of a node. */
interface BoardNode {
  sfen: string;
  move?: string;
  mover?: Color;
  better?: {move: string};
}

/** What the page shows. */
interface State {
  variant: string;
  start: string;
  moves: string[];
  ply: number;
  /** There from the first answer of the server on: who asks before that asks `if (!state.position)`. */
  position: Position;
  game: OpenedGame | null;
  nodes: GameNode[] | null;
}
interface Line {
  variant: string;
  start: string;
  moves?: string[];
  ply?: number;
  game?: OpenedGame | null;
}

/** The list of games of a report. */
interface Overview {
  title: string;
  pieces: string;
  variants: Variants;
  games: OverviewRow[];
}
interface OverviewRow {
  id: number;
  variant: string;
  black: string;
  white: string;
  event: string;
  date: string;
  result: string;
  ending: string;
  plies: number;
  accuracy?: [number | null, number | null];
  mistakes?: number;
  blunders?: number;
  missed?: number;
}

type Child = Node | string | undefined;
type Attributes = Record<string, string | number | boolean | undefined | null>;

/** Elements by their ids, where one needs more than HTMLElement has. */
type ElementOf<Id extends string> =
  Id extends InputId ? HTMLInputElement : Id extends ButtonId ? HTMLButtonElement :
  Id extends keyof OtherElements ? OtherElements[Id] : HTMLElement;
type InputId = 'arrows' | 'drill-player' | 'edit-more' | 'find' | 'find-all' | 'games-here' | 'paint-anywhere' | 'paint-twin' |
  'players-name' | 'saved-name' | 'sound';
type ButtonId = 'annotate-all' | 'back' | 'first' | 'forward' | 'last' | 'puzzle-hint' | 'puzzle-solution' | 'take-back' | 'undo' | 'language';
interface OtherElements {
  'annotate-games': HTMLDetailsElement;
  'board': SVGSVGElement;
  'by': HTMLSelectElement;
  'drill-side': HTMLSelectElement;
  'edit': HTMLDetailsElement;
  'edit-form': HTMLFormElement;
  'editor-board': SVGSVGElement;
  'editor-side': HTMLSelectElement;
  'engine-lines': HTMLSelectElement;
  'filters': HTMLFormElement;
  'game-after': HTMLAnchorElement;
  'game-before': HTMLAnchorElement;
  'games-sort': HTMLSelectElement;
  'graph': SVGSVGElement;
  'hits-sort': HTMLSelectElement;
  'import': HTMLDetailsElement;
  'job-progress': HTMLProgressElement;
  'note-before': HTMLTextAreaElement;
  'note-comment': HTMLTextAreaElement;
  'notation': HTMLSelectElement;
  'paint': HTMLDetailsElement;
  'paint-hands-sign': HTMLSelectElement;
  'paint-material-sign': HTMLSelectElement;
  'paint-side': HTMLSelectElement;
  'pieces': HTMLSelectElement;
  'players-kind': HTMLSelectElement;
  'promotion': HTMLDialogElement;
  'puzzle-mate': HTMLSelectElement;
  'query': HTMLTextAreaElement;
  'record-format': HTMLSelectElement;
  'record-text': HTMLTextAreaElement;
  'saved': HTMLDetailsElement;
  'setup': HTMLDialogElement;
  'setup-format': HTMLSelectElement;
  'setup-handicap': HTMLSelectElement;
  'setup-out': HTMLTextAreaElement;
  'setup-text': HTMLTextAreaElement;
  'setup-variant': HTMLSelectElement;
  'store-form': HTMLFormElement;
  'store': HTMLDialogElement;
}
