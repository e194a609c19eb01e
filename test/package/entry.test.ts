import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/lib/paths.mjs';

const run = promisify(execFile);

const ENTRY = join(ROOT, 'dist', 'extension', 'extension.js');

/**
 * Loads the built entry as VS Code does, with stand-ins for `vscode` and for the extension's own activation, and
 * prints what happens, in order: the loads of parts, turns of the event loop, and calls.
 */
const PROGRAM = `
const Module = require('node:module');
const events = [];
const part = /^\\.\\/(createStatus|createSessions|createApi|core|window|extension)-/;
const standIn = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : standIn,
  getPrototypeOf: () => standIn,
  apply: () => standIn,
  construct: () => ({}),
});
const extension = {
  __esModule: true,
  activate: (...args) => { events.push('activate ' + args); return 'the API'; },
  deactivate: () => { events.push('deactivate'); return Promise.resolve(); },
};
// Without the line of the built file, which has a hundred kilobytes.
process.on('uncaughtException', ({ message, stack }) => {
  console.error(message, stack.split('\\n').filter((line) => line.startsWith('    at ')).join('\\n'));
  process.exit(1);
});
const load = Module._load;
Module._load = function (request, ...rest) {
  const [, name] = part.exec(request) ?? [];
  if (name) events.push(name);
  if (request === 'vscode') return standIn;
  return name === 'extension' ? extension : load.call(this, request, ...rest);
};
const entry = require(process.argv[1]);
entry.deactivate();
let isOver = false;
const turn = () => { if (!isOver) { events.push('turn'); setImmediate(turn); } };
setImmediate(turn);
entry.activate('the context').then((api) => {
  isOver = true;
  events.push(api);
  entry.deactivate();
  events.push('after deactivate');
  const files = Object.keys(require.cache).map((path) => require('node:path').basename(path));
  console.log(JSON.stringify({ events, files }));
});
`;

interface Trace {
  readonly events: readonly string[];
  readonly files: readonly string[];
}

describe('the entry of the extension', () => {
  let trace: Trace;

  before(async function () {
    this.timeout(60_000);
    const { stdout } = await run(process.execPath, ['-e', PROGRAM, ENTRY]);
    trace = JSON.parse(stdout) as Trace;
  });

  it('loads each part in a turn of its own, then activates the extension', () => {
    const parts = ['createStatus', 'createSessions', 'createApi', 'core', 'window', 'extension'];
    const before = trace.events.slice(0, trace.events.indexOf('activate the context'));
    assert.deepEqual(
      before.filter((event, at) => event !== 'turn' || before[at - 1] !== 'turn'),
      parts.flatMap((part) => ['turn', part]),
    );
  });

  it('returns the API of the extension', () => {
    assert.ok(trace.events.includes('the API'));
  });

  it('begins the end of the extension within the call of deactivate, and does nothing before its activation', () => {
    assert.deepEqual(trace.events.slice(-2), ['deactivate', 'after deactivate']);
    assert.equal(trace.events.filter((event) => event === 'deactivate').length, 1);
  });

  it('loads no library before its first use', () => {
    const isLibrary = (file: string): boolean => /^(?:xterm|mcpLibrary|httpLibrary)\b/.test(file);
    assert.equal(readdirSync(dirname(ENTRY)).filter(isLibrary).length, 3);
    assert.deepEqual(trace.files.filter(isLibrary), []);
  });
});
