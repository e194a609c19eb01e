import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createViewer, feed } from '../../../support/pty/terminalState';
import { useTmux } from '../../../support/pty/useTmux';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const ID = 'x-main-a';
const SIZE = { cols: 80, rows: 24 };

describe('a session in tmux', function () {
  this.timeout(90_000);
  const tmux = useTmux();

  const ends = [
    ['exit 0', [0, null]],
    ['exit 7', [7, null]],
    ['kill -KILL $$', [137, null]],
    ['kill -TERM $$', [143, null]],
    ['kill -SEGV $$', [139, null]],
    ['kill -HUP $$', [129, null]],
  ] as const;
  for (const [script, [exitCode, exitSignal]] of ends) {
    it(`shows the output of its program, and ends with its status: ${script}`, async () => {
      const window = tmux.openWindow();
      await tmux.sh(window, ID, `echo hello-$((40 + 2)); ${script}`);
      const info = await tmux.ends(window, ID);
      assert.deepEqual(
        [info.exitCode, info.exitSignal, info.isLost, info.persistence],
        [exitCode, exitSignal, false, 'tmux'],
      );
      assert.match(await requireSession(window, ID).text(), /hello-42/);
      assert.equal(await tmux.isThere(ID), false);
      assert.deepEqual(tmux.leftFiles(), []);
    });
  }

  it('has exactly its own environment, which neither a file nor the server keeps', async () => {
    const window = tmux.openWindow();
    const env = {
      VALUE: `it's "$HOME" \`id\` $(id)\n\\line; two\t\u00e4\u{1f600} #{pane_id} %H`,
      'ODD(NAME)': 'odd=1',
      UID: '77',
      AGENT_TERMINALS_SESSION_MARKER: tmux.marker,
    };
    const dump = (name: string): string => join(tmux.home, name);
    const script = (name: string): string =>
      `cat /proc/$$/environ >${dump(name)}; echo dumped; exec cat`;
    await tmux.sh(window, ID, script('one'), { env });
    await tmux.shows(window, ID, 'dumped');
    await tmux.sh(window, 'x-main-b', script('two'), { env: { OTHER: 'b' } });
    await tmux.shows(window, 'x-main-b', 'dumped');
    const one = readEnvironment(dump('one'));
    const two = readEnvironment(dump('two'));
    for (const [name, value] of Object.entries(env)) {
      assert.equal(one.get(name), value);
      assert.equal(two.get(name), undefined);
    }
    assert.equal(two.get('OTHER'), 'b');
    assert.deepEqual(
      [one.get('TMUX'), one.get('TMUX_PANE'), one.get('COLORTERM')],
      [undefined, undefined, 'truecolor'],
    );
    assert.match(one.get('TERM') ?? '', /^(?:tmux|xterm)-256color$/);
    const server = Number(await tmux.tmux('display-message', '-p', '#{pid}'));
    assert.doesNotMatch(readFileSync(`/proc/${server}/environ`, 'utf8'), /VALUE|MARKER|OTHER/);
    assert.doesNotMatch((await tmux.tmux('show-environment', '-g')) ?? '', /VALUE|MARKER|OTHER/);
    const directory = join(tmux.server.directory, tmux.leftFiles()[0] ?? '');
    assert.equal(existsSync(join(directory, 'start')), false);
    assert.equal(statSync(join(directory, 'facts.json')).mode & 0o777, 0o600);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
    assert.equal(statSync(tmux.server.directory).mode & 0o777, 0o700);
  });

  it('refuses to write its environment to a directory that is a link', async () => {
    const window = tmux.openWindow();
    const elsewhere = join(tmux.home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, tmux.server.directory);
    await assert.rejects(tmux.sh(window, ID, 'exec cat'), {
      code: 'SPAWN_FAILED',
      message:
        /tmux is not a directory of your own\): free space there, or correct its permissions/,
    });
    assert.deepEqual(readdirSync(elsewhere), []);
  });

  it('ignores the tmux configuration of the person, and has its own server', async () => {
    writeFileSync(join(tmux.home, '.tmux.conf'), `run-shell 'touch ${tmux.home}/read'\n`);
    process.env['TMUX'] = '/tmp/elsewhere,1,0';
    try {
      const window = tmux.openWindow();
      await tmux.sh(window, ID, 'echo ready; exec cat');
      await tmux.shows(window, ID, 'ready');
    } finally {
      delete process.env['TMUX'];
    }
    assert.equal(existsSync(join(tmux.home, 'read')), false);
    assert.equal((await tmux.tmux('show-options', '-gv', 'status'))?.trim(), 'off');
    assert.equal(await tmux.isThere(ID), true);
  });

  it('passes every key to its program, including prefixes of tmux and escapes', async () => {
    const window = tmux.openWindow();
    await tmux.sh(
      window,
      ID,
      'stty raw -echo; echo ready; dd bs=1 count=9 2>/dev/null | od -An -c',
    );
    await tmux.shows(window, ID, 'ready');
    window.find(ID)?.write('\x02');
    window.find(ID)?.write('\x02d');
    window.find(ID)?.write('\x1b');
    window.find(ID)?.write('\x1b[A\x1d');
    window.find(ID)?.write('\x00');
    await tmux.shows(window, ID, /002\s+002\s+d\s+033\s+033\s+\[\s+A\s+035\s+\\0/);
  });

  it('passes true colours, wide characters and titles', async () => {
    const window = tmux.openWindow();
    const titles: string[] = [];
    window.onDidSignal(({ code, data }) => void (code <= 2 && titles.push(data)));
    await tmux.sh(
      window,
      ID,
      `printf '\\033[38;2;1;2;3mcolour\\033[0m \u{1f600}|\u4f60\u597d|a\u0308 end'; printf '\\033]2;at 50%% %%H #[fg=red]#S\\007'; exec cat`,
    );
    await tmux.shows(window, ID, `colour \u{1f600}|\u4f60\u597d|a\u0308 end`);
    assert.match(await requireSession(window, ID).colouredText(), /38[;:]2[;:]+1[;:]2[;:]3m/);
    await waitFor(() => titles.includes('at 50% %H #[fg=red]#S'), {
      limitMs: 5000,
      what: () => `the title; there were ${JSON.stringify(titles)}`,
    });
    assert.equal((await requireSession(window, ID).screen()).title, 'at 50% %H #[fg=red]#S');
  });

  it('passes Program Status, progress and keyboard flags, which tmux does not support', async () => {
    const window = tmux.openWindow();
    const signals: string[] = [];
    window.onDidSignal(({ code, data }) => void signals.push(`${code};${data}`));
    const status = '{"state":"working"}';
    await tmux.sh(
      window,
      ID,
      `printf '\\033]7501;${status}\\007\\033]9;4;1;40\\007\\033[>1u'; stty raw -echo; echo ready; dd bs=1 count=5 2>/dev/null | od -An -c; exec cat`,
    );
    await waitFor(() => ['7501;', '9;4;1;40'].every((one) => signals.join().includes(one)), {
      limitMs: 5000,
      what: () => `both signals; there were ${JSON.stringify(signals)}`,
    });
    await tmux.shows(window, ID, 'ready');
    window.find(ID)?.write('\x1b[13u');
    await tmux.shows(window, ID, /033\s+\[\s+1\s+3\s+u/);
  });

  it('has the size of its viewer', async () => {
    const window = tmux.openWindow();
    await tmux.sh(window, ID, `trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done`);
    await tmux.shows(window, ID, '24 80');
    window.find(ID)?.resize({ cols: 101, rows: 33 });
    await tmux.shows(window, ID, '33 101');
  });

  it('shows the end of a flood, and keeps its scrollback', async () => {
    const window = tmux.openWindow();
    const written = join(tmux.home, 'written');
    const flood = `awk 'BEGIN { for (i = 0; i < 50000; i++) printf "%06d %073d\\n", i, i; print "the-end" }'`;
    await tmux.sh(window, ID, `${flood}; : >${written}; exec cat`, { scrollback: 2000 });
    // Repeated reads of the screen would parse all of it.
    await waitFor(() => existsSync(written), { limitMs: 60_000, what: 'the end of the flood' });
    await tmux.shows(window, ID, 'the-end');
    assert.equal((await tmux.tmux('display-message', '-p', '#{history_limit}'))?.trim(), '2000');
    assert.ok((await tmux.tmux('capture-pane', '-p', '-S', '-'))?.includes('\n048500 '));
  });

  it('keeps rows that scroll out of its screen', async () => {
    const window = tmux.openWindow();
    await tmux.sh(
      window,
      ID,
      'for i in 1 2 3 4 5 6 7 8 9; do echo "round $i"; seq 10; done; exec cat',
    );
    const text = await tmux.shows(window, ID, 'round 9');
    const viewer = createViewer(SIZE);
    const attachment = await requireSession(window, ID).attach({
      onData: (data) => feed(viewer, data),
      onExit: () => undefined,
    });
    await waitFor(() => /round 1\n1\n2\n/.test(text), { limitMs: 1000, what: () => text });
    attachment.dispose();
    assert.equal(viewer.buffer.active.type, 'normal');
    assert.ok(viewer.buffer.active.baseY > 50, `${viewer.buffer.active.baseY} rows are above`);
  });
});

function readEnvironment(path: string): ReadonlyMap<string, string> {
  const entries = readFileSync(path, 'utf8').split('\0').filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    }),
  );
}
