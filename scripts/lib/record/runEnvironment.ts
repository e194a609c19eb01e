import { randomUUID } from 'node:crypto';
import { delimiter, dirname } from 'node:path';
import { SESSION_MARKER_VARIABLE } from '../../../src/pty/shell/environment';
import { NODE_24 } from '../paths.mjs';
import type { RecordingPlace } from './recordingPlace';

/** Where CLIs find the usual tools of a system. */
const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

/**
 * The complete environment of a recorded CLI. It contains no variables of this process, so that a
 * recording depends on neither the machine nor the person.
 */
export function buildRunEnvironment(
  { home, temporary }: Pick<RecordingPlace, 'home' | 'temporary'>,
  programs: string,
  recipe: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    HOME: home,
    USER: 'dev',
    LOGNAME: 'dev',
    SHELL: '/bin/sh',
    PATH: [programs, dirname(NODE_24), ...SYSTEM_PATH].join(delimiter),
    TMPDIR: temporary,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'vscode',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...recipe,
    [SESSION_MARKER_VARIABLE]: randomUUID(),
  };
}
