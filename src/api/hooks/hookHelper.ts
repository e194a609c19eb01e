import { request } from 'node:http';
import { join } from 'node:path';
import { readOwnFile } from '../../endpoint/readOwnFile';
import { parseSessionFile, sessionFilePath, type SessionFile } from '../../endpoint/sessionFile';
import { verifiedConnection } from '../../endpoint/verifiedConnection';

/**
 * The program that an agent's hook runs: `hook EVENT < payload`. It sends the event to the window
 * of the agent's session. It prints nothing and exits with 0, also after a failure or if a step takes
 * longer than {@link STEP_LIMIT_MS}, because the agent waits for it.
 */

/**
 * Time limit of each step, in milliseconds: until the payload is read, until the window has proved
 * itself, until it has responded. A window that hangs costs the agent one or two of them; on a busy
 * machine, where each step is slow, no event is lost.
 */
const STEP_LIMIT_MS = 3_000;

/**
 * Maximum bytes of a body that the window accepts. In a larger payload, strings are cut to
 * {@link TEXT_LENGTH} characters.
 */
const BODY_BYTES = 1024 * 1024;
const TEXT_LENGTH = 2_000;

const limit = setTimeout(end, STEP_LIMIT_MS);
process.on('uncaughtException', end);
process.stdout.on('error', end);

const event = process.argv[2] ?? '';
const ptyId = process.env['AGENT_TERMINALS_PTY_ID'] ?? '';
const parts: Buffer[] = [];
process.stdin.on('data', (part: Buffer) => parts.push(part));
process.stdin.on('error', end);
process.stdin.on('end', () => void report(fit(Buffer.concat(parts))));

/** Does nothing if no window has written an address for the session. */
async function report(body: Buffer): Promise<void> {
  limit.refresh();
  const file = await readSession();
  if (file?.socket === undefined) {
    end();
    return;
  }
  const { socket, token } = file;
  const sent = request({
    // The token and the payload are sent only to the window that wrote the file.
    createConnection: verifiedConnection({ address: { kind: 'socket', path: socket }, token }),
    path: '/hook',
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.byteLength,
      'X-Agent-Terminals-Token': token,
      'X-Agent-Terminals-Pty-Id': ptyId,
      'X-Agent-Terminals-Event': event,
    },
  });
  sent.on('socket', () => limit.refresh());
  sent.on('response', end);
  sent.on('error', end);
  sent.end(body);
}

/** The file is beside this program: the environment may name another home. */
async function readSession(): Promise<SessionFile | undefined> {
  const path = sessionFilePath(join(__dirname, '..'), ptyId);
  return path === undefined ? undefined : parseSessionFile(await readOwnFile(path));
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
