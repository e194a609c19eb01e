import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { COMMANDS } from '../../src/config/contributions';

const run = promisify(execFile);

const END_LIMIT_MS = 30_000;

const ENTRY = join(ROOT, 'dist', 'entry.js');

/**
 * Loads the built entry as VS Code does, with stand-ins for `vscode` and for the start of the extension, and
 * prints what happens, in order: the load of the program, and calls. The second argument is
 * what happens meanwhile: `fail` if the start fails, `end` if VS Code ends the extension, `register` if VS Code
 * refuses a registration, `window` if it refuses a view to the extension itself, whose home is the third argument.
 */
const PROGRAM = `
const Module = require('node:module');
const [, entryPath, what, home] = process.argv;
const events = [];
const standIn = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : standIn,
  getPrototypeOf: () => standIn,
  apply: () => standIn,
  construct: () => ({}),
});
const commands = new Map();
const messages = [];
const log = [];
let registrations = 0;
const register = () => (registrations++, { dispose: () => registrations-- });
let profile;
// The entry uses the first; the program uses the others.
const vscode = Object.assign(Object.create(standIn), {
  ExtensionMode: { Production: 1, Test: 3 },
  EventEmitter: class { dispose() {} },
  commands: { registerCommand: (id, call) => (commands.set(id, call), register()) },
  lm: {
    registerTool: register,
    registerMcpServerDefinitionProvider: () => {
      if (what === 'register') throw new Error('no such provider');
      return register();
    },
  },
  window: Object.assign(Object.create(standIn), {
    createOutputChannel: () => ({ dispose() {}, info: (line) => log.push(line), warn: (...parts) => log.push(parts.join()), error: (...parts) => log.push(parts.join()) }),
    createTreeView: () => { events.push('view'); throw new Error('no views'); },
    registerTerminalProfileProvider: (id, provider) => ((profile = provider), register()),
    showErrorMessage: (text) => (messages.push(text), Promise.resolve()),
  }),
});
const call = (name) => (...args) => { events.push(name + ' ' + args); return Promise.resolve(name); };
const extension = {
  __esModule: true,
  start: (context, log, store) => {
    events.push('start');
    store.add({ dispose: () => events.push('disposed') });
    if (what === 'stuck') store.add({ dispose: () => { throw new Error('stuck'); } });
    if (what === 'fail' || what === 'stuck') throw new Error('no disk');
    return {
      api: { agents: { list: () => ['one'], kill: call('kill') } },
      entryPoints: {
        commandOf: call,
        offers: { onDidChangeMcpServers: () => ({ dispose() {} }), tools: new Map() },
        provideTerminalProfile: call('profile'),
      },
      core: what === 'disabled' ? undefined : {},
      loaded: Promise.resolve(what === 'late' ? 'timeout' : 'settled'),
      end: () => { events.push('end'); return Promise.resolve(); },
    };
  },
};
// Without the line of the built file, which has a hundred kilobytes.
process.on('uncaughtException', ({ message, stack }) => {
  console.error(message, stack.split('\\n').filter((line) => line.startsWith('    at ')).join('\\n'));
  process.exit(1);
});
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request === 'vscode') return vscode;
  if (request !== './extension.js') return load.call(this, request, ...rest);
  events.push('load');
  return what === 'window' ? load.call(this, request, ...rest) : extension;
};
const entry = require(entryPath);
entry.deactivate();
const context = {
  extension: { packageJSON: {} }, extensionMode: 1, extensionPath: home, subscriptions: [],
  globalStorageUri: { fsPath: home + '/storage' }, workspaceState: { get() {} },
};
let api;
try {
  api = entry.activate(context);
} catch (error) {
  events.push(String(error));
  process.once('beforeExit', () => console.log(JSON.stringify({ events, registrations })));
}
if (api) {
  // VS Code awaits the result, as what runs in the same turn would extend the activation.
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => events.push('activated'))));
  const before = [...commands.keys()];
  const early = {
    list: api.agents.list(),
    calls: [
      api.agents.kill('it'),
      commands.get('agentTerminals.showLog')('now'),
      commands.get('agentTerminals.refresh')(),
      profile.provideTerminalProfile(),
    ],
  };
  if (what === 'end') {
    entry.deactivate();
    context.subscriptions.forEach((one) => one.dispose());
  }
  Promise.allSettled(early.calls).then((results) => {
    entry.deactivate();
    events.push('after deactivate');
    console.log(JSON.stringify({
      before, events, messages, log, registrations,
      files: Object.keys(require.cache).map((path) => require('node:path').basename(path)),
      lists: [early.list, api.agents.list()],
      results: results.map(({ value, reason }) => value ?? String(reason)),
    }));
  });
}
`;

interface Trace {
  /** The commands when the activation has ended. */
  readonly before: readonly string[];
  readonly events: readonly string[];
  /** That were loaded. */
  readonly files: readonly string[];
  /** The sessions when the activation has ended, and after the start. */
  readonly lists: readonly unknown[];
  readonly log: readonly string[];
  readonly messages: readonly string[];
  /** What VS Code has of the extension in the end. */
  readonly registrations: number;
  readonly results: readonly string[];
}

/** Fails if the program does not end by itself: what runs on keeps it. */
async function trace(what = '', home = ''): Promise<Trace> {
  const env = { ...process.env, ...(home && { HOME: home }) };
  const options = { env, timeout: END_LIMIT_MS };
  const { stdout } = await run(process.execPath, ['-e', PROGRAM, ENTRY, what, home], options);
  return JSON.parse(stdout) as Trace;
}

describe('the entry of the extension', () => {
  let started: Trace;

  before(async function () {
    this.timeout(60_000);
    started = await trace();
  });

  it('ends the activation before it loads the program', () => {
    assert.deepEqual(started.events.slice(0, 3), ['activated', 'load', 'start']);
  });

  it('registers every command in the activation', () => {
    assert.deepEqual([...started.before].sort(), Object.values(COMMANDS).sort());
  });

  it('has calls wait for the start, and then forwards them', () => {
    const after = started.events.slice(started.events.indexOf('start'));
    const calls = ['start', 'showLog now', 'refresh ', 'profile ', 'kill it'];
    assert.deepEqual(after.slice(0, 5), calls);
    assert.deepEqual(started.results, ['kill', 'showLog', 'refresh', 'profile']);
    assert.deepEqual(started.lists, [[], ['one']]);
  });

  it('logs in how many milliseconds it has started', () => {
    assert.match(started.log.join('\n'), /^Started in \d+ ms\.$/);
  });

  for (const [what, state] of [
    ['disabled', 'it is disabled'],
    ['late', 'the state could not be loaded in time'],
  ] as const) {
    it(`logs no time if ${state}`, async () => {
      assert.deepEqual((await trace(what)).log, []);
    });
  }

  it('fails what waited with the error of the start, although parts could not be disposed', async () => {
    const { log, results } = await trace('stuck');
    const sentence = 'Agent Terminals could not start: no disk';
    assert.deepEqual(results, Array(4).fill(`SessionError: ${sentence}`));
    assert.match(log.at(-1) ?? '', /^Not everything of the failed start was disposed\.,/);
  });

  it('begins the end of the extension within the call of deactivate, and does nothing before its start', () => {
    assert.deepEqual(started.events.slice(-2), ['end', 'after deactivate']);
    assert.equal(started.events.filter((event) => event === 'end').length, 1);
  });

  it('shows and logs once that the start failed, and fails what waited', async () => {
    const { events, log, messages, results } = await trace('fail');
    const sentence = 'Agent Terminals could not start: no disk';
    assert.deepEqual(messages, [sentence]);
    assert.deepEqual(log, [`ILLEGAL_STATE: ${sentence},Error: no disk`]);
    assert.deepEqual(results, Array(4).fill(`SessionError: ${sentence}`));
    assert.equal(events.filter((event) => event === 'disposed').length, 1);
  });

  it('leaves nothing that runs or is stored if the window cannot be created', async () => {
    const home = await mkdtemp(join(tmpdir(), 'entry-'));
    try {
      const { events, files, messages } = await trace('window', home);
      assert.deepEqual(messages, ['Agent Terminals could not start: no views']);
      // The libraries beside them are loaded with their first use.
      assert.deepEqual(files, ['entry.js', 'extension.js']);
      assert.ok(events.includes('view'));
      assert.deepEqual(await readdir(home), []);
    } finally {
      await rm(home, { recursive: true });
    }
  });

  it('starts nothing and leaves nothing registered if a registration fails', async () => {
    const { events, registrations } = await trace('register');
    assert.deepEqual(events, ['Error: no such provider']);
    assert.equal(registrations, 0);
  });

  it('starts nothing after its end, of which it shows nothing', async () => {
    const { events, log, messages, results } = await trace('end');
    assert.equal(events.includes('start'), false);
    assert.deepEqual([messages, log], [[], []]);
    assert.deepEqual(
      new Set(results),
      new Set(['SessionError: Agent Terminals could not start: The window was closed.']),
    );
  });
});
