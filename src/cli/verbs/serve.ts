import { EXIT } from '../exitCode';
import { readLines } from '../inputLines';
import { StdioServer } from '../stdioServer';
import { UsageError } from '../usageError';
import type { Verb } from '../verb';

export const SERVE: Verb = {
  name: 'serve',
  usage: '--stdio',
  summary: 'run one session for a program: JSON in and out, one message per line',
  notes: [
    'In:  {"id": 1, "method": "start", "params": {"provider": "claude"}}',
    'Out: {"id": 1, "result": {...}} or {"id": 1, "error": {"code", "message"}}',
    'Methods: start (as POST /api/sessions), ask {prompt, timeoutMs} (with lines {"id", "event": "delta", "text"} before),',
    'write {data}, resize {cols, rows}, close, open (the socket, the token and the folder of the API that answers). SIGTERM, SIGINT and the end of the input end the session.',
  ],
  options: { stdio: { type: 'boolean', help: 'use the standard input and output' } },
  argumentCount: [0, 0],
  async run({ io, terminals }, input) {
    if (!input.flag('stdio')) {
      throw new UsageError(
        'agent-terminals serve requires --stdio: it supports only its standard input.',
      );
    }
    const server = new StdioServer(terminals, (message) => {
      io.stdout.write(`${JSON.stringify(message)}\n`);
    });
    await readLines(io, {
      onLine: (line) => server.handleLine(line),
      onTooLong: (message) => server.refuse(message),
    });
    await server.shutdown();
    return EXIT.done;
  },
};
