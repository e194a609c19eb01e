import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandcodeHooks } from '../../../../src/providers/catalog/commandcode/hooks';
import { readConversationId, readHook } from '../../../../src/status/sources/hookSignal';
import { writeHookPlugin } from '../../../support/providers/writeHookPlugin';
import { waitFor } from '../../../support/waitFor';

type Listener = (payload: Readonly<Record<string, unknown>>) => void;

/** What Command Code passes to a mod, as far as the mod of the hooks uses it. */
interface ModApi {
  hooks(hooks: { readonly onSessionStart: Listener }): void;
  on(event: string, listener: Listener): void;
}

const SESSION = 'dc616d9d-943d-4dae-924c-a6e0f455c805';
const ended = (stopReason: string) => ['run_end', { result: { stopReason } }] as const;

/** As Command Code 1.64.0 sends them. */
const EVENTS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['session_start', { type: 'session_start' }],
  ['onSessionStart', { source: 'startup', sessionId: SESSION }],
  ['run_start', { type: 'run_start', sessionId: SESSION }],
  ['interaction_requested', { kind: 'permission', toolName: 'shell_command' }],
  ['interaction_resolved', { kind: 'permission', toolName: 'shell_command', outcome: 'allow' }],
  ended('end_turn'),
  ['run_start', { type: 'run_start', sessionId: SESSION }],
  ['run_error', { error: new Error('The model is away.') }],
  ended('run_error'),
];

describe('the mod that reports events', function () {
  this.timeout(30_000);
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-terminals-mod-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reports the conversation, work, questions and ends, in order', async () => {
    const { log, plugin: mod } = await writeHookPlugin(commandcodeHooks, folder);
    const loaded = (await import(pathToFileURL(mod).href)) as {
      readonly default: (cmd: ModApi) => void;
    };
    const listeners = new Map<string, Listener>();
    loaded.default({
      hooks: ({ onSessionStart }) => listeners.set('onSessionStart', onSessionStart),
      on: (event, listener) => listeners.set(event, listener),
    });
    EVENTS.forEach(([event, payload]) => listeners.get(event)?.(payload));

    const lines = async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    await waitFor(async () => (await lines()).length === EVENTS.length - 1, {
      limitMs: 20_000,
      what: 'the lines of all events but session_start in the log',
    });
    const events = (await lines()).map((line) => {
      const { name, payload } = JSON.parse(line) as { name: string; payload: unknown };
      return { ptyId: 'any', name, payload, at: 0 };
    });
    assert.deepEqual(
      events.map((event) => readHook(commandcodeHooks, event)?.state.kind),
      [
        ...[undefined, 'working', 'needsInput', 'working', 'done'],
        ...['working', 'failed', undefined],
      ],
    );
    const ids = events.map((event) => readConversationId(commandcodeHooks, event));
    assert.deepEqual([ids[0], new Set(ids.slice(1))], [SESSION, new Set([undefined])]);
  });
});
