import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { readScreen } from '../../../src/status/screens/readScreen';
import { toExpectation, type ScreenCase } from '../../../src/status/screens/screenCase';

/** The possible readings of a screen, in the order of the matrix. */
export const READINGS = [
  'working',
  'permission',
  'question',
  'trust',
  'idle',
  'limited',
  'failed',
  'skip',
  'unknown',
] as const;
export type Reading = (typeof READINGS)[number];

/** What the rules read from a recorded screen, and which one; `unknown`: none recognises it, or only that it is a picker. */
export interface ScreenReading {
  readonly read: Reading;
  readonly rule: string;
  readonly question: string | undefined;
}

/** @throws {Error} if no built-in provider has the id in the screen */
export function readScreenCase({ provider: id, screen }: ScreenCase): ScreenReading {
  const provider = BUILT_IN_PROVIDERS.find((one) => one.id === id);
  if (provider === undefined) {
    throw new Error(`There is no provider ${id}.`);
  }
  const reading = readScreen(provider.status.screen.rules, screen);
  if (typeof reading !== 'object') {
    return { read: reading === 'skip' ? reading : 'unknown', rule: 'none', question: undefined };
  }
  const { state, ruleId } = reading;
  const question = state.kind === 'needsInput' ? state.question : undefined;
  return { read: toExpectation(state), rule: ruleId, question };
}
