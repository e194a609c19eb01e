import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { HostClient } from '../../../../src/host/client/hostClient';
import { isRunning } from '../../../../src/pty/liveAgent';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { useHostClient } from '../../../support/host/useHostClient';

describe('HostClient', () => {
  const fixture = useHostClient();
  const { eventsOf, make, open, spec, until, watch } = fixture;
  const program = (index = 0) => fixture.held.processOf(index);
  const types = (events: ReturnType<typeof eventsOf>) => events.map(({ type }) => type);

  describe('of a window', () => {
    it('starts no host on connect(), and lists the sessions of its folders', async () => {
      fixture.host.isThere = false;
      const first = await open();
      assert.deepEqual([first.host, first.health.state], [undefined, 'none']);
      fixture.host.isThere = true;
      await first.create(spec('a'));
      await first.create(spec('b', { folder: 'file:///home/bob' }));
      const other = make({ isOurs: ({ folder }) => folder === 'file:///home/bob' });
      const events = eventsOf(other);
      await other.connect();
      assert.deepEqual([types(events), other.list().map(({ id }) => id)], [['created'], ['b']]);
      assert.equal(other.host?.version, '1.0.0');
      await assert.rejects(watch(other, 'a'), (error) =>
        SessionError.is(error, 'SESSION_NOT_FOUND'),
      );
    });

    it('attaches a viewer as soon as its session is emitted', async () => {
      const first = await open();
      await first.create(spec('a'));
      const other = make();
      let watching: ReturnType<typeof watch> | undefined;
      other.onDidChange(({ type, session }) => {
        watching = type === 'created' ? watch(other, session.id) : watching;
      });
      await other.connect();
      const watched = await watching;
      program().print('hello');
      await until('the output', () => watched?.seen.text.includes('hello') ?? false);
      assert.equal(other.get('a')?.attachedCount, 1);
    });

    it('lists its own sessions without a folder, but not those of others', async () => {
      const isOurs = () => false;
      const [own, other] = [await open({ isOurs }), await open({ isOurs })];
      await own.create(spec('a', { folder: undefined }));
      await own.report();
      await other.report();
      assert.deepEqual([own.get('a') !== undefined, other.get('a') !== undefined], [true, false]);
    });

    it('rejects an id that another window has, even for another folder', async () => {
      const own = await open();
      const other = await open({ isOurs: () => false });
      await own.create(spec('a'));
      await assert.rejects(other.create(spec('a')), (error) =>
        SessionError.is(error, 'SESSION_EXISTS'),
      );
    });

    it('detaches on shutdown() once its input has arrived, and ends no session', async () => {
      const client = await open();
      await client.create(spec('a'));
      requireSession(client, 'a').write('typed');
      await client.shutdown(1000);
      assert.equal(program().written, 'typed');
      assert.ok(isRunning(fixture.held.backend.get('a')));
      await assert.rejects(client.create(spec('b')), (error) =>
        SessionError.is(error, 'ILLEGAL_STATE'),
      );
    });

    it('reports calls that are unanswered when it is closed as detached, and no end', async () => {
      const client = await open();
      await client.create(spec('a'));
      const session = requireSession(client, 'a');
      const calls = [session.text(), session.kill(), client.report(), client.stop()];
      client.dispose();
      const results = await Promise.allSettled(calls);
      assert.deepEqual(
        results.map(
          (result) =>
            result.status === 'rejected' && SessionError.is(result.reason) && result.reason.code,
        ),
        calls.map(() => 'DETACHED'),
      );
    });
  });

  describe('whose connection is closed', () => {
    let client: HostClient;
    beforeEach(async () => {
      client = await open();
      await client.create(spec('a'));
    });

    it('reconnects at once, and redraws its viewers, which continue', async () => {
      const { seen } = await watch(client, 'a');
      program().print('before ');
      await until('the first', () => seen.text.endsWith('before '));
      fixture.host.dropAll();
      program().print('meanwhile ');
      await until('a redraw', () => seen.text.includes('before meanwhile'));
      program().print('after');
      await until('the rest', () => seen.text.endsWith('after'));
      assert.equal(seen.text.split('after').length, 2);
    });

    it('sends each key at most once and in order, and those typed without a connection over the next one', async () => {
      const { attachment } = await watch(client, 'a');
      for (let round = 0; round < 12; round++) {
        attachment.write(`${round}.lost? `);
        requireSession(client, 'a').write(`${round}.lost? `);
        fixture.host.dropAll();
        const drops = () => fixture.log.filter((line) => line.includes('was closed'));
        await until('the end of the connection', () => drops().length > round);
        attachment.write(`${round}.1 `);
        requireSession(client, 'a').write(`${round}.2 `);
        await client.report();
      }
      await until('the last input', () => program().written.endsWith('11.2 '));
      const words = program().written.trim().split(' ');
      const kept = words.filter((word) => !word.endsWith('?'));
      assert.deepEqual(
        kept,
        Array.from({ length: 12 }, (_, round) => [`${round}.1`, `${round}.2`]).flat(),
      );
      assert.ok(words.filter((word) => word === '0.lost?').length <= 2);
    }).timeout(20_000);

    it('logs that keys may be lost that were typed just before', async () => {
      const { attachment } = await watch(client, 'a');
      attachment.write('x');
      fixture.host.dropAll();
      const isLogged = (): boolean =>
        fixture.log.some((line) => /was typed into a .* may not have arrived/.test(line));
      await until('the sentence', isLogged);
    });

    it('sends the input of a viewer that has detached meanwhile', async () => {
      const { attachment } = await watch(client, 'a');
      fixture.host.dropAll();
      await until('the end of the connection', () => fixture.log.length > 0);
      attachment.write('last words');
      attachment.dispose();
      await until('the last words', () => program().written === 'last words');
      await until('the viewer to detach', () => client.get('a')?.attachedCount === 0);
    });

    it('receives a redraw that was requested meanwhile, and the output after it', async () => {
      const { seen, attachment } = await watch(client, 'a');
      program().print('shown');
      await requireSession(client, 'a').text();
      attachment.fallBehind();
      fixture.host.dropAll();
      const drawn = await new Promise<string>((resolve) => attachment.redraw('all', resolve));
      assert.match(drawn, /shown/);
      program().print('after');
      await until('the output after it', () => seen.text.endsWith('after'));
    });

    it('emits the exit of a session that ended meanwhile', async () => {
      const { seen } = await watch(client, 'a');
      const events = eventsOf(client);
      fixture.host.dropAll();
      await fixture.held.backend.find('a')?.kill();
      await until('its end', () => events.at(-1)?.type === 'removed');
      assert.deepEqual(types(events), ['exit', 'removed']);
      assert.deepEqual([seen.exits.length, events[0]?.session.isLost], [1, false]);
    });

    it('rejects unanswered calls with one sentence, and attaches over the next one', async () => {
      program().print('text');
      const session = requireSession(client, 'a');
      const asked = [session.text(), session.screen(), session.kill()];
      const attaching = session.attach(quiet());
      fixture.host.dropAll();
      for (const result of await Promise.allSettled(asked)) {
        const reason: unknown = result.status === 'rejected' && result.reason;
        assert.ok(SessionError.is(reason, 'ILLEGAL_STATE'), String(reason));
        assert.match(reason.message, /^The connection to the session host was lost before/);
      }
      await attaching;
      assert.equal(await session.text(), 'text');
    });

    it('does not repeat keys that are meant for one screen, since they may have arrived', async () => {
      program().print('text');
      const session = requireSession(client, 'a');
      const { output = 0 } = await session.screen();
      const written = assert.rejects(session.writeAfter(output, 'y'), {
        code: 'ILLEGAL_STATE',
        message: /^The connection to the session host was lost while keys were typed into a\./,
      });
      fixture.host.dropAll();
      await written;
      await session.screen();
      assert.equal(await session.writeAfter(output + 1, 'z'), false);
      assert.equal(await session.writeAfter(output, 'z'), true);
    });

    it('rejects a start that was under way, and lists its session if it has started', async () => {
      const starting = client.create(spec('b', { folder: undefined }));
      const started = fixture.held.backend.onDidChange(({ type, session }) => {
        if (type === 'created' && session.id === 'b') {
          fixture.host.dropAll();
        }
      });
      await assert.rejects(starting, (error) => SessionError.is(error, 'ILLEGAL_STATE'));
      started.dispose();
      await until('the session', () => client.get('b')?.state === 'active');
      assert.equal(fixture.held.spawner.processes.length, 2);
      await assert.rejects(client.create(spec('b')), (error) =>
        SessionError.is(error, 'SESSION_EXISTS'),
      );
    });
  });

  describe('whose host is gone', () => {
    it('marks its sessions as lost, emits one exit per viewer, and continues with another host', async () => {
      const client = await open();
      const health: string[] = [];
      client.onDidChangeHealth((now) =>
        health.push(now.state === 'gone' ? `gone ${now.lost.length}` : now.state),
      );
      await client.create(spec('a'));
      await client.create(spec('b'));
      const { seen, attachment } = await watch(client, 'a');
      const events = eventsOf(client);
      fixture.kill();
      client.find('a')?.write('too late');
      await until('the loss', () => client.health.state === 'gone');
      assert.deepEqual(
        events.map(({ type, session }) => `${session.id} ${type} ${session.isLost}`),
        ['a exit true', 'a removed true', 'b exit true', 'b removed true'],
      );
      assert.deepEqual([seen.exits, client.list(), health], [[true], [], ['gone 2']]);
      assert.throws(
        () => attachment.write('x'),
        (error) => SessionError.is(error, 'DETACHED'),
      );
      await client.find('a')?.kill();
      fixture.start('host-2');
      await client.create(spec('c'));
      assert.deepEqual([client.host?.host, client.health.state], ['host-2', 'responsive']);
      requireSession(client, 'c').write('for you');
      await until('the input', () => program(2).written === 'for you');
      assert.equal(program(0).written, '');
    });

    it('rejects pending requests with one sentence', async () => {
      const client = await open();
      await client.create(spec('a'));
      const asked = [
        requireSession(client, 'a').text(),
        client.create(spec('b')),
        requireSession(client, 'a').screen(),
      ];
      const killed = requireSession(client, 'a').kill();
      fixture.kill();
      for (const { reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
        assert.ok(SessionError.is(reason, 'SESSION_EXITED'), String(reason));
        assert.match(reason.message, /process 4711/);
      }
      await killed;
    });

    it('ends a pending attach with one exit', async () => {
      const client = await open();
      await client.create(spec('a'));
      const exits: boolean[] = [];
      const onExit = ({ isLost }: SessionInfo): void => void exits.push(isLost);
      const attaching = requireSession(client, 'a').attach({ onData() {}, onExit });
      fixture.kill();
      const attachment = await attaching;
      assert.deepEqual(exits, [true]);
      assert.throws(
        () => attachment.write('x'),
        (error) => SessionError.is(error, 'DETACHED'),
      );
    });
  });
});

function quiet() {
  return { onData() {}, onExit() {} };
}
