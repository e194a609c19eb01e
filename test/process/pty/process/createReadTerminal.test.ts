import assert from 'node:assert/strict';
import { createReadTerminal } from '../../../../src/pty/process/createReadTerminal';
import {
  createRealSpawner,
  programSpec,
  record,
  waitForOutput,
} from '../../../support/pty/realPty';

describe('createReadTerminal', () => {
  it('reads the terminal of a running program, and none of one that has ended', async () => {
    const program = createRealSpawner().spawn(programSpec('sh', ['-c', 'tty; echo ready; read x']));
    const ended = record(program);
    const output = await waitForOutput(program, 'ready');
    const read = createReadTerminal(process.platform);
    const terminal = await read(program.pid);
    assert.equal(terminal, output.split('\r\n')[0]);
    program.write(Buffer.from('\r'));
    await ended;
    assert.equal(await read(program.pid), undefined);
  });

  it('reads none of a program without a terminal', async () => {
    const read = createReadTerminal('darwin', () => Promise.resolve('??\n'));
    assert.equal(await read(1), undefined);
  });

  it('reads it from ps on macOS', async () => {
    const calls: unknown[] = [];
    const read = createReadTerminal('darwin', (file, args) => {
      calls.push([file, args]);
      return Promise.resolve('ttys003 \n');
    });
    assert.equal(await read(4711), '/dev/ttys003');
    assert.deepEqual(calls, [['/bin/ps', ['-o', 'tty=', '-p', '4711']]]);
  });

  it('reads none on Windows, nor after ps has failed', async () => {
    const fails = () => Promise.reject(new Error('ps ended with 1'));
    assert.equal(await createReadTerminal('win32', fails)(4711), undefined);
    assert.equal(await createReadTerminal('darwin', fails)(4711), undefined);
  });
});
