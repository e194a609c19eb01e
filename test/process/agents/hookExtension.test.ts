import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STREAMED_END } from '../../../scripts/lib/agents/standInAnswer.mjs';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { piHooks } from '../../../src/providers/catalog/pi/hooks';
import type { ActivityState, SignalSource } from '../../../src/status/activity';
import type { HookEvent } from '../../../src/status/sources/hookEvent';
import { readHook } from '../../../src/status/sources/hookSignal';
import { DrivenPi } from '../../support/agents/drivenCli';
import { useSharedCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** From the launch to an answer, on a busy machine. */
const ANSWER_LIMIT_MS = 30_000;

/** An extension of the person, which appends its name to a file at each end of a turn. */
const formatOwnExtension = (
  log: string,
  name: string,
): string => `import { appendFileSync } from 'node:fs';
export default (pi) => {
  pi.on('agent_end', () => appendFileSync(${JSON.stringify(log)}, '${name}\\n'));
};
`;

describe('the extension that reports events to the window, in the real Pi', function () {
  this.timeout(120_000);
  const fixture = useSharedCore();
  const cli = new DrivenPi();
  /** Those since the begin of the test. */
  let events: HookEvent[] = [];
  /** All tests use the same agent, one after another, which runs with extensions of the person. */
  let id = '';
  let conversation = '';

  before(async () => {
    await buildHookHelper();
    fixture.core.onDidReceiveHook((event) => events.push(event));
    await cli.setUp(fixture);
    mkdirSync(ownExtensions());
    writeFileSync(join(ownExtensions(), 'found.js'), formatOwnExtension(ownLog(), 'found'));
    writeFileSync(join(fixture.folder, 'named.js'), formatOwnExtension(ownLog(), 'named'));
    const options = { extraArgs: ['-e', 'named.js'] };
    const prepared = await fixture.prepare({ providerId: 'pi', conversation: 'chat', options });
    await prepared.launch({ cols: 120, rows: 40 });
    id = prepared.sessionId;
    await arrive('session_start');
    conversation = reportedConversation(events[0]);
    await agree({ screen: 'idle' });
  });

  beforeEach(() => {
    events = [];
  });

  after(() => cli.tearDown());

  const home = () => join(fixture.home, '.pi');
  const ownExtensions = () => join(home(), 'extensions');
  const ownLog = () => join(fixture.home, 'own');

  const send = (prompt: string): Promise<void> => fixture.core.delivery.send(id, prompt);

  const reported = (): readonly string[] => events.map(({ name }) => name);

  const reportedConversation = (event: HookEvent | undefined): string =>
    (event?.payload as { readonly sessionId: string }).sessionId;

  /** Waits for these events, and returns the states that they report. */
  async function arrive(...names: readonly string[]): Promise<readonly (string | undefined)[]> {
    let shown = '';
    const read = async () => (shown = await requireSession(fixture.core.sessions, id).text());
    await waitFor(async () => (await read()) !== '' && reported().join() === names.join(), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `${names.join()}; received ${reported().join()}, and the terminal shows ${shown}`,
    });
    return events.map((event) => readHook(piHooks, event)?.state.kind);
  }

  /** Waits until the sources report these states. */
  async function agree(
    expected: Partial<Record<SignalSource, ActivityState['kind']>>,
  ): Promise<void> {
    let shown = '';
    const read = async () => {
      const { signals } = await fixture.core.status.explain(id);
      const kinds = Object.fromEntries(signals.map(({ source, state }) => [source, state.kind]));
      shown = JSON.stringify(kinds);
      return kinds;
    };
    const isExpected = async () => {
      const kinds = await read();
      return Object.entries(expected).every(([source, kind]) => kinds[source] === kind);
    };
    await waitFor(isExpected, {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `the states ${JSON.stringify(expected)}; they are ${shown}`,
    });
  }

  /** Starts an answer that grows until `finishAnswers`, and waits for its first words. */
  async function startAnswer(name: string): Promise<void> {
    await send(`[streamed] ${name}`);
    let shown = '';
    const read = async () => (shown = await requireSession(fixture.core.sessions, id).text());
    await waitFor(async () => (await read()).includes(`Stand-in answer to: [streamed] ${name}`), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `an answer on the screen, which shows ${shown}`,
    });
    await arrive('agent_start');
  }

  const untilMapped = (uuid: string): Promise<void> =>
    waitFor(() => fixture.core.map.get(id)?.uuid === uuid, {
      limitMs: ANSWER_LIMIT_MS,
      what: `conversation ${uuid} in the map`,
    });

  it('reports work and its end, as the screen shows them, and the conversation', async () => {
    await startAnswer('one');
    await agree({ hook: 'working', screen: 'working' });
    cli.finishAnswers();
    assert.deepEqual(await arrive('agent_start', 'agent_end'), ['working', 'done']);
    await agree({ hook: 'done', screen: 'idle' });
    await untilMapped(conversation);
  });

  it('reports an interrupted turn as idle, as the screen shows it', async () => {
    await startAnswer('two');
    await agree({ hook: 'working', screen: 'working' });
    await fixture.core.delivery.interrupt(id);
    assert.equal((await arrive('agent_start', 'agent_end')).at(-1), 'idle');
    await agree({ hook: 'idle', screen: 'idle' });
  });

  it('runs beside the extensions of the person, and changes no file of theirs', async () => {
    rmSync(ownLog(), { force: true });
    await send('apples');
    await arrive('agent_start', 'agent_end');
    const logged = () => (existsSync(ownLog()) ? readFileSync(ownLog(), 'utf8') : '').split('\n');
    await waitFor(() => logged().toSorted().join() === ',found,named', {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `the end in both extensions of the person; they logged ${logged().join()}`,
    });
    assert.deepEqual(readdirSync(ownExtensions()), ['found.js']);
    // Pi itself adds its version to the settings.
    assert.doesNotMatch(readFileSync(join(home(), 'settings.json'), 'utf8'), /extension/i);
    await agree({ screen: 'idle' });
  });

  it('leaves a failure to the screen, which shows whether it tries again', async () => {
    await send('[fail 400]');
    assert.equal((await arrive('agent_start', 'agent_end')).at(-1), undefined);
    await agree({ hook: 'working', screen: 'failed' });
    await waitFor(() => fixture.core.status.get(id).state.kind === 'failed', {
      limitMs: ANSWER_LIMIT_MS,
      what: 'the failure',
    });
  });

  it('reports the conversation that /new starts, which a restart resumes', async () => {
    await send('/new');
    await arrive('session_start');
    const begun = reportedConversation(events[0]);
    assert.notEqual(begun, conversation);
    await untilMapped(begun);
    await send('pears');
    await arrive('session_start', 'agent_start', 'agent_end');
    const again = await fixture.core.launcher.prepareRestart(id);
    const { exec } = await again.launch({ cols: 120, rows: 40 });
    assert.ok(exec.includes(`--session ${begun}`), exec);
    await arrive('session_start', 'agent_start', 'agent_end', 'session_start');
    await agree({ screen: 'idle' });
  });

  it('does not disturb Pi after the receiver of its events has stopped', async () => {
    await startAnswer('three');
    fixture.core.stopHooks();
    cli.finishAnswers();
    let shown = '';
    const read = async () => (shown = await requireSession(fixture.core.sessions, id).text());
    // Work of less than a second ends as idle, longer work as done.
    const rests = () => ['idle', 'done'].includes(fixture.core.status.get(id).state.kind);
    await waitFor(async () => (await read()).includes(STREAMED_END) && rests(), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `the end of the turn, by the screen, which shows ${shown}`,
    });
    assert.doesNotMatch(shown, /extension/i);
  });
});
