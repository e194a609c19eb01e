/**
 * Options that make tmux a plain terminal, also for a person who attaches by hand: no status line,
 * no keys, no other configuration. They are set at each start before its window, since most are
 * read when a window begins. With `-q`, options that an older tmux does not support are ignored.
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
  // The status and last screen of an ended program stay until a client has read them.
  ['-wg', 'remain-on-exit', 'on'],
  ['-wg', 'remain-on-exit-format', ''],
] as const;

/** The tmux commands that precede the start of a session, each ended by `;`. */
export function tmuxSetUp(scrollback: number): readonly string[] {
  const set = (option: readonly string[]): string[] => ['set-option', '-q', ...option, ';'];
  return [
    ...OPTIONS.flatMap(set),
    ...set(['-g', 'history-limit', String(scrollback)]),
    // All keys go to the program.
    ...['unbind-key', '-aqT', 'root', ';'],
  ];
}
