import * as path from 'node:path';
import { pastePlainText, toPlainText, typePlainText } from '../../providers/launch/plainText';
import type { EditorSelection } from '../../views/workspace/editorSelection';
import { isInside } from '../../base/isInside';

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
  const shown = isInside(file, workDir) ? path.relative(workDir, file) : file;
  const lines = firstLine === lastLine ? `L${firstLine}` : `L${firstLine}-${lastLine}`;
  const reference = shown.replaceAll(path.sep, '/');
  return `@${/\s/u.test(reference) ? `"${reference}"` : reference}#${lines}`;
}

/** Where pastes are not bracketed a line break would submit, so the lines become one. */
function formatPaste(text: string, { bracketedPaste }: SelectionTarget): string {
  const plain = toPlainText(text);
  return bracketedPaste
    ? pastePlainText(plain.replaceAll('\n', '\r'))
    : typePlainText(plain.trimEnd().replaceAll('\n', ' '));
}
