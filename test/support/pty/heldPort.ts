import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port of 127.0.0.1 that the system gives to no other program, even if nothing listens on it. */
export interface HeldPort {
  readonly port: number;
  release(): void;
}

/**
 * Reserves a free port without listening on it, so that a connection to it is refused. Its holder
 * can listen on it at any time, more than once.
 *
 * Both ends of one connection stay open. As long as a port has a connection, the system neither
 * picks it for a program that asks for any port nor uses it for outgoing connections; a listener
 * with SO_REUSEADDR, which Node sets, can still bind it by its number.
 */
export async function holdPort(): Promise<HeldPort> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ends = [connect(port, '127.0.0.1')];
  const [accepted] = (await once(server, 'connection')) as [Socket];
  ends.push(accepted);
  ends.forEach((end) => end.unref());
  server.close();
  return { port, release: () => ends.forEach((end) => end.destroy()) };
}
