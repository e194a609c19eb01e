import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/**
 * The program that an agent's hook runs: `hook EVENT < payload`. It tells the window of the
 * agent's session, and ends with 0 and without a word whatever happens, in {@link LIMIT_MS} at the
 * most: the agent waits for it.
 */

/** From the start of the script, in milliseconds. */
const LIMIT_MS = 1_000;

/** What the window takes in one body; longer texts within it are cut. */
const BODY_BYTES = 1024 * 1024;
const TEXT_LENGTH = 2_000;

interface Access {
  readonly port: number;
  readonly token: string;
}

setTimeout(end, LIMIT_MS);
process.on('uncaughtException', end);
process.stdout.on('error', end);

const event = process.argv[2] ?? '';
const ptyId = process.env['AGENT_TERMINALS_PTY_ID'] ?? '';
const parts: Buffer[] = [];
process.stdin.on('data', (part: Buffer) => parts.push(part));
process.stdin.on('error', end);
process.stdin.on('end', () => report(fit(Buffer.concat(parts))));

function report(body: Buffer): void {
  const access = findAccess();
  if (!access) {
    end();
    return;
  }
  const sent = request({
    host: '127.0.0.1',
    port: access.port,
    path: '/hook',
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.byteLength,
      'X-Agent-Terminals-Token': access.token,
      'X-Agent-Terminals-Pty-Id': ptyId,
      'X-Agent-Terminals-Event': event,
    },
  });
  sent.on('response', end);
  sent.on('error', end);
  sent.end(body);
}

/** As it is now: a window that was made anew has left another port than the environment has. */
function findAccess(): Access | undefined {
  try {
    const path = join(__dirname, '..', 'hooks', `${ptyId}.json`);
    return JSON.parse(readFileSync(path, 'utf8')) as Access;
  } catch {
    const port = Number(process.env['AGENT_TERMINALS_HOOK_PORT']);
    const token = process.env['AGENT_TERMINALS_HOOK_TOKEN'];
    return port && token ? { port, token } : undefined;
  }
}

/** What is too long, a tool's output say, with its long texts cut; what is no JSON then, as nothing. */
function fit(body: Buffer): Buffer {
  if (body.byteLength <= BODY_BYTES) {
    return body;
  }
  try {
    const cut = JSON.stringify(JSON.parse(body.toString('utf8')), (_, value: unknown) =>
      typeof value === 'string' ? value.slice(0, TEXT_LENGTH) : value,
    );
    const fitting = Buffer.from(cut);
    return fitting.byteLength <= BODY_BYTES ? fitting : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

function end(): void {
  process.exit(0);
}
