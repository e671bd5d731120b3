// @ts-nocheck
// The rules and the notation of Yari Shogi and Shogi: what the WebAssembly module offers, as objects.

/** Something was asked that has no answer; `parameter` names what was wrong, where it is known. */
export class YaribaseError extends Error {
  constructor({message, parameter}) {
    super(parameter ? `${parameter}: ${message}` : message);
    this.name = 'YaribaseError';
    this.parameter = parameter || null;
  }
}

// All that the module wants of its surroundings is for messages of the C library, which it never writes.
function importsOf(module) {
  const imports = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    imports[from] = imports[from] || {};
    imports[from][name] = () => 0;
  }
  return imports;
}

/** Asks a compiled module: a function from a request to its answer, both as in wasm/requests.h. */
function asking(module) {
  const imports = importsOf(module);
  const begin = () => {
    const {exports} = new WebAssembly.Instance(module, imports);
    if (exports._initialize) exports._initialize();
    return exports;
  };
  let running = begin();
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    let text;
    try {
      new Uint8Array(running.memory.buffer, running.yari_request(bytes.length), bytes.length).set(bytes);
      const size = running.yari_answer();
      text = new TextDecoder().decode(new Uint8Array(running.memory.buffer, running.yari_answer_text(), size));
    } catch (error) {
      running = begin();  // out of memory: nothing is kept between requests, so a new one is as good
      throw new YaribaseError({message: `the module failed: ${error.message}`});
    }
    const answer = JSON.parse(text);
    if (answer.error) throw new YaribaseError(answer.error);
    return answer;
  };
}

// What the readers take: no byte order mark, no NUL, "\n" alone.
const plain = (text) => String(text).replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n').replace(/\0/g, '');

/** The library over a compiled `module`; index.js finds and compiles the one of this folder. */
export function connect(module) {
  const ask = asking(module);

  class Position {
    constructor({variant = 'yari', sfen, handicap, usi, moves} = {}) {
      const known = ask({ask: 'position', variant, ...(usi ? {usi} : sfen ? {sfen} : {handicap})});
      this.variant = known.variant;
      this.start = known.start;
      this.moves = known.line.map((move) => move.usi);
      this.known = known;
      if (moves) this.push(moves);
    }

    /** The whole answer of the module for this position, made when it is first wanted. */
    get all() {
      if (!this.known) this.known = ask({ask: 'position', variant: this.variant, usi: this.usi});
      return this.known;
    }

    get usi() { return `sfen ${this.start}${this.moves.length > 0 ? ` moves ${this.moves.join(' ')}` : ''}`; }
    get sfen() { return this.all.sfen; }
    get side() { return this.all.side; }
    get inCheck() { return this.all.in_check; }
    get legalMoves() { return this.all.moves; }
    get line() { return this.all.line; }
    get occurrences() { return this.all.occurrences; }
    get handicap() { return this.all.handicap; }
    get result() { return this.all.result; }
    get ending() { return this.all.ending; }
    get isOver() { return this.all.ending !== null || this.all.moves.length === 0; }

    push(moves) {
      const text = Array.isArray(moves) ? moves.join(' ') : String(moves);
      this.moves = [...this.moves, ...ask({ask: 'moves', variant: this.variant, usi: this.usi, text}).moves];
      this.known = null;
      return this;
    }

    pop() {
      if (this.moves.length === 0) throw new YaribaseError({message: 'there is no move to take back'});
      const last = this.moves[this.moves.length - 1];
      this.moves = this.moves.slice(0, -1);
      this.known = null;
      return last;
    }

    copy() { return new Position({variant: this.variant, usi: this.usi}); }
    perft(depth) { return ask({ask: 'perft', variant: this.variant, usi: this.usi, depth}).nodes; }
  }

  return {
    Position,

    position(parameters) { return ask({ask: 'position', ...parameters}); },

    read(text, {format, variant, strict = false} = {}) {
      return ask({ask: 'read', text: plain(text), format, variant, strict});
    },

    write(game, format = 'hodges', {width} = {}) {
      return ask({ask: 'write', game, format, width});
    },

    formats() { return ask({ask: 'formats'}).formats; },

    sfens(game) {
      const position = new Position({variant: game.variant, sfen: game.start});
      return [position.sfen, ...game.moves.map((move) => position.push(move).sfen)];
    },
  };
}
