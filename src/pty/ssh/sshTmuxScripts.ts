import { remoteTmux } from './sshTmux';

/*
 * Parts of the remote scripts for a session in tmux. In them, `s` is the name of the tmux session, `d` the session's
 * directory, `x` its status, and `report` a function.
 */

/** A command that succeeds if the tmux session exists. */
export const IS_THERE = `${remoteTmux('has-session -t "=$s"')} 2>/dev/null`;

/**
 * Runs a client of tmux. When it starts, tmux discards unread output of the terminal (`tcflush` in its `tty_start_tty`),
 * which may include earlier reports. So this waits until they are read.
 */
export function runInTmux(nonce: string, client: string): readonly string[] {
  return [
    ...waitForGo(nonce),
    `${client}; x=$?`,
    // Another client has taken over, or the person has detached.
    `${IS_THERE} && { report "exit:$x"; exit "$x"; }`,
    'x=$(cat "$d/status" 2>/dev/null || echo "$x")',
  ];
}

/**
 * Ends the connection with the status of a session in tmux. The directory is removed only after the status was read:
 * this connection may have been lost unnoticed, and the next one reads the status from the file.
 */
export function endInTmux(nonce: string): readonly string[] {
  return [
    'report "exit:$x"',
    ...waitForGo(nonce),
    `[ "$l" != ${nonce}-go ] || rm -rf "$d" "$d.sock"`,
    'exit "$x"',
  ];
}

/** Waits until all reports are read. In raw mode, so that typed keys do not end the wait. */
function waitForGo(nonce: string): readonly string[] {
  return [
    't=$(stty -g); stty raw -echo',
    'report hold',
    `while IFS= read -r l && [ "$l" != ${nonce}-go ]; do :; done`,
    'stty "$t"',
  ];
}
