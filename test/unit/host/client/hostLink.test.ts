import assert from 'node:assert/strict';
import { HostLink, inputOf } from '../../../../src/host/client/hostLink';
import { INPUT_WAIT_MS, WAITING_INPUT_BYTES } from '../../../../src/host/client/limits';
import type { Frame } from '../../../../src/host/protocol/frame';
import { toJsonFrame } from '../../../../src/host/protocol/peer';
import { ManualClock } from '../../../support/manualClock';

describe('HostLink', () => {
  let clock: ManualClock;
  let link: HostLink;
  let sent: string[];
  let warnings: string[];
  let answer: () => void;
  const connection = {
    waiting: 0,
    note() {},
    send: ({ kind, content }: Frame) => sent.push(`${kind} ${Buffer.from(content).toString()}`),
    ping: () => new Promise<void>((resolve) => (answer = resolve)),
  };
  const keys = (text: string, stream = 1): Frame => ({
    ...{ kind: 'typedText', stream, content: Buffer.from(text) },
  });

  beforeEach(() => {
    clock = new ManualClock();
    [sent, warnings, answer] = [[], [], () => {}];
    link = new HostLink(clock, (message) => warnings.push(message));
    connection.waiting = 0;
  });
  afterEach(() => {
    link.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('sends input at once, and once', () => {
    link.open(connection);
    link.send('a', keys('1'));
    link.close();
    link.open(connection);
    link.sendWaiting();
    assert.deepEqual(sent, ['typedText 1']);
  });

  it('sends input from without a connection over the next one, in order', () => {
    link.send('a', keys('1'));
    link.post('a', { note: 'relabel', id: 'a', label: 'A' });
    clock.advance(INPUT_WAIT_MS - 1);
    link.open(connection);
    link.sendWaiting();
    link.send('a', keys('2'));
    assert.deepEqual(sent.length, 3);
    assert.deepEqual([sent[0], sent[2], warnings], ['typedText 1', 'typedText 2', []]);
  });

  it('keeps other messages until the next connection, without a word', () => {
    link.post('a', { note: 'relabel', id: 'a', label: 'A' });
    link.send('a', keys('1'));
    clock.advance(INPUT_WAIT_MS);
    assert.equal(warnings.length, 1);
    link.open(connection);
    link.sendWaiting();
    assert.equal(sent.length, 1);
    assert.match(sent[0] ?? '', /relabel/);
    link.close();
    link.open(connection);
    assert.equal(warnings.length, 1);
  });

  it('drops what waits for a session that has ended, whose id another one may get', () => {
    link.send('a', keys('1'));
    link.send('b', keys('2'));
    link.handleVanished('a');
    link.open(connection);
    link.sendWaiting();
    assert.deepEqual(sent, ['typedText 2']);
  });

  it('refuses input that waits too long, with one sentence', () => {
    link.send('a', keys('1'));
    link.send('b', keys('2'));
    clock.advance(INPUT_WAIT_MS);
    link.open(connection);
    link.sendWaiting();
    assert.deepEqual(sent, []);
    assert.deepEqual(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^What was typed into a, b was not sent because .*\.$/);
  });

  it('reports input whose fate is unknown after another connection was made, unless a later ping was answered', async () => {
    link.open(connection);
    link.send('a', keys('1'));
    const confirming = link.ping();
    link.send('b', keys('2'));
    answer();
    await confirming;
    link.close();
    assert.deepEqual(warnings, [], 'the host may have ended, and its sessions with it');
    link.open(connection);
    assert.match(warnings[0] ?? '', /was typed into b in the last seconds before may not have/);
    link.close();
    link.open(connection);
    assert.equal(warnings.length, 1);
  });

  it('passes the waiting input of a viewer that has left to its session', () => {
    link.send('a', keys('1'));
    link.send('a', keys('2', 2));
    link.handleDetached(1);
    link.open(connection);
    link.sendWaiting();
    const { content } = toJsonFrame('note', inputOf('a', Buffer.from('1')));
    assert.deepEqual(sent, [`note ${Buffer.from(content).toString()}`, 'typedText 2']);
  });

  for (const isConnected of [true, false]) {
    it(`refuses input above its limit ${isConnected ? 'with' : 'without'} a connection, once with a sentence`, () => {
      if (isConnected) {
        link.open(connection);
        connection.waiting = WAITING_INPUT_BYTES;
      } else {
        link.send('a', keys('x'.repeat(WAITING_INPUT_BYTES)));
      }
      link.send('a', keys('y'));
      link.send('a', keys('z'));
      assert.deepEqual(warnings.length, 1);
      assert.match(warnings[0] ?? '', /was refused because the session host has not read/);
      connection.waiting = 0;
      link.open(connection);
      link.sendWaiting();
      link.send('a', keys('on'));
      assert.equal(sent.at(-1), 'typedText on');
      assert.ok(!sent.includes('typedText y'));
    });
  }

  it('forgets the input of sessions that have ended', () => {
    link.send('a', keys('1'));
    link.clear();
    link.open(connection);
    link.sendWaiting();
    assert.deepEqual([sent, warnings], [[], []]);
  });
});
