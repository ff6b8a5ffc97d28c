// A server of both eras on the TypeScript SDK v2: `node typescript-v2.mjs` speaks stdio,
// `node typescript-v2.mjs --http` Streamable HTTP on a free loopback port.
//
// Every answer is a function of the request, so the surface and each call are the same in every run.
// `session_free` is there in the modern era only: a server may show each era another surface.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  McpServer, ResourceTemplate, completable, createMcpHandler, fromJsonSchema,
  hostHeaderValidationResponse, localhostAllowedHostnames, localhostAllowedOrigins, originValidationResponse,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const UNITS = ['celsius', 'fahrenheit', 'kelvin'];
const NOTES = { alpha: 'The first note.', beta: 'A segunda nota: ação, coração.' };

const say = (text) => ({ content: [{ type: 'text', text }] });
const structured = (value) => ({ ...say(JSON.stringify(value)), structuredContent: value });

/** Keywords that no schema builder writes: integer-like keys, a reference, alternatives, a closed object. */
const ROUTE = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { stop: { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'], additionalProperties: false } },
  properties: {
    10: { $ref: '#/$defs/stop' },
    9: { $ref: '#/$defs/stop' },
    mode: { anyOf: [{ const: 'walk' }, { const: 'ride' }, { type: 'null' }] },
    budget: { type: 'number', exclusiveMinimum: 0, maximum: 1e21, multipleOf: 0.01 },
  },
  required: ['9', '10'],
};

function addTools(server, era) {
  server.registerTool('add', {
    title: 'Add',
    description: 'Adds two integers.',
    inputSchema: z.object({ a: z.number().int().describe('The first one'), b: z.number().int().describe('The second one') }),
    outputSchema: z.object({ sum: z.number().int() }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  }, ({ a, b }) => structured({ sum: a + b }));

  server.registerTool('convert_temperature', {
    title: 'Converter temperatura',
    description: 'Converte uma temperatura — em °C, °F ou K — para outra unidade. 温度を変換します 🌡️',
    inputSchema: z.object({ value: z.number(), from: z.enum(UNITS), to: z.enum(UNITS).default('celsius') }),
    outputSchema: z.object({ value: z.number(), unit: z.enum(UNITS) }),
    annotations: { title: 'Temperatura', readOnlyHint: true },
  }, ({ value, from, to }) => {
    const kelvin = { celsius: value + 273.15, fahrenheit: (value + 459.67) / 1.8, kelvin: value }[from];
    return structured({ value: { celsius: kelvin - 273.15, fahrenheit: kelvin * 1.8 - 459.67, kelvin }[to], unit: to });
  });

  server.registerTool('delete_note', {
    description: 'Deletes a note by its id.',
    inputSchema: z.object({ id: z.string().regex(/^[a-z]+$/), reason: z.string().max(80).optional() }).strict(),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    _meta: { 'example.org/cost': 3 },
  }, ({ id }) => (id in NOTES ? say(`${id} deleted`) : { ...say(`there is no note ${id}`), isError: true }));

  server.registerTool('Plan_route', {
    description: 'Plans a route through numbered stops.',
    inputSchema: fromJsonSchema(ROUTE),
    icons: [{ src: 'data:image/svg+xml;base64,PHN2Zy8+', mimeType: 'image/svg+xml', sizes: ['any'] }],
  }, (stops) => say(`${stops['9'].name} → ${stops['10'].name}`));

  server.registerTool('search_notes', {
    description: 'Finds the notes that hold every given word.',
    inputSchema: z.object({
      words: z.array(z.string().min(1)).min(1).max(8),
      page: z.object({ size: z.number().int().min(1).max(50).default(10), after: z.string().nullable().optional() }).optional(),
    }),
    outputSchema: z.object({ hits: z.array(z.object({ id: z.string(), text: z.string() })), next: z.string().nullable() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, ({ words }) => {
    const hits = Object.entries(NOTES).filter(([, text]) => words.every((word) => text.includes(word)));
    return structured({ hits: hits.map(([id, text]) => ({ id, text })), next: null });
  });

  server.registerTool('now', { description: 'The time at which this peer stands still.' }, () => say('2026-07-28T00:00:00Z'));

  if (era === 'modern') server.registerTool('session_free', { description: 'Only the modern era has this one.' }, () => say(era));
}

function addResources(server) {
  for (const [id, text] of Object.entries(NOTES)) {
    const uri = `note:///${id}`;
    const about = { title: `Note ${id}`, description: text, mimeType: 'text/plain', size: Buffer.byteLength(text) };
    server.registerResource(`note-${id}`, uri, { ...about, annotations: { audience: ['user'], priority: 0.5 } }, () => ({
      contents: [{ uri, mimeType: 'text/plain', text }],
    }));
  }
  server.registerResource('pixel', 'asset:///pixel.gif', { description: 'One transparent pixel.', mimeType: 'image/gif' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/gif', blob: 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=' }],
  }));
  const byId = new ResourceTemplate('note:///{id}/lines{?from,to}', {
    list: undefined,
    complete: { id: (typed) => Object.keys(NOTES).filter((id) => id.startsWith(typed)) },
  });
  server.registerResource('note-lines', byId, { title: 'Lines of a note', mimeType: 'text/plain' }, (uri, { id }) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: NOTES[id] ?? '' }],
  }));
}

function addPrompts(server) {
  server.registerPrompt('summarise', {
    title: 'Summarise a note',
    description: 'Asks for a summary in a given language.',
    argsSchema: z.object({
      id: completable(z.string().describe('The id of the note'), (typed) => Object.keys(NOTES).filter((id) => id.startsWith(typed))),
      language: z.string().optional().describe('Língua da resposta'),
    }),
  }, ({ id, language }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Summarise in ${language ?? 'English'}: ${NOTES[id] ?? ''}` } }],
  }));
  server.registerPrompt('greet', { description: 'A greeting.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Olá!' } }],
  }));
}

function build({ era }) {
  const info = { name: 'typescript-v2', title: 'TypeScript SDK v2 peer', version: '1.0.0', websiteUrl: 'https://example.org/' };
  const server = new McpServer(info, {
    capabilities: { logging: {}, tools: { listChanged: true } },
    instructions: 'Ask for a note by its id. As respostas são sempre iguais.',
    cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
  });
  addTools(server, era);
  addResources(server);
  addPrompts(server);
  return server;
}

/** Node's request and response on either side of the SDK's web-standard handler. */
function serveHttp() {
  const handler = createMcpHandler(build);
  const listener = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url, `http://${incoming.headers.host ?? 'localhost'}`);
    const body = ['GET', 'HEAD'].includes(incoming.method) ? undefined : Readable.toWeb(incoming);
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const headers = Object.entries(incoming.headers);
    const request = new Request(url, { method: incoming.method, headers, body, duplex: 'half', signal: gone.signal });
    const response = url.pathname !== '/mcp' ? new Response(null, { status: 404 })
      : hostHeaderValidationResponse(request, localhostAllowedHostnames())
        ?? originValidationResponse(request, localhostAllowedOrigins())
        ?? await handler.fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) Readable.fromWeb(response.body).on('error', () => outgoing.destroy()).pipe(outgoing);
    else outgoing.end();
  });
  listener.listen(0, '127.0.0.1', () => console.log(`READY http://127.0.0.1:${listener.address().port}/mcp`));
}

if (process.argv.includes('--http')) serveHttp();
else serveStdio(build);
