import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { WorkerMark } from '../../../../src/pty/screen/worker/workerMark';

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

  it('is not left by a process that ended with the system', () => {
    markOfChild().set();
    const path = join(directory, `${child.pid}@${hostname()}`);
    writeFileSync(path, '1');
    const before = Date.now() / 1000 - uptime() - 1;
    utimesSync(path, before, before);
    assert.equal(new WorkerMark(directory).removeStaleMarks(), false);
    assert.deepEqual(readdirSync(directory), []);
  });

  it('does nothing if its directory cannot be written', () => {
    writeFileSync(directory, 'a file');
    const mark = markOfChild();
    mark.set();
    mark.remove();
    assert.equal(mark.removeStaleMarks(), false);
  });
});
