import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kilocodeHooks } from '../../../../src/providers/catalog/kilocode/hooks';
import { readHook } from '../../../../src/status/sources/hookSignal';
import { writeHookPlugin } from '../../../support/providers/writeHookPlugin';
import { waitFor } from '../../../support/waitFor';

interface PluginEvent {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

type PluginHooks = { readonly event: (input: { readonly event: PluginEvent }) => Promise<void> };

const status = (sessionID: string, type: string): PluginEvent => ({
  type: 'session.status',
  properties: { sessionID, status: { type } },
});

const idle = (sessionID: string): PluginEvent => ({
  type: 'session.idle',
  properties: { sessionID },
});

const failed = (sessionID: string, name: string): PluginEvent => ({
  type: 'session.error',
  properties: { sessionID, error: { name } },
});

/** As Kilo Code 7.7.7 sends them: the end of a turn that was interrupted or failed comes twice. */
const endedTwice = (name: string): readonly PluginEvent[] => [
  status('ses_a', 'busy'),
  failed('ses_a', name),
  ...[status('ses_a', 'idle'), idle('ses_a')],
  ...[status('ses_a', 'idle'), idle('ses_a')],
];

describe('the plugin that reports events', function () {
  this.timeout(30_000);
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-terminals-plugin-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Loads the plugin as the CLI does, sends it the events, and returns the states reported. */
  async function report(events: readonly PluginEvent[]): Promise<readonly string[]> {
    const { log, plugin } = await writeHookPlugin(kilocodeHooks, folder);
    const loaded = (await import(pathToFileURL(plugin).href)) as {
      readonly AgentTerminals: () => Promise<PluginHooks>;
    };
    const hooks = await loaded.AgentTerminals();
    for (const event of events) {
      await hooks.event({ event });
    }
    const expected = events.filter(({ type }) => /^session\.(status|idle)$/.test(type)).length;
    const lines = async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    await waitFor(async () => (await lines()).length === expected, {
      limitMs: 20_000,
      what: `${expected} lines in the log`,
    });
    const states = (await lines()).map((line) => {
      const { name, payload } = JSON.parse(line) as { name: string; payload: unknown };
      return readHook(kilocodeHooks, { ptyId: 'any', name, payload, at: 0 })?.state.kind;
    });
    return states.filter((state) => state !== undefined);
  }

  it('reports an answer, in order', async () => {
    const events = [status('ses_a', 'busy'), status('ses_a', 'idle'), idle('ses_a')];
    assert.deepEqual(await report(events), ['working', 'done']);
  });

  for (const [error, state] of [
    ['MessageAbortedError', 'idle'],
    ['APIError', 'failed'],
  ] as const) {
    it(`reports a turn that ends twice with ${error} as ${state}, and the next one as done`, async () => {
      const next = [status('ses_a', 'busy'), idle('ses_a')];
      const states = await report([...endedTwice(error), ...next]);
      assert.deepEqual(states, ['working', state, state, 'working', 'done']);
    });
  }

  it('reports nothing of a sub-agent', async () => {
    const created = {
      type: 'session.created',
      properties: { info: { id: 'ses_b', parentID: 'ses_a' } },
    };
    const child = [created, status('ses_b', 'busy'), idle('ses_b')];
    const states = await report([status('ses_a', 'busy'), ...child, idle('ses_a')]);
    assert.deepEqual(states, ['working', 'done']);
  });
});
