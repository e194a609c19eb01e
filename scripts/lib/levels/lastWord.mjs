// @ts-check
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { findNpmAncestor } from './npmAncestor.mjs';
import { NODE_24 } from '../paths.mjs';

/** Short, since whoever started npm may read our output as soon as npm has ended. */
const POLL_MS = 1;
const TIMEOUT_MS = 30_000;

/**
 * `npm cit` adds lines of its own after a script that failed (`npm test` does not). Leaves a
 * process behind that waits for npm's end and then says `line` once more, so that it is the last.
 * @param {string} line
 */
export function haveTheLastWord(line) {
  const npm = findNpmAncestor();
  const willSpeak = process.env['npm_command'] === 'install-ci-test';
  if (npm === undefined || !willSpeak || process.env['AGENT_TERMINALS_LAST_WORD'] === 'caller') {
    return;
  }
  const args = [fileURLToPath(import.meta.url), String(npm), line];
  spawn(NODE_24, args, { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }).unref();
}

/**
 * @param {number} pid
 * @param {string} line
 */
async function speakAfter(pid, line) {
  const deadline = Date.now() + TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < deadline) {
    await delay(POLL_MS);
  }
  process.stdout.write(`${line}\n`);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // Signal 0 only asks; a process of our own user that cannot be asked is gone.
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , pid = '', line = ''] = process.argv;
  await speakAfter(Number(pid), line);
}
