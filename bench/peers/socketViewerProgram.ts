import { once } from 'node:events';
import { WebSocket } from 'ws';
import { toMessage } from '../../src/base/errors';
import { Emitter } from '../../src/base/event';
import { connect } from '../../src/client/connect/connect';
import type { ViewerAnswer, ViewerTask } from './socketViewer';
import { typeKeys, type Echo } from '../loads/typeKeys';
import { viewFlood, waitForWords } from '../loads/viewedFlood';

const terminals = connect({ env: process.env });

/** Views one thing at a time; `SocketViewer` says what is to be done. */
class ViewerProgram {
  private echo: Echo | undefined;

  async do(task: ViewerTask): Promise<ViewerAnswer> {
    switch (task.kind) {
      case 'attach':
        this.echo = await attach(task.sessionId, task.until);
        return {};
      case 'connect':
        this.echo = await connectBare(task.url);
        return {};
      case 'flood':
        return { flood: await viewFlood(this.require(), task.last) };
      case 'keys':
        return { keys: await typeKeys(this.require(), task.count) };
      case 'detach':
        await this.require().end();
        return {};
    }
  }

  private require(): Echo {
    if (!this.echo) {
      throw new Error('Nothing is attached yet.');
    }
    return this.echo;
  }
}

async function attach(sessionId: string, until: string): Promise<Echo> {
  const output = new Emitter<Uint8Array>();
  const isThere = waitForWords(output.event, until);
  const onData = (bytes: Uint8Array): void => output.fire(bytes);
  const session = await terminals.attach({ sessionId, reconnect: false, onData });
  await isThere;
  return {
    onOutput: output.event,
    write: (key) => session.write(key),
    end: () => session.detach(),
  };
}

async function connectBare(url: string): Promise<Echo> {
  const output = new Emitter<Uint8Array>();
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', (data: Buffer) => output.fire(data));
  await once(socket, 'open');
  return {
    onOutput: output.event,
    write: (key) => socket.send(Buffer.from(key)),
    end: () => socket.close(),
  };
}

const program = new ViewerProgram();
process.on('message', (task: ViewerTask) => {
  program.do(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: toMessage(error) } satisfies ViewerAnswer),
  );
});
