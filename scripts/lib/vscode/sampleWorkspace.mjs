// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { runProgram } from '../runProgram.mjs';

const FILES = {
  'README.md': '# Sample\n\nA small folder to try agents in. Change what you like.\n',
  'greet.js': 'export function greet(name) {\n  return `Hello, ${name}!`;\n}\n',
};

/** The sample's own, so that agents and the person can commit in it on any machine. */
const CONFIG = {
  'user.name': 'Sample',
  'user.email': 'sample@localhost',
  'commit.gpgSign': 'false',
};

/** Where `npm start` has the sample. */
const DIRECTORY = join(ROOT, '.vscode-test', 'sample-workspace');

/**
 * A small git repository to try agents in; created once. Later runs leave the person's changes.
 * @returns {Promise<string>} its directory
 */
export async function makeSampleWorkspace(directory = DIRECTORY) {
  if (existsSync(join(directory, '.git'))) {
    return directory;
  }
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) {
    await writeFile(join(directory, name), text);
  }
  const git = (/** @type {string[]} */ ...args) => runProgram('git', args, { cwd: directory });
  await git('init', '--quiet', '--initial-branch=main');
  for (const [key, value] of Object.entries(CONFIG)) {
    await git('config', key, value);
  }
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'A sample');
  return directory;
}
