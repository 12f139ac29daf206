// Fetches what the cloud is made of, and tells how much of it has come.

async function fetched(url, count) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const pieces = [];
  const reader = response.body.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    pieces.push(value);
    count(value.length);
  }
  return new Blob(pieces);
}

// A server may have taken the compression away, so what came is looked at.
async function inflated(blob, type) {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return new Blob([blob], {type});
  const stream = blob.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Blob([await new Response(stream).blob()], {type});
}

// Pyodide asks for its files by name: those that are here already are given to it.
function serveFromHere(files) {
  const outside = self.fetch;
  self.fetch = (request, options) => {
    const url = String(request?.url ?? request);
    const name = url.slice(url.lastIndexOf('/') + 1);
    const blob = files.get(name);
    if (!blob) return outside(request, options);
    return Promise.resolve(new Response(blob, {headers: {'Content-Type': blob.type}}));
  };
  return () => { self.fetch = outside; };
}

export async function unpacked(base, tell) {
  const list = await (await fetch(`${base}files.json`)).json();
  const total = Object.values(list.files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const count = (size) => {
    loaded += size;
    tell({loaded, total});
  };
  const get = (name) => fetched(`${base}${name}?${list.stamp}`, count);
  const [wasm, library, cloud] = await Promise.all(
    ['pyodide.asm.wasm.gz', 'python_stdlib.zip', 'cloud.zip'].map(get),
  );
  const release = serveFromHere(new Map([
    ['pyodide.asm.wasm', await inflated(wasm, 'application/wasm')],
  ]));
  return {
    module: `${base}pyodide.mjs`,
    library: URL.createObjectURL(library),
    cloud: await cloud.arrayBuffer(),
    lock: list.lock,
    release,
  };
}
