import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import {
  agent,
  fails,
  PASTE,
  written,
  type Reaction,
  type Scene,
} from '../../../support/agents/deliveryBench';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);

describe('PromptSubmission', () => {
  const IDLE = { kind: 'idle' } as const;
  /** An agent whose input shows a text, and submits it at the Enter of that number. */
  const input = (enters: number) => {
    let pressed = 0;
    return (data: string, { draw }: Reaction): void => {
      pressed += data === '\r' ? 1 : 0;
      draw(pressed >= enters ? '❯ ' : '❯ do it');
    };
  };

  /** Returns the writes for a prompt that the input shows as `row`, and the time until then. */
  async function timed(row: string, prompt: string) {
    const react = (data: string, { draw }: Reaction): void => draw(data === '\r' ? '❯ ' : row);
    let ms = 0;
    const out = await written({ session: agent(), status: IDLE, react }, async (one, clock) => {
      await one.send('a', prompt);
      ms = clock.now();
    });
    return { out, ms };
  }

  it('detects a submitted prompt by the input, which is empty again', async () => {
    const scene = { session: agent(), status: IDLE, react: input(1) };
    assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r']);
  });

  it('detects a submitted prompt by the status, although the screen does not show it', async () => {
    const statusAfter = (data: string) =>
      data === '\r' ? ({ kind: 'working' } as const) : undefined;
    const scene = { session: agent(), status: IDLE, react: input(9), statusAfter };
    assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r']);
  });

  it('presses Enter again if the first one was lost', async () => {
    const scene = { session: agent(), status: IDLE, react: input(2) };
    assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r', '\r']);
  });

  it('rejects after the second Enter, with the text of the screen', async () => {
    const sent = written({ session: agent(), status: IDLE, react: input(3) }, send('do it'));
    await fails(sent, 'PROMPT_STALLED', /ended with "❯ do it"/);
  });

  it('T7: writes no text of the screen to the log if the prompt stalls', async () => {
    const sent = written({ session: agent(), status: IDLE, react: input(3) }, send('do it'));
    await assert.rejects(sent, (error) => SessionError.is(error) && !/do it/.test(error.logged));
  });

  it('does not take a question without words for the text of the prompt [A34]', async () => {
    const dialog = [
      '> do it',
      '',
      '???',
      '❯ 1. Yes',
      '  2. No',
      '',
      'Enter to confirm · Esc to cancel',
    ];
    const react: Scene['react'] = (data, { draw }) =>
      data === '\r' ? draw('● Working') : draw(...dialog);
    const scene = { session: agent(), status: IDLE, unrecognised: /Yes/ };
    const out: string[] = [];
    const sent = written({ ...scene, react }, send('do it'), out);
    await fails(sent, 'AGENT_BLOCKED', /typed and not submitted/);
    assert.deepEqual(out, [PASTE]);
    const command = { ...scene, react: input(1), unrecognised: /❯ do/ };
    assert.deepEqual(await written(command, send('do it')), [PASTE, '\r']);
  });

  it('presses no Enter if the screen does not show the text', async () => {
    const out: string[] = [];
    const react = (data: string): void => void out.push(data);
    await fails(written({ session: agent(), react }, send('do it')), 'PROMPT_STALLED');
    assert.deepEqual(out, [PASTE]);
  });

  it('presses Enter when the input shows the prompt, not when something else is drawn', async () => {
    for (const welcome of ['Welcome back!', '❯ ']) {
      let pressed = 0;
      const react = (data: string, { draw, after }: Reaction): void => {
        if (data === PASTE) {
          draw('Tips', welcome);
          after(1000, () => draw('Tips', '❯ do it'));
        } else {
          pressed += 1;
          draw('● done', '❯ ');
        }
      };
      const seen: number[] = [];
      const out = await written({ session: agent(), status: IDLE, react }, async (one, clock) => {
        await one.send('a', 'do it');
        seen.push(clock.now());
      });
      assert.deepEqual([out, pressed], [[PASTE, '\r'], 1]);
      assert.ok((seen[0] ?? 0) >= 1000, `${welcome}: it was submitted at ${seen[0]} ms`);
    }
  });

  it('waits for an agent that responds only after seconds', async () => {
    const react = (data: string, { draw, after }: Reaction): void => {
      if (data === PASTE) {
        draw('❯ ');
      }
      after(6000, () => draw(data === PASTE ? '❯ do it' : '❯ '));
    };
    const out = await written({ session: agent(), status: IDLE, react }, send('do it'));
    // The second Enter is read with an empty input.
    assert.deepEqual(out, [PASTE, '\r', '\r']);
  });

  it('rejects if the prompt appears only after Enter', async () => {
    const react = (data: string, { draw, after }: Reaction): void => {
      if (data === PASTE) {
        draw('Welcome back!');
      } else {
        after(400, () => draw('Welcome back!', '❯ do it'));
      }
    };
    await fails(
      written({ session: agent(), status: IDLE, react }, send('do it')),
      'PROMPT_STALLED',
    );
  });

  it('recognizes a long prompt by its paste placeholder, or by its rows', async () => {
    const shapes = [
      ['❯ [Pasted text #1 +3 lines]'],
      ['┃  [Pasted ~3 lines]', '┗━━'],
      ['❯ one', '  two', '  three'],
      ['╭───╮', '│ three │', '╰───╯'],
    ];
    for (const rows of shapes) {
      const react = (data: string, { draw }: Reaction): void =>
        data === '\r' ? draw('❯ ') : draw(...rows);
      let ms = 0;
      await written({ session: agent(), status: IDLE, react }, async (delivery, clock) => {
        await delivery.send('a', 'one\ntwo\nthree');
        ms = clock.now();
      });
      assert.ok(ms < 2000, `${rows.join('/')}: after ${ms} ms`);
    }
  });

  it('clears a rejected prompt row by row, unless a person has typed since', async () => {
    for (const [lastInputAt, clears] of [
      [null, ['\x15', '\x15']],
      [5, []],
    ] as const) {
      let left = 2;
      let session = agent();
      const out: string[] = [];
      const react = (data: string, { draw }: Reaction): void => {
        out.push(data);
        left -= data === '\x15' ? 1 : 0;
        draw(left > 0 ? `❯ do it ${left}` : '❯ ');
        session = data === '\r' ? agent({ lastInputAt }) : session;
      };
      const scene = {
        get session() {
          return session;
        },
        status: IDLE,
        react,
      };
      await fails(written(scene, send('do it')), 'PROMPT_STALLED', /ended with "❯ do it 2"/);
      assert.deepEqual(out, [PASTE, '\r', '\r', ...clears]);
    }
  });

  it('resolves if the prompt ends the agent, whose screen stays', async () => {
    const scene: { -readonly [Key in keyof Scene]: Scene[Key] } = {
      session: agent(),
      status: IDLE,
    };
    scene.react = (data, { draw }) => {
      draw('❯ do it');
      scene.session = data === '\r' ? agent({ agentExitCode: 0 }) : scene.session;
    };
    assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r']);
  });

  it('does not clear a stalled prompt while a dialog is open, whose mark looks like an input', async () => {
    const { rows } = readRecordedScreen('claude-11-permission.txt').screen;
    const marked = rows.findIndex((row) => row.includes('❯ 1. Yes'));
    let enters = 0;
    const out: string[] = [];
    const react = (data: string, { draw }: Reaction): void => {
      out.push(data);
      enters += data === '\r' ? 1 : 0;
      draw(...(enters < 2 ? ['❯ do it'] : rows.slice(0, marked + 1)));
    };
    const sent = written({ session: agent(), status: IDLE, react }, send('do it'));
    await fails(sent, 'PROMPT_STALLED', /ended with ".* ❯ 1\. Yes"/);
    assert.deepEqual(out, [PASTE, '\r', '\r']);
  });

  it('types nothing into an input that cannot be cleared', async () => {
    const out: string[] = [];
    const react = (data: string, { draw }: Reaction): void => {
      out.push(data);
      draw('❯ stays');
    };
    const sent = written({ session: agent(), react }, async (delivery) => {
      await delivery.interrupt('a');
      await delivery.send('a', 'do it');
    });
    await fails(sent, 'AGENT_NOT_READY', /input .*contains other text/);
    assert.doesNotMatch(out.join(), /do it/);
  });

  it('submits at once if the input shows only the end of the prompt', async () => {
    const { out, ms } = await timed(
      '❯ and count their lines',
      'list all files and count their lines',
    );
    assert.deepEqual(out.slice(1), ['\r']);
    assert.ok(ms < 2000, `after ${ms} ms`);
  });

  it('submits after the time limit if the input shows other text', async () => {
    const { out, ms } = await timed('❯ [a picture]', 'do it');
    assert.deepEqual(out, [PASTE, '\r']);
    assert.ok(ms >= 10_000 && ms < 11_000, `after ${ms} ms`);
  });
});
