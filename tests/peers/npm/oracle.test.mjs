// What the oracle does on the wire, against servers scripted here: `node --test` in this folder.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { canonical, captureHttp, captureStdio, hash, surface } from './oracle.mjs';

const META = 'io.modelcontextprotocol/';
const HELLO = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } };
const DISCOVER = {
  supportedVersions: ['2026-07-28'], capabilities: { tools: {}, prompts: {} }, ttlMs: 0,
  _meta: { [`${META}serverInfo`]: { name: 'p', version: '1' } },
};

/** Answers by method: each entry is a result, an `error`, or nothing, one after the other. */
function scripted(script) {
  const seen = [];
  const left = structuredClone(script);
  return {
    seen,
    answer: ({ id, method, params }) => {
      seen.push(params?.cursor === undefined ? method : `${method} ${JSON.stringify(params.cursor)}`);
      const next = left[method]?.shift() ?? { error: { code: -32601, message: 'no such method' } };
      return { jsonrpc: '2.0', id, ...(next.error ? next : { result: next }) };
    },
  };
}

/** Serves on a free port for the length of `body`, which gets the URL. */
async function served(handle, body) {
  const listener = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    handle(request, response, text && JSON.parse(text));
  });
  await new Promise((resolve) => { listener.listen(0, '127.0.0.1', resolve); });
  try { return await body(`http://127.0.0.1:${listener.address().port}/mcp`); } finally { listener.closeAllConnections(); listener.close(); }
}

test('the vector of the form', () => {
  const capture = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'exemplo', version: '9.9.9' } },
    tools: [
      { name: 'b_tool', inputSchema: { type: 'object', required: ['z', 'a'] } },
      { name: 'B_tool', inputSchema: { type: 'object' } },
      { name: 'a_tool', description: 'Ç', inputSchema: { type: 'object' } },
    ],
    resources: [], resourceTemplates: null, prompts: null,
  };
  assert.equal(hash(capture), '06c6e65c1e1a1e00d7659498e41bb0cd2fe76fe5248f3a92d2d05ddfc01351d8');
});

test('keys that look like integers are sorted like any other', () => {
  assert.equal(canonical({ 9: 1, 10: 2, '': -0, a: 1e21 }), '{"":0,"10":2,"9":1,"a":1e+21}');
});

test('the modern form', () => {
  const capture = { discover: DISCOVER, tools: [{ name: 'b' }, { name: 'a' }], resources: null, resourceTemplates: null, prompts: [] };
  assert.equal(canonical(surface(capture)), [
    '{"discover":{"capabilities":{"prompts":{},"tools":{}},"instructions":null,"serverInfo":{"name":"p"},',
    '"supportedVersions":["2026-07-28"]},"prompts":[],"resourceTemplates":null,"resources":null,',
    '"tools":[{"name":"a"},{"name":"b"}]}',
  ].join(''));
});

test('stdio: noise, a server that asks, silence, and an end in the middle', async () => {
  const server = `
    const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    console.log('a banner');
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params, result, error } = JSON.parse(line);
      if (method === 'initialize') { say({ id: 'p', method: 'ping' }); say({ id: 1, method: 'roots/list' }); }
      if (id === 'p' && result) say({ id: 1, result: ${JSON.stringify(HELLO)} });
      if (method === 'tools/list') say({ id: 99, result: {} });
      if (method === 'tools/list' && !params.cursor) say({ id, result: { tools: [{ name: 'b' }], nextCursor: 'two' } });
      if (params?.cursor === 'two') say({ id, result: { tools: [{ name: 'a' }], nextCursor: '' } });
      if (method === 'prompts/list') process.exit(0);
    });`;
  const capture = await captureStdio([process.execPath, '-e', server], { timeout: 400 });
  assert.deepEqual(capture, { initialize: HELLO, tools: [{ name: 'b' }, { name: 'a' }], resources: null, resourceTemplates: null, prompts: null });
});

test('stdio: a command that is not there has no surface', async () => {
  await assert.rejects(captureStdio(['no-such-command-of-ours']), /ENOENT/);
});

test('HTTP: without a session nothing but the five requests is sent', async () => {
  const { seen, answer } = scripted({ initialize: [HELLO], 'tools/list': [{ tools: [] }] });
  const capture = await served((request, response, message) => {
    assert.equal(request.headers.accept, 'application/json, text/event-stream');
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(message)));
  }, captureHttp);
  assert.deepEqual(seen, ['initialize', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']);
  assert.deepEqual(capture, { initialize: HELLO, tools: [], resources: null, resourceTemplates: null, prompts: null });
});

test('HTTP: a session is kept, an event stream is read to its answer, a server that asks is answered', async () => {
  const { seen, answer } = scripted({ initialize: [HELLO], 'tools/list': [{ tools: [{ name: 'a' }] }] });
  const told = [];
  let asked;
  const capture = await served((request, response, message) => {
    const { method, headers } = request;
    if (message?.method !== 'initialize' && headers['mcp-session-id'] !== 's-1') return response.writeHead(400).end();
    if (method === 'DELETE' || message.id === undefined || message.method === undefined) {
      told.push(message?.method ?? message?.result ?? method);
      if (message?.result) asked();
      return response.writeHead(202).end();
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': 's-1' });
    const event = (value) => response.write(`: comment\r\nid: 0\r\ndata:\r\n\r\nevent: message\r\ndata: ${JSON.stringify(value)}\r\n\r\n`);
    if (message.method !== 'tools/list') return event(answer(message));
    asked = () => event(answer(message));
    return event({ jsonrpc: '2.0', id: 'x', method: 'ping' });
  }, captureHttp);
  assert.deepEqual(told, ['notifications/initialized', {}, 'DELETE']);
  assert.equal(seen.length, 5);
  assert.deepEqual(capture.tools, [{ name: 'a' }]);
});

test('HTTP, modern: headers, metadata, an empty cursor, undeclared and failed lists', async () => {
  const { seen, answer } = scripted({
    'server/discover': [DISCOVER],
    'tools/list': [{ tools: [{ name: 'b' }], nextCursor: '' }, { tools: [{ name: 'a' }], nextCursor: null }],
  });
  const capture = await served((request, response, message) => {
    assert.equal(request.headers['mcp-method'], message.method);
    assert.equal(request.headers['mcp-protocol-version'], message.params._meta[`${META}protocolVersion`]);
    assert.deepEqual(message.params._meta[`${META}clientCapabilities`], {});
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(message)));
  }, (url) => captureHttp(url, { modern: true }));
  assert.deepEqual(seen, ['server/discover', 'tools/list', 'tools/list ""', 'prompts/list']);
  assert.deepEqual(capture, { discover: DISCOVER, tools: [{ name: 'b' }, { name: 'a' }], resources: null, resourceTemplates: null, prompts: null });
});

for (const [modern, limit] of [[false, 100], [true, 1000]]) {
  test(`a list longer than ${limit} pages is not served`, async () => {
    let pages = 0;
    const capture = await served((request, response, { id, method }) => {
      pages += method === 'tools/list';
      const result = method === 'tools/list' ? { tools: [{ name: 'a' }], nextCursor: 'more' } : modern ? DISCOVER : HELLO;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }, (url) => captureHttp(url, { modern }));
    assert.equal(pages, limit);
    assert.equal(capture.tools, null);
  });
}

for (const modern of [false, true]) {
  test(`a server without ${modern ? 'the modern era' : 'any answer'} has no surface`, async () => {
    const legacy = { initialize: [HELLO], 'tools/list': [{ tools: [] }] };
    const { answer } = scripted(modern ? legacy : {});
    const capture = served((request, response, message) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(message)));
    }, (url) => captureHttp(url, { modern }));
    await assert.rejects(capture, modern ? /no modern era/ : /no surface/);
  });
}
