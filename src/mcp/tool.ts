import type * as z from 'zod';
import type { Access } from '../operations/access/access';
import type { Right } from '../operations/access/rights';
import type { ToolBinding } from '../operations/operation';

/** A call of a tool; `input` is not validated yet. */
interface ToolCall {
  readonly access: Access;
  readonly input: unknown;
  /** Aborted when the caller cancels the call or disconnects, or its access ends. */
  readonly signal: AbortSignal;
}

/** The result of a tool: text for a model, and the same as data for a program. */
export interface ToolResult {
  readonly text: string;
  readonly data: unknown;
}

/** The description of a tool. */
export interface ToolFacts extends Pick<ToolBinding, 'description' | 'effect' | 'name' | 'title'> {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The right that an agent needs; undefined if its token for the folder is enough. */
  readonly right: Right | undefined;
}

export interface Tool {
  readonly facts: ToolFacts;
  /** @throws {ApiError} `BAD_REQUEST`, and the errors of the operation. */
  run(call: ToolCall): Promise<ToolResult>;
}
