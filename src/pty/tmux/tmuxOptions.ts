/**
 * What makes tmux a terminal and nothing else, for whoever attaches to it by hand, too: no status line,
 * no key of its own, no configuration but this. Set anew with each start, before its window, for
 * most are read when that begins. `-q`: what an older tmux does not know is none of its faults.
 */
const OPTIONS = [
  ['-g', 'status', 'off'],
  ['-g', 'prefix', 'None'],
  ['-g', 'prefix2', 'None'],
  ['-g', 'destroy-unattached', 'off'],
  ['-g', 'set-titles', 'on'],
  ['-g', 'set-titles-string', '#T'],
  ['-s', 'escape-time', '0'],
  ['-s', 'focus-events', 'on'],
  ['-s', 'exit-unattached', 'off'],
  ['-s', 'terminal-features', 'xterm-256color:256:RGB:bpaste:clipboard:focus:title:usstyle'],
  ['-wg', 'window-size', 'latest'],
  ['-wg', 'automatic-rename', 'off'],
  ['-wg', 'allow-rename', 'off'],
  ['-wg', 'allow-passthrough', 'on'],
  // The status of a program that ended, and its last screen, stay until somebody has read them.
  ['-wg', 'remain-on-exit', 'on'],
  ['-wg', 'remain-on-exit-format', ''],
] as const;

/** tmux's commands that come before the one that begins a session, each ended by `;`. */
export function tmuxSetUp(scrollback: number): readonly string[] {
  const set = (option: readonly string[]): string[] => ['set-option', '-q', ...option, ';'];
  return [
    ...OPTIONS.flatMap(set),
    ...set(['-g', 'history-limit', String(scrollback)]),
    // Every key is the program's.
    ...['unbind-key', '-aqT', 'root', ';'],
  ];
}
