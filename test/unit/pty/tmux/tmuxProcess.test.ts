import assert from 'node:assert/strict';
import { CLIENT_ENDED, PAINT_WANTED } from '../../../../src/pty/tmux/tmuxMarks';
import { hashNonce } from '../../../../src/pty/shell/agentExitMarker';
import { TmuxProcess } from '../../../../src/pty/tmux/tmuxProcess';
import { FakePtySpawner } from '../../../support/pty/fakePty';

const SIZE = { cols: 80, rows: 24 };
const ATTACHED = '%session-changed $0 x\r\n';
const EMPTY = '%begin 1 1 1\r\n%end 1 1 1\r\n';

const settledMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('TmuxProcess', () => {
  function subject() {
    const spawner = new FakePtySpawner();
    spawner.spawn({ file: '/bin/sh', args: [], cwd: '/', env: {}, ...SIZE });
    const [client] = spawner.processes;
    assert.ok(client);
    const seen = { text: '', reports: {} as Record<string, string> };
    const process = new TmuxProcess(client, SIZE, {
      instanceId: 'l1',
      endHash: hashNonce('end1'),
      readAgentExit: (instanceId) => seen.reports[instanceId] ?? '',
      endAtOnce: () => {},
    });
    process.onData((chunk) => (seen.text += Buffer.from(chunk).toString()));
    return { client, process, seen };
  }

  it('holds input and sizes until tmux has the session, and sends them once', () => {
    const { client, process } = subject();
    process.write(Buffer.from('a'));
    client.print('\x1bP1000p%begin 1 2 0\r\n%end 1 2 0\r\n');
    process.write(Buffer.from('b'));
    process.resize({ cols: 90, rows: 30 });
    assert.equal(client.written, '');
    client.print(ATTACHED);
    assert.deepEqual(client.written.split('\n'), [
      'refresh-client -C 90,30',
      'wait-for -S go-l1',
      'send-keys -H 61',
      'send-keys -H 62',
      '',
    ]);
    client.print(ATTACHED);
    assert.equal(client.written.split('send-keys').length, 3);
  });

  it('shows the screen from tmux once, without output that it already contains', () => {
    const { client, seen } = subject();
    client.print(
      `${PAINT_WANTED}\x1bP1000p%output %0 early\r\n%window-renamed @0 ended\r\n${ATTACHED}`,
    );
    client.print(`%output %0 on it\r\n${EMPTY}`);
    const flags = 'l1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 0 23 24 0 title';
    client.print(`%begin 2 2 1\r\n${flags}\r\n%end 2 2 1\r\n`);
    client.print(`%begin 3 3 1\r\nrow\r\n%end 3 3 1\r\n${EMPTY}`);
    assert.equal(seen.text, '');
    client.print(`${EMPTY}%output %0 then\r\n`);
    assert.equal(seen.text, 'row\x1b[m\x1b[1;3H\x1b]2;title\x07then');
  });

  it('emits the exit of the agent before the screen, for the instance that tmux reports', () => {
    const { client, seen } = subject();
    client.print(`${PAINT_WANTED}\x1bP1000p${ATTACHED}${EMPTY}`);
    const flags = 'l0 0 0 2 0 1 0 0 0 0 1 0 0 0 0 0 23 24 0 title';
    client.print(`%begin 2 2 1\r\n${flags}\r\n%end 2 2 1\r\n`);
    client.print(`%begin 3 3 1\r\nrow\r\n%end 3 3 1\r\n${EMPTY}`);
    seen.reports = { l0: '<ended>' };
    client.print(EMPTY);
    assert.ok(seen.text.startsWith('<ended>row'), seen.text);
  });

  it('holds input after its client was killed, and redraws the screen for the next one', () => {
    const { client, process, seen } = subject();
    client.print(`\x1bP1000p${ATTACHED}%output %0 before\r\n`);
    client.print(`%begin 1 1 1\r\n${CLIENT_ENDED}`);
    const before = client.written;
    process.write(Buffer.from('a'));
    assert.equal(client.written, before, 'no client would receive it');
    client.print(`${PAINT_WANTED}\x1bP1000p${ATTACHED}${EMPTY}`);
    const flags = 'l1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 0 23 24 0 title';
    client.print(`%begin 2 2 1\r\n${flags}\r\n%end 2 2 1\r\n`);
    client.print(`%begin 3 3 1\r\nrow\r\n%end 3 3 1\r\n${EMPTY}${EMPTY}`);
    assert.equal(seen.text, 'before\x1bcrow\x1b[m\x1b[1;3H\x1b]2;title\x07');
    assert.match(client.written, /send-keys -H 61\n$/);
  });

  it('detaches on the exit report of its own instance, and passes other reports through', () => {
    const { client, seen } = subject();
    client.print(`\x1bP1000p${ATTACHED}`);
    client.print('%output %0 \\033]7749;l1;0\\007\r\n');
    assert.doesNotMatch(client.written, /detach/);
    client.print('%output %0 last\\033]7749;end1;0\\007\r\n');
    assert.match(client.written, /detach-client\n$/);
    assert.equal(seen.text, '\x1b]7749;l1;0\x07last');
  });

  it('settles once tmux has replied to all commands, including those for output before the reply', async () => {
    const { client, process } = subject();
    let isSettled = false;
    process.write(Buffer.from('a'));
    const settled = process.settle().then(() => (isSettled = true));
    const replies = async (count: number): Promise<boolean> => {
      client.print(EMPTY.repeat(count));
      await settledMicrotasks();
      return isSettled;
    };
    client.print(`\x1bP1000p${ATTACHED}`);
    const sent = client.written.trimEnd().split('\n').length;
    assert.equal(await replies(sent - 1), false);
    client.print('%output %0 \\033[?2004h\r\n');
    assert.equal(await replies(1), false, 'the mode is not stored yet');
    assert.match(client.written, /set-option \S+ 1\n$/);
    assert.equal(await replies(1), true);
    await settled;
  });

  it('settles only after the output so far, even if all commands have replies', async () => {
    const { client, process } = subject();
    client.print(`\x1bP1000p${ATTACHED}`);
    const sent = client.written.trimEnd().split('\n').length;
    client.print(EMPTY.repeat(sent));
    let isSettled = false;
    void process.settle().then(() => (isSettled = true));
    await settledMicrotasks();
    assert.equal(isSettled, false);
    assert.match(client.written, /display-message[^\n]*\n$/);
    client.print(`%output %0 \\033[?2004h\r\n${EMPTY}`);
    await settledMicrotasks();
    assert.equal(isSettled, false, 'the mode is not stored yet');
    assert.match(client.written, /set-option \S+ 1\n$/);
    client.print(EMPTY);
    await settledMicrotasks();
    assert.equal(isSettled, true);
  });

  it('settles when its client ends', async () => {
    const { client, process } = subject();
    process.write(Buffer.from('a'));
    const settled = process.settle();
    client.end();
    await settled;
  });
});
