import { once } from 'node:events';
import { WebSocket } from 'ws';
import { toMessage } from '../../src/base/errors';
import { Emitter } from '../../src/base/event';
import { connect } from '../../src/client/connect/connect';
import type { ViewerResult, ViewerTask } from './socketViewer';
import { typeKeys, type Echo } from '../loads/typeKeys';
import { viewFlood, waitForWords } from '../loads/viewedFlood';

const terminals = connect({ env: process.env });

/** Runs the tasks that `SocketViewer` sends. */
class ViewerProgram {
  private echo: Echo | undefined;

  async run(task: ViewerTask): Promise<ViewerResult> {
    switch (task.kind) {
      case 'attach':
        this.echo = await attach(task.sessionId, task.until);
        return {};
      case 'connect':
        this.echo = await connectBare(task.url, task.until);
        return {};
      case 'flood':
        return { flood: await viewFlood(this.requireEcho(), task.last) };
      case 'keys':
        return { keys: await typeKeys(this.requireEcho(), task.count) };
      case 'detach':
        await this.requireEcho().end();
        return {};
    }
  }

  private requireEcho(): Echo {
    if (!this.echo) {
      throw new Error('Nothing is attached yet.');
    }
    return this.echo;
  }
}

async function attach(sessionId: string, until: string): Promise<Echo> {
  const output = new Emitter<Uint8Array>();
  const found = waitForWords(output.event, until);
  const onData = (bytes: Uint8Array): void => output.fire(bytes);
  const session = await terminals.attach({ sessionId, reconnect: false, onData });
  await found;
  return {
    onOutput: output.event,
    write: (key) => session.write(key),
    end: () => session.detach(),
  };
}

async function connectBare(url: string, until: string | undefined): Promise<Echo> {
  const output = new Emitter<Uint8Array>();
  const found = until === undefined ? undefined : waitForWords(output.event, until);
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', (data: Buffer) => output.fire(data));
  await once(socket, 'open');
  await found;
  return {
    onOutput: output.event,
    write: (key) => socket.send(Buffer.from(key)),
    end: () => socket.close(),
  };
}

const program = new ViewerProgram();
process.on('message', (task: ViewerTask) => {
  program.run(task).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: toMessage(error) } satisfies ViewerResult),
  );
});
