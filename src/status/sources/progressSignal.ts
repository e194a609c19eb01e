import type { Signal } from '../activity';

/** `4;state;percent`; the states are those of ConEmu, which others have taken over. */
const PROGRESS = /^4;([0-4])(?:;\d{0,3})?;?$/;
const UNDER_WAY: readonly string[] = ['1', '3'];

/**
 * What a program's progress (OSC 9;4) says: that it works, or nothing, for an error and a pause
 * are those of a tool as well as of the agent. `none` where the sequence is no progress.
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
