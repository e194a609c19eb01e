import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toMessage, SessionError } from '../../base/errors';
import { makePrivateDirectorySync } from '../../base/privateFile';
import { buildAgentBeginReport, buildAgentExitReport, hashNonce } from '../shell/agentExitMarker';
import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';
import type { RunCommand } from '../process/command';
import { formatTmuxFacts } from './tmuxFacts';
import { TMUX_FILES } from './tmuxFileNames';
import { killTmuxProgram } from './tmuxKill';
import { tmuxInstanceDirectory, tmuxSocket, type TmuxLine } from './tmuxLine';
import { tmuxSetUp } from './tmuxOptions';
import { TmuxProcess } from './tmuxProcess';
import { buildTmuxStart, TMUX_CLIENT } from './tmuxScripts';

interface TmuxSpawnerDeps {
  readonly spawner: PtySpawner;
  readonly run: RunCommand;
}

type InTmux = PtySpawnSpec & { readonly tmux: TmuxLine };

/** Starts programs that run in tmux through a tmux client, and all others with another spawner. */
export class TmuxSpawner implements PtySpawner {
  constructor(private readonly deps: TmuxSpawnerDeps) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    const { tmux } = spec;
    return tmux ? this.spawnClient({ ...spec, tmux }) : this.deps.spawner.spawn(spec);
  }

  private spawnClient(spec: InTmux): PtyProcess {
    const { tmux } = spec;
    if (tmux.start !== 'attach') {
      writeFiles(spec);
    }
    try {
      const client = this.deps.spawner.spawn(toClient(spec));
      return new TmuxProcess(client, spec, {
        instanceId: tmux.instanceId,
        endHash: tmux.facts.endHash ?? hashNonce(tmux.instanceId),
        readAgentExit: (instanceId) => readAgentExit({ ...tmux, instanceId }),
        endAtOnce: () => killTmuxProgram(this.deps.run, tmux),
      });
    } catch (error) {
      if (tmux.start !== 'attach') {
        rmSync(tmuxInstanceDirectory(tmux), { recursive: true, force: true });
      }
      throw error;
    }
  }
}

function toClient({ cols, rows, cwd, tmux }: InTmux): PtySpawnSpec {
  const { server, name, instanceId, start, scrollback } = tmux;
  const words = [server.file, tmuxSocket(server, name), name, server.directory, instanceId, start];
  const args = ['-c', TMUX_CLIENT, 'agent-terminals', ...words, ...tmuxSetUp(scrollback)];
  return { file: '/bin/sh', args, cwd, env: server.env, cols, rows };
}

/** Writes the files that tmux reads at the start. The script removes itself. */
function writeFiles({ tmux, ...program }: InTmux): void {
  const directory = tmuxInstanceDirectory(tmux);
  const script = buildTmuxStart({ ...tmux, program });
  const files = [
    [TMUX_FILES.start, script],
    [TMUX_FILES.facts, formatTmuxFacts(tmux.facts)],
  ] as const;
  try {
    // A directory of another user, or a link, would expose the environments of sessions.
    makePrivateDirectorySync(tmux.server.directory);
    mkdirSync(directory, { mode: 0o700 });
    files.forEach(([name, text]) =>
      writeFileSync(join(directory, name), text, { mode: 0o600, flag: 'wx' }),
    );
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw new SessionError(
      'SPAWN_FAILED',
      `The session's files could not be written to ${directory} (${toMessage(error)}): free space there, or correct its permissions.`,
      { cause: error },
    );
  }
}

/** What a wrapper of 0.1.0 writes is only the status. */
const AGENT_EXIT = /^(?:([A-Za-z0-9]+);)?(\d{1,3})$/;

/**
 * What an agent's wrapper has written (`EXIT_FILE_VARIABLE`), as a report: the nonce and status, or
 * nothing while the agent runs. Empty if the agent has not begun.
 */
function readAgentExit(line: TmuxLine): string {
  if (!/^[A-Za-z0-9]+$/.test(line.instanceId)) {
    return '';
  }
  try {
    const text = readFileSync(join(tmuxInstanceDirectory(line), TMUX_FILES.agentExit), 'utf8');
    const [, nonce = line.facts.exitMarkerNonce, status] = AGENT_EXIT.exec(text) ?? [];
    const { exitMarkerHash } = line.facts;
    const begun = exitMarkerHash ? buildAgentBeginReport(exitMarkerHash) : '';
    return begun + (nonce && status ? buildAgentExitReport(nonce, Number(status)) : '');
  } catch {
    return ''; // The agent runs, or has not begun.
  }
}
