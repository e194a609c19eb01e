import type * as z from 'zod';
import type { Access } from '../api/auth/access';
import type { Operation } from '../api/auth/rights';
import { parse } from '../api/http/route';

/** A call of a tool; `input` is not validated yet. */
interface ToolCall {
  readonly access: Access;
  readonly input: unknown;
  /** Aborted when the caller cancels the call or disconnects, or its access ends. */
  readonly signal: AbortSignal;
}

/** The result of a tool: text for a model, and the same as data for a program. */
export interface ToolResult<Data = unknown> {
  readonly text: string;
  readonly data: Data;
}

/** The description of a tool. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** What the tool does with its session; undefined if it has none. */
  readonly operation?: Operation;
  /** The strongest effect of the tool: an approval lets an agent do what it requested. */
  readonly effect: 'reads' | 'changes' | 'approves' | 'ends';
}

export interface Tool {
  readonly facts: ToolFacts;
  /** @throws {ApiError} `BAD_REQUEST`, and the errors of the handler. */
  run(call: ToolCall): Promise<ToolResult>;
}

interface ParsedCall<Input> extends Pick<ToolCall, 'access' | 'signal'> {
  readonly input: Input;
}

/** Combines a tool's description with its handler, which receives the parsed input. */
export function defineTool<const F extends ToolFacts>(
  facts: F,
  handle: (call: ParsedCall<z.infer<F['input']>>) => Promise<ToolResult<z.input<F['output']>>>,
): Tool {
  return {
    facts,
    run: async ({ access, signal, input }) => {
      // The parser returns this type, but TypeScript cannot infer that through the generic.
      const parsed = parse(facts.input, input, 'input') as z.infer<F['input']>;
      return handle({ access, signal, input: parsed });
    },
  };
}
