import { ClientError } from '../clientError';
import type { SessionEnd } from './sessionEnd';

/** What a WebSocket's close says of the session: that it is the end, or that trying again may help. */
export type CloseMeaning =
  | { readonly kind: 'final'; readonly end: SessionEnd }
  | { readonly kind: 'transient'; readonly error: ClientError };

/** Closed by the rules of the window, in the words of RFC 6455, 7.4.1. */
const NORMAL = 1000;
const POLICY = 1008;

/** Faults that trying again does not mend. */
const LASTING_FAULTS: readonly string[] = ['SESSION_EXITED', 'SESSION_NOT_FOUND'];

/** Reads a close code and its reason; `exitCode` is what was told of the exit before, if it was. */
export function readClose(
  code: number,
  reason: string,
  exitCode: number | null | undefined,
): CloseMeaning {
  const meaning = readCode(code, reason, exitCode ?? null);
  // Whose program has exited has no more to tell, however the connection ends.
  return meaning.kind === 'transient' && exitCode !== undefined
    ? { kind: 'final', end: { reason: 'exit', exitCode } }
    : meaning;
}

function readCode(code: number, reason: string, exitCode: number | null): CloseMeaning {
  if (code === NORMAL) {
    return readNormal(reason, exitCode);
  }
  if (LASTING_FAULTS.includes(reason)) {
    const error = new ClientError(reason, 'The session does not exist any more.');
    return { kind: 'final', end: { reason: 'refused', error } };
  }
  if (code === POLICY) {
    const message = `The window closed the connection: ${reason || 'policy violation'}.`;
    const error = new ClientError(reason || 'POLICY', message);
    return { kind: 'final', end: { reason: 'policy', error } };
  }
  const said = reason ? `${code} ${reason}` : String(code);
  const error = new ClientError('UNREACHABLE', `The connection to the window was lost (${said}).`);
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

/** Failures to attach that another try may mend: the window reloads, or is about to come. */
const PASSING: readonly string[] = ['UNREACHABLE', 'NO_WINDOW', 'TIMEOUT', 'RATE_LIMITED'];

export function readRefusal(error: ClientError): CloseMeaning {
  return PASSING.includes(error.code)
    ? { kind: 'transient', error }
    : { kind: 'final', end: { reason: 'refused', error } };
}
