import * as z from 'zod';
import type { OperationParts } from '../operations/createOperations';
import { SESSION_ID } from '../operations/fields';
import { perform, type Operation, type ToolBinding } from '../operations/operation';
import { OPERATIONS } from '../operations/operations';
import { parse } from '../operations/parse';
import type { Tool } from './tool';

/** The result of an operation on a session that has no output. */
const ONE_SESSION = z.strictObject({ session: SESSION_ID });

/** The tools with which models carry out operations. Their names are public. */
export function createOperationTools(parts: OperationParts): readonly Tool[] {
  return OPERATIONS.flatMap((operation) =>
    operation.tool ? [createTool(parts, operation, operation.tool as ToolBinding)] : [],
  );
}

function createTool(parts: OperationParts, operation: Operation, tool: ToolBinding): Tool {
  const { name, title, description, effect } = tool;
  const { right } = operation;
  const input = tool.input ?? operation.input;
  const own = operation.output instanceof z.ZodObject ? operation.output : ONE_SESSION;
  const output = tool.output ?? own;
  return {
    facts: {
      ...{ name, title, description, effect, input, output },
      right: right === 'folder' ? undefined : right,
    },
    run: async ({ access, input: given, signal }) => {
      const parsed = parse(input, given, 'input');
      // The types of the tool's own functions are those of what its own schemas have parsed.
      const call = { access, input: parsed as never, signal };
      const read = tool.read?.(parts, call) ?? parsed;
      const done = await perform(parts, operation, { access, input: { ...read }, signal });
      const shown = (await tool.data?.(parts, done as never, access)) ?? done;
      const data = shown ?? { session: parsed['session'] };
      return { text: tool.text(data, read as never), data };
    },
  };
}
