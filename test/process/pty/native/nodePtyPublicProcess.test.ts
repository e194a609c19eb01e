import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { nullLogger } from '../../../../src/base/logger';
import type { PublicPty } from '../../../../src/pty/native/nodePtyModule';
import { NodePtyPublicProcess } from '../../../../src/pty/native/nodePtyPublicProcess';
import { isRunning } from '../../../support/isRunning';
import { programSpec, record, waitForOutput } from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

describe('NodePtyPublicProcess', function () {
  this.timeout(20_000);

  function shell(script: string): NodePtyPublicProcess {
    const api = createRequire(__filename)('node-pty') as PublicPty;
    return new NodePtyPublicProcess(programSpec('/bin/sh', ['-c', script]), {
      api,
      logger: nullLogger,
    });
  }

  it('emits all bytes, then one exit', async () => {
    const programs = Array.from({ length: 20 }, () => shell('head -c 65536 /dev/zero; exit 3'));
    for (const { output, exit, exits } of await Promise.all(programs.map(record))) {
      assert.deepEqual([output.length, exit.exitCode, exits], [65_536, 3, 1]);
    }
  });

  it('accepts input and sizes', async () => {
    const program = shell('echo ready; read line; echo "<$line $(stty size)>"');
    const recording = record(program);
    await waitForOutput(program, 'ready');
    program.resize({ cols: 99, rows: 70_000 });
    program.write(Buffer.from('héllo\n'));
    assert.match((await recording).output.toString(), /<héllo 1000 99>/);
  });

  it('hangs up the program on dispose()', async () => {
    const program = shell('echo ready; exec sleep 100');
    await waitForOutput(program, 'ready');
    program.dispose();
    await waitFor(() => !isRunning(program.pid), {
      limitMs: 5000,
      what: 'the program to be hung up',
    });
  });
});
