// A terminal of a page: a shell, or a prompt of Python, on the page's cloud.

import {FitAddon} from './addon-fit.mjs';
import {Terminal} from './xterm.mjs';
import {LEFT, LineEditor} from './line_editor.js';

const THEME = {background: '#16191f', foreground: '#e6e6e6', cursor: '#e6e6e6'};
const PROMPTS = {
  shell: ['\x1b[1;32m$\x1b[0m ', '> '],
  python: ['\x1b[1;33m>>>\x1b[0m ', '... '],
};

function megabytes(octets) {
  return (octets / 1e6).toFixed(1);
}

export class PageTerminal {
  #cloud;
  #fit = new FitAddon();
  #history = [];
  #isRun = false;

  // Options: kind (shell or python); mostRows, where there are as many rows as lines, up to that;
  // columns, where they do not depend on the page.
  constructor(element, cloud, {kind = 'shell', mostRows = null, columns = null} = {}) {
    this.#cloud = cloud;
    this.kind = kind;
    this.mostRows = mostRows;
    this.columns = columns;
    this.terminal = new Terminal({
      convertEol: true, fontSize: 14, scrollback: 5000, theme: THEME,
      rows: mostRows ? 3 : 24, screenReaderMode: false,
      fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
    });
    this.terminal.loadAddon(this.#fit);
    this.terminal.open(element);
    this.editor = new LineEditor(this.terminal, () => cloud.interrupt());
    this.fit();
    new ResizeObserver(() => this.fit()).observe(element);
    element.terminalOfPage = this;
  }

  fit() {
    const size = this.#fit.proposeDimensions();
    if (!size?.cols) return;
    const columns = this.columns ?? Math.max(20, size.cols);
    const rows = this.mostRows ? this.#usedRows() : Math.max(3, size.rows);
    if (columns !== this.terminal.cols || rows !== this.terminal.rows) {
      this.terminal.resize(columns, rows);
    }
  }

  #usedRows() {
    const {baseY, cursorY} = this.terminal.buffer.active;
    return Math.min(this.mostRows, Math.max(3, baseY + cursorY + 2));
  }

  write(text) {
    this.terminal.write(text, () => this.mostRows && this.fit());
  }

  // Write a sentence of the page, of which no word is broken at the edge.
  say(sentence) {
    const lines = [''];
    for (const word of sentence.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trimStart();
      if (longer.length <= this.terminal.cols) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    this.write(`${lines.join('\n')}\n`);
  }

  // Run the lines of a block of the page on its cloud, with its files. Returns what each line shows.
  async run(lines, cloud, files) {
    this.#isRun = true;
    this.editor.leave();
    await this.#cloud.call('begin_block', [cloud, JSON.stringify(files), this.columns === null]);
    const outputs = [];
    try {
      for (const line of lines) {
        this.write(`${PROMPTS[this.kind][0]}${line}\n`);
        await this.#drawn();
        const start = this.terminal.registerMarker(0);
        const {status} = await this.#call(line);
        await this.#drawn();
        outputs.push({line, output: this.#shownSince(start), status});
        if (status === 130) break;
      }
    } finally {
      await this.#cloud.call('end_block', []);
      this.#isRun = false;
    }
    return outputs;
  }

  #drawn() {
    return new Promise((resolve) => { this.terminal.write('', resolve); });
  }

  #shownSince(marker) {
    const {active} = this.terminal.buffer;
    const end = active.baseY + active.cursorY + (active.cursorX ? 1 : 0);
    let text = '';
    // The line is -1 once it has left the lines that the terminal keeps.
    for (let row = Math.max(0, marker.line); row < end; row += 1) {
      const isContinued = active.getLine(row + 1)?.isWrapped && row + 1 < end;
      const line = active.getLine(row).translateToString(!isContinued);
      text += isContinued ? line : `${line.trimEnd()}\n`;
    }
    return text;
  }

  // Show how much of the cloud has come, until it is there.
  async load() {
    const show = ({detail: {loaded, total}}) => {
      const part = Math.min(1, loaded / total);
      const words = `${part < 1 ? 'Loading' : 'Starting'} the cloud`;
      const amount = `${megabytes(loaded)} of ${megabytes(total)} MB`;
      // A line that wraps cannot be written over.
      const room = this.terminal.cols - words.length - amount.length - 5;
      const length = Math.max(0, Math.min(20, room));
      const bar = '#'.repeat(Math.round(part * length)).padEnd(length, '.');
      const line = length ? `${words} [${bar}] ${amount}` : amount;
      this.write(`\r\x1b[K${line}`);
    };
    this.#cloud.addEventListener('progress', show);
    try {
      await this.#cloud.start();
      this.write('\r\x1b[K');
    } catch (error) {
      this.write(`\r\x1b[KThe cloud could not be started: ${error.message}\n`);
      throw error;
    } finally {
      this.#cloud.removeEventListener('progress', show);
    }
  }

  // Read lines and run them, for ever.
  async follow() {
    const [first, further] = PROMPTS[this.kind];
    const complete = (text) => this.#cloud.call(
      this.kind === 'python' ? 'complete_python' : 'complete', [text],
    );
    let before = '';
    while (!this.#isRun) {
      const options = {history: this.#history, complete};
      const line = await this.editor.read(before ? further : first, options);
      if (line === LEFT) return;
      if (line === undefined || line === null) {
        if (this.kind === 'python' && before) await this.#cloud.call('forget_line', []);
        before = '';
        continue;
      }
      if (line.trim() && this.#history.at(-1) !== line) this.#history.push(line);
      before = await this.#follow(line, before);
    }
  }

  async #follow(line, before) {
    if (this.kind === 'shell' && !before && !line.trim()) return '';
    const text = this.kind === 'shell' && before ? `${before}\n${line}` : line;
    const {status} = await this.#call(text);
    return status === null ? text || ' ' : '';
  }

  async #call(line) {
    const {cols, rows} = this.terminal;
    const listeners = {
      show: (text) => this.write(text),
      read: () => this.editor.read(''),
    };
    const call = this.kind === 'python'
      ? ['run_python', [line]] : ['run', [line, cols, this.mostRows ?? rows]];
    try {
      const answer = await this.#cloud.call(...call, listeners);
      if (answer.isRestarted) this.write('^C\nIt was stopped; the cloud starts again.\n');
      return answer;
    } catch (error) {
      this.write(`${error.message}\n`);
      return {status: 1};
    }
  }
}
