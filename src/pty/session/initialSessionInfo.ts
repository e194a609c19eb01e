import { DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { SessionInfo, SessionSpec } from '../sessionService';

/**
 * Returns the info of a session before its program starts. `createdAt` is the current time, ISO
 * 8601; the time in the spec, if set, replaces it as the session's creation.
 */
export function initialSessionInfo(
  spec: SessionSpec,
  generation: number,
  createdAt: string,
): SessionInfo {
  return {
    id: spec.id,
    generation,
    label: spec.label,
    kind: spec.kind,
    state: 'creating',
    workDir: spec.program.cwd,
    afterExit: spec.afterExit,
    createdAt: spec.createdAt ?? createdAt,
    programStartedAt: createdAt,
    exec: spec.exec,
    pid: null,
    attachedCount: 0,
    hasOutput: false,
    lastOutputAt: null,
    lastInputAt: null,
    fellBack: false,
    bracketedPaste: false,
    dimensions: spec.dimensions ?? DEFAULT_DIMENSIONS,
    exitCode: null,
    exitSignal: null,
    isKilled: false,
    agentExitCode: null,
    parent: spec.parent ?? null,
    persistence: spec.persistence ?? 'window',
    folder: spec.folder ?? null,
    isLost: false,
    notices: [],
  };
}
