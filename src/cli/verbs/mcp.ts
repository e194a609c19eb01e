import { createInterface } from 'node:readline';
import { EXIT } from '../exitCode';
import { McpBridge } from '../mcpBridge';
import type { Verb } from '../verb';

export const MCP: Verb = {
  name: 'mcp',
  usage: '',
  summary: 'be an MCP server over the standard input and output',
  notes: ['For clients of MCP that start their servers: the tools are those of the window.'],
  options: {},
  words: [0, 0],
  async run({ io, terminals }) {
    const bridge = new McpBridge(terminals, (message) => {
      io.stdout.write(`${JSON.stringify(message)}\n`);
    });
    const lines = createInterface({ input: io.stdin, crlfDelay: Infinity });
    lines.on('line', (line) => void bridge.take(line));
    await new Promise<void>((resolve) => {
      lines.on('close', resolve);
      io.onSignal(() => resolve());
      io.stdout.on('error', () => resolve());
    });
    lines.close();
    bridge.dispose();
    return EXIT.done;
  },
};
