import type * as z from 'zod';
import { ApiError } from './apiError';

/**
 * Parses what a caller sent; `what` names it.
 * @throws {ApiError} `BAD_REQUEST`, naming the field.
 */
export function parse<T extends z.ZodType>(schema: T, value: unknown, what: string): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const where = field === '' ? `The ${what}` : `"${field}" in the ${what}`;
  throw new ApiError('BAD_REQUEST', `${where} is wrong: ${issue?.message ?? 'it cannot be read'}.`);
}
