import { writeFileSync } from 'node:fs';

/**
 * The score of a session's programs. When memory runs out, Linux ends the process with the highest
 * score, so a program ends before the host does (`oom_score_adj`, man 5 proc). The maximum is 1000;
 * 200 counts as a fifth of all memory.
 */
const SESSION_OOM_SCORE = '200';

/**
 * Raises the score of a program. Does nothing on other systems, or if the score cannot be changed.
 */
export function raiseOomScore(pid: number): void {
  if (process.platform === 'linux') {
    try {
      writeFileSync(`/proc/${pid}/oom_score_adj`, SESSION_OOM_SCORE);
    } catch {
      // The process has ended, or its score is already higher and may not be lowered.
    }
  }
}
