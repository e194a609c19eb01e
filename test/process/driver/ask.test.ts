import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import {
  SHAPES,
  streamedAnswer,
  TEXT_BEFORE_TOOL,
} from '../../../scripts/lib/agents/standInAnswer.mjs';
import { AskError } from '../../../src/driver/askFailure';
import { AgentDriver } from '../../../src/driver/agentDriver';
import { systemClock } from '../../../src/base/clock';
import { UNKNOWN_ENGINE } from '../../../src/providers/model/engineFacts';
import { approveShown } from '../../support/agents/approveShown';
import { DRIVEN_CLIS, DrivenPi } from '../../support/agents/drivenCli';
import { useSharedCore } from '../../support/agents/useCore';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** The time for an answer on a busy machine, in milliseconds. */
const LIMIT_MS = 30_000;

/** How many prompts follow one another. */
const PROMPTS = stressSize({ short: 3, long: 10 });

/** Its answer grows until the test has read a part of it. */
const STREAMED_PROMPT = 'as [streamed]';

const AFTER_TOOL = 'Stand-in answer: the command has run.';

describe('asking', function () {
  this.timeout(120_000);

  before(async () => {
    await buildHookHelper();
  });

  for (const Cli of [...DRIVEN_CLIS, DrivenPi]) {
    const cli = new Cli();
    describe(`the real ${cli.providerId}`, () => {
      const fixture = useSharedCore();
      before(() => cli.setUp(fixture));
      after(() => cli.tearDown());
      /** All tests ask the same agent; the last one ends it. */
      let id = '';

      before(async () => {
        const { providerId } = cli;
        const prepared = await fixture.prepare({ providerId, conversation: 'chat', options: {} });
        await prepared.launch({ cols: 100, rows: 30 });
        id = prepared.sessionId;
      });

      const ask = (prompt: string, timeoutMs = LIMIT_MS) =>
        fixture.core.driver.ask(id, prompt, { timeoutMs });

      const getSession = () => fixture.core.sessions.get(id) ?? assert.fail();

      const kind = () => fixture.core.status.get(id).state.kind;

      const works = () =>
        waitFor(() => kind() === 'working', { limitMs: LIMIT_MS, what: `${id} to work` });

      const rests = () =>
        waitFor(() => /^(done|idle)$/.test(kind()), { limitMs: LIMIT_MS, what: `${id} to rest` });

      const last = () => fixture.core.driver.lastAnswer(getSession());

      it('returns its answers exactly, in any form, also as its last answer', async () => {
        assert.equal((await ask('hello')).response, 'Stand-in answer to: hello');
        for (const [word, text] of Object.entries(SHAPES)) {
          assert.equal((await ask(`as ${word}`)).response, text);
          assert.deepEqual(await last(), { text, source: 'transcript' });
        }
        const { response } = await ask('[tell] [bash]');
        assert.equal(response, `${TEXT_BEFORE_TOOL}\n\n${AFTER_TOOL}`);
        // Only what follows the tool call.
        assert.deepEqual(await last(), { text: AFTER_TOOL, source: 'transcript' });
      });

      it(`accepts ${PROMPTS} prompts in a row, and control characters as text`, async () => {
        for (let number = 1; number <= PROMPTS; number++) {
          const { response } = await ask(`number ${number}`);
          assert.equal(response, `Stand-in answer to: number ${number}`);
        }
        const { response, endedBy } = await ask('a\x1b[201~b\0c\x1bd\x7f');
        assert.deepEqual([response, endedBy], ['Stand-in answer to: abcd', cli.habits.endedBy]);
      });

      it('types nothing into its input in shell mode [A45]', async () => {
        const { sessions, delivery } = fixture.core;
        const inShellMode = async (): Promise<boolean> =>
          (await requireSession(sessions, id).screen()).rows.some((row) => row.startsWith('!'));
        const limit = { limitMs: LIMIT_MS, what: 'the shell mode to change' };
        // Text that is typed before the agent has drawn its input may be lost.
        await ask('hello');
        sessions.find(id)?.write('!');
        await waitFor(inShellMode, limit);
        await assert.rejects(delivery.send(id, 'echo ran'), { code: 'AGENT_NOT_READY' });
        assert.doesNotMatch(await requireSession(sessions, id).text(), /echo ran/);
        sessions.find(id)?.write('\x7f');
        await waitFor(async () => !(await inShellMode()), limit);
        assert.equal((await ask('hello')).response, 'Stand-in answer to: hello');
      });

      it('reads answers from its screen without other sources', async () => {
        const driver = createBlindDriver();
        const one = await driver.ask(id, 'hello again', { timeoutMs: LIMIT_MS });
        assert.equal(one.response, 'Stand-in answer to: hello again');
        const other = await driver.ask(id, 'as [bash]', { timeoutMs: LIMIT_MS });
        const after = cli.habits.marksTools ? other.response : other.response.split('\n').at(-1);
        assert.equal(after, AFTER_TOOL);
        driver.dispose();
      });

      it('streams the answer so far', async () => {
        for (const [prompt, answer] of [
          [STREAMED_PROMPT, streamedAnswer(STREAMED_PROMPT)],
          ['as [long]', SHAPES['[long]']],
        ] as const) {
          const stream = fixture.core.driver.askStream(id, prompt, { timeoutMs: LIMIT_MS });
          const lengths: number[] = [];
          let next = await stream.next();
          for (; !next.done; next = await stream.next()) {
            lengths.push(next.value.length);
            cli.finishAnswers();
          }
          assert.equal(next.value.response, answer);
          assert.equal((await last()).text, answer);
          assert.ok(lengths.length > 0 || prompt !== STREAMED_PROMPT);
          assert.deepEqual(
            lengths,
            [...lengths].sort((one, other) => one - other),
          );
        }
      });

      it('runs one ask at a time, obeys its time limit, and interrupts when cancelled', async () => {
        const late = ask('[slow]', 2000);
        await assert.rejects(ask('now'), { code: 'SESSION_BUSY' });
        await assert.rejects(late, { code: 'TIMEOUT' });
        await fixture.core.delivery.interrupt(id);
        await rests();
        const controller = new AbortController();
        const slow = fixture.core.driver.ask(id, '[slow]', { signal: controller.signal });
        await works();
        const reason = new Error('enough');
        controller.abort(reason);
        await assert.rejects(slow, reason);
        assert.equal((await ask('next')).response, 'Stand-in answer to: next');
      });

      if (cli.habits.needsPermission) {
        it('fails when the agent asks for permission, and works again after the approval', async () => {
          await assert.rejects(ask('[write]'), (error) => {
            assert.ok(error instanceof AskError);
            assert.equal(error.code, 'NEEDS_INPUT');
            assert.match(error.message, /asks ".*echo stand-in-was-here/);
            assert.match(error.question ?? '', /^[^"]*echo stand-in-was-here/);
            return true;
          });
          await assert.rejects(ask('now'), { code: 'NEEDS_INPUT', response: '' });
          await approveShown(fixture.core, id);
          await rests();
          assert.equal((await ask('next')).response, 'Stand-in answer to: next');
        });
      }

      it('reports that a turn failed', async () => {
        await assert.rejects(ask('[fail 400]'), { code: 'ILLEGAL_STATE' });
      });

      it('fails when its session ends', async () => {
        const slow = ask('[slow]');
        const rejected = assert.rejects(slow, { code: 'SESSION_EXITED' });
        await works();
        await fixture.core.sessions.find(id)?.kill();
        await rejected;
      });

      /** A driver that reads no transcripts and receives no hooks. */
      function createBlindDriver(): AgentDriver {
        const { core } = fixture;
        const { delivery, sessions, status, transcripts } = core;
        return new AgentDriver({
          ...{ sessions, status, transcripts, clock: systemClock },
          delivery: {
            send: async (_, prompt, beforeTyping) => {
              beforeTyping?.();
              await delivery.send(id, prompt);
            },
            interrupt: () => delivery.interrupt(id),
          },
          onDidReceiveHook: () => ({ dispose() {} }),
          providerOf: () => {
            const provider = core.registry.find(cli.providerId, {});
            const { records, lastMessage } = UNKNOWN_ENGINE;
            return (
              provider && { ...provider, engine: { ...provider.engine, records, lastMessage } }
            );
          },
          transcriptLocationOf: ({ workDir: cwd }, provider) => ({ provider, cwd, env: {} }),
          conversationOf: () => undefined,
        });
      }
    });
  }
});
