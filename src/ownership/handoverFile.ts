import { z } from 'zod';
import { parseJson } from '../base/parseJson';

/**
 * When a session is to be handed over: only where nobody looks at the window that holds it, or in
 * any case, since a person has said so.
 */
export type HandoverTerms = 'ifAbandoned' | 'always';

/** What one window asks of the one that holds a session: to end it, so that it can go on elsewhere. */
export interface HandoverRequest {
  readonly ptyId: string;
  readonly terms: HandoverTerms;
  /** The windows, by the names of their files. */
  readonly from: string;
  readonly to: string;
}

/** Whether the session runs there no more, or was kept since somebody looks, or could not be ended. */
export type HandoverAnswer = 'ended' | 'watched' | 'failed';

const REQUEST = z.strictObject({
  ptyId: z.string(),
  terms: z.enum(['ifAbandoned', 'always']),
  from: z.string(),
  to: z.string(),
});

const ANSWER = z.strictObject({ answer: z.enum(['ended', 'watched', 'failed']) });

/** Undefined for what is no request. */
export function parseHandoverRequest(text: string): HandoverRequest | undefined {
  return parseAs(REQUEST, text);
}

export function formatHandoverRequest(request: HandoverRequest): string {
  return JSON.stringify(request);
}

/** Undefined for what is no answer. */
export function parseHandoverAnswer(text: string): HandoverAnswer | undefined {
  return parseAs(ANSWER, text)?.answer;
}

export function formatHandoverAnswer(answer: HandoverAnswer): string {
  return JSON.stringify({ answer });
}

function parseAs<T>(shape: z.ZodType<T>, text: string): T | undefined {
  const json = parseJson(text);
  const parsed = json.kind === 'value' ? shape.safeParse(json.value) : undefined;
  return parsed?.success ? parsed.data : undefined;
}
