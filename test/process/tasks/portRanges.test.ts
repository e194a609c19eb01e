import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../src/base/clock';
import { Deferred } from '../../../src/base/deferred';
import { areFree, PortRanges } from '../../../src/tasks/portRanges';
import { waitFor } from '../../support/waitFor';

const HOUR_MS = 3_600_000;

describe('PortRanges', function () {
  this.timeout(20_000);
  let directory: string;
  let now: number;
  /** The tasks that exist. */
  let known: Set<string>;
  /** The bases whose ports another program uses. */
  let inUse: Set<number>;
  let tested: number[];
  let warnings: string[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agent-terminals-ports-'));
    now = Date.now();
    known = new Set(['task_a', 'task_b', 'task_c']);
    inUse = new Set();
    tested = [];
    warnings = [];
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  // Waiting for the lock takes real time.
  const clock: Clock = {
    now: () => now,
    monotonic: () => systemClock.monotonic(),
    schedule: (delayMs, run) => systemClock.schedule(delayMs, run),
  };
  const logger = { warn: (message: string): void => void warnings.push(message) };
  const open = (): PortRanges =>
    new PortRanges(directory, {
      clock,
      logger,
      tasks: {
        find: (id) => (known.has(id) ? { ...TASK, id } : undefined),
        reload: () => Promise.resolve(),
      },
      areFree: (base) => {
        tested.push(base);
        return Promise.resolve(!inUse.has(base));
      },
    });

  it('gives a task the same range in each window, also after its ports were taken', async () => {
    const base = await open().baseOf('task_a');
    assert.equal(base, 20_000);
    inUse.add(20_000);
    tested = [];
    assert.equal(await open().baseOf('task_a'), base);
    assert.deepEqual(tested, []);
  });

  it('skips ranges that are in use', async () => {
    [20_000, 20_010, 20_020, 20_040].forEach((base) => inUse.add(base));
    const ranges = open();
    const bases = [await ranges.baseOf('task_a'), await ranges.baseOf('task_b')];
    assert.deepEqual(bases, [20_030, 20_050]);
  });

  it('gives no range twice, whichever windows ask at the same time', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `task_${at}`);
    const windows = [open(), open(), open()];
    const asked = ids.flatMap((id) => windows.map((window) => window.baseOf(id)));
    const bases = await Promise.all(asked);
    const ofTasks = ids.map((_, at) => new Set(bases.slice(at * 3, at * 3 + 3)));
    assert.ok(ofTasks.every(({ size }) => size === 1));
    assert.equal(new Set(bases).size, ids.length);
    assert.ok(bases.every((base) => base !== undefined && base % 10 === 0));
  });

  it('gives another range if another window gives the first one while its ports are tested', async () => {
    const testing = new Set<string>();
    const tests = new Deferred<void>();
    const openSlow = (name: string): PortRanges =>
      new PortRanges(directory, {
        ...{ clock, logger, tasks: { find: () => undefined, reload: () => Promise.resolve() } },
        areFree: async () => {
          testing.add(name);
          await tests.promise;
          return true;
        },
      });
    const asked = [openSlow('one').baseOf('task_a'), openSlow('two').baseOf('task_b')];
    await waitFor(() => testing.size === 2, { limitMs: 5000, what: 'both windows to test' });
    tests.resolve();
    assert.deepEqual((await Promise.all(asked)).sort(), [20_000, 20_010]);
  });

  it('gives none if all that it tests are in use', async () => {
    const ranges = new PortRanges(directory, {
      ...{ clock, logger, tasks: { find: () => undefined, reload: () => Promise.resolve() } },
      areFree: () => Promise.resolve(false),
    });
    assert.equal(await ranges.baseOf('task_a'), undefined);
  });

  it('gives the range of a deleted task to another one, but not within an hour', async () => {
    await open().baseOf('task_a');
    known.delete('task_a');
    assert.equal(await open().baseOf('task_b'), 20_010);
    now += HOUR_MS + 1;
    const ranges = open();
    assert.equal(await ranges.baseOf('task_c'), 20_020);
    known.add('task_d');
    assert.equal(await ranges.baseOf('task_d'), 20_000);
  });

  it('moves a damaged file aside, and keeps what can be read of it', async () => {
    const sound = { task_a: { base: 20_070, assignedAt: 0 } };
    await writeFile(join(directory, 'ports.json'), JSON.stringify({ ...sound, task_b: 'x' }));
    const ranges = open();
    assert.deepEqual(
      [await ranges.baseOf('task_a'), await ranges.baseOf('task_b')],
      [20_070, 20_000],
    );
    assert.match(warnings.join(), /1 of its 2 entries cannot be read/);
    const stored: unknown = JSON.parse(await readFile(join(directory, 'ports.json'), 'utf8'));
    assert.deepEqual(stored, { ...sound, task_b: { base: 20_000, assignedAt: now } });
  });
});

describe('areFree', () => {
  let server: Server;

  beforeEach(() => (server = createServer()));
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const listen = async (host: string): Promise<number> => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host, port: 0 }, resolve);
    });
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    return address.port;
  };

  for (const host of ['127.0.0.1', '0.0.0.0']) {
    it(`finds a server at ${host}, which counts also as the last port of a range`, async () => {
      const port = await listen(host);
      assert.deepEqual([await areFree(port, 1), await areFree(port - 9, 10)], [false, false]);
    });
  }

  it('is true once the server is closed', async () => {
    const port = await listen('127.0.0.1');
    await new Promise((resolve) => server.close(resolve));
    assert.equal(await areFree(port, 1), true);
    server = createServer().listen({ host: '127.0.0.1', port: 0 });
  });
});

const TASK = {
  name: 'Fix it',
  folder: 'file:///home/ada',
  cwd: '/home/ada',
  createdAt: '',
  conversations: [],
} as const;
