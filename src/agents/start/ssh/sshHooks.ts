import { toMessage } from '../../../base/errors';
import type { Logger } from '../../../base/logger';
import { randomHex } from '../../../base/randomHex';
import type { AgentCommand } from '../../../providers/launch/agentCommand';
import type { HookLaunch } from '../../../providers/launch/hooks/hookLaunch';
import { planHookLaunch } from '../../../providers/launch/hooks/planHookLaunch';
import type { ProviderDefinition } from '../../../providers/model/providerDefinition';
import { quoteForShell } from '../../../pty/shell/quoteForShell';
import { REMOTE_ACCESS, type RemoteFile } from '../../../pty/ssh/sshScripts';
import type { ForwardEndpoint } from '../agentHooks';

interface SshHooksInput {
  readonly provider: Pick<ProviderDefinition, 'hooks' | 'name'>;
  readonly command: Pick<AgentCommand, 'args' | 'trailing'>;
  readonly ptyId: string;
  /** The session's directory on the remote machine. */
  readonly directory: string;
  /** The environment of the agent on the remote machine. */
  readonly env: Readonly<Record<string, string>>;
  /** The socket that is forwarded; undefined if this window accepts no events. */
  readonly endpoint: ForwardEndpoint | undefined;
  readonly logger: Logger;
}

export interface SshHooks {
  readonly launch: HookLaunch;
  /** The files that the hooks need on the remote machine; empty without hooks. */
  readonly files: readonly RemoteFile[];
}

/** The program that a hook runs, in the session's directory on the remote machine. */
const PROGRAM = 'hook';
const NODE_PROGRAM = 'hook.cjs';

/** Plans the hooks of an agent on the remote machine. If that fails, the agent starts without. */
export async function planSshHooks(input: SshHooksInput): Promise<SshHooks> {
  const { provider, command, directory, env, endpoint, ptyId, logger } = input;
  const without: SshHooks = { launch: { args: command.args, env: {} }, files: [] };
  if (provider.hooks.kind === 'none' || !endpoint) {
    return without;
  }
  const written: RemoteFile[] = [];
  try {
    const launch = await planHookLaunch(provider.hooks, {
      ...command,
      platform: 'linux',
      env,
      commandLine: (event) => `/bin/sh ${quoteForShell(`${directory}/${PROGRAM}`)} ${event}`,
      files: {
        read: () => Promise.reject(new Error('it is on another machine')),
        write: (ending, text) => {
          written.push({ name: ending, text });
          return Promise.resolve(`${directory}/${ending}`);
        },
      },
    });
    if ('args' in launch) {
      return { launch, files: [...written, ...formatPrograms(directory, ptyId, endpoint)] };
    }
    logger.info(`${provider.name} starts without hooks: ${launch.reason}.`);
  } catch (error) {
    logger.warn(`${provider.name} starts without hooks: ${toMessage(error)}`);
  }
  return without;
}

/**
 * A path for the session's directory on the remote machine. It has 128 random bits, so that no
 * other user can create the directory or its socket first.
 */
export function randomRemoteDirectory(): string {
  return `/tmp/agent-terminals-ssh-${randomHex(16)}`;
}

/** The address is in files apart from the programs, because a later window replaces it. */
function formatPrograms(
  directory: string,
  ptyId: string,
  endpoint: ForwardEndpoint,
): readonly RemoteFile[] {
  const headers = {
    'Content-Type': 'application/json',
    'X-Agent-Terminals-Token': endpoint.hookToken,
    'X-Agent-Terminals-Pty-Id': ptyId,
  };
  const [conf, json] = REMOTE_ACCESS;
  const lines = [
    'url = "http://localhost/hook"',
    ...Object.entries(headers).map(([name, value]) => `header = "${name}: ${value}"`),
  ];
  return [
    { name: PROGRAM, text: formatHookScript(directory) },
    { name: NODE_PROGRAM, text: NODE_HOOK },
    { name: conf, text: lines.join('\n') },
    { name: json, text: JSON.stringify({ headers }) },
  ];
}

/**
 * Posts `hook EVENT < payload` with curl or node, whichever the remote machine has. It always
 * succeeds without output, because an agent waits for its hooks and acts on their output and exit
 * codes.
 */
function formatHookScript(directory: string): string {
  return `#!/bin/sh
d=${directory}
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
const { headers } = JSON.parse(readFileSync(join(__dirname, 'hook.json'), 'utf8'));
const post = request({
  socketPath: join(__dirname, 'hook.sock'),
  path: '/hook',
  method: 'POST',
  headers: { ...headers, 'X-Agent-Terminals-Event': process.argv[2] ?? '' },
});
post.on('response', end).on('error', end);
process.stdin.pipe(post);
`;
