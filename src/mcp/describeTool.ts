import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ToolFacts } from './tool';

const HINTS = {
  reads: { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false },
  ends: { readOnlyHint: false, destructiveHint: true },
} as const satisfies Record<ToolFacts['effect'], McpTool['annotations']>;

/** The entry of a tool in the result of MCP's `tools/list`. */
export function describeTool({
  name,
  title,
  description,
  input,
  output,
  effect,
}: ToolFacts): McpTool {
  return {
    ...{ name, title, description },
    inputSchema: toSchema(input, 'input'),
    outputSchema: toSchema(output, 'output'),
    annotations: { title, ...HINTS[effect] },
  };
}

/** Converts to JSON Schema draft-07, which all clients support. */
export function toSchema(schema: z.ZodObject, io: 'input' | 'output'): McpTool['inputSchema'] {
  // The schema of a `ZodObject` always has the type "object", which zod's types do not express.
  return z.toJSONSchema(schema, { target: 'draft-7', io }) as McpTool['inputSchema'];
}
