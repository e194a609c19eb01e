import type { Signal } from '../activity';

/** `4;state;percent`, with the states of ConEmu, which other terminals have adopted. */
const PROGRESS = /^4;([0-4])(?:;\d{0,3})?;?$/;
const UNDER_WAY: readonly string[] = ['1', '3'];

/**
 * Reads a program's progress (OSC 9;4). It reports work or nothing, since errors and pauses may be
 * those of a tool instead of the agent. `none`: the sequence is not a progress report.
 */
export function readProgress(data: string, at: number): Signal | undefined | 'none' {
  const state = PROGRESS.exec(data)?.[1];
  if (state === undefined) {
    return 'none';
  }
  return UNDER_WAY.includes(state)
    ? {
        source: 'progress',
        state: { kind: 'working' },
        ruleId: 'progress',
        reason: 'it shows progress',
        at,
      }
    : undefined;
}
