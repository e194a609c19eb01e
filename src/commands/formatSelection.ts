import * as path from 'node:path';
import type { EditorSelection } from '../views/editorSelection';

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

export interface SelectionTarget {
  readonly kind: 'agent' | 'shell';
  readonly workDir: string;
  /** Whether the program wants pastes in brackets. */
  readonly bracketedPaste: boolean;
}

/**
 * The keystrokes that put a selection into a session's input without submitting it. An
 * agent gets a reference, `@src/app.ts#L3-10`, and reads the file itself; only what is not
 * on disk it gets as text, and so does a shell.
 */
export function formatSelection(selection: EditorSelection, target: SelectionTarget): string {
  return target.kind === 'agent' && selection.savedPath !== undefined
    ? `${formatReference(selection, selection.savedPath, target.workDir)} `
    : formatPaste(selection.text, target);
}

function formatReference(
  { firstLine, lastLine }: EditorSelection,
  file: string,
  workDir: string,
): string {
  const way = path.relative(workDir, file);
  const isInside = way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  const shown = (isInside ? way : file).replaceAll(path.sep, '/');
  const lines = firstLine === lastLine ? `L${firstLine}` : `L${firstLine}-${lastLine}`;
  return `@${/\s/u.test(shown) ? `"${shown}"` : shown}#${lines}`;
}

/** Where pastes are not bracketed a line break would submit, so the lines become one. */
function formatPaste(text: string, { bracketedPaste }: SelectionTarget): string {
  const clean = text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/gu, '').replace(/\r\n?/gu, '\n');
  return bracketedPaste
    ? `${PASTE_START}${clean.replaceAll('\n', '\r')}${PASTE_END}`
    : clean.trimEnd().replaceAll('\n', ' ');
}
