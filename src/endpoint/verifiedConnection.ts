import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { randomHex } from '../base/randomHex';
import { isSameSecret } from '../base/sameSecret';
import { isPrivateDirectory } from '../base/privateFile';
import { identifyToken, PROOF_LENGTH, PROOF_PATH, prove } from './proof';
import { isOwnSocket } from './socketPath';

/**
 * Time limit for the connection and the proof, in milliseconds: more than a window on a busy machine needs
 * when it has just started.
 */
const LIMIT_MS = 15_000;

/** The response of a server that has read no request within its own time limit: it proves nothing. */
const HTTP_REQUEST_TIMEOUT = 408;

/** Maximum bytes of the response's headers. */
const HEADER_BYTES = 8 * 1024;

/** A server of the extension, and the token that will be sent to it. */
interface Peer {
  readonly address: Address;
  readonly token: string;
}

/** The path of a socket, or of a pipe on Windows; or a port of 127.0.0.1 that the person has opened. */
export type Address =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly port: number };

const HOST = '127.0.0.1';

/** The process at the socket has not proved that it has the token; nothing was sent to it. */
export class UnprovenPeerError extends Error {
  override readonly name = 'UnprovenPeerError';
}

/**
 * Returns a function that opens a connection for an HTTP request or a WebSocket, the option
 * `createConnection` of both. The connection is used only if the process that listens there has the
 * token, and if a socket is the person's own, in a directory that no other user can access.
 */
export function verifiedConnection(
  peer: Peer,
  limitMs = LIMIT_MS,
): (options: object, onCreate: (error: Error | null, socket: Socket) => void) => undefined {
  return (_, onCreate) => {
    openVerified(peer, limitMs).then(
      (socket) => onCreate(null, socket),
      // The type of the callback has no variant without a socket; Node ignores it after an error.
      (error: unknown) => onCreate(error as Error, undefined as never),
    );
  };
}

/**
 * Rejects if the server cannot be reached.
 * @throws {UnprovenPeerError} if it is not the one that has the token.
 */
async function openVerified(peer: Peer, limitMs: number): Promise<Socket> {
  const { address } = peer;
  if (address.kind === 'socket') {
    await requireOwn(address.path);
  }
  const socket =
    address.kind === 'socket' ? connect(address.path) : connect({ host: HOST, port: address.port });
  const timer = setTimeout(() => socket.destroy(new Error('it did not answer in time')), limitMs);
  try {
    await requireProof(socket, peer);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function requireOwn(path: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  if (!(await isPrivateDirectory(dirname(path))) || !(await isOwnSocket(path))) {
    throw new UnprovenPeerError(
      `${path} is not a socket of your own in a directory that only you can access`,
    );
  }
}

/** The address as text: in messages for the person, and in the proof. */
export function formatAddress(address: Address): string {
  return address.kind === 'socket' ? address.path : `${HOST}:${address.port}`;
}

async function requireProof(socket: Socket, { address, token }: Peer): Promise<void> {
  const nonce = randomHex(16);
  const query = new URLSearchParams({ token: identifyToken(token), nonce }).toString();
  const text = formatAddress(address);
  const host = address.kind === 'socket' ? 'localhost' : text;
  socket.write(`GET ${PROOF_PATH}?${query} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const { status, body } = await readResponse(socket);
  if (status === HTTP_REQUEST_TIMEOUT) {
    throw new Error('it did not read the request in time');
  }
  if (status !== 200 || !isSameSecret(prove(token, { address: text, nonce }), body)) {
    throw new UnprovenPeerError(`The process at ${text} does not have the token`);
  }
}

/** Reads one response whose body has {@link PROOF_LENGTH} bytes, and nothing after it. */
function readResponse(socket: Socket): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    // Reads by `readable`: after `data` and a pause, a later reader would have to resume.
    const read = (): void => {
      text += (socket.read() as Buffer | null)?.toString('latin1') ?? '';
      const headEnd = text.indexOf('\r\n\r\n');
      const body = headEnd < 0 ? '' : text.slice(headEnd + 4);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0);
      const isRefused = headEnd >= 0 && status !== 200;
      if (isRefused || body.length >= PROOF_LENGTH) {
        end(() => resolve({ status, body }));
      } else if (text.length > HEADER_BYTES) {
        end(() => reject(new Error('its answer is too long')));
      }
    };
    const handleClose = (): void => end(() => reject(new Error('it closed the connection')));
    const handleError = (error: Error): void => end(() => reject(error));
    const end = (settle: () => void): void => {
      socket.off('readable', read).off('end', handleClose);
      socket.off('close', handleClose).off('error', handleError);
      settle();
    };
    socket.on('readable', read).on('end', handleClose);
    socket.on('close', handleClose).on('error', handleError);
  });
}
