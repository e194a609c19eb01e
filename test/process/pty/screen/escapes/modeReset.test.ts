import assert from 'node:assert/strict';
import { join } from 'node:path';
import { planDirectStart } from '../../../../../src/pty/shell/directPlan';
import { planShellStart } from '../../../../../src/pty/shell/shellPlan';
import { describeShell } from '../../../../../src/pty/shell/shells';
import { describeRealSessions } from '../../../../support/pty/realSessions';
import {
  createShellHome,
  needsShell,
  requireShell,
  type ShellHome,
} from '../../../../support/pty/shellHome';
import { createViewer, feed, stateOf } from '../../../../support/pty/terminalState';

const SIZE = { cols: 80, rows: 12 };

/** The modes of a full-screen program that is killed. */
const LEFT_ON =
  '\\033[?1049h\\033[?1;1003;1006;1004;2004h\\033=\\033[>1u\\033[?25l\\033[2;5r\\033(0\\033]0;half a title';
const AGENT = `stty raw -echo; printf '${LEFT_ON}'; kill -KILL $$`;

describeRealSessions('a program that ends with modes on', function (fixture) {
  this.timeout(30_000);
  let home: ShellHome;

  beforeEach(() => (home = createShellHome()));
  afterEach(() => home.dispose());

  for (const shell of ['bash', 'zsh', 'fish', 'sh']) {
    describe(`before ${shell}`, () => {
      needsShell(shell);

      it('leaves the shell usable in shell mode', async () => {
        const { program } = planShellStart({
          ...common(shell),
          command: { kind: 'program', file: '/bin/sh', args: ['-c', AGENT] },
          shellSetup: '',
          tmux: false,
          exitMarker: { path: join(home.path, 'marker'), text: 'n0nce' },
        });
        await fixture.start('a', program, {
          dimensions: SIZE,
          afterExit: 'shell',
          exitMarkerNonce: 'n0nce',
        });
        await requireUsable();
      });

      it('leaves the shell usable in direct mode', async () => {
        const plan = planDirectStart({
          ...common(shell),
          cli: { name: 'agent', path: '/bin/sh' },
          args: ['-c', AGENT],
          tmux: false,
        });
        assert.ok(plan.kind === 'possible' && plan.followUp);
        await fixture.start('a', plan.program, {
          dimensions: SIZE,
          afterExit: 'shell',
          followUp: plan.followUp,
        });
        await requireUsable();
      });
    });
  }

  function common(shell: string) {
    const env = { ...home.env, PS1: '$ ' };
    const afterExit = 'shell' as const;
    return { shell: describeShell(requireShell(shell)), afterExit, cwd: home.path, env };
  }

  /** Asserts that the shell shows a prompt and typed text, and that its programs have a sane terminal. */
  async function requireUsable(): Promise<void> {
    const { seen, attachment } = await fixture.watch('a');
    await fixture.shows('a', /[$>#]/);
    attachment.write('echo "it is 4"2; cat\r');
    await fixture.shows('a', /^it is 42$/m);
    attachment.write('straight é\x7fe\r');
    const text = await fixture.shows('a', /^straight e\nstraight e$/m);
    assert.match(text, /^it is 42$/m);
    const viewer = createViewer(SIZE);
    feed(viewer, seen.text);
    const { isAlternate, modes, mouse, charset } = stateOf(viewer);
    viewer.dispose();
    const { applicationCursorKeys, sendFocus, bracketedPasteMode, isCursorHidden } =
      modes as Record<string, boolean>;
    assert.deepEqual(
      {
        isAlternate,
        mouse,
        charset,
        applicationCursorKeys,
        sendFocus,
        bracketedPasteMode,
        isCursorHidden,
      },
      {
        isAlternate: false,
        mouse: ['NONE', 'DEFAULT'],
        charset: undefined,
        applicationCursorKeys: false,
        sendFocus: false,
        bracketedPasteMode: false,
        isCursorHidden: false,
      },
    );
  }
});
