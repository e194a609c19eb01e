import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { tryParseJson } from '../../base/parseJson';
import { ClientError } from '../clientError';
import { homeOf, type EndpointChoice, type OpenHeadless } from './endpoint';
import { toApiError } from './parseApiError';

/** The request that has the command line open a core for its directory. */
const OPEN = { id: 1, method: 'open' } as const;

/**
 * Opens cores by the installed command line, `agent-terminals serve --stdio`. Each process ends, and
 * releases its sessions, when this process ends; it does not keep this process alive.
 */
export function headlessByCommandLine(env: EndpointChoice['env']): OpenHeadless {
  return async ({ path }) => {
    const script = join(homeOf(env), 'bin', 'agent-terminals.cjs');
    const child = spawn(process.execPath, [script, 'serve', '--stdio'], {
      cwd: path,
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const answer = await Promise.race([askToOpen(child), whenGone(child)]);
    const failure = toApiError(answer);
    if (failure) {
      child.stdin.end();
      throw failure;
    }
    child.stdout.on('data', () => {});
    child.unref();
    // Pipes of child processes are sockets.
    [child.stdin, child.stdout].forEach((pipe) => pipe instanceof Socket && pipe.unref());
  };
}

async function askToOpen({ stdin, stdout }: ChildProcess): Promise<unknown> {
  if (!stdin || !stdout) {
    return undefined;
  }
  // The end of the process is reported by its own event.
  stdin.on('error', () => {});
  stdin.write(`${JSON.stringify(OPEN)}\n`);
  const lines = createInterface({ input: stdout });
  const [line] = (await once(lines, 'line')) as [string];
  lines.close();
  return tryParseJson(line);
}

/** Never resolves. @throws {ClientError} `NO_WINDOW` when the process ends. */
async function whenGone(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new ClientError(
    'NO_WINDOW',
    'No window is open, and the command line of Agent Terminals could not start. Open the folder in VS Code once.',
  );
}
