// The worker in which Python runs, so that the page never stops.

import {unpacked} from './loading.js';

const HOME = '/home/you';

let session = null;
let current = 0;
let stopWaiting = null;
let typedLines = [];
let lineReader = null;

const post = (message, transfer = []) => self.postMessage(message, transfer);

// Whether Python can stand still while messages come in (JavaScript Promise Integration).
const canWait = typeof WebAssembly.Suspending === 'function';

function wait(seconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), seconds * 1000);
    function done(isStopped) {
      clearTimeout(timer);
      stopWaiting = null;
      resolve(isStopped);
    }
    stopWaiting = done;
  });
}

// A line, null at the end of the input, or undefined at Ctrl-C.
function readLine() {
  if (typedLines.length) return Promise.resolve(typedLines.shift());
  post({kind: 'reading', id: current});
  return new Promise((resolve) => { lineReader = resolve; });
}

async function start({base, files, state}) {
  const parts = await unpacked(base, (progress) => post({kind: 'progress', progress}));
  const {loadPyodide} = await import(parts.module);
  const pyodide = await loadPyodide({
    indexURL: base,
    stdLibURL: parts.library,
    lockFileContents: parts.lock,
    packageBaseUrl: base,
    env: {HOME, LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1'},
    stdout: (text) => post({kind: 'shown', id: current, text: `${text}\n`}),
    stderr: (text) => post({kind: 'shown', id: current, text: `${text}\n`}),
  });
  parts.release();
  pyodide.unpackArchive(parts.cloud, 'zip', {extractDir: '/cloud'});
  pyodide.registerJsModule('worker_of_page', {
    can_wait: canWait,
    show: (text) => post({kind: 'shown', id: current, text}),
    wait,
    line: async () => {
      const line = await readLine();
      return line === undefined ? {is_stopped: true} : {line};
    },
    keep: (path, content) => post({kind: 'kept', path, content: content?.slice() ?? null}),
  });
  for (const [path, content] of files) {
    pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    pyodide.FS.writeFile(path, content);
  }
  pyodide.runPython("import sys; sys.path.insert(0, '/cloud')");
  session = pyodide.pyimport('page_terminal.starting').start(state ?? '');
  post({kind: 'ready'});
}

async function answer(message) {
  const {id, kind} = message;
  current = id;
  try {
    post({kind: 'done', id, answer: JSON.parse(await session.callPromising(kind, ...message.args))});
  } catch (error) {
    post({kind: 'failed', id, text: String(error.message ?? error)});
  }
}

self.onmessage = async ({data}) => {
  switch (data.kind) {
    case 'start':
      try {
        await start(data);
      } catch (error) {
        post({kind: 'broken', text: String(error.message ?? error)});
      }
      break;
    case 'interrupt':
      stopWaiting?.(true);
      typedLines = [];
      lineReader?.(undefined);
      lineReader = null;
      break;
    case 'line':
      if (lineReader) {
        const reader = lineReader;
        lineReader = null;
        reader(data.text);
      } else {
        typedLines.push(data.text);
      }
      break;
    default:
      await answer(data);
  }
};
