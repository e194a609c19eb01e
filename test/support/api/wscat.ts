import { parseArgs } from 'node:util';
import { WebSocket, type RawData } from 'ws';

/*
 * Stands in for the program `wscat`, with the options that docs/api.md uses: sends its message, and
 * prints what it receives. It exits at the end of its input, since no fixed time is sufficient.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    header: { ...text, short: 'H' },
    connect: { ...text, short: 'c' },
    wait: { ...text, short: 'w' },
    execute: { ...text, short: 'x' },
  },
});
const { header = '', connect = '', execute = '' } = values;
const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(header) ?? [];
const socket = new WebSocket(connect, { headers: { [name]: value } });
socket.on('open', () => socket.send(execute));
socket.on('message', (data: RawData) => {
  process.stdout.write(`${(data as Buffer).toString('utf8')}\n`);
});
process.stdin.on('end', () => socket.close()).resume();
