import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/hookHelperBundle.mjs';
import { SHAPES, TOLD } from '../../../scripts/lib/standInAnswer.mjs';
import { AskError } from '../../../src/driver/askError';
import { AgentDriver } from '../../../src/driver/agentDriver';
import { systemClock } from '../../../src/base/clock';
import { UNKNOWN_ENGINE } from '../../../src/providers/engineFacts';
import { DRIVEN_CLIS } from '../../support/drivenCli';
import { useCore } from '../../support/useCore';
import { waitFor } from '../../support/waitFor';

/** For a question to be answered, on a busy machine. */
const LIMIT_MS = 30_000;

const AFTER_TOOL = 'Stand-in answer: the command has run.';

describe('asking', function () {
  this.timeout(120_000);
  const fixture = useCore();

  before(async () => {
    await buildHookHelper();
  });

  for (const Cli of DRIVEN_CLIS) {
    const cli = new Cli();
    describe(`the real ${cli.providerId}`, () => {
      beforeEach(() => cli.setUp(fixture));
      afterEach(() => cli.tearDown());

      async function start(): Promise<string> {
        const { providerId } = cli;
        const prepared = await fixture.prepare({ providerId, conversation: 'chat', options: {} });
        await prepared.launch({ cols: 100, rows: 30 });
        return prepared.sessionId;
      }

      const ask = (id: string, prompt: string, timeoutMs = LIMIT_MS) =>
        fixture.core.driver.ask(id, prompt, { timeoutMs });

      const works = (id: string) =>
        waitFor(() => fixture.core.status.get(id).state.kind === 'working', {
          limitMs: LIMIT_MS,
          what: `${id} to work`,
        });

      it('gives its answers to the letter, whatever they look like', async () => {
        const id = await start();
        const plain = await ask(id, 'hello');
        assert.equal(plain.response, 'Stand-in answer to: hello');
        assert.equal(plain.endedBy, 'program');
        for (const [word, text] of Object.entries(SHAPES)) {
          assert.equal((await ask(id, `as ${word}`)).response, text);
        }
        const { response } = await ask(id, '[tell] [bash]');
        assert.equal(response, `${TOLD}\n\n${AFTER_TOOL}`);
      });

      it('takes ten prompts in a row, and what would press keys as text', async () => {
        const id = await start();
        for (let number = 1; number <= 10; number++) {
          const { response } = await ask(id, `number ${number}`);
          assert.equal(response, `Stand-in answer to: number ${number}`);
        }
        const { response } = await ask(id, 'a\x1b[201~b\0c\x1bd\x7f');
        assert.equal(response, 'Stand-in answer to: abcd');
      });

      it('reads answers off its screen where nothing else tells them', async () => {
        const id = await start();
        await fixture.core.driver.ask(id, 'not this one');
        const driver = createBlindDriver();
        const one = await driver.ask(id, 'hello again', { timeoutMs: LIMIT_MS });
        assert.equal(one.response, 'Stand-in answer to: hello again');
        const other = await driver.ask(id, 'as [bash]', { timeoutMs: LIMIT_MS });
        assert.equal(other.response, AFTER_TOOL);
        driver.dispose();
      });

      it('is one at a time, and waits no longer than it is told to', async () => {
        const id = await start();
        const slow = ask(id, '[slow]', 5000);
        await assert.rejects(ask(id, 'now'), { code: 'SESSION_BUSY' });
        await assert.rejects(slow, { code: 'TIMEOUT' });
        await assert.rejects(ask(id, 'now'), { code: 'AGENT_NOT_READY' });
      });

      it('interrupts it when cancelled, and it listens to the next', async () => {
        const id = await start();
        const controller = new AbortController();
        const slow = fixture.core.driver.ask(id, '[slow]', { signal: controller.signal });
        await works(id);
        const reason = new Error('enough');
        controller.abort(reason);
        await assert.rejects(slow, reason);
        assert.equal((await ask(id, 'next')).response, 'Stand-in answer to: next');
      });

      it('ends with its session', async () => {
        const id = await start();
        const slow = ask(id, '[slow]');
        const rejected = assert.rejects(slow, { code: 'SESSION_EXITED' });
        await works(id);
        await fixture.core.sessions.kill(id);
        await rejected;
      });

      it('ends where it asks for leave, which can be given', async () => {
        const id = await start();
        await assert.rejects(ask(id, '[write]'), (error) => {
          assert.ok(error instanceof AskError);
          assert.equal(error.code, 'AGENT_BLOCKED');
          assert.match(error.message, /asks ".*echo stand-in-was-here/);
          return true;
        });
        await assert.rejects(ask(id, 'now'), { code: 'AGENT_BLOCKED' });
        await fixture.core.answers.approve(id);
        await waitFor(() => /^(done|idle)$/.test(fixture.core.status.get(id).state.kind), {
          limitMs: LIMIT_MS,
          what: 'the turn to end',
        });
        assert.equal((await ask(id, 'next')).response, 'Stand-in answer to: next');
      });

      it('says that a turn failed', async () => {
        const id = await start();
        await assert.rejects(ask(id, '[fail 400]'), { code: 'ILLEGAL_STATE' });
      });

      it('streams the answer so far', async () => {
        const id = await start();
        const stream = fixture.core.driver.askStream(id, 'as [long]', { timeoutMs: LIMIT_MS });
        const lengths: number[] = [];
        for (;;) {
          const next = await stream.next();
          if (next.done) {
            assert.equal(next.value.response, SHAPES['[long]']);
            break;
          }
          lengths.push(next.value.length);
        }
        assert.ok(lengths.length > 0);
        assert.deepEqual(
          lengths,
          [...lengths].sort((one, other) => one - other),
        );
      });

      /** One that knows of no transcripts and hears no hooks. */
      function createBlindDriver(): AgentDriver {
        const { core } = fixture;
        const { agents, sessions, status, transcripts } = core;
        return new AgentDriver({
          ...{ sessions, status, transcripts, clock: systemClock },
          delivery: {
            send: async (id, prompt, beforeTyping) => {
              beforeTyping?.();
              await agents.sendPrompt(id, prompt);
            },
            interrupt: (id) => agents.interrupt(id),
          },
          onDidReceiveHook: () => ({ dispose() {} }),
          providerOf: () => {
            const provider = core.registry.find(cli.providerId, {});
            const { records, lastMessage } = UNKNOWN_ENGINE;
            return (
              provider && { ...provider, engine: { ...provider.engine, records, lastMessage } }
            );
          },
          placeOf: ({ workDir: cwd }, provider) => ({ provider, cwd, env: {} }),
          conversationOf: () => undefined,
        });
      }
    });
  }
});
