import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STREAMED_END } from '../../../scripts/lib/agents/standInAnswer.mjs';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import type { PreparedStart } from '../../../src/agents/agentService';
import { piHooks } from '../../../src/providers/catalog/pi/hooks';
import type { ActivityState, SignalSource } from '../../../src/status/activity';
import type { HookEvent } from '../../../src/status/sources/hookEvent';
import { readHook } from '../../../src/status/sources/hookSignal';
import { DrivenPi } from '../../support/agents/drivenCli';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** From the launch to an answer, on a busy machine. */
const ANSWER_LIMIT_MS = 30_000;

/** An extension of the person, which writes each end of a turn to a file. */
const formatOwnExtension = (log: string): string => `import { appendFileSync } from 'node:fs';
export default (pi) => {
  pi.on('agent_end', () => appendFileSync(${JSON.stringify(log)}, 'agent_end\\n'));
};
`;

describe('the extension that reports events to the window, in the real Pi', function () {
  this.timeout(120_000);
  const fixture = useCore();
  const cli = new DrivenPi();
  let events: HookEvent[] = [];

  before(async () => {
    await buildHookHelper();
  });

  beforeEach(async () => {
    events = [];
    fixture.core.onDidReceiveHook((event) => events.push(event));
    await cli.setUp(fixture);
  });

  afterEach(() => cli.tearDown());

  async function start(prompt: string, extraArgs: readonly string[] = []): Promise<PreparedStart> {
    const options = { prompt, extraArgs };
    const prepared = await fixture.prepare({ providerId: 'pi', conversation: 'chat', options });
    await prepared.launch({ cols: 120, rows: 40 });
    return prepared;
  }

  const reported = (): readonly string[] => events.map(({ name }) => name);

  /** Waits for these events, and returns the states that they report. */
  async function arrive(
    { sessionId }: PreparedStart,
    ...names: readonly string[]
  ): Promise<readonly (string | undefined)[]> {
    let shown = '';
    const look = async () => (shown = await fixture.core.sessions.text(sessionId));
    await waitFor(async () => (await look()) !== '' && reported().join() === names.join(), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `${names.join()}; received ${reported().join()}, and the terminal shows ${shown}`,
    });
    return events.map((event) => readHook(piHooks, event)?.state.kind);
  }

  /** Waits until the sources report these states. */
  async function agree(
    { sessionId }: PreparedStart,
    expected: Partial<Record<SignalSource, ActivityState['kind']>>,
  ): Promise<void> {
    let shown = '';
    const look = async () => {
      const { signals } = await fixture.core.status.explain(sessionId);
      const kinds = Object.fromEntries(signals.map(({ source, state }) => [source, state.kind]));
      shown = JSON.stringify(kinds);
      return kinds;
    };
    const isExpected = async () => {
      const kinds = await look();
      return Object.entries(expected).every(([source, kind]) => kinds[source] === kind);
    };
    await waitFor(isExpected, {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `the states ${JSON.stringify(expected)}; they are ${shown}`,
    });
  }

  /** Starts an answer that grows until `finishAnswers`, and waits for its first words. */
  async function startAnswer(): Promise<PreparedStart> {
    const prepared = await start('[streamed]');
    let shown = '';
    const look = async () => (shown = await fixture.core.sessions.text(prepared.sessionId));
    await waitFor(async () => (await look()).includes('Stand-in answer'), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `an answer on the screen, which shows ${shown}`,
    });
    await arrive(prepared, 'session_start', 'agent_start');
    return prepared;
  }

  const conversationOf = ({ sessionId }: PreparedStart) => fixture.core.map.get(sessionId)?.uuid;

  it('reports work and its end, as the screen shows them, and the conversation', async () => {
    const prepared = await startAnswer();
    await agree(prepared, { hook: 'working', screen: 'working' });
    cli.finishAnswers();
    const states = await arrive(prepared, 'session_start', 'agent_start', 'agent_end');
    assert.deepEqual(states, [undefined, 'working', 'done']);
    await agree(prepared, { hook: 'done', screen: 'idle' });
    const { sessionId } = events[0]?.payload as { readonly sessionId: string };
    await waitFor(() => conversationOf(prepared) === sessionId, {
      limitMs: ANSWER_LIMIT_MS,
      what: `conversation ${sessionId} in the map`,
    });
    const again = await fixture.core.agents.prepareRestart(prepared.sessionId);
    const { exec } = await again.launch();
    assert.ok(exec.includes(`--session ${sessionId}`), exec);
  });

  it('reports an interrupted turn as idle, as the screen shows it', async () => {
    const prepared = await startAnswer();
    await agree(prepared, { hook: 'working', screen: 'working' });
    await fixture.core.agents.interrupt(prepared.sessionId);
    const states = await arrive(prepared, 'session_start', 'agent_start', 'agent_end');
    assert.equal(states.at(-1), 'idle');
    await agree(prepared, { hook: 'idle', screen: 'idle' });
  });

  it('leaves a failure to the screen, which shows whether it tries again', async () => {
    const prepared = await start('[fail 400]');
    const states = await arrive(prepared, 'session_start', 'agent_start', 'agent_end');
    assert.equal(states.at(-1), undefined);
    await agree(prepared, { hook: 'working', screen: 'failed' });
    await waitFor(() => fixture.core.status.get(prepared.sessionId).state.kind === 'failed', {
      limitMs: ANSWER_LIMIT_MS,
      what: 'the failure',
    });
  });

  it('reports the conversation that /new starts', async () => {
    const prepared = await start('apples');
    const first = ['session_start', 'agent_start', 'agent_end'];
    await arrive(prepared, ...first);
    await agree(prepared, { screen: 'idle' });
    await fixture.core.agents.sendPrompt(prepared.sessionId, '/new');
    await arrive(prepared, ...first, 'session_start');
    const [before, after] = [events[0], events.at(-1)].map(
      (event) => (event?.payload as { readonly sessionId: string }).sessionId,
    );
    assert.notEqual(after, before);
    await waitFor(() => conversationOf(prepared) === after, {
      limitMs: ANSWER_LIMIT_MS,
      what: 'the new conversation in the map',
    });
    await fixture.core.agents.sendPrompt(prepared.sessionId, 'pears');
    await arrive(prepared, ...first, ...first);
  });

  it('runs beside the extensions of the person, and changes no file of theirs', async () => {
    const home = join(fixture.home, '.pi');
    const own = join(home, 'extensions');
    const log = join(fixture.home, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'found.js'), formatOwnExtension(log));
    writeFileSync(join(fixture.folder, 'named.js'), formatOwnExtension(log));
    const prepared = await start('apples', ['-e', 'named.js']);
    await arrive(prepared, 'session_start', 'agent_start', 'agent_end');
    await waitFor(() => existsSync(log) && readFileSync(log, 'utf8').split('\n').length === 3, {
      limitMs: ANSWER_LIMIT_MS,
      what: 'the end in both extensions of the person',
    });
    assert.deepEqual(readdirSync(own), ['found.js']);
    // Pi itself adds its version to the settings.
    assert.doesNotMatch(readFileSync(join(home, 'settings.json'), 'utf8'), /extension/i);
  });

  it('does not disturb Pi after the receiver of its events has stopped', async () => {
    const prepared = await startAnswer();
    fixture.core.stopHooks();
    cli.finishAnswers();
    let shown = '';
    const look = async () => (shown = await fixture.core.sessions.text(prepared.sessionId));
    // Work of less than a second ends as idle, longer work as done.
    const rests = () =>
      ['idle', 'done'].includes(fixture.core.status.get(prepared.sessionId).state.kind);
    await waitFor(async () => (await look()).includes(STREAMED_END) && rests(), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `the end of the turn, by the screen, which shows ${shown}`,
    });
    assert.doesNotMatch(shown, /extension/i);
  });
});
