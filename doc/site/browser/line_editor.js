// Reads a line from a terminal, with the keys of a shell.

// What a reader gets whose line is not wanted any more.
export const LEFT = Symbol('left');

const WORD_BEFORE = /\S+\s*$/;
const KEYS = {
  '\x01': 'home', '\x1b[H': 'home', '\x1bOH': 'home',
  '\x05': 'end', '\x1b[F': 'end', '\x1bOF': 'end',
  '\x02': 'left', '\x1b[D': 'left', '\x1bOD': 'left',
  '\x06': 'right', '\x1b[C': 'right', '\x1bOC': 'right',
  '\x10': 'older', '\x1b[A': 'older', '\x1bOA': 'older',
  '\x0e': 'newer', '\x1b[B': 'newer', '\x1bOB': 'newer',
  '\x1bb': 'wordLeft', '\x1b[1;5D': 'wordLeft', '\x1bf': 'wordRight', '\x1b[1;5C': 'wordRight',
  '\x7f': 'backspace', '\b': 'backspace', '\x1b[3~': 'remove',
  '\x15': 'cutBefore', '\x0b': 'cutAfter', '\x17': 'cutWord', '\x19': 'yank',
  '\x0c': 'clear', '\x12': 'search', '\t': 'complete', '\r': 'enter', '\n': 'enter',
  '\x03': 'stop', '\x04': 'endOfInput',
};
// Keys as a terminal sends them, one after the other; pasted text is letters and ends of lines.
const PIECES = /\x1b\[20[01]~|\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|\x1b.|\r\n|[^]/gu;

export class LineEditor {
  #terminal;
  #ahead = [];
  #reading = null;
  #yanked = '';

  // onStop is called at Ctrl-C while no line is read.
  constructor(terminal, onStop) {
    this.#terminal = terminal;
    this.onStop = onStop;
    terminal.onData((text) => this.type(text));
    terminal.onResize(() => this.#reading && this.#draw());
  }

  type(text) {
    for (const [piece] of text.matchAll(PIECES)) {
      if (this.#reading) this.#key(piece);
      else if (piece === '\x03') {
        this.#ahead = [];
        this.onStop();
      } else this.#ahead.push(piece);
    }
  }

  // The promise of a line: null at the end of the input, undefined at Ctrl-C.
  read(prompt, {history = [], complete = null} = {}) {
    return new Promise((resolve) => {
      this.#reading = {
        prompt, history, complete, resolve, text: '', cursor: 0, row: 0,
        place: history.length, typed: '', query: null, found: -1, isTab: false,
      };
      this.#terminal.write(prompt);
      const ahead = this.#ahead;
      this.#ahead = [];
      this.type(ahead.join(''));
    });
  }

  // Stop reading a line; its prompt is removed.
  leave() {
    const reading = this.#reading;
    if (!reading) return;
    this.#terminal.write(`${reading.row ? `\x1b[${reading.row}A` : ''}\r\x1b[J`);
    this.#reading = null;
    reading.resolve(LEFT);
  }

  get isReading() {
    return this.#reading !== null;
  }

  // The line as it is drawn, for those who press keys before it is.
  get text() {
    return this.#reading?.text ?? '';
  }

  #key(piece) {
    const reading = this.#reading;
    const name = KEYS[piece === '\r\n' ? '\r' : piece];
    if (reading.isCompleting) {
      this.#ahead.push(piece);
      return;
    }
    if (reading.query !== null && this.#searchKey(name, piece)) return;
    const wasTab = reading.isTab;
    reading.isTab = name === 'complete';
    if (name === 'complete') this.#complete(wasTab);
    else if (name) this[`_${name}`]();
    else if (!piece.startsWith('\x1b') && piece >= ' ') this.#insert(piece);
  }

  #insert(text) {
    const reading = this.#reading;
    const rest = reading.text.slice(reading.cursor);
    reading.text = reading.text.slice(0, reading.cursor) + text + rest;
    reading.cursor += text.length;
    this.#draw();
  }

  #set(text, cursor = text.length) {
    Object.assign(this.#reading, {text, cursor});
    this.#draw();
  }

  #cut(from, to, isYanked = true) {
    const {text} = this.#reading;
    if (isYanked) this.#yanked = text.slice(from, to);
    this.#set(text.slice(0, from) + text.slice(to), from);
  }

  #draw() {
    const reading = this.#reading;
    const columns = this.#terminal.cols;
    const isSearch = reading.query !== null;
    const prompt = isSearch ? `(reverse-i-search)\`${reading.query}': ` : reading.prompt;
    const width = prompt.replace(/\x1b\[[0-9;]*m/g, '').length;
    const end = width + reading.text.length;
    const at = width + reading.cursor;
    let drawing = reading.row ? `\x1b[${reading.row}A` : '';
    drawing += `\r\x1b[J${prompt}${reading.text}`;
    if (end % columns === 0) drawing += '\r\n';
    const up = Math.floor(end / columns) - Math.floor(at / columns);
    if (up) drawing += `\x1b[${up}A`;
    drawing += `\r${at % columns ? `\x1b[${at % columns}C` : ''}`;
    reading.row = Math.floor(at / columns);
    this.#terminal.write(drawing);
  }

  #finish(value, shown = '') {
    const reading = this.#reading;
    reading.query = null;
    reading.cursor = reading.text.length;
    this.#draw();
    this.#terminal.write(`${shown}\r\n`);
    this.#reading = null;
    reading.resolve(value);
  }

  _enter() { this.#finish(this.#reading.text); }
  _stop() { this.#finish(undefined, '^C'); }
  _home() { this.#set(this.#reading.text, 0); }
  _end() { this.#set(this.#reading.text); }
  _left() { this.#set(this.#reading.text, Math.max(0, this.#reading.cursor - 1)); }
  _right() {
    const {text, cursor} = this.#reading;
    this.#set(text, Math.min(text.length, cursor + 1));
  }
  _wordLeft() {
    const {text, cursor} = this.#reading;
    this.#set(text, Math.max(0, text.slice(0, cursor).search(WORD_BEFORE)));
  }
  _wordRight() {
    const {text, cursor} = this.#reading;
    this.#set(text, cursor + (text.slice(cursor).match(/^\s*\S*/)?.[0].length ?? 0));
  }
  _backspace() {
    const {cursor} = this.#reading;
    if (cursor) this.#cut(cursor - 1, cursor, false);
  }
  _remove() {
    const {text, cursor} = this.#reading;
    if (cursor < text.length) this.#cut(cursor, cursor + 1, false);
  }
  _cutBefore() { this.#cut(0, this.#reading.cursor); }
  _cutAfter() { this.#cut(this.#reading.cursor, this.#reading.text.length); }
  _cutWord() {
    const {text, cursor} = this.#reading;
    const start = text.slice(0, cursor).search(WORD_BEFORE);
    if (start >= 0) this.#cut(start, cursor);
  }
  _yank() { this.#insert(this.#yanked); }
  _clear() {
    this.#terminal.write('\x1b[H\x1b[2J\x1b[3J');
    this.#reading.row = 0;
    this.#draw();
  }
  _endOfInput() {
    if (this.#reading.text) this._remove();
    else if (this.#reading.prompt) this.#finish(null);
    else {
      const {resolve} = this.#reading;
      this.#reading = null;
      resolve(null);
    }
  }
  _older() { this.#fromHistory(this.#reading.place - 1); }
  _newer() { this.#fromHistory(this.#reading.place + 1); }
  _search() {
    Object.assign(this.#reading, {query: '', found: this.#reading.history.length});
    this.#draw();
  }

  #fromHistory(place) {
    const reading = this.#reading;
    if (place < 0 || place > reading.history.length) return;
    if (reading.place === reading.history.length) reading.typed = reading.text;
    reading.place = place;
    this.#set(place === reading.history.length ? reading.typed : reading.history[place]);
  }

  // Whether a key belongs to a search in the history.
  #searchKey(name, piece) {
    const reading = this.#reading;
    if (name === 'search') this.#searchBefore(reading.found - 1);
    else if (name === 'backspace') {
      reading.query = reading.query.slice(0, -1);
      this.#searchBefore(reading.history.length - 1);
    } else if (!name && piece >= ' ' && !piece.startsWith('\x1b')) {
      reading.query += piece;
      this.#searchBefore(Math.min(reading.found, reading.history.length - 1));
    } else {
      reading.query = null;
      this.#draw();
      return false;
    }
    return true;
  }

  #searchBefore(from) {
    const reading = this.#reading;
    for (let place = from; place >= 0; place -= 1) {
      if (reading.history[place].includes(reading.query)) {
        reading.found = place;
        this.#set(reading.history[place], reading.history[place].indexOf(reading.query));
        return;
      }
    }
    this.#draw();
  }

  async #complete(isSecond) {
    const reading = this.#reading;
    if (!reading.complete) return;
    const before = reading.text.slice(0, reading.cursor);
    reading.isCompleting = true;
    let found = null;
    try {
      found = await reading.complete(before);
    } catch {
      // Nothing is completed.
    }
    reading.isCompleting = false;
    if (found) this.#putIn(found, before, isSecond);
    const ahead = this.#ahead;
    this.#ahead = [];
    this.type(ahead.join(''));
  }

  #putIn({start, choices}, before, isSecond) {
    if (!choices.length) return;
    const [first, ...others] = choices.map(([insertion]) => insertion);
    let common = first;
    for (const other of others) {
      while (!other.startsWith(common)) common = common.slice(0, -1);
    }
    const typed = before.slice(start);
    if (common.length > typed.length || (!others.length && common !== typed)) {
      const reading = this.#reading;
      reading.text = before.slice(0, start) + common + reading.text.slice(reading.cursor);
      reading.cursor = start + common.length;
      this.#draw();
    } else if (isSecond) this.#list(choices);
  }

  #list(choices) {
    const reading = this.#reading;
    const {cols} = this.#terminal;
    const lines = [];
    const width = Math.max(...choices.map(([, text]) => text.length)) + 2;
    if (choices.some(([, , description]) => description)) {
      for (const [, text, description] of choices) {
        lines.push(`${text.padEnd(width)}${description}`.slice(0, cols - 1).trimEnd());
      }
    } else {
      const each = Math.max(1, Math.floor(cols / width));
      const texts = choices.map(([, text]) => text);
      for (let place = 0; place < texts.length; place += each) {
        lines.push(texts.slice(place, place + each).map((text) => text.padEnd(width)).join('').trimEnd());
      }
    }
    const most = Math.max(5, this.#terminal.rows - 3);
    if (lines.length > most) lines.splice(most, lines.length, `... and ${lines.length - most} more lines`);
    const {cursor} = reading;
    reading.cursor = reading.text.length;
    this.#draw();
    this.#terminal.write(`\r\n${lines.join('\r\n')}\r\n`);
    Object.assign(reading, {cursor, row: 0});
    this.#draw();
  }
}
