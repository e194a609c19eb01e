import { toMessage } from '../src/base/errors';
import { Emitter } from '../src/base/event';
import { connect } from '../src/client/connect';
import type { RemoteSession } from '../src/client/remoteSession';
import type { ViewerAnswer, ViewerTask } from './socketViewer';
import { typeKeys, type Echo } from './typeKeys';
import { viewFlood, waitForWords } from './viewedFlood';

const output = new Emitter<Uint8Array>();
const terminals = connect({ env: process.env });

/** Attached to one session at a time; `SocketViewer` says what is to be done. */
class ViewerProgram {
  private session: RemoteSession | undefined;

  async do(task: ViewerTask): Promise<ViewerAnswer> {
    switch (task.kind) {
      case 'attach':
        await this.attach(task.sessionId, task.until);
        return {};
      case 'flood':
        return { flood: await viewFlood(this.viewer(), task.last) };
      case 'keys':
        return { keys: await typeKeys(this.viewer(), task.count) };
      case 'detach':
        this.session?.detach();
        return {};
    }
  }

  private async attach(sessionId: string, until: string): Promise<void> {
    const isThere = waitForWords(output.event, until);
    const onData = (bytes: Uint8Array): void => output.fire(bytes);
    this.session = await terminals.attach({ sessionId, reconnect: false, onData });
    await isThere;
  }

  private viewer(): Echo {
    return {
      onOutput: output.event,
      write: (key) => this.session?.write(key),
      end: () => this.session?.detach(),
    };
  }
}

const program = new ViewerProgram();
process.on('message', (task: ViewerTask) => {
  program.do(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: toMessage(error) } satisfies ViewerAnswer),
  );
});
