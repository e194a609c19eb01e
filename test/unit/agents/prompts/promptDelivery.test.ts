import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { CTRL_U } from '../../../../src/providers/model/keys';
import {
  agent,
  fails,
  PASTE,
  shell,
  written,
  type Reaction,
  type Scene,
} from '../../../support/agents/deliveryBench';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

describe('PromptDelivery', () => {
  const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);
  const sendFirst = (delivery: PromptDelivery) => delivery.sendFirst('a', 'do it');

  it('D6: pastes into an agent in bracketed paste, then presses Enter separately', async () => {
    assert.deepEqual(await written({ session: agent() }, send('do it')), [PASTE, '\r']);
  });

  it('D6: ends a line for a shell with LF, and removes control sequences', async () => {
    const out = await written({ session: shell() }, send('ls\x1b[A -l'));
    assert.equal(out.length, 1);
    assert.doesNotMatch(out[0] ?? '', /\x1b/);
    assert.match(out[0] ?? '', /^ls.*\n$/);
  });

  it('types for an agent whose provider is not defined any more as for an unknown one, not as for a shell', async () => {
    const scene = { session: agent(), isDefined: false };
    assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r']);
    const ended = { ...scene, session: agent({ agentExitCode: 0 }) };
    await fails(written(ended, send('do it')), 'SESSION_EXITED');
    const status = { kind: 'needsInput', need: 'question', question: 'Why?' } as const;
    await fails(written({ ...scene, status }, send('do it')), 'AGENT_BLOCKED');
  });

  it('refuses a prompt if the agent has exited to its shell', async () => {
    const session = agent({ agentExitCode: 0 });
    const sent = written({ session }, send('delete old files'));
    await fails(sent, 'SESSION_EXITED', /a shell would run the prompt/);
  });

  it('refuses an empty prompt, an exited session, an unknown one', async () => {
    const terminated = agent({ state: 'terminated' });
    for (const nothing of ['', '  ', '\n\t\n', '\0\x1b\x7f', '\x1b[201~']) {
      await fails(written({ session: agent() }, send(nothing)), 'BAD_REQUEST');
    }
    for (const session of [terminated, shell({ state: 'terminated' })]) {
      await fails(written({ session }, send('x')), 'SESSION_EXITED', /has ended: restart it/);
    }
    await fails(written({ session: undefined }, send('x')), 'SESSION_NOT_FOUND');
  });

  it('types nothing for an agent that has drawn nothing', async () => {
    const session = agent({ state: 'active', hasOutput: false });
    const react = () => assert.fail('something was typed');
    const sent = written({ session, react }, send('do it'));
    await fails(sent, 'AGENT_NOT_READY', /has shown nothing yet/);
  });

  it('types nothing into a dialog, and rejects with its question', async () => {
    const status = { kind: 'needsInput', need: 'trust', question: 'Trust this folder?' } as const;
    const react = () => assert.fail('something was typed');
    const sent = written({ session: agent(), status, react }, send('do it'));
    await fails(sent, 'AGENT_BLOCKED', /asks "Trust this folder\?"/);
  });

  it('types nothing into a dialog that the screen shows while the agent reports that it works [A34]', async () => {
    const status = { kind: 'working' } as const;
    const { screen } = readRecordedScreen('claude-11-permission.txt');
    const react = () => assert.fail('something was typed');
    const beforeTyping = () => assert.fail('it is about to type');
    for (const prompt of ['1', 'y', 'yes']) {
      const sent = written({ session: agent(), status, screen, react }, (delivery) =>
        delivery.send('a', prompt, beforeTyping),
      );
      await fails(sent, 'AGENT_BLOCKED', /asks "/);
    }
  });

  it('waits until a rule recognises the screen, and types nothing if none does: it may be a dialog', async () => {
    const scene = { session: agent(), status: { kind: 'idle' } } as const;
    assert.deepEqual(await written({ ...scene, unrecognisedMs: 3000 }, send('do it')), [
      PASTE,
      '\r',
    ]);
    const react = () => assert.fail('something was typed');
    for (const kind of ['unknown', 'idle', 'working'] as const) {
      const never = { ...scene, status: { kind }, unrecognisedMs: Infinity, react };
      await fails(written(never, send('do it')), 'AGENT_BLOCKED', /no rule recognises/);
    }
  });

  it('submits a prompt that itself looks like a program that reads a line', async () => {
    const prompt = 'Which one? Answer (y/n)';
    const react: Scene['react'] = (data, { draw }) =>
      data === '\r' ? draw('● Working') : draw('● Hello', prompt);
    const scene = { session: agent(), status: { kind: 'idle' }, react } as const;
    assert.equal((await written(scene, send(prompt))).at(-1), '\r');
    const other = written(scene, send('do it'));
    await fails(other, 'AGENT_BLOCKED', /typed and not submitted/);
  });

  it('types no prompt into a dialog that appears while the prompt is queued [A34]', async () => {
    const blocked = { kind: 'needsInput', need: 'permission', question: 'May I?' } as const;
    const statusAfter = (data: string) => (data === '\r' ? blocked : undefined);
    const out = await written({ session: agent(), statusAfter }, async (delivery) => {
      const first = delivery.send('a', 'do it');
      const second = delivery.send('a', 'and that');
      await Promise.all([first, fails(second, 'AGENT_BLOCKED', /May I\?/)]);
    });
    assert.deepEqual(out, [PASTE, '\r']);
  });

  it('types no prompt if the agent ends while the prompt is queued [A35]', async () => {
    const scene: { -readonly [Key in keyof Scene]: Scene[Key] } = { session: agent() };
    scene.react = (data, { draw }) => {
      draw(`$ ${data}`);
      scene.session = data === '\r' ? agent({ agentExitCode: 0 }) : scene.session;
    };
    const beforeTyping = () => assert.fail('it is about to type');
    const out = await written(scene, async (delivery) => {
      const first = delivery.send('a', 'do it');
      const second = delivery.send('a', 'and that', beforeTyping);
      await Promise.all([first, fails(second, 'SESSION_EXITED', /a shell would run the prompt/)]);
    });
    assert.deepEqual(out, [PASTE, '\r']);
  });

  for (const afterMs of [0, 1000]) {
    it(`presses no key in a dialog that appears ${afterMs} ms after the text [A34]`, async () => {
      const { rows } = readRecordedScreen('claude-11-permission.txt').screen;
      const react: Scene['react'] = (_data, { draw, after }) => after(afterMs, () => draw(...rows));
      for (const prompt of ['do it', ' Do you want to proceed?', '1. Yes']) {
        let ms = 0;
        const out = await written({ session: agent(), react }, async (delivery, clock) => {
          await fails(delivery.send('a', prompt), 'AGENT_BLOCKED', /asks "/);
          ms = clock.now();
        });
        assert.equal(out.length, 1, prompt);
        assert.ok(ms <= afterMs + 1000, `${prompt}: rejected after ${ms} ms`);
      }
    });
  }

  for (const [erasedAfterMs, expected] of [
    [400, [PASTE, '\r']],
    [1400, []],
  ] as const) {
    it(`types after a dialog that does not count any more is erased, at most 1 s later: ${erasedAfterMs} ms [A34]`, async () => {
      const { rows } = readRecordedScreen('claude-11-permission.txt').screen;
      const begin: Scene['begin'] = ({ draw, after }) => {
        draw(...rows);
        after(erasedAfterMs, () => draw('❯ '));
      };
      const react: Scene['react'] = (data, { draw }) => draw(data === PASTE ? '❯ do it' : '❯ ');
      const out: string[] = [];
      const scene = { session: agent(), begin, react, hidesDialogs: true };
      const sent = written(scene, send('do it'), out);
      await (expected.length > 0 ? sent : fails(sent, 'AGENT_BLOCKED', /asks "/));
      assert.deepEqual(out, expected);
    });
  }

  it('submits a prompt that has the words of a dialog to an input', async () => {
    const prompt = 'Detected a custom API key in your environment: why?';
    const react: Scene['react'] = (data, { draw }) =>
      draw('● Hello', '─'.repeat(40), data === '\r' ? '❯ ' : `❯ ${prompt}`, '─'.repeat(40));
    const scene = { session: agent(), status: { kind: 'idle' }, react } as const;
    assert.equal((await written(scene, send(prompt))).at(-1), '\r');
  });

  it('presses no Enter if the agent ends after the text: a shell would run it [A35]', async () => {
    const scene: { -readonly [Key in keyof Scene]: Scene[Key] } = { session: agent() };
    scene.react = (data, { draw }) => {
      draw(`$ ${data}`);
      scene.session = agent({ agentExitCode: 0 });
    };
    const out = await written(scene, (delivery) =>
      fails(delivery.send('a', 'do it'), 'SESSION_EXITED'),
    );
    assert.deepEqual(out, [PASTE]);
  });

  it('types no text if the agent ends before it: the shell would run its first line [A35]', async () => {
    const scene: { -readonly [Key in keyof Scene]: Scene[Key] } = {
      session: agent(),
      screen: { rows: ['❯ left over'], cursor: { row: 0, column: 11 } },
    };
    scene.react = (_data, { draw }) => {
      draw('$ ');
      scene.session = agent({ agentExitCode: 0 });
    };
    const out = await written(scene, (delivery) =>
      fails(delivery.send('a', 'a\nb'), 'SESSION_EXITED'),
    );
    assert.deepEqual(out, [CTRL_U]);
  });

  describe('if several lines would be submitted one by one', () => {
    it('types none while the agent accepts no pastes [A46]', async () => {
      const session = agent({ bracketedPaste: false });
      const react = () => assert.fail('something was typed');
      await fails(
        written({ session, react }, send('one\ntwo')),
        'AGENT_NOT_READY',
        /send the prompt as one line/,
      );
      assert.deepEqual(await written({ session }, send('do it\n')), ['do it', '\r']);
    });
  });

  describe('with an input in shell mode', () => {
    const RULE = '─'.repeat(20);
    const SHELL_MODE = ['● Hello', RULE, '! do it', RULE, '  ! for shell mode'];

    it('types nothing [A45]', async () => {
      for (const size of ['80x24', '200x50']) {
        const { screen } = readRecordedScreen(`claude-61-bash-mode-${size}.txt`);
        const react = () => assert.fail('something was typed');
        const scene = { session: agent({ lastInputAt: -10_000 }), screen, react };
        for (const status of [{ kind: 'idle' }, { kind: 'working' }] as const) {
          const sent = written({ ...scene, status }, send('remove the old files'));
          await fails(sent, 'AGENT_NOT_READY', /is in shell mode/);
        }
        const [notice] = await written(scene, sendFirst);
        assert.match(notice ?? '', /^notice: .*is in shell mode/);
      }
    });

    it('submits a prompt that itself begins the mode: its caller requests the command', async () => {
      const typed = '\x1b[200~!do it\x1b[201~';
      const react = (data: string, { draw }: Reaction): void =>
        data === typed ? draw(...SHELL_MODE) : draw(RULE, '❯ ', RULE, '');
      const scene = { session: agent(), react };
      const idle = { ...scene, status: { kind: 'idle' } } as const;
      assert.deepEqual(await written(idle, send('!do it')), [typed, '\r']);
      const first = (delivery: PromptDelivery) => delivery.sendFirst('a', '!do it');
      assert.deepEqual(await written(scene, first), [typed, '\r']);
    });

    it('presses no Enter if the mode begins while the text is typed [A45]', async () => {
      const react = (_data: string, { draw }: Reaction): void => draw(...SHELL_MODE);
      const scene = { session: agent(), react };
      const sent = (delivery: PromptDelivery) =>
        fails(delivery.send('a', 'do it'), 'AGENT_NOT_READY', /is in shell mode/);
      assert.deepEqual(await written({ ...scene, status: { kind: 'idle' } }, sent), [PASTE]);
      const [text, ...later] = await written(scene, sendFirst);
      assert.equal(text, PASTE);
      assert.match(later.join(), /^notice: .*is in shell mode/);
    });
  });

  it('types nothing if the caller withdraws the prompt at the last moment', async () => {
    const react = () => assert.fail('something was typed');
    const withdraw = (): never => {
      throw new Error('withdrawn');
    };
    for (const session of [agent(), shell()]) {
      const sent = written({ session, react }, (delivery) => delivery.send('a', 'do it', withdraw));
      await assert.rejects(sent, /withdrawn/);
    }
  });

  it('types into a working agent, which queues the prompt', async () => {
    const status = { kind: 'working' } as const;
    assert.deepEqual(await written({ session: agent(), status }, send('do it')), [PASTE, '\r']);
  });

  describe('while a person types in the terminal', () => {
    it('waits until they stop', async () => {
      const scene = { session: agent({ lastInputAt: 0 }) };
      let begun = 0;
      const out = await written(scene, async (delivery, clock) => {
        await delivery.send('a', 'do it');
        begun = clock.now();
      });
      assert.deepEqual(out, [PASTE, '\r']);
      assert.ok(begun >= 2000, `it typed at ${begun} ms`);
    });

    it('refuses if they continue, in a shell, too', async () => {
      for (const start of [agent, shell]) {
        const session = start({ lastInputAt: Number.MAX_SAFE_INTEGER });
        const react = () => assert.fail('something was typed');
        await fails(written({ session, react }, send('do it')), 'AGENT_NOT_READY');
      }
    });

    it('adds nothing to a text that they have typed', async () => {
      const typed: string[] = [];
      const session = agent({ lastInputAt: -10_000 });
      const react = (data: string, { draw }: Reaction): void => {
        typed.push(data);
        draw('❯ half a thought');
      };
      const sent = written({ session, react }, async (delivery) => {
        await delivery.interrupt('a');
        await delivery.send('a', 'do it');
      });
      await fails(sent, 'AGENT_NOT_READY', /^Text was typed in the terminal/);
      assert.deepEqual(typed, ['\x1b']);
    });
  });

  it("interrupts an agent with its provider's key, and a shell with Ctrl-C", async () => {
    const interrupt = (delivery: PromptDelivery) => delivery.interrupt('a');
    const ended = agent({ agentExitCode: 0 });
    assert.deepEqual(
      [
        await written({ session: agent() }, interrupt),
        await written({ session: ended }, interrupt),
        await written({ session: shell() }, interrupt),
      ],
      [['\x1b'], ['\x03'], ['\x03']],
    );
  });
});
