// An independent oracle for the fingerprints of an MCP surface. It shares no code and no dependency with
// the Rust crates: what both sides agree on is more than one reading of the form's description.
//
//   node oracle.mjs file CAPTURE.json [--canonical]
//   node oracle.mjs stdio [--modern] [--canonical|--capture] [--timeout MS] -- CMD ARGS…
//   node oracle.mjs http  [--modern] [--canonical|--capture] [--timeout MS] URL
//   node oracle.mjs bench CAPTURE.json N
//
// Prints 64 hex digits, or the canonical bytes, or the capture. Exit 2: wrong usage. Exit 3: no surface.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const CLIENT = { name: 'mcpledge-oracle', version: '1' };
const LEGACY = '2025-06-18';
const MODERN = '2026-07-28';
const META = 'io.modelcontextprotocol/';
// The four lists in the order they are asked for: key in the result, method, and what an item is sorted by.
const LISTS = [
  ['tools', 'tools/list', 'name'],
  ['resources', 'resources/list', 'uri'],
  ['resourceTemplates', 'resources/templates/list', 'uriTemplate'],
  ['prompts', 'prompts/list', 'name'],
];

// ---- the form ----

const byCodeUnit = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** RFC 8785 text of a value that came out of JSON.parse. Building text, not objects, keeps integer keys in place. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort(byCodeUnit).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

/** The declared surface of a raw capture, of the era that the capture is of. */
export function surface(capture) {
  const era = 'discover' in capture && !('initialize' in capture) ? 'discover' : 'initialize';
  const hello = capture[era] ?? {};
  const named = era === 'discover' ? (hello._meta?.[`${META}serverInfo`] ?? hello.serverInfo) : hello.serverInfo;
  const { version: _, ...serverInfo } = Object(named);
  const out = { [era]: { capabilities: hello.capabilities ?? null, instructions: hello.instructions ?? null, serverInfo } };
  if (era === 'discover') out.discover.supportedVersions = hello.supportedVersions ?? null;
  else out.initialize.protocolVersion = hello.protocolVersion ?? null;
  for (const [key, , sortedBy] of LISTS) {
    const list = Array.isArray(capture[key]) ? capture[key].map((item) => [String(item?.[sortedBy]), item]) : null;
    out[key] = list && list.sort((a, b) => byCodeUnit(a[0], b[0])).map(([, item]) => item);
  }
  return out;
}

export const hash = (capture) => createHash('sha256').update(canonical(surface(capture)), 'utf8').digest('hex');

// ---- the capture ----

/** Walks the surface through `ask(method, params)`, which gives a JSON-RPC response or throws. */
async function walk(peer, modern) {
  const meta = { [`${META}protocolVersion`]: MODERN, [`${META}clientCapabilities`]: {}, [`${META}clientInfo`]: CLIENT };
  const refusals = [];
  const ask = async (method, params) => {
    const answer = await peer.ask(method, modern ? { ...params, _meta: meta } : params).catch((error) => ({ error }));
    if (answer?.error) refusals.push(`${method}: ${answer.error.message}`);
    return answer?.result ?? null;
  };
  const [era, hello] = modern
    ? ['discover', await ask('server/discover', {})]
    : ['initialize', await ask('initialize', { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT })];
  if (modern && !Array.isArray(hello?.supportedVersions)) throw new Error(`no modern era: ${refusals}`);
  if (!modern) await peer.initialized();
  const capture = { [era]: hello };
  const limit = modern ? 1000 : 100;
  for (const [key, method] of LISTS) {
    const capability = key === 'resourceTemplates' ? 'resources' : key;
    capture[key] = null;
    if (modern && !hello.capabilities?.[capability]) continue;
    const items = [];
    let cursor;
    for (let page = 0; page < limit; page += 1) {
      const result = await ask(method, cursor === undefined ? {} : { cursor });
      if (!Array.isArray(result?.[key])) break;
      for (const item of result[key]) items.push(item);
      cursor = result.nextCursor;
      if (typeof cursor === 'string' && (modern || cursor !== '')) continue;
      capture[key] = items;
      break;
    }
  }
  if (hello === null && LISTS.every(([key]) => capture[key] === null)) throw new Error(`no surface: ${refusals}`);
  return capture;
}

/** What a client without capabilities says to a server that asks it something. */
const answerTo = ({ id, method }) => ({
  jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : { error: { code: -32601, message: `no ${method} here` } }),
});
const isRequest = (message) => typeof message?.method === 'string' && message.id !== undefined;
const isResponse = (message, id) => message?.id === id && message.method === undefined;

/** `promise`, or `late()` when it takes longer than `ms`. */
async function within(ms, promise, late) {
  let timer;
  const limit = new Promise((resolve) => { timer = setTimeout(resolve, ms); });
  try { return await Promise.race([promise, limit.then(late)]); } finally { clearTimeout(timer); }
}

export async function captureStdio([command, ...args], { modern = false, timeout = 30_000 } = {}) {
  const child = spawn(command, args, { stdio: 'pipe' });
  const waiting = new Map();
  let [partial, stderr, last, over] = ['', '', 0, ''];
  const exited = new Promise((resolve) => child.on('error', resolve).on('exit', resolve));
  const end = (why) => {
    over ||= `the server ended (${why})`;
    for (const { reject } of waiting.values()) reject(new Error(over));
  };
  child.on('error', (error) => end(error.message)).on('close', (code, signal) => end(signal ?? `exit code ${code}`));
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text) => { stderr = (stderr + text).slice(-4096); });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (partial + text).split('\n');
    partial = lines.pop();
    for (const line of lines) {
      let message;
      try { message = JSON.parse(line); } catch { continue; }
      if (isRequest(message) && !modern) send(answerTo(message));
      else if (isResponse(message, message?.id)) waiting.get(message.id)?.resolve(message);
    }
  });
  const ask = (method, params) => {
    const id = (last += 1);
    const answer = new Promise((resolve, reject) => { waiting.set(id, { resolve, reject }); });
    if (over) end();
    else send({ jsonrpc: '2.0', id, method, params });
    return within(timeout, answer, () => { throw new Error(`no answer to ${method}`); }).finally(() => waiting.delete(id));
  };
  try {
    return await walk({ ask, initialized: () => send({ jsonrpc: '2.0', method: 'notifications/initialized' }) }, modern);
  } catch (error) {
    throw new Error([error.message, over, stderr.trim()].filter(Boolean).join('\n'));
  } finally {
    child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL']) await within(2000, exited, () => child.kill(signal));
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}

/** The `data` of each event of an event stream. */
async function* events(body) {
  let [partial, data] = ['', []];
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (partial + text).split(/\r?\n/);
    partial = lines.pop();
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line === '' && data.join('') !== '') yield data.join('\n');
      if (line === '') data = [];
    }
  }
  if (data.join('') !== '') yield data.join('\n');
}

export async function captureHttp(url, { modern = false, timeout = 30_000 } = {}) {
  let [session, last] = [null, 0];
  const request = async (method, message) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    if (modern) Object.assign(headers, { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': message.method });
    if (session) headers['Mcp-Session-Id'] = session;
    const response = await fetch(url, { method, headers, body: message && JSON.stringify(message), signal: AbortSignal.timeout(timeout) });
    if (!modern && response.ok) session ??= response.headers.get('mcp-session-id');
    return response;
  };
  const tell = async (message) => (await request('POST', message)).body?.cancel();
  const ask = async (method, params) => {
    const id = (last += 1);
    const response = await request('POST', { jsonrpc: '2.0', id, method, params });
    if (!response.ok) throw new Error(`HTTP ${response.status} ${(await response.text()).slice(0, 400)}`);
    if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return response.json();
    let message = null;
    for await (const data of events(response.body)) {
      message = JSON.parse(data);
      if (isRequest(message) && !modern) await tell(answerTo(message));
      if (isResponse(message, id)) break;
    }
    return message;
  };
  const initialized = () => session && tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
  try {
    return await walk({ ask, initialized }, modern);
  } finally {
    if (session) await request('DELETE').then((response) => response.body?.cancel(), () => {});
  }
}

// ---- the command line ----

const readCapture = (path) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));

/** Median nanoseconds of one parse, canonical form and hash, in a warm process. */
export function bench(text, times) {
  const samples = [];
  for (let i = -Math.min(times, 200); i < times; i += 1) {
    const start = process.hrtime.bigint();
    hash(JSON.parse(text));
    if (i >= 0) samples.push(Number(process.hrtime.bigint() - start));
  }
  return samples.sort((a, b) => a - b)[Math.floor(times / 2)];
}

async function main(argv) {
  const split = argv.indexOf('--');
  const command = split < 0 ? [] : argv.slice(split + 1);
  const [verb, ...rest] = split < 0 ? argv : argv.slice(0, split);
  const flag = (name) => rest.includes(name) && rest.splice(rest.indexOf(name), 1).length > 0;
  const [modern, asBytes, asCapture] = [flag('--modern'), flag('--canonical'), flag('--capture')];
  const at = rest.indexOf('--timeout');
  const options = { modern, ...(at >= 0 && { timeout: Number(rest.splice(at, 2)[1]) }) };
  let capture;
  if (verb === 'bench' && rest.length === 2) return String(bench(readCapture(rest[0]), Number(rest[1])));
  if (verb === 'file' && rest.length === 1) capture = JSON.parse(readCapture(rest[0]));
  else if (verb === 'stdio' && rest.length === 0 && command.length > 0) capture = await captureStdio(command, options);
  else if (verb === 'http' && rest.length === 1) capture = await captureHttp(rest[0], options);
  else throw Object.assign(new Error('usage: oracle.mjs file|stdio|http|bench …, see the top of the file'), { code: 2 });
  if (asCapture) return JSON.stringify(capture);
  return asBytes ? canonical(surface(capture)) : hash(capture);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv.slice(2)).then(
    (text) => process.stdout.write(text + (process.argv.includes('--canonical') ? '' : '\n')),
    (error) => { process.stderr.write(`oracle: ${error.message}\n`); process.exitCode = error.code === 2 ? 2 : 3; },
  );
}
