import type { HandoverRequest } from './handoverFile';

/** What becomes of a request that lies in the directory of the leases. */
export type RequestFate = 'answer' | 'leave' | 'remove';

export interface RequestFacts {
  /** Undefined for what is none. */
  readonly request: HandoverRequest | undefined;
  /** Whether this window waits for its answer, or has it in work, or has answered it. */
  readonly isKnown: boolean;
  /** What this window is called. */
  readonly window: string;
  /** The names of the others that live. */
  readonly living: ReadonlySet<string>;
}

/** Whom it concerns decides: one of a window that died, or has given up, is void. */
export function planRequest({ request, isKnown, window, living }: RequestFacts): RequestFate {
  if (request === undefined) {
    return 'remove';
  }
  const { from, to } = request;
  if (from === window) {
    return isKnown ? 'leave' : 'remove';
  }
  if (!living.has(from)) {
    return 'remove';
  }
  if (to === window) {
    return isKnown ? 'leave' : 'answer';
  }
  return living.has(to) ? 'leave' : 'remove';
}
