import type { z } from 'zod';
import type { Access } from '../api/auth/access';
import { parse } from '../api/http/route';

/** What a tool is told, unread. */
export interface ToolCall {
  readonly access: Access;
  readonly input: unknown;
  /** Aborted once nobody waits for the result. */
  readonly signal: AbortSignal;
}

/** What a tool gives: words for a model, and the same for a program. */
export interface ToolResult<Data = unknown> {
  readonly text: string;
  readonly data: Data;
}

/** A tool as models see it. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The most that it may do to sessions. */
  readonly effect: 'reads' | 'changes' | 'ends';
}

export interface Tool {
  readonly facts: ToolFacts;
  /** @throws {ApiError} `BAD_REQUEST`; and what the verb throws. */
  run(call: ToolCall): Promise<ToolResult>;
}

interface ParsedCall<Input> extends Pick<ToolCall, 'access' | 'signal'> {
  readonly input: Input;
}

/** Ties a tool's facts to what carries it out, which gets what these say and nothing else. */
export function defineTool<const F extends ToolFacts>(
  facts: F,
  handle: (call: ParsedCall<z.infer<F['input']>>) => Promise<ToolResult<z.input<F['output']>>>,
): Tool {
  return {
    facts,
    run: async ({ access, signal, input }) => {
      // What the parser gives is of that type; TypeScript cannot see it through a generic.
      const parsed = parse(facts.input, input, 'input') as z.infer<F['input']>;
      return handle({ access, signal, input: parsed });
    },
  };
}
