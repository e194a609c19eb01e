import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Access } from '../operations/access/access';
import { describeRights } from '../operations/access/rights';
import type { ToolFacts } from './tool';

const HINTS = {
  reads: { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false },
  approves: { readOnlyHint: false, destructiveHint: true },
  ends: { readOnlyHint: false, destructiveHint: true },
} as const satisfies Record<ToolFacts['effect'], McpTool['annotations']>;

/**
 * The entry of a tool in the result of MCP's `tools/list`. For an agent, the input's `session` names
 * the sessions with which it may be used: CLIs cut a long description in the dialog of a call, which
 * then cannot be approved outside of its terminal.
 */
export function describeTool(
  { name, title, description, input, output, effect, right }: ToolFacts,
  by: Access['by'],
): McpTool {
  const rights = by === 'agent' && right ? describeRights(right) : undefined;
  return {
    ...{ name, title, description },
    inputSchema: withRights(toSchema(input, 'input'), rights),
    outputSchema: toSchema(output, 'output'),
    annotations: { title, ...HINTS[effect] },
  };
}

function withRights(
  schema: McpTool['inputSchema'],
  rights: string | undefined,
): McpTool['inputSchema'] {
  const { session } = schema.properties ?? {};
  if (rights === undefined || session === undefined) {
    return schema;
  }
  const description = `The id, as list_agents returns it, of ${rights}.`;
  return { ...schema, properties: { ...schema.properties, session: { ...session, description } } };
}

/** Converts to JSON Schema draft-07, which all clients support. */
export function toSchema(schema: z.ZodObject, io: 'input' | 'output'): McpTool['inputSchema'] {
  // The schema of a `ZodObject` always has the type "object", which zod's types do not express.
  return z.toJSONSchema(schema, { target: 'draft-7', io }) as McpTool['inputSchema'];
}
