import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { readStartTime } from '../../../../../src/base/readStartTime';
import { WorkerMark } from '../../../../../src/pty/screen/worker/workerMark';

/** Other systems identify no boot in a file. */
const itOnLinux = process.platform === 'linux' ? it : it.skip;

const readBootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

const OTHER_BOOT_ID = '01234567-89ab-cdef-0123-456789abcdef';

describe('WorkerMark', () => {
  let directory: string;
  let child: ChildProcess;

  beforeEach(() => {
    directory = join(mkdtempSync(join(tmpdir(), 'agent-terminals-mark-')), 'workers');
    child = spawn('/bin/sleep', ['1000']);
  });

  afterEach(() => {
    child.kill('SIGKILL');
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  const markOfChild = () => new WorkerMark(directory, child.pid);

  it('is left by a process that died, and found once', async () => {
    const own = new WorkerMark(directory);
    assert.equal(own.removeStaleMarks(), false);
    markOfChild().set();
    own.set();
    assert.equal(own.removeStaleMarks(), false, 'both run');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual([own.removeStaleMarks(), own.removeStaleMarks()], [true, false]);
    assert.deepEqual(readdirSync(directory), [`${process.pid}@${hostname()}`]);
    own.remove();
    assert.deepEqual(readdirSync(directory), []);
  });

  it('is not left by a process that removed it', () => {
    const mark = markOfChild();
    mark.set();
    mark.remove();
    child.kill('SIGKILL');
    assert.equal(new WorkerMark(directory).removeStaleMarks(), false);
  });

  it('is left by an earlier process with the same id, and not by one of another machine', () => {
    markOfChild().set();
    writeFileSync(join(directory, `${child.pid}@${hostname()}`), '1');
    writeFileSync(join(directory, '1@elsewhere'), '1');
    assert.equal(new WorkerMark(directory).removeStaleMarks(), true);
    assert.deepEqual(readdirSync(directory), ['1@elsewhere']);
  });

  /** Writes the mark of a process that ended, dated by the wall clock from the start of the system. */
  function writeEarlier(content: string, { dateSeconds }: { readonly dateSeconds: number }): void {
    markOfChild().set();
    const path = join(directory, `${child.pid}@${hostname()}`);
    writeFileSync(path, content);
    const at = Date.now() / 1000 - uptime() + dateSeconds;
    utimesSync(path, at, at);
  }

  for (const dateSeconds of [-1_000_000, -10, 10, 1_000_000]) {
    itOnLinux(
      `is judged by the boot and not by its date, if it names one (${dateSeconds} s)`,
      () => {
        writeEarlier(`1 ${readBootId()}`, { dateSeconds });
        assert.equal(new WorkerMark(directory).removeStaleMarks(), true, 'this boot');
        writeEarlier(`1 ${OTHER_BOOT_ID}`, { dateSeconds });
        assert.equal(new WorkerMark(directory).removeStaleMarks(), false, 'another boot');
        assert.deepEqual(readdirSync(directory), []);
      },
    );
  }

  itOnLinux('is not left by another boot, whatever process has its id and start time now', () => {
    const startTime = readStartTime(child.pid ?? 0) ?? '';
    writeEarlier(`${startTime} ${OTHER_BOOT_ID}`, { dateSeconds: 10 });
    assert.equal(new WorkerMark(directory).removeStaleMarks(), false);
    assert.deepEqual(readdirSync(directory), []);
  });

  for (const content of ['1', '']) {
    it(`is judged by its date if an earlier version wrote it ("${content}")`, async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      writeEarlier(content, { dateSeconds: 10 });
      assert.equal(new WorkerMark(directory).removeStaleMarks(), true, 'this boot');
      writeEarlier(content, { dateSeconds: -10 });
      assert.equal(new WorkerMark(directory).removeStaleMarks(), false, 'another boot');
      assert.deepEqual(readdirSync(directory), []);
    });
  }

  it('is not left by a process that runs, if an earlier version wrote it', () => {
    const { pid = 0 } = child;
    writeEarlier(readStartTime(pid) ?? '', { dateSeconds: 10 });
    assert.equal(new WorkerMark(directory).removeStaleMarks(), false);
    assert.equal(readdirSync(directory).length, 1);
  });

  itOnLinux('names the start of its process and the boot', () => {
    markOfChild().set();
    const { pid = 0 } = child;
    const content = readFileSync(join(directory, `${pid}@${hostname()}`), 'utf8');
    assert.equal(content, `${readStartTime(pid) ?? ''} ${readBootId()}`);
  });

  it('does nothing if its directory cannot be written', () => {
    writeFileSync(directory, 'a file');
    const mark = markOfChild();
    mark.set();
    mark.remove();
    assert.equal(mark.removeStaleMarks(), false);
  });
});
