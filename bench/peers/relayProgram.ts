import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { spawnByNodePty } from './nodePty';

/** The first line of a connection. */
export interface RelayRequest {
  readonly program: PtySpawnSpec;
  /** Whether the output is sent; if not, it is read and dropped, after one byte at the first output. */
  readonly isViewed: boolean;
}

/**
 * The least that a process between programs and their viewers does: one program of `node-pty` per connection
 * to a Unix socket, whose bytes are passed on as they come.
 */
function serve(socket: Socket): void {
  createInterface({ input: socket }).once('line', (line) => {
    const { program, isViewed } = JSON.parse(line) as RelayRequest;
    const pty = spawnByNodePty(program);
    let isFirst = true;
    pty.onData((data) => {
      if (isViewed || isFirst) {
        isFirst = false;
        socket.write(isViewed ? data : '.');
      }
    });
    pty.onExit(() => socket.end());
    socket.on('data', (data) => pty.write(data));
    socket.on('error', () => {});
    socket.on('close', () => pty.kill('SIGKILL'));
  });
}

const [path = ''] = process.argv.slice(2);
createServer(serve).listen(path, () => process.send?.('listening'));
