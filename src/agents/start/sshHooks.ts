import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { randomHex } from '../../base/randomHex';
import type { AgentCommand } from '../../providers/launch/agentCommand';
import type { HookLaunch } from '../../providers/launch/hooks/hookLaunch';
import { planHookLaunch } from '../../providers/launch/hooks/planHookLaunch';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { HookAccess } from '../../pty/shell/environment';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import { REMOTE_ACCESS, type RemoteFile } from '../../pty/ssh/sshScripts';

export interface SshHooksInput {
  readonly provider: Pick<ProviderDefinition, 'hooks' | 'name'>;
  readonly command: Pick<AgentCommand, 'args' | 'trailing'>;
  readonly ptyId: string;
  /** The session's directory on the remote machine. */
  readonly place: string;
  /** What the remote machine's environment will have. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the window listens; undefined where it does not. */
  readonly access: HookAccess | undefined;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

export interface SshHooks {
  readonly launch: HookLaunch;
  /** What the hooks need on the remote machine; nothing where there are none. */
  readonly files: readonly RemoteFile[];
}

/** The program that a hook runs there, in the session's directory. */
const PROGRAM = 'hook';
const NODE_PROGRAM = 'hook.cjs';

/** Gives an agent on the remote machine hooks as it starts. One that can have none starts all the same. */
export async function planSshHooks(input: SshHooksInput): Promise<SshHooks> {
  const { provider, command, place, env, access, ptyId, logger } = input;
  const without: SshHooks = { launch: { args: command.args, env: {} }, files: [] };
  if (provider.hooks.kind === 'none' || !access) {
    return without;
  }
  const written: RemoteFile[] = [];
  try {
    const launch = await planHookLaunch(provider.hooks, {
      ...command,
      platform: 'linux',
      env,
      commandLine: (event) => `/bin/sh ${quoteForShell(`${place}/${PROGRAM}`)} ${event}`,
      files: {
        read: () => Promise.reject(new Error('it is on another machine')),
        write: (ending, text) => {
          written.push({ name: ending, text });
          return Promise.resolve(`${place}/${ending}`);
        },
      },
    });
    if ('args' in launch) {
      return { launch, files: [...written, ...formatPrograms(place, ptyId, access)] };
    }
    logger.info(`${provider.name} starts without hooks: ${launch.reason}.`);
  } catch (error) {
    logger.warn(`${provider.name} starts without hooks: ${toMessage(error)}`);
  }
  return without;
}

/** 128 random bits: nobody else can take the place, or the socket's, before the session does. */
export function randomPlace(): string {
  return `/tmp/agent-terminals-ssh-${randomHex(16)}`;
}

/** Where to report to is apart from the programs: a later window has other words there. */
function formatPrograms(place: string, ptyId: string, access: HookAccess): readonly RemoteFile[] {
  const headers = {
    'Content-Type': 'application/json',
    'X-Agent-Terminals-Token': access.token,
    'X-Agent-Terminals-Pty-Id': ptyId,
  };
  const [conf, json] = REMOTE_ACCESS;
  // The server accepts only requests that name its own host and port.
  const url = `http://127.0.0.1:${access.port}/hook`;
  const lines = [
    `url = "${url}"`,
    ...Object.entries(headers).map(([name, value]) => `header = "${name}: ${value}"`),
  ];
  return [
    { name: PROGRAM, text: formatHookScript(place) },
    { name: NODE_PROGRAM, text: NODE_HOOK },
    { name: conf, text: lines.join('\n') },
    { name: json, text: JSON.stringify({ host: `127.0.0.1:${access.port}`, headers }) },
  ];
}

/**
 * Posts `hook EVENT < payload` with what the remote machine has. Says nothing and succeeds whatever happens:
 * an agent takes a hook's output and failure for its own business, and waits for it.
 */
function formatHookScript(place: string): string {
  return `#!/bin/sh
d=${place}
if [ ! -S "$d/hook.sock" ]; then
  cat >/dev/null 2>&1
elif command -v curl >/dev/null 2>&1; then
  curl -q -s -m 1 --unix-socket "$d/hook.sock" -K "$d/hook.conf" -H "X-Agent-Terminals-Event: $1" --data-binary @- >/dev/null 2>&1
elif command -v node >/dev/null 2>&1; then
  node "$d/${NODE_PROGRAM}" "$1" >/dev/null 2>&1
else
  cat >/dev/null 2>&1
fi
exit 0
`;
}

const NODE_HOOK = `const { readFileSync } = require('node:fs');
const { request } = require('node:http');
const { join } = require('node:path');
const end = () => process.exit(0);
setTimeout(end, 1000);
process.on('uncaughtException', end);
const { host, headers } = JSON.parse(readFileSync(join(__dirname, 'hook.json'), 'utf8'));
const post = request({
  socketPath: join(__dirname, 'hook.sock'),
  path: '/hook',
  method: 'POST',
  headers: { ...headers, Host: host, 'X-Agent-Terminals-Event': process.argv[2] ?? '' },
});
post.on('response', end).on('error', end);
process.stdin.pipe(post);
`;
