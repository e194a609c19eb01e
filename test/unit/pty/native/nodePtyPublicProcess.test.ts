import assert from 'node:assert/strict';
import type { IPty } from 'node-pty';
import { nullLogger } from '../../../../src/base/logger';
import type { PublicPtyOptions } from '../../../../src/pty/native/nodePtyModule';
import { NodePtyPublicProcess } from '../../../../src/pty/native/nodePtyPublicProcess';

class FakeIPty {
  readonly pid = 77;
  readonly calls: string[] = [];
  throwing = false;
  private data: (data: string | Uint8Array) => void = () => {};
  private exit: (exit: { exitCode: number; signal?: number }) => void = () => {};

  onData(listener: (data: string | Uint8Array) => void) {
    this.data = listener;
    return { dispose: () => (this.data = () => {}) };
  }

  onExit(listener: (exit: { exitCode: number; signal?: number }) => void) {
    this.exit = listener;
    return { dispose() {} };
  }

  on(event: string): void {
    this.calls.push(`on ${event}`);
  }

  write(data: Buffer): void {
    this.record(`write ${data.toString()}`);
  }

  resize(cols: number, rows: number): void {
    this.record(`resize ${cols}x${rows}`);
  }

  pause(): void {
    this.record('pause');
  }

  resume(): void {
    this.record('resume');
  }

  kill(): void {
    this.record('kill');
  }

  print(data: string | Uint8Array): void {
    this.data(data);
  }

  end(exitCode: number, signal?: number): void {
    this.exit({ exitCode, ...(signal === undefined ? {} : { signal }) });
  }

  private record(call: string): void {
    this.calls.push(call);
    if (this.throwing) {
      throw new Error(`${call} failed`);
    }
  }
}

describe('NodePtyPublicProcess', () => {
  function setUp() {
    const pty = new FakeIPty();
    const spawned: { file: string; args: string[]; options: PublicPtyOptions }[] = [];
    const api = {
      spawn(file: string, args: string[], options: PublicPtyOptions) {
        spawned.push({ file, args, options });
        return pty as unknown as IPty;
      },
    };
    const env = { TERM: 'dumb', GONE: undefined } as unknown as Record<string, string>;
    const spec = { file: 'cmd.exe', args: ['/c'], cwd: 'C:\\', env, cols: NaN, rows: 0 };
    const program = new NodePtyPublicProcess(spec, { api, logger: nullLogger });
    const events: string[] = [];
    program.onData((data) => events.push(Buffer.from(data).toString()));
    program.onExit((exit) => events.push(JSON.stringify(exit)));
    return { pty, program, spawned, events };
  }

  it('starts with a valid size, without undefined variables, and requests output as bytes', () => {
    assert.deepEqual(setUp().spawned, [
      {
        file: 'cmd.exe',
        args: ['/c'],
        options: {
          cols: 80,
          rows: 1,
          cwd: 'C:\\',
          env: { TERM: 'dumb' },
          encoding: null,
          name: 'dumb',
        },
      },
    ]);
  });

  it('emits text and bytes as bytes, then one exit', () => {
    const { pty, events } = setUp();
    pty.print('é');
    pty.print(Buffer.from('b'));
    pty.end(0, 9);
    pty.end(1);
    pty.print('late');
    assert.deepEqual(events, ['é', 'b', '{"signal":"SIGKILL"}']);
  });

  it('forwards write, resize, pause and resume while it runs, and nothing after its exit', () => {
    const { pty, program } = setUp();
    const askAll = () => {
      program.write(Buffer.from('x'));
      program.resize({ cols: 70_000, rows: -1 });
      program.pause();
      program.resume();
    };
    askAll();
    pty.end(0);
    askAll();
    program.dispose();
    assert.deepEqual(pty.calls, ['on error', 'write x', 'resize 1000x1', 'pause', 'resume']);
  });

  it('does not rethrow errors of node-pty', () => {
    const { pty, program } = setUp();
    pty.throwing = true;
    program.write(Buffer.from('x'));
    program.resize({ cols: 10, rows: 10 });
    program.dispose();
    assert.deepEqual(pty.calls.slice(1), ['write x', 'resize 10x10', 'kill']);
  });
});
