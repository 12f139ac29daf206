// The cloud of a page: a worker with Python in it, which is started when it is first needed.

const PATIENCE = 1500;

export const isPossible = typeof WebAssembly === 'object' && typeof Worker === 'function'
  && typeof DecompressionStream === 'function' && location.protocol.startsWith('http');

export class Cloud extends EventTarget {
  #base;
  #worker = null;
  #isReady = null;
  #files = new Map();
  #state = null;
  #calls = Promise.resolve();
  #running = null;
  #number = 0;

  constructor(base) {
    super();
    this.#base = base;
    this.release = 'newest';
  }

  // Load the cloud, once.
  start() {
    this.#isReady ??= new Promise((resolve, reject) => {
      const worker = new Worker(new URL('worker.js', this.#base), {type: 'module'});
      this.#worker = worker;
      worker.onerror = (event) => reject(new Error(event.message || 'The worker cannot be loaded.'));
      worker.onmessage = ({data}) => this.#hear(data, resolve, reject);
      worker.postMessage({
        kind: 'start', base: this.#base, files: [...this.#files], state: this.#state,
      });
    });
    return this.#isReady;
  }

  // Call a method of the session; calls wait for each other.
  // Listeners: show(text), and read(), which returns the promise of a line.
  call(kind, args, listeners = {}) {
    const result = this.#calls.then(() => this.#call(kind, args, listeners));
    this.#calls = result.catch(() => {});
    return result;
  }

  async #call(kind, args, listeners) {
    await this.start();
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#running = {id, resolve, reject, ...listeners};
      this.#worker.postMessage({kind, id, args});
    });
  }

  get isBusy() {
    return this.#running !== null;
  }

  // Stop what is running. A worker that does not listen is ended, and another one goes on with its files.
  interrupt() {
    const running = this.#running;
    if (!running) return;
    this.#worker.postMessage({kind: 'interrupt'});
    setTimeout(() => {
      if (this.#running !== running) return;
      this.#worker.terminate();
      this.#isReady = null;
      this.#running = null;
      this.start().catch(() => {});
      running.resolve({status: 130, isRestarted: true, release: this.release});
    }, PATIENCE);
  }

  #hear(data, resolve, reject) {
    const running = this.#running;
    switch (data.kind) {
      case 'progress':
        this.dispatchEvent(new CustomEvent('progress', {detail: data.progress}));
        break;
      case 'ready':
        resolve();
        break;
      case 'broken':
        reject(new Error(data.text));
        break;
      case 'kept':
        if (data.content === null) this.#files.delete(data.path);
        else this.#files.set(data.path, data.content);
        break;
      case 'shown':
        running?.show?.(data.text);
        break;
      case 'reading':
        this.#read(running);
        break;
      case 'done':
        this.#done(running, data.answer);
        break;
      case 'failed':
        this.#running = null;
        running?.reject(new Error(data.text));
        break;
    }
  }

  async #read(running) {
    const text = await (running?.read?.() ?? null);
    if (text !== undefined && this.#running === running) {
      this.#worker.postMessage({kind: 'line', text});
    }
  }

  #done(running, answer) {
    this.#running = null;
    if (answer.state) this.#state = answer.state;
    if (answer.release && answer.release !== this.release) {
      this.release = answer.release;
      this.dispatchEvent(new Event('release'));
    }
    running?.resolve(answer);
  }
}

const clouds = new Map();

// The one cloud of this page.
export function cloudOf(base) {
  if (!clouds.has(base)) clouds.set(base, new Cloud(base));
  return clouds.get(base);
}
