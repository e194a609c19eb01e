import { EXIT } from '../exitCode';
import { readLines } from '../inputLines';
import { McpBridge } from '../mcpBridge';
import type { Verb } from '../verb';

export const MCP: Verb = {
  name: 'mcp',
  usage: '',
  summary: 'run an MCP server on the standard input and output',
  notes: ['For MCP clients that start their servers. The tools are those of the window.'],
  options: {},
  argumentCount: [0, 0],
  async run({ io, terminals }) {
    const bridge = new McpBridge(terminals, (message) => {
      io.stdout.write(`${JSON.stringify(message)}\n`);
    });
    await readLines(io, {
      onLine: (line) => void bridge.take(line),
      onTooLong: (message) => bridge.refuse(message),
    });
    bridge.dispose();
    return EXIT.done;
  },
};
