import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { programSpec } from '../../../support/pty/realPty';
import { readStartTime } from '../../../../src/base/readStartTime';
import { isRunning } from '../../../support/isRunning';
import {
  createShellHome,
  needsShell,
  requireShell,
  type ShellHome,
} from '../../../support/pty/shellHome';
import { useTmux, withTmux } from '../../../support/pty/useTmux';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { WindowSessions } from '../../../../src/pty/windowSessions';
import { quoteForShell } from '../../../../src/pty/shell/quoteForShell';
import { planShellStart } from '../../../../src/pty/shell/shellPlan';
import { describeShell } from '../../../../src/pty/shell/shells';
import { TMUX_FILES } from '../../../../src/pty/tmux/tmuxFileNames';
import type { AfterExit } from '../../../../src/pty/spawnMode';

const ID = 'x-main-a';
const NONCE = 'n0nce';
const LONGER = 'x-main-ab';

describe('a session in tmux, across windows,', function () {
  this.timeout(30_000);
  const tmux = useTmux();

  /** Opens a window that continues the session. */
  const reopen = async (id = ID): Promise<WindowSessions> => {
    const window = tmux.openWindow();
    await window.create(await tmux.found(id));
    return window;
  };

  it('continues, and the next window shows the same screen with its scrollback', async () => {
    const first = tmux.openWindow();
    await tmux.sh(
      first,
      ID,
      `i=0; while [ $i -lt 300 ]; do i=$((i + 1)); printf '\\033[3%dmrow %d\\033[0m \u4f60\\n' $((i % 8)) $i; done
printf '%0200d\\n' 7; printf 'prompt> '; read x; echo got-"$x"; exec cat`,
    );
    await tmux.shows(first, ID, 'prompt>');
    const before = await stateSeenBy(first);
    await first.shutdown(4000);
    assert.equal(await tmux.isThere(ID), true);
    const second = await reopen();
    await tmux.shows(second, ID, 'prompt>');
    assert.deepEqual(await stateSeenBy(second), before);
    second.find(ID)?.write('again\r');
    await tmux.shows(second, ID, 'got-again');
  });

  it('restores an alternate screen, its modes and the normal screen', async () => {
    const first = tmux.openWindow();
    await tmux.sh(
      first,
      ID,
      `seq 40; printf '\\033[?1049h\\033[H\\033[44mfull\\033[0m\\033[?1000h\\033[?1006h\\033[?1h\\033[?2004h\\033[?25l\\033]2;a title\\007\\033[5;9Hready'; read x; printf '\\033[?1049l'; echo back; exec cat`,
    );
    await tmux.shows(first, ID, 'ready');
    const before = await stateSeenBy(first);
    await first.shutdown(4000);
    const second = await reopen();
    await tmux.shows(second, ID, 'ready');
    assert.deepEqual(await stateSeenBy(second), before);
    assert.equal((await requireSession(second, ID).screen()).title, 'a title');
    second.find(ID)?.write('\r');
    assert.match(await tmux.shows(second, ID, 'back'), /\n30\n31\n/);
  });

  it('receives input that was typed as its window closed, and keeps its modes', async () => {
    const first = tmux.openWindow();
    await tmux.sh(first, ID, `printf '\\033[?2004h'; echo ready; read x; echo got-"$x"; exec cat`);
    await tmux.shows(first, ID, 'ready');
    first.find(ID)?.write('last words\r');
    await first.shutdown(4000);
    const second = await reopen();
    await tmux.shows(second, ID, 'got-last words');
    assert.match(JSON.stringify(await stateSeenBy(second)), /"bracketedPasteMode":true/);
  });

  it('reports an exit code that no window saw, with the last screen', async () => {
    const first = tmux.openWindow();
    const letGo = join(tmux.home, 'let go');
    const script = `echo ready; ${untilThere(letGo)}; echo last-"words"; exit 5`;
    await tmux.sh(first, ID, script);
    await tmux.shows(first, ID, 'ready');
    await first.shutdown(4000);
    writeFileSync(letGo, '');
    await waitFor(async () => (await tmux.sessions().list()).some(({ hasEnded }) => hasEnded), {
      limitMs: 10_000,
      what: 'the end of the program',
    });
    const second = await reopen();
    const { exitCode, createdAt } = await tmux.ends(second, ID);
    assert.deepEqual([exitCode, createdAt], [5, '2026-01-02T03:04:05.000Z']);
    assert.match(await requireSession(second, ID).text(), /last-words/);
    assert.equal(await tmux.isThere(ID), false);
  });

  it('is ended by its exact name, with all programs that it started', async () => {
    const window = tmux.openWindow();
    const env = { AGENT_TERMINALS_SESSION_MARKER: tmux.marker };
    const script = `trap '' HUP; setsid sleep 1000 & echo child-$!; wait; sleep 1000`;
    await tmux.sh(window, ID, script, { env });
    await tmux.sh(window, LONGER, 'echo ready; exec cat');
    await tmux.shows(window, LONGER, 'ready');
    const child = Number(/child-(\d+)/.exec(await tmux.shows(window, ID, /child-\d+/))?.[1]);
    await window.find(ID)?.kill();
    assert.deepEqual([await tmux.isThere(ID), await tmux.isThere(LONGER)], [false, true]);
    await waitFor(() => !isRunning(child), { limitMs: 5000, what: 'the end of its child' });
    assert.equal(window.get(LONGER)?.state === 'terminated', false);
    assert.equal(tmux.leftFiles().length, 1);
    assert.deepEqual(tmux.complaints, []);
  });

  it('is ended at once by SIGKILL', async () => {
    const window = tmux.openWindow();
    await tmux.sh(window, ID, `trap '' HUP TERM; echo ready-$$; while :; do sleep 0.1; done`);
    const program = Number(/ready-(\d+)/.exec(await tmux.shows(window, ID, /ready-\d+/))?.[1]);
    window.find(ID)?.signal('SIGKILL');
    const { exitSignal, isLost } = await tmux.ends(window, ID);
    assert.deepEqual([exitSignal, isLost], ['SIGKILL', false]);
    assert.equal(await tmux.isThere(ID), false);
    const isThere = (): boolean => readStartTime(program) !== undefined;
    await waitFor(() => !isThere(), { limitMs: 5000, what: `the end of its program ${program}` });
  });

  for (const how of ['kill-server', 'SIGKILL']) {
    it(`reports that it was lost with its server: ${how}`, async () => {
      const window = tmux.openWindow();
      await tmux.sh(window, ID, 'echo ready; exec cat');
      await tmux.shows(window, ID, 'ready');
      if (how === 'SIGKILL') {
        process.kill(Number(await tmux.tmux('display-message', '-p', '#{pid}')), 'SIGKILL');
      } else {
        await tmux.tmux('kill-server');
      }
      const { isLost, exitSignal } = await tmux.ends(window, ID);
      assert.deepEqual([isLost, exitSignal], [true, 'SIGHUP']);
      assert.match(await requireSession(window, ID).text(), /does not exist in tmux any more/);
      assert.deepEqual(tmux.leftFiles(), []);
    });
  }

  it('starts its fallback in tmux, too', async () => {
    const window = tmux.openWindow();
    const program = programSpec('/bin/sh', ['-c', 'echo second; exec cat']);
    const fallback = { exec: 'second', program, notice: 'A new one.' };
    await tmux.sh(window, ID, 'exit 3', { fallback });
    await tmux.shows(window, ID, 'second');
    assert.equal(await tmux.isThere(ID), true);
    assert.equal(window.get(ID)?.fellBack, true);
  });

  it('moves to the window that attaches last', async () => {
    const first = tmux.openWindow();
    await tmux.sh(first, ID, 'echo ready; exec cat');
    await tmux.shows(first, ID, 'ready');
    const second = await reopen();
    await tmux.shows(second, ID, 'ready');
    await tmux.ends(first, ID);
    assert.match(await requireSession(first, ID).text(), /taken over this session/);
    second.find(ID)?.write('on\r');
    await tmux.shows(second, ID, /on\non/);
  });

  it('is listed with its label and folder, and can be ended from the list', async () => {
    const window = tmux.openWindow();
    await tmux.sh(window, ID, 'echo ready; exec cat');
    await tmux.shows(window, ID, 'ready');
    const sessions = tmux.sessions();
    const [found] = await sessions.list();
    assert.ok(found);
    assert.equal(found.spec.folder, 'file:///f');
    assert.deepEqual(
      [
        found.isAttached,
        found.hasEnded,
        found.isDirectoryGone,
        found.spec.label,
        found.spec.folder,
      ],
      [true, false, false, window.get(ID)?.label, 'file:///f'],
    );
    await sessions.kill(found.spec);
    assert.equal(await tmux.isThere(ID), false);
    assert.deepEqual(await sessions.list(), []);
  });

  for (const name of ['bash', 'zsh', 'fish', 'sh']) {
    describe(`with an agent in ${name}`, () => {
      needsShell(name);
      let home: ShellHome;
      beforeEach(() => {
        home = createShellHome();
        // Otherwise fish generates these in the background, which takes long.
        home.write('.local/share/fish/generated_completions/made', '');
      });
      afterEach(async () => {
        await tmux.endAll();
        home.dispose();
      });

      const start = (window: WindowSessions, script: string, afterExit: AfterExit) => {
        const path = requireShell(name);
        const file = home.write('agent', `#!/bin/sh\n${script}\n`, 0o755);
        const { program } = planShellStart({
          ...{ shell: describeShell(path), shellSetup: '', afterExit, cwd: home.path, tmux: true },
          command: { kind: 'program', file, args: [] },
          env: { ...home.env, AGENT_TERMINALS_SESSION_MARKER: tmux.marker },
          exitMarker: { path: join(home.path, 'markers', 'one'), text: NONCE },
        });
        return window.create(tmux.specOf(ID, program, { afterExit, exitMarkerNonce: NONCE }));
      };

      it('reports its status, and continues as a shell', async () => {
        const window = tmux.openWindow();
        await start(window, 'exit 42', 'shell');
        await waitFor(() => window.get(ID)?.agentExitCode === 42, {
          limitMs: 10_000,
          what: "the agent's status",
        });
        window.find(ID)?.write('echo shell-"here"; exit 6\r');
        const { exitCode } = await tmux.ends(window, ID);
        assert.equal(exitCode, 6);
      });

      /** Starts an agent that exits with 43 once the file `letGo` exists, and ends its window. */
      const outlive = async (): Promise<{ readonly letGo: string; readonly status: string }> => {
        const first = tmux.openWindow();
        const letGo = join(home.path, 'let go');
        await start(first, `echo ready; ${untilThere(letGo)}; exit 43`, 'shell');
        await tmux.shows(first, ID, 'ready');
        await first.shutdown(4000);
        const [instance] = tmux.leftFiles();
        return { letGo, status: join(tmux.server.directory, instance ?? '', TMUX_FILES.agentExit) };
      };

      const waitForStatus = async (window: WindowSessions): Promise<void> => {
        await waitFor(() => window.get(ID)?.agentExitCode === 43, {
          limitMs: 10_000,
          what: "the agent's status",
        });
        assert.equal(window.get(ID)?.state === 'terminated', false);
      };

      it('reports its status if it ended while no window was open', async () => {
        const { letGo, status } = await outlive();
        writeFileSync(letGo, '');
        await waitFor(() => existsSync(status) && readFileSync(status, 'utf8') === `${NONCE};43`, {
          limitMs: 10_000,
          what: 'the end of the agent',
        });
        await waitForStatus(await reopen());
      });

      it('reports its status if it ends while a window attaches', async () => {
        const { letGo, status } = await outlive();
        // By then the window has found the session, but receives nothing from it yet.
        const file = home.write(
          'tmux',
          `#!/bin/sh
case " $* " in
*' attach-session '*) : >${quoteForShell(letGo)}; ${untilThere(status)} ;;
esac
exec ${quoteForShell(tmux.server.file)} "$@"
`,
          0o755,
        );
        const second = tmux.openWindow();
        await second.create(withTmux(await tmux.found(ID), file));
        await waitForStatus(second);
      });

      it('ends with its status', async () => {
        const window = tmux.openWindow();
        await start(window, 'kill -TERM $$', 'close');
        const { agentExitCode, exitCode } = await tmux.ends(window, ID);
        const status = 128 + constants.signals.SIGTERM;
        assert.deepEqual([agentExitCode, exitCode], [status, status]);
      });
    });
  }
});

/** A shell command that waits until a file exists. */
function untilThere(path: string): string {
  return `until [ -e ${quoteForShell(path)} ]; do sleep 0.05; done`;
}

/** The state of a terminal in that window, including the rows above the screen. */
async function stateSeenBy(window: WindowSessions): Promise<unknown> {
  const viewer = createViewer(window.get(ID)?.dimensions ?? assert.fail('no session'));
  const attachment = await requireSession(window, ID).attach({
    onData: (data) => feed(viewer, data),
    onExit: () => undefined,
  });
  const text = await requireSession(window, ID).text({ scrollback: 1000 });
  const above = text.split('\n').length;
  await waitFor(() => viewer.buffer.normal.length + 5 >= Math.min(above, 1000), {
    limitMs: 5000,
    what: () => `${above} rows; the terminal has ${viewer.buffer.normal.length}`,
  });
  attachment.dispose();
  return stateOf(viewer);
}
