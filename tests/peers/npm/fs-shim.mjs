// Lets the conformance suite load on Node 20: `node --import ./fs-shim.mjs node_modules/…/dist/index.js …`.
//
// The suite imports `globSync` from `fs`, which came with Node 22, so on Node 20 it ends before its first line.
// Only its command `tier-check` calls the function. This module is both the preload, which registers the hooks,
// and the hooks themselves, which give the suite (and nobody else) an `fs` that has the name.
import * as fs from 'node:fs';
import { register } from 'node:module';

const HOOKS = '?hooks';
const STAND_IN = 'stand-in:fs';
const SOURCE = `
  export * from 'node:fs';
  export { default } from 'node:fs';
  export function globSync() { throw new Error('globSync needs Node 22'); }
`;

if (!import.meta.url.endsWith(HOOKS) && !('globSync' in fs)) register(import.meta.url + HOOKS);

export async function resolve(specifier, context, next) {
  const asked = /^(node:)?fs$/.test(specifier) && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return asked ? { url: STAND_IN, format: 'module', shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  return url === STAND_IN ? { format: 'module', source: SOURCE, shortCircuit: true } : next(url, context);
}
