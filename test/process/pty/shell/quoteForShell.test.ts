import assert from 'node:assert/strict';
import { quoteForShell } from '../../../../src/pty/shell/quoteForShell';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { describeShell } from '../../../../src/pty/shell/shells';
import {
  createShellHome,
  needsShell,
  requireShell,
  type ShellHome,
} from '../../../support/pty/shellHome';

const TOKENS = [
  '',
  'plain-1.2/x:y@z',
  '-',
  '--',
  '-x',
  '--flag=value',
  "it's",
  "'",
  "''",
  "'quoted'",
  '"',
  'two words',
  ' edges ',
  '\t',
  'one\ntwo\n',
  '$HOME',
  '$(id)',
  '(id)',
  '`id`',
  ';',
  'a;b&c|d<e>f',
  '\\',
  '\\\\',
  'a\\b',
  "\\'",
  'end\\',
  '\\n',
  '!',
  '!!',
  'a!b',
  '~',
  '~root',
  '#',
  'a#b',
  '*',
  '/*',
  '?',
  '[a]',
  '{a,b}',
  '^',
  '%self',
  '%1',
  '=ls',
  'A=b',
  'grüße 日本 🎉',
  '\x1b[31m',
  '\x01\x7f',
];

/** Prints the arguments that a program receives. */
const PRINT_ARGS = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';

describe('quoteForShell in real shells', () => {
  let home: ShellHome;

  before(() => {
    home = createShellHome();
  });
  after(() => home.dispose());

  for (const name of ['bash', 'zsh', 'fish', 'sh']) {
    describe(name, () => {
      needsShell(name);

      for (const flags of ['commandFlags', 'interactiveCommandFlags'] as const) {
        it(`D1: passes every token unchanged with its ${flags}`, async () => {
          const shell = describeShell(requireShell(name));
          const words = [process.execPath, '-e', PRINT_ARGS, '--', ...TOKENS];
          const result = await runCommand({
            file: shell.path,
            args: [...shell[flags], words.map(quoteForShell).join(' ')],
            env: home.env,
            cwd: home.path,
            timeoutMs: 15_000,
            maxOutputBytes: 100_000,
          });
          assert.ok(result.kind === 'done', JSON.stringify(result));
          assert.deepEqual(JSON.parse(result.stdout), TOKENS);
        });
      }
    });
  }
});
