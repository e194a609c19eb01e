import assert from 'node:assert/strict';
import { PersonTyping } from '../../../src/agents/personTyping';
import { PromptDelivery } from '../../../src/agents/promptDelivery';
import { PromptReadiness } from '../../../src/agents/promptReadiness';
import { PromptSubmission } from '../../../src/agents/promptSubmission';
import { PromptTyping } from '../../../src/agents/promptTyping';
import { SessionError } from '../../../src/base/errors';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/builtInProviders';
import type { SessionInfo, VisibleScreen } from '../../../src/pty/sessionService';
import type { ActivityState } from '../../../src/status/activity';
import { FakeAgentStatus } from '../../support/fakeAgentStatus';
import { sessionInfo } from '../../support/fakeSessions';
import { ManualClock } from '../../support/manualClock';

const PASTE = '\x1b[200~do it\x1b[201~';

describe('PromptDelivery', () => {
  const provider = BUILT_IN_PROVIDERS.find(({ id }) => id === 'claude');

  interface Scene {
    readonly session: SessionInfo | undefined;
    readonly kind?: 'agent' | 'shell';
    /** Whether the echo is seen. */
    readonly isShown?: boolean;
    readonly status?: ActivityState;
    /** What the agent does with what is typed; by default it draws whatever it is given. */
    readonly react?: (data: string, scene: { draw: (row: string) => void }) => void;
    readonly statusAfter?: (data: string) => ActivityState | undefined;
  }

  /** What is written into a session when `use` is done with it. */
  async function written(
    scene: Scene,
    use: (delivery: PromptDelivery, clock: ManualClock) => Promise<void>,
  ): Promise<string[]> {
    const { session, kind = 'agent', isShown = true } = scene;
    const out: string[] = [];
    const clock = new ManualClock();
    const status = new FakeAgentStatus();
    if (scene.status) {
      status.set('a', scene.status);
    }
    let screen: VisibleScreen = {
      rows: [],
      cursor: { row: 0, column: 0 },
      altScreen: false,
      title: '',
    };
    const draw = (row: string): void => {
      screen = { ...screen, rows: [row], cursor: { row: 0, column: row.length } };
    };
    const react = scene.react ?? ((data) => draw(`drawn: ${out.length} ${data}`));
    const sessions = {
      get: () => session,
      write: (_id: string, data: string | Uint8Array) => {
        out.push(data.toString());
        react(data.toString(), { draw });
        const next = scene.statusAfter?.(data.toString());
        if (next) {
          status.set('a', next);
        }
      },
      screen: () => Promise.resolve(screen),
      onDidChange: () => ({ dispose() {} }),
    };
    const delivery = new PromptDelivery({
      sessions,
      status,
      readiness: new PromptReadiness(sessions, status, clock),
      persons: new PersonTyping(sessions, clock),
      submission: new PromptSubmission({ sessions, status, clock }),
      typing: new PromptTyping(sessions, clock),
      providerOf: () => (kind === 'agent' ? provider : undefined),
      echo: { isShown: () => Promise.resolve(isShown) },
      notify: (message) => out.push(`notice: ${message}`),
    });
    let settled = false;
    const done = use(delivery, clock).finally(() => (settled = true));
    done.catch(() => {});
    for (let turn = 0; !settled && turn < 500; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(200);
    }
    assert.ok(settled, 'the delivery never settled');
    await done;
    return out;
  }

  const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);
  const fails = (promise: Promise<unknown>, code: string, words = /./) =>
    assert.rejects(
      promise,
      (error) => SessionError.is(error) && error.code === code && words.test(error.message),
    );
  const agent = (change: Partial<SessionInfo> = {}) =>
    sessionInfo({ id: 'a', bracketedPaste: true, ...change });

  it('D6: pastes into an agent in brackets, then presses Enter by itself', async () => {
    assert.deepEqual(await written({ session: agent() }, send('do it')), [PASTE, '\r']);
  });

  it('D6: ends a line for a shell with LF, and cleans what could be more than text', async () => {
    const out = await written({ session: sessionInfo(), kind: 'shell' }, send('ls\x1b[A -l'));
    assert.equal(out.length, 1);
    assert.doesNotMatch(out[0] ?? '', /\x1b/);
    assert.match(out[0] ?? '', /^ls.*\n$/);
  });

  it('never lets a shell run what was meant for the agent before it', async () => {
    const session = agent({ agentExitCode: 0 });
    await fails(written({ session }, send('delete old files')), 'SESSION_EXITED');
  });

  it('refuses an empty prompt, an exited session, an unknown one', async () => {
    const terminated = agent({ state: 'terminated' });
    for (const nothing of ['', '  ', '\n\t\n', '\0\x1b\x7f', '\x1b[201~']) {
      await fails(written({ session: agent() }, send(nothing)), 'BAD_REQUEST');
    }
    await fails(written({ session: terminated }, send('x')), 'SESSION_EXITED');
    await fails(written({ session: undefined }, send('x')), 'SESSION_NOT_FOUND');
  });

  it('types nothing into a dialog, and says what it asks', async () => {
    const status = { kind: 'needsInput', need: 'trust', question: 'Trust this folder?' } as const;
    const react = () => assert.fail('something was typed');
    const sent = written({ session: agent(), status, react }, send('do it'));
    await fails(sent, 'AGENT_BLOCKED', /asks "Trust this folder\?"/);
  });

  it('types no prompt into a dialog that came up while it waited for its turn', async () => {
    const blocked = { kind: 'needsInput', need: 'permission', question: 'May I?' } as const;
    const statusAfter = (data: string) => (data === '\r' ? blocked : undefined);
    const out = await written({ session: agent(), statusAfter }, async (delivery) => {
      const first = delivery.send('a', 'do it');
      const second = delivery.send('a', 'and that');
      await Promise.all([first, fails(second, 'AGENT_BLOCKED', /May I\?/)]);
    });
    assert.deepEqual(out, [PASTE, '\r']);
  });

  it('types into an agent that works: it queues', async () => {
    const status = { kind: 'working' } as const;
    assert.deepEqual(await written({ session: agent(), status }, send('do it')), [PASTE, '\r']);
  });

  describe('sees that a prompt was taken', () => {
    const IDLE = { kind: 'idle' } as const;
    /** An agent whose input takes a text, and gives it on with the Enter of that number. */
    const input = (enters: number) => {
      let pressed = 0;
      return (data: string, { draw }: { draw: (row: string) => void }): void => {
        pressed += data === '\r' ? 1 : 0;
        draw(pressed >= enters ? '❯ ' : '❯ do it');
      };
    };

    it('by its input, which is empty again', async () => {
      const scene = { session: agent(), status: IDLE, react: input(1) };
      assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r']);
    });

    it('by its status, though the screen says nothing of it', async () => {
      const statusAfter = (data: string) =>
        data === '\r' ? ({ kind: 'working' } as const) : undefined;
      const scene = { session: agent(), status: IDLE, react: input(9), statusAfter };
      assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r']);
    });

    it('presses Enter once more where the first was lost', async () => {
      const scene = { session: agent(), status: IDLE, react: input(2) };
      assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r', '\r']);
    });

    it('gives up after the second, and says what the screen shows', async () => {
      const sent = written({ session: agent(), status: IDLE, react: input(3) }, send('do it'));
      await fails(sent, 'PROMPT_STALLED', /ends with "❯ do it"/);
    });

    it('presses no Enter where the text does not show', async () => {
      const out: string[] = [];
      const react = (data: string): void => void out.push(data);
      await fails(written({ session: agent(), react }, send('do it')), 'PROMPT_STALLED');
      assert.deepEqual(out, [PASTE]);
    });

    it('clears first what an interrupt put back', async () => {
      const react = (data: string, { draw }: { draw: (row: string) => void }): void =>
        draw(data === PASTE ? '❯ do it' : '❯ ');
      const out = await written({ session: agent(), react }, async (delivery) => {
        await delivery.interrupt('a');
        await delivery.send('a', 'do it');
      });
      assert.deepEqual(out, ['\x1b', PASTE, '\r']);
      const put = (data: string, { draw }: { draw: (row: string) => void }): void =>
        draw(data === '\x1b' ? '❯ old prompt' : data === PASTE ? '❯ do it' : '❯ ');
      const cleared = await written({ session: agent(), react: put }, async (delivery) => {
        await delivery.interrupt('a');
        await delivery.send('a', 'do it');
      });
      assert.deepEqual(cleared, ['\x1b', '\x15', PASTE, '\r']);
    });
  });

  describe('leaves a person alone who types there', () => {
    it('waits till they stopped', async () => {
      const scene = { session: agent({ lastInputAt: 0 }) };
      let begun = 0;
      const out = await written(scene, async (delivery, clock) => {
        await delivery.send('a', 'do it');
        begun = clock.now();
      });
      assert.deepEqual(out, [PASTE, '\r']);
      assert.ok(begun >= 2000, `it typed at ${begun} ms`);
    });

    it('refuses where they go on, in a shell too', async () => {
      for (const kind of ['agent', 'shell'] as const) {
        const session = agent({ lastInputAt: Number.MAX_SAFE_INTEGER });
        const react = () => assert.fail('something was typed');
        await fails(written({ session, kind, react }, send('do it')), 'AGENT_NOT_READY');
      }
    });

    it('adds nothing to what they have begun', async () => {
      const typed: string[] = [];
      const session = agent({ lastInputAt: -10_000 });
      const react = (data: string, { draw }: { draw: (row: string) => void }): void => {
        typed.push(data);
        draw('❯ half a thought');
      };
      const sent = written({ session, react }, async (delivery) => {
        await delivery.interrupt('a');
        await delivery.send('a', 'do it');
      });
      await fails(sent, 'AGENT_NOT_READY', /begun to type/);
      assert.deepEqual(typed, ['\x1b']);
    });
  });

  const sendFirst = (delivery: PromptDelivery) => delivery.sendFirst('a', 'do it');

  it('submits a first prompt once it is seen', async () => {
    assert.deepEqual(await written({ session: agent() }, sendFirst), [PASTE, '\r']);
  });

  it('never presses Enter on what does not show the prompt: it may be a dialog', async () => {
    const out = await written({ session: agent(), isShown: false }, sendFirst);
    assert.equal(out.length, 2);
    assert.match(out[1] ?? '', /^notice: .*was not submitted/);
  });

  it('submits a first prompt, however it is drawn, to an agent that is known to listen', async () => {
    const scene = { session: agent(), status: { kind: 'idle' }, isShown: false } as const;
    assert.deepEqual(await written(scene, sendFirst), [PASTE, '\r']);
  });

  it('says so where the agent ended before its first prompt', async () => {
    const out = await written({ session: agent({ agentExitCode: 1 }) }, sendFirst);
    assert.match(out.join(), /^notice: .*ended before its first prompt/);
  });

  it("interrupts by the provider's own key, a shell by Ctrl-C", async () => {
    const interrupt = (delivery: PromptDelivery) => delivery.interrupt('a');
    const ended = agent({ agentExitCode: 0 });
    assert.deepEqual(
      [
        await written({ session: agent() }, interrupt),
        await written({ session: ended }, interrupt),
        await written({ session: agent(), kind: 'shell' }, interrupt),
      ],
      [['\x1b'], ['\x03'], ['\x03']],
    );
  });
});
