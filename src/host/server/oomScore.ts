import { writeFileSync } from 'node:fs';

/**
 * What a session's programs are worth less than the host to a system without memory, which ends one
 * process then (`oom_score_adj`, man 5 proc; 1000 is the most): a fifth of all memory.
 */
const LESS_WORTH = '200';

/** Sees to it that a system without memory ends a program rather than the host. Harmless where it cannot. */
export function raiseOomScore(pid: number): void {
  if (process.platform === 'linux') {
    try {
      writeFileSync(`/proc/${pid}/oom_score_adj`, LESS_WORTH);
    } catch {
      // It has ended, or its score is higher already and may not be lowered.
    }
  }
}
