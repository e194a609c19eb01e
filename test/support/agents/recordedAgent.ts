import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readRecordedScreen } from '../status/recordedScreens';

/** Draws its question, stores the first key that is typed, and is then idle. */
const SCRIPT = `#!/bin/sh
[ "$1" = --version ] && { echo "2.1.330 (Claude Code)"; exit; }
stty raw -echo
draw() { printf '\\033[2J\\033[H'; cat "$0.$1"; }
draw question
dd bs=1 count=1 2>/dev/null > "$0.key"
draw idle
exec cat > /dev/null
`;

/** The size of its screens. */
export const RECORDED_SIZE = { cols: 80, rows: 24 } as const;

/** A CLI with the screens of Claude Code, at {@link path}. */
export class RecordedAgent {
  /** @param question the file of the recorded screen that it shows first. */
  constructor(
    readonly path: string,
    question: string,
  ) {
    writeFileSync(path, SCRIPT, { mode: 0o755 });
    this.writeScreen('question', question);
    this.writeScreen('idle', 'claude-21-idle-80x24.txt');
  }

  /** The first key that was typed; empty before. */
  get key(): string {
    const path = `${this.path}.key`;
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  private writeScreen(name: string, recorded: string): void {
    const { rows } = readRecordedScreen(recorded).screen;
    const text = rows.slice(0, RECORDED_SIZE.rows).join('\r\n').trimEnd();
    writeFileSync(`${this.path}.${name}`, text);
  }
}
