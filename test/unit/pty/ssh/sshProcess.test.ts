import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { PtyExit } from '../../../../src/pty/ptyProcess';
import type { SshDelivery } from '../../../../src/pty/ssh/sshLine';
import { SshSpawner } from '../../../../src/pty/ssh/sshSpawner';
import { FakePtySpawner, type FakePtyProcess } from '../../../support/pty/fakePty';
import { ManualClock } from '../../../support/manualClock';

const DELIVERY: SshDelivery = {
  ...{ nonce: 'abc', script: 'first', again: 'again', cwd: '/x' },
  end: { args: [], hint: "ssh host 'end it'" },
};
/** The notice, which is logged, has no arguments of `ssh`; the terminal shows them. */
const LEFT = 'The session continues in tmux on host: start it again to return to it.';
const SHOWN =
  "[The session continues in tmux on host: start it again to return to it, or end it there with ssh host 'end it']\r\n";
const LEFT_BEHIND: PtyExit = { exitCode: 255, signal: undefined, continuesRemotely: true };
const report = (word: string): string => `\x1b]7749;abc;${word}\x07`;

class World {
  readonly inner = new FakePtySpawner();
  readonly clock = new ManualClock();
  readonly notices: string[] = [];
  readonly exits: PtyExit[] = [];
  shown = '';
  readonly process;

  constructor(delivery: SshDelivery | undefined = DELIVERY) {
    const spawner = new SshSpawner({ spawner: this.inner, clock: this.clock });
    const ssh = { target: 'host', delivery };
    const program = { file: 'ssh', args: ['-tt', 'host'], cwd: '/', env: {}, ssh };
    this.process = spawner.spawn({ ...program, cols: 80, rows: 24 });
    this.process.onData((chunk) => (this.shown += Buffer.from(chunk).toString()));
    this.process.onExit((exit) => this.exits.push(exit));
    this.process.onDidNotice?.((notice) => this.notices.push(notice));
  }

  get line(): FakePtyProcess {
    const line = this.inner.processes.at(-1);
    assert.ok(line);
    return line;
  }

  arrive(): void {
    this.line.print(report('ready') + report('started'));
  }

  drop(words = 'client_loop: send disconnect: Broken pipe\r\n'): void {
    this.line.print(words);
    this.line.end(255);
  }
}

describe('SshProcess', () => {
  it('sends its script when the remote machine is ready, and only once', () => {
    const world = new World();
    world.line.print('password: ');
    assert.equal(world.line.written, '');
    world.line.print(`welcome ${report('ready')}`);
    assert.equal(world.line.written, '\nabc-begin\nfirst\nabc-end\n');
    world.line.print(report('ready'));
    assert.equal(world.line.written, '\nabc-begin\nfirst\nabc-end\n');
    assert.equal(world.shown, 'password: welcome ');
  });

  it('lets the remote machine continue each time that it waits', () => {
    const world = new World();
    world.arrive();
    world.line.print(report('hold'));
    assert.match(world.line.written, /abc-end\n\nabc-go\n$/);
    world.drop();
    world.clock.advance(500);
    world.arrive();
    world.line.print(report('hold'));
    assert.match(world.line.written, /abc-end\n\nabc-go\n$/);
  });

  it('sends no script on a report with another nonce', () => {
    const world = new World({ ...DELIVERY, nonce: 'other' });
    world.line.print(report('ready'));
    assert.equal(world.line.written, '');
  });

  it('emits the exit code of the remote program unchanged, even 255', () => {
    const world = new World();
    world.arrive();
    world.line.print(report('exit:255'));
    world.line.end(255);
    assert.deepEqual(world.exits, [{ exitCode: 255, signal: undefined }]);
    assert.deepEqual(world.notices, []);
    assert.equal(world.clock.pendingTimers, 0);
  });

  it('reports why a login failed, and does not retry', () => {
    const world = new World();
    world.line.print('ada@host: Permission denied (publickey).\r\n');
    world.line.end(255);
    assert.deepEqual(world.exits.length, 1);
    assert.match(world.notices.join(), /^host refuses the login/);
    assert.match(world.shown, /\[host refuses the login: [^\]]*\.\]\r\n$/);
  });

  it('reconnects a dropped connection five times with growing delays, then ends', () => {
    const world = new World();
    world.arrive();
    world.drop();
    for (const [index, delay] of [500, 1_000, 2_000, 4_000, 8_000].entries()) {
      assert.match(
        world.notices.at(-1) ?? '',
        new RegExp(`Connecting again \\(${index + 1} of 5\\)`),
      );
      assert.equal(world.inner.processes.length, index + 1);
      world.clock.advance(delay - 1);
      assert.equal(world.inner.processes.length, index + 1);
      world.clock.advance(1);
      assert.equal(world.inner.processes.length, index + 2);
      assert.deepEqual(world.exits, []);
      world.drop('ssh: connect to host host port 22: Connection refused\r\n');
    }
    assert.deepEqual(world.exits, [LEFT_BEHIND]);
    assert.match(world.notices.at(-2) ?? '', /^host refuses the connection/);
    assert.equal(world.notices.at(-1), LEFT);
    assert.ok(world.shown.endsWith(SHOWN), world.shown);
    assert.equal(world.clock.pendingTimers, 0);
  });

  it('returns to the remote session at the current size, and restarts the count of attempts', () => {
    const world = new World();
    world.arrive();
    world.drop();
    assert.match(world.shown, /until then only Ctrl-C is accepted/);
    world.process.write(Buffer.from('unseen'));
    world.process.resize({ cols: 100, rows: 30 });
    world.clock.advance(500);
    assert.deepEqual([world.line.spec.cols, world.line.spec.rows], [100, 30]);
    assert.deepEqual(world.line.spec.args, ['-tt', 'host']);
    assert.equal(world.process.pid, world.line.pid);
    world.arrive();
    assert.equal(world.line.written, '\nabc-begin\nagain\nabc-end\n');
    world.process.write(Buffer.from('x'));
    assert.match(world.line.written, /x$/);
    world.drop();
    assert.match(world.notices.at(-1) ?? '', /\(1 of 5\)/);
  });

  interface Stop {
    readonly what: string;
    readonly end: (world: World) => void;
    readonly exit: PtyExit;
    /** The notices that follow. */
    readonly notices: readonly string[];
  }

  const NO_MORE: readonly Stop[] = [
    {
      what: 'Ctrl-C, and reports that the session continues',
      end: ({ process }) => process.write(Buffer.from('\x03')),
      exit: LEFT_BEHIND,
      notices: [LEFT],
    },
    {
      what: 'forgoReconnect(), and reports nothing',
      end: ({ process }) => process.forgoReconnect?.(),
      exit: { exitCode: 255, signal: undefined },
      notices: [],
    },
  ];
  for (const { what, end, exit, notices } of NO_MORE) {
    it(`stops waiting on ${what}`, () => {
      const world = new World();
      world.arrive();
      world.drop();
      world.process.write(Buffer.from('other keys'));
      assert.deepEqual(world.exits, []);
      assert.match(world.notices.at(-1) ?? '', /only Ctrl-C is accepted, which cancels\.$/);
      end(world);
      assert.deepEqual(world.exits, [exit]);
      assert.deepEqual(world.notices.slice(1), notices);
      assert.equal(world.clock.pendingTimers, 0);
    });
  }

  const ENDS: readonly (readonly [what: string, delivery: SshDelivery, words: string])[] = [
    [
      'ends with its connection',
      { ...DELIVERY, again: undefined },
      report('ready') + report('started'),
    ],
    ['has no tmux', DELIVERY, report('ready') + report('notmux') + report('started')],
    ['never started', DELIVERY, report('ready')],
  ];
  for (const [what, delivery, words] of ENDS) {
    it(`does not reconnect if the session ${what}`, () => {
      const world = new World(delivery);
      world.line.print(words);
      world.drop();
      assert.deepEqual(world.exits, [{ exitCode: 255, signal: undefined }]);
      assert.doesNotMatch(world.shown, /session continues/);
      assert.equal(world.clock.pendingTimers, 0);
    });
  }

  it('does not report a remaining session once it is gone', () => {
    const world = new World();
    world.arrive();
    world.drop();
    world.clock.advance(500);
    world.line.print(report('ready') + report('gone'));
    world.drop();
    assert.deepEqual(world.exits, [{ exitCode: 255, signal: undefined }]);
    assert.doesNotMatch(world.shown, /session continues/);
  });

  it('reports why it cannot reconnect', () => {
    const world = new World();
    world.arrive();
    world.drop();
    world.inner.failWith = new SessionError('SPAWN_FAILED', 'No process is left to give.');
    world.clock.advance(500);
    assert.deepEqual(world.notices.slice(1), ['No process is left to give.', LEFT]);
    assert.deepEqual(world.exits, [LEFT_BEHIND]);
  });

  it('does not retry after a permanent failure', () => {
    const world = new World();
    world.arrive();
    world.drop();
    world.clock.advance(500);
    world.drop('Host key verification failed.\r\n');
    assert.deepEqual(world.exits, [LEFT_BEHIND]);
    assert.equal(world.notices.at(-1), LEFT);
  });

  it('reports what the remote machine does not support, and continues', () => {
    const world = new World();
    world.line.print(report('ready') + report('nosocket') + report('started'));
    assert.match(world.notices.join(), /^host refuses to forward a socket/);
    assert.match(world.shown, /\[host refuses to forward a socket/);
    assert.deepEqual(world.exits, []);
  });

  it('releases its timer and its program on dispose()', () => {
    const world = new World();
    world.arrive();
    world.drop();
    world.process.dispose();
    assert.equal(world.clock.pendingTimers, 0);
    assert.deepEqual(world.exits, []);
    const other = new World();
    other.process.dispose();
    assert.equal(other.line.disposed, true);
  });

  it('stays paused on a new connection until resume()', () => {
    const world = new World();
    world.arrive();
    world.process.pause();
    assert.equal(world.line.paused, true);
    world.drop();
    world.clock.advance(500);
    assert.equal(world.line.paused, true);
    world.process.resume();
    assert.equal(world.line.paused, false);
  });

  it('passes other programs to the inner spawner', () => {
    const inner = new FakePtySpawner();
    const spawner = new SshSpawner({ spawner: inner, clock: new ManualClock() });
    const spec = { file: 'ls', args: [], cwd: '/', env: {}, cols: 80, rows: 24 };
    assert.equal(spawner.spawn(spec), inner.processes[0]);
  });
});
