// Rules and notation of Yari Shogi and Shogi. Moves are in USI ("7g7f", "2b3c+", "P*5e"), positions in SFEN.

export type Variant = 'yari' | 'shogi';
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';

/** A move in every notation. */
export interface MoveNames {
  usi: string;
  /** Hodges notation. */
  move: string;
  /** As Japanese books print it. */
  japanese: string;
}

export interface LegalMove extends MoveNames {
  capture: boolean;
  promotion: boolean;
  drop: boolean;
  check: boolean;
}

/** A line of moves from a start, and the position at its end. Every fault is a YaribaseError. */
export class Position {
  /** Without `sfen`, `handicap` ("Rook", "飛車落ち") or `usi` ("startpos moves 7g7f"): the even start. */
  constructor(options?: {
    variant?: Variant;
    sfen?: string;
    handicap?: string;
    usi?: string;
    moves?: string | string[];
  });
  readonly variant: Variant;
  /** The SFEN that the line starts from. */
  readonly start: string;
  /** The moves from there on. */
  readonly moves: string[];
  /** "sfen ... moves ...". */
  readonly usi: string;
  readonly sfen: string;
  readonly side: 'black' | 'white';
  readonly inCheck: boolean;
  readonly legalMoves: LegalMove[];
  readonly line: MoveNames[];
  /** How often this position has occurred in the line. */
  readonly occurrences: number;
  /** The name of the handicap that the line starts from. */
  readonly handicap: string | null;
  readonly result: Result;
  /** How the rules end the game here ("mate", "repetition", ...); null while it goes on. */
  readonly ending: string | null;
  readonly isOver: boolean;
  /** Plays moves in USI, Hodges or Japanese notation, and returns this position. */
  push(moves: string | string[]): this;
  /** Takes the last move back and returns it. */
  pop(): string;
  copy(): Position;
  /** The number of move sequences of that length. */
  perft(depth: number): number;
}

export interface Evaluation {
  /** From Black's view: centipawns, or plies to mate. */
  score: {cp: number} | {mate: number};
  /** 0 when it is not known, as for `nodes`. */
  depth?: number;
  nodes?: number;
  engine?: string | null;
  pv?: string[];
}

/** A node of a game's tree. The first has neither `parent` nor `move`: it is the start. */
export interface Node {
  /** The number of the node before it, which stands earlier. */
  parent?: number;
  move?: string;
  /** A comment before the move; `comment` is the one after it. */
  before?: string;
  comment?: string;
  /** As PGN numbers them: 1 is "!". */
  glyphs?: number[];
  spent_ms?: number;
  left_ms?: number;
  evaluations?: Evaluation[];
  bookmark?: string;
}

export interface Finding {
  /** From 1. */
  line: number;
  /** In characters, from 1. */
  column: number;
  severity: 'note' | 'warning' | 'error';
  /** The kind of finding, "unknown-header": docs/findings.md lists them. */
  code: string;
  message: string;
  excerpt: string;
  caret: number;
}

export interface Game {
  variant?: Variant;
  rules?: string;
  /** An SFEN; the even start if it is missing. */
  start?: string;
  handicap?: string | null;
  tags?: [string, string][];
  result?: Result;
  ending?: string;
  /** The main line. When writing, it counts only where there are no `nodes`. */
  moves?: string[];
  nodes?: Node[];
  /** The node at which the main line ends though moves follow: variations in the place of the ending. */
  ended_at?: number;
  /** The rest of the record from a damaged or illegal move on. */
  unread?: string | null;
}

/** A game as `read` gives it: nothing is missing but an `ended_at` where no moves follow the ending. */
export interface ReadGame extends Required<Omit<Game, 'ended_at'>>, Pick<Game, 'ended_at'> {
  /** Of the text, from 1. */
  line: number;
  findings: Finding[];
}

export interface Yaribase {
  Position: typeof Position;
  /** The position as `/api/position` of `yari serve` answers, for the same parameters. */
  position(parameters: {variant?: Variant; usi?: string; sfen?: string; handicap?: string}): object;
  /** Reads all records of a text; format and game are told from it unless they are named. */
  read(text: string, options?: {format?: string; variant?: Variant; strict?: boolean}): {
    format: string;
    games: ReadGame[];
    /** What was found in records without a game. */
    refused: Finding[];
  };
  /** Writes a game; `losses` is what the format cannot express. */
  write(game: Game, format?: string, options?: {width?: number}): {text: string; losses: string[]};
  formats(): {name: string; title: string; extensions: string; writes: boolean}[];
  /** The positions of the main line, from the start to the end. */
  sfens(game: ReadGame): string[];
}

export class YaribaseError extends Error {
  readonly parameter: string | null;
}

/** The library over the module of this folder, or over another `source`. */
export function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<Yaribase>;
/** The library over a module that is compiled already. */
export function connect(module: WebAssembly.Module): Yaribase;
