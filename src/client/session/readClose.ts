import { ClientError } from '../clientError';
import type { SessionEnd } from './sessionEnd';

/**
 * What a WebSocket's close means for the session: its end, or a failure after which a retry may
 * succeed.
 */
export type CloseMeaning =
  | { readonly kind: 'final'; readonly end: SessionEnd }
  | { readonly kind: 'transient'; readonly error: ClientError };

/** Close codes of RFC 6455, 7.4.1. */
const NORMAL = 1000;
const POLICY = 1008;

/** Errors that a retry does not resolve. */
const PERMANENT_ERRORS: readonly string[] = ['SESSION_EXITED', 'SESSION_NOT_FOUND'];

/**
 * Interprets a close code and reason. `exitCode` is that of an exit message received before,
 * undefined if there was none.
 */
export function readClose(
  code: number,
  reason: string,
  exitCode: number | null | undefined,
): CloseMeaning {
  const meaning = readCode(code, reason, exitCode ?? null);
  // After the program's exit any close is final.
  return meaning.kind === 'transient' && exitCode !== undefined
    ? { kind: 'final', end: { reason: 'exit', exitCode } }
    : meaning;
}

function readCode(code: number, reason: string, exitCode: number | null): CloseMeaning {
  if (code === NORMAL) {
    return readNormal(reason, exitCode);
  }
  if (PERMANENT_ERRORS.includes(reason)) {
    const error = new ClientError(reason, 'The session no longer exists.');
    return { kind: 'final', end: { reason: 'refused', error } };
  }
  if (code === POLICY) {
    const message = `The window closed the connection: ${reason || 'policy violation'}.`;
    const error = new ClientError(reason || 'POLICY', message);
    return { kind: 'final', end: { reason: 'policy', error } };
  }
  const description = reason ? `${code} ${reason}` : String(code);
  const error = new ClientError(
    'UNREACHABLE',
    `The connection to the window was lost (${description}).`,
  );
  return { kind: 'transient', error };
}

function readNormal(reason: string, exitCode: number | null): CloseMeaning {
  switch (reason) {
    case 'exit':
      return { kind: 'final', end: { reason: 'exit', exitCode } };
    case 'kill':
    case 'detach':
      return { kind: 'final', end: { reason } };
    default: {
      const error = new ClientError('UNREACHABLE', 'The window closed the connection.');
      return { kind: 'transient', error };
    }
  }
}

/** Errors of an attach that a retry may resolve: the window is reloading or starting, or another one is next. */
const TRANSIENT_ERRORS: readonly string[] = [
  'MOVED',
  'UNREACHABLE',
  'NO_WINDOW',
  'TIMEOUT',
  'RATE_LIMITED',
];

export function readRefusal(error: ClientError): CloseMeaning {
  return TRANSIENT_ERRORS.includes(error.code)
    ? { kind: 'transient', error }
    : { kind: 'final', end: { reason: 'refused', error } };
}
