import assert from 'node:assert/strict';
import { Deferred } from '../../../src/base/deferred';
import { KeyedRuns, SerialQueue } from '../../../src/base/serialQueue';

describe('SerialQueue', () => {
  it('runs one task at a time, in order', async () => {
    const queue = new SerialQueue();
    const first = new Deferred<void>();
    const log: string[] = [];
    const task = (name: string, until?: Promise<void>) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
      return name;
    };
    const results = Promise.all([
      queue.run(task('a', first.promise)),
      queue.run(task('b')),
      queue.run(task('c')),
    ]);
    await Promise.resolve();
    assert.deepEqual(log, ['a begins']);
    first.resolve();
    assert.deepEqual(await results, ['a', 'b', 'c']);
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('rejects only for the task that fails, and runs the next one after its failure is handled', async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    const failed = queue
      .run(() => Promise.reject(new Error('no disk')))
      .catch((error: unknown) => log.push(String(error)));
    await queue.run(async () => {
      log.push('next');
      return Promise.resolve();
    });
    await failed;
    assert.deepEqual(log, ['Error: no disk', 'next']);
  });

  it('is idle once all tasks have ended, whether they failed or not', async () => {
    const queue = new SerialQueue();
    await queue.whenIdle();
    const last = new Deferred<void>();
    const failure = queue.run(() => Promise.reject(new Error('no disk')));
    const log: string[] = [];
    void queue.run(() => last.promise).then(() => log.push('ended'));
    const idle = queue.whenIdle().then(() => log.push('idle'));
    await assert.rejects(failure, /no disk/);
    last.resolve();
    await idle;
    assert.deepEqual(log, ['ended', 'idle']);
  });
});

describe('KeyedRuns', () => {
  it('runs one task at a time for each key, whose result all get', async () => {
    const runs = new KeyedRuns<string>();
    const end = new Deferred<string>();
    const first = runs.run('a', () => end.promise);
    const second = runs.run('a', () => assert.fail('it runs'));
    assert.equal(await runs.run('b', () => Promise.resolve('other')), 'other');
    assert.deepEqual([runs.get('a'), runs.has('b')], [second, false]);
    end.resolve('done');
    assert.deepEqual(await Promise.all([first, second]), ['done', 'done']);
    assert.equal(await runs.run('a', () => Promise.resolve('next')), 'next');
  });

  it('has a task from before it begins until it has failed', async () => {
    const runs = new KeyedRuns<void>();
    const seen: boolean[] = [];
    const failed = runs.run('a', () => {
      seen.push(runs.has('a'));
      throw new Error('no');
    });
    await assert.rejects(failed, /no/);
    assert.deepEqual([seen, runs.has('a'), runs.get('a')], [[true], false, undefined]);
  });
});
