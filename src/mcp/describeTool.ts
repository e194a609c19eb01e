import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ToolFacts } from './tool';

const HINTS = {
  reads: { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false },
  ends: { readOnlyHint: false, destructiveHint: true },
} as const satisfies Record<ToolFacts['effect'], McpTool['annotations']>;

/** A tool as MCP lists it. */
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

/** JSON Schema of the draft that all clients know. */
export function toSchema(schema: z.ZodObject, io: 'input' | 'output'): McpTool['inputSchema'] {
  // An object's schema is one of the type "object", which zod's own types do not say.
  return z.toJSONSchema(schema, { target: 'draft-7', io }) as McpTool['inputSchema'];
}
