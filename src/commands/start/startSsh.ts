import type { SurfaceOptions } from '../../base/startOptions';
import type { SshTarget } from '../../pty/ssh/sshLine';
import type { CommandServices, StartedSession } from '../commandServices';
import { showStart, prepareStart } from './startAgent';

/** Starts an agent of a task on another machine, and asks for what the options leave open. */
export async function startSsh(
  deps: CommandServices,
  options: SurfaceOptions<'startSsh'>,
): Promise<StartedSession | undefined> {
  const { target: named, sshArgs = [], remoteCwd, remoteInitCommand, ...start } = options;
  const target = named ?? (await chooseTarget(deps));
  if (target === undefined) {
    return undefined;
  }
  const requested = start.persistence ?? deps.settings(undefined).persistence;
  // The tmux is that of the remote machine, so that the agent outlives the connection. On this
  // machine, `ssh` then runs in a session of the window.
  const tmux = requested === 'tmux';
  const persistence = tmux ? 'window' : requested;
  const ssh: SshTarget = { target, sshArgs, remoteCwd, remoteInitCommand, tmux };
  const prepared = await prepareStart(
    deps,
    { ...start, persistence, worktree: false },
    { conversation: 'auto', ssh },
  );
  return showStart(deps, prepared, start.location);
}

async function chooseTarget({
  choices,
  pickers,
  sshTargets,
}: CommandServices): Promise<string | undefined> {
  const ask = (): Promise<string | undefined> =>
    pickers.askText('Host to start the agent on: an alias of ~/.ssh/config, or user@host', '');
  const targets = await sshTargets();
  if (targets.length === 0) {
    return ask();
  }
  const known = targets.map((value) => ({ label: value, value }));
  const other = { label: 'Another Host...', value: undefined };
  const chosen = await choices.choose<{ readonly target: string | undefined }>(
    'On which host should the agent run?',
    [...known, other].map(({ label, value }) => ({ label, value: { target: value } })),
  );
  return chosen && (chosen.target ?? ask());
}
