import { connect } from 'node:net';

/** Servers of developers listen at one of these, or at all addresses, which include them. */
const HOSTS = ['127.0.0.1', '::1'] as const;

/** A server on this machine accepts a connection within a few milliseconds. */
const TIMEOUT_MS = 500;

/**
 * Whether no server accepts connections at any of `count` ports from `base` on. It connects to them
 * and does not listen: a listener at one address would miss one at all addresses on some systems.
 */
export async function areFree(base: number, count: number): Promise<boolean> {
  const ports = Array.from({ length: count }, (_, index) => base + index);
  const attempts = ports.flatMap((port) => HOSTS.map((host) => accepts(host, port)));
  return !(await Promise.all(attempts)).includes(true);
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (isAccepted: boolean): void => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
