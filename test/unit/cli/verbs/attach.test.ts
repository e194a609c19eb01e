import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { AgentTerminals } from '../../../../src/client/agentTerminals';
import type { SessionEnd } from '../../../../src/client/session/sessionEnd';
import type { CliIo, VerbInput } from '../../../../src/cli/verb';
import { ATTACH } from '../../../../src/cli/verbs/attach';

interface Viewer {
  onData(bytes: Uint8Array): void;
  onClose(end: SessionEnd): void;
}

describe('agent-terminals attach', () => {
  it('starts raw mode before the first output, and restores the terminal at the end', async () => {
    const happened: string[] = [];
    const stream = (name: string) =>
      Object.assign(new EventEmitter(), {
        isTTY: true,
        pause() {},
        resume() {},
        setRawMode: (isRaw: boolean) => void happened.push(isRaw ? 'raw' : 'cooked'),
        write: (data: string | Uint8Array) =>
          void happened.push(`${name} ${JSON.stringify(Buffer.from(data).toString())}`),
      });
    const io = {
      ...{ stdin: stream('in'), stdout: stream('out'), stderr: stream('err') },
      onSignal() {},
    };
    const attach = async (viewer: Viewer) => {
      viewer.onData(Buffer.from('ready'));
      await Promise.resolve();
      viewer.onData(Buffer.from(' and on'));
      setImmediate(() => viewer.onClose({ reason: 'detach' }));
      return {};
    };
    // The verb uses only the members that are faked.
    const context = {
      io: io as unknown as CliIo,
      terminals: {
        attach,
        get: () => Promise.resolve({ id: 'a', running: true }),
      } as unknown as AgentTerminals,
      isJson: false,
    };
    const input = { positionals: ['a'] } as unknown as VerbInput;
    assert.equal(await ATTACH.run(context, input), 0);
    const [first, second, third, , last, ...more] = happened;
    assert.deepEqual(
      [first, second, third, last],
      ['raw', 'out "ready"', 'out " and on"', 'cooked'],
    );
    assert.equal(more.length, 1, 'the outcome is printed last');
  });
});
