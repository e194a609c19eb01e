import assert from 'node:assert/strict';
import { join } from 'node:path';
import { buildHookHelper } from '../../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { SHAPES, streamedAnswer } from '../../../../scripts/lib/agents/standInAnswer.mjs';
import { DRIVEN_CLIS } from '../../../support/agents/drivenCli';
import { useSharedApi } from '../../../support/api/useApi';
import { useCommandLine, type RunningProgram } from '../../../support/api/useCommandLine';
import { stressSize } from '../../../support/stress';
import { slowdown, waitFor } from '../../../support/waitFor';

const LIMIT_MS = 30_000;

/** How many agents are asked, from the last one, which starts fastest. `test/process/driver` asks all in each run. */
const AGENTS = stressSize({ short: 1, long: DRIVEN_CLIS.length });

/** Prompts, and their answers. */
const ASKED = [
  ['hello', 'Stand-in answer to: hello'],
  ['as [long]', SHAPES['[long]']],
  ['as [code]', SHAPES['[code]']],
] as const;

/** Its answer grows until the test has read a part of it. */
const STREAMED = 'as [streamed]';

interface OutputLine {
  readonly event: string;
  readonly text?: string;
  readonly response?: string;
  readonly endedBy?: string;
}

describe('agent-terminals ask', function () {
  this.timeout(120_000);
  const cli = useCommandLine();

  before(() => buildHookHelper());

  for (const Cli of DRIVEN_CLIS.slice(-AGENTS)) {
    const agent = new Cli();
    describe(`the real ${agent.providerId}`, () => {
      const api = useSharedApi();
      /** All tests ask the same agent. */
      let id = '';

      before(async () => {
        await agent.setUp(api.fixture);
        ({ id } = await api.create({ provider: agent.providerId, cols: 100, rows: 30 }));
      });
      after(() => agent.tearDown());

      function start(...args: readonly string[]): RunningProgram {
        return cli.start(
          { cwd: api.fixture.folder, home: join(api.windows, '..') },
          'ask',
          ...args,
        );
      }

      /** Returns the output; fails unless the exit code is 0. */
      async function ask(...args: readonly string[]): Promise<string> {
        const { end, stdout, stderr } = await start(...args).finish();
        assert.deepEqual([end, stderr], [0, ''], stdout);
        return stdout;
      }

      const becomes = (pattern: RegExp) =>
        waitFor(() => pattern.test(api.core.status.get(id).state.kind), {
          limitMs: LIMIT_MS,
          what: `${id} to be ${pattern.source}`,
        });

      it('prints its answers exactly', async () => {
        for (const [prompt, answer] of ASKED) {
          assert.equal(await ask(id, ...prompt.split(' ')), `${answer}\n`);
        }
        const piped = start(id, '--json', '-');
        piped.writeInput('two\nlines');
        assert.deepEqual([(await piped.finish()).end, piped.stderr], [0, '']);
        const { response, endedBy } = JSON.parse(piped.stdout) as OutputLine;
        assert.deepEqual([response, endedBy], ['Stand-in answer to: two\nlines', 'program']);
      });

      it('prints its answers as they grow, then complete', async () => {
        for (const [prompt, answer] of [...ASKED, [STREAMED, streamedAnswer(STREAMED)]] as const) {
          const program = start(id, '--stream', prompt);
          if (prompt === STREAMED) {
            await program.untilShown('"delta"');
            agent.finishAnswers();
          }
          const { end, stdout, stderr } = await program.finish();
          assert.deepEqual([end, stderr], [0, ''], stdout);
          const lines = stdout
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as OutputLine);
          const deltas = lines.slice(0, -1);
          assert.ok(deltas.every(({ event, text }) => event === 'delta' && text !== undefined));
          const last = lines.at(-1);
          assert.deepEqual([last?.event, last?.response], ['done', answer]);
        }
      });

      it('prints the partial answer after the time limit, and interrupts the agent when it is ended', async () => {
        // The answer begins before and ends after that: it takes a minute.
        const limit = Math.min(5 * slowdown(), 40).toFixed(0);
        const late = await start(id, '--timeout', limit, '[slow]').finish();
        assert.equal(late.end, 5, late.stderr);
        // The number of words by then depends on the machine. Some agents show whole rows only.
        assert.ok(agent.habits.growsBy !== 'word' || late.stdout.startsWith('Stand-in'));
        const whole = `Stand-in answer to: [slow] ${'and so on '.repeat(50)}`;
        assert.ok(whole.startsWith(late.stdout.trimEnd()), late.stdout);
        assert.match(late.stderr, /TIMEOUT/);
        await api.core.delivery.interrupt(id);
        await becomes(/^(?:idle|done)$/);
        for (const more of [[], ['--stream']]) {
          const left = start(id, ...more, '[slow]');
          await becomes(/^working$/);
          left.child.kill('SIGINT');
          await left.ended();
          await becomes(/^(?:idle|done)$/);
        }
      });
    });
  }
});
