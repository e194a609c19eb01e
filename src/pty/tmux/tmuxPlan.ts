import { SESSION_MARKER_VARIABLE } from '../shell/environment';
import type { Dimensions, ProgramSpec } from '../ptyProcess';
import type { SessionSpec } from '../sessionService';
import type { TmuxFacts } from './tmuxFacts';
import { findExitMarkerHash, hashNonce } from '../shell/agentExitMarker';
import { getTmuxSessionName, type TmuxLine, type TmuxServerConfig } from './tmuxLine';

interface TmuxStartPlan {
  readonly server: TmuxServerConfig;
  /** Random letters and digits. */
  readonly instanceId: string;
  /** Random letters and digits; see `TmuxLine.endNonce`. */
  readonly endNonce: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The same session in tmux: its programs run there, and the session's PTY runs a client. */
export function planTmuxStart(spec: SessionSpec, plan: TmuxStartPlan): SessionSpec {
  const { program, seed = '', fallback } = spec;
  const inTmux = (part: TmuxPart): ProgramSpec => ({
    ...part.program,
    tmux: { ...planLine({ ...spec, ...part }, plan), ...part.line },
  });
  return {
    ...spec,
    // tmux shows the seed and keeps it, like the program's output.
    seed: undefined,
    persistence: 'tmux',
    program: inTmux({ program, line: { seed } }),
    fallback: fallback && {
      ...fallback,
      program: inTmux({
        ...{ program: fallback.program, exec: fallback.exec },
        exitMarkerNonce: fallback.exitMarkerNonce,
        startShell: fallback.startShell,
        line: { start: 'replace', instanceId: `${plan.instanceId}0` },
      }),
    },
  };
}

/** What differs for one of the session's programs. */
interface TmuxPart extends Partial<Pick<SessionSpec, 'exec' | 'exitMarkerNonce' | 'startShell'>> {
  readonly program: ProgramSpec;
  readonly line: Partial<TmuxLine>;
}

function planLine(spec: SessionSpec, plan: TmuxStartPlan): TmuxLine {
  const { server, instanceId, endNonce } = plan;
  const { scrollback } = spec;
  return {
    ...{ server, instanceId, endNonce, scrollback },
    name: getTmuxSessionName(spec.id),
    start: 'new',
    seed: '',
    facts: { ...toFacts(spec, plan), socketsIn: server.env['TMUX_TMPDIR'] ?? null },
  };
}

interface TmuxAttachPlan {
  readonly server: TmuxServerConfig;
  readonly instanceId: string;
  /** As in tmux, so that all rows keep their place. */
  readonly dimensions: Dimensions;
}

/** A session that attaches to a running one in tmux. */
export function planTmuxAttach(facts: TmuxFacts, plan: TmuxAttachPlan): SessionSpec {
  const { server, instanceId, dimensions } = plan;
  const { id, label, exec, cwd, scrollback, afterExit, createdAt } = facts;
  const exitMarkerNonce = facts.exitMarkerNonce ?? undefined;
  const exitMarkerHash = facts.exitMarkerHash ?? undefined;
  const env = facts.marker === null ? {} : { [SESSION_MARKER_VARIABLE]: facts.marker };
  const name = getTmuxSessionName(id);
  const tmux: TmuxLine = {
    ...{ server, name, instanceId, scrollback, facts },
    start: 'attach',
    seed: '',
  };
  return {
    ...{ id, label, exec, scrollback, afterExit, dimensions, createdAt },
    exitMarkerNonce,
    exitMarkerHash,
    startShell: facts.startShell,
    kind: 'local',
    persistence: 'tmux',
    folder: facts.folder ?? undefined,
    parent: facts.parent ?? undefined,
    // The shell of its client. The program in tmux already runs.
    program: { file: '/bin/sh', args: [], cwd, env, tmux },
  };
}

function toFacts(spec: SessionSpec, { createdAt, endNonce }: TmuxStartPlan): TmuxFacts {
  const { id, label, exec, afterExit, scrollback, program } = spec;
  return {
    ...{ id, label, exec, afterExit, scrollback, createdAt },
    cwd: program.cwd,
    folder: spec.folder ?? null,
    parent: spec.parent ?? null,
    exitMarkerNonce: null,
    exitMarkerHash: findExitMarkerHash(spec) ?? null,
    endHash: hashNonce(endNonce),
    startShell: spec.startShell,
    marker: program.env[SESSION_MARKER_VARIABLE] ?? null,
  };
}
