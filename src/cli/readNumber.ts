import { UsageError } from './usageError';
import type { VerbInput } from './verb';

/**
 * Reads the value of an option as a whole number; undefined without the option.
 * @throws {UsageError} if it is not a whole number.
 */
export function readNumber(input: VerbInput, name: string): number | undefined {
  const text = input.text(name);
  if (text !== undefined && !/^\d{1,9}$/.test(text)) {
    throw new UsageError(`--${name} takes a whole number, not "${text}".`);
  }
  return text === undefined ? undefined : Number(text);
}

/**
 * Reads `--timeout`, which is in seconds, as milliseconds; undefined without the option.
 * @throws {UsageError} if it is not a positive number.
 */
export function readTimeoutMs(input: VerbInput): number | undefined {
  const text = input.text('timeout');
  const ms = text === undefined ? undefined : Math.round(Number(text) * 1000);
  if (ms !== undefined && !(ms > 0 && /^[\d.]+$/.test(text ?? ''))) {
    throw new UsageError(`--timeout takes seconds, not "${text}".`);
  }
  return ms;
}
