import { UsageError } from './usageError';
import type { VerbInput } from './verb';

/**
 * A whole number that an option has.
 * @throws {UsageError} for what is none.
 */
export function readNumber(input: VerbInput, name: string): number | undefined {
  const text = input.text(name);
  if (text !== undefined && !/^\d{1,9}$/.test(text)) {
    throw new UsageError(`--${name} takes a whole number, not "${text}".`);
  }
  return text === undefined ? undefined : Number(text);
}

/**
 * The option `--timeout`, which is in seconds, in milliseconds.
 * @throws {UsageError} for what is no time.
 */
export function readTimeoutMs(input: VerbInput): number | undefined {
  const text = input.text('timeout');
  const ms = text === undefined ? undefined : Math.round(Number(text) * 1000);
  if (ms !== undefined && !(ms > 0 && /^[\d.]+$/.test(text ?? ''))) {
    throw new UsageError(`--timeout takes seconds, not "${text}".`);
  }
  return ms;
}
