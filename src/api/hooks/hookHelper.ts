import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/**
 * The program that an agent's hook runs: `hook EVENT < payload`. It sends the event to the window
 * of the agent's session. It prints nothing and exits with 0 within {@link LIMIT_MS}, also after a
 * failure, because the agent waits for it.
 */

/** Time limit from the start of the script, in milliseconds. */
const LIMIT_MS = 1_000;

/**
 * Maximum bytes of a body that the window accepts. In a larger payload, strings are cut to
 * {@link TEXT_LENGTH} characters.
 */
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

/**
 * The session's file has the current address; the environment has the one from the session's start,
 * which is outdated after the window was reloaded.
 */
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

/**
 * Cuts the strings of a payload that is too large, such as a tool's output. Returns an empty body
 * if it is still too large or is not JSON.
 */
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
