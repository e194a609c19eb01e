import assert from 'node:assert/strict';
import {
  COMMAND_LINE_LAUNCHER,
  HOOK_LAUNCHER,
  launcherOf,
} from '../../../../src/api/home/launchers';

const ON_WINDOWS = {
  runtime: 'C:\\Program Files (x86)\\100% here\\Code.exe',
  script: 'C:\\Users\\Ada\\.agent-terminals\\bin\\x.cjs',
};

const CODE = '"C:\\Program Files (x86)\\100%% here\\Code.exe"';
const SCRIPT = '"C:\\Users\\Ada\\.agent-terminals\\bin\\x.cjs"';

function linesOf(text: string): readonly string[] {
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n/.test(text), 'all lines end with CRLF');
  return text.split('\r\n').slice(0, -1);
}

describe('the launcher of the command line', () => {
  it('runs its own runtime, else any Node, else prints an error, on Windows', () => {
    const lines = linesOf(launcherOf(COMMAND_LINE_LAUNCHER, 'win32')(ON_WINDOWS));
    assert.deepEqual(lines, [
      '@echo off',
      'setlocal',
      'set ELECTRON_RUN_AS_NODE=1',
      'set NODE_OPTIONS=',
      `if exist ${CODE} goto own`,
      'where node >nul 2>&1',
      'if errorlevel 1 goto none',
      `node ${SCRIPT} %*`,
      'exit /b %ERRORLEVEL%',
      ':own',
      `${CODE} ${SCRIPT} %*`,
      'exit /b %ERRORLEVEL%',
      ':none',
      'echo agent-terminals: neither VS Code nor Node was found; open a window of VS Code, or install Node. 1>&2',
      'exit /b 3',
    ]);
  });

  it('has no parentheses around arguments, and a label for each jump', () => {
    for (const launcher of [COMMAND_LINE_LAUNCHER, HOOK_LAUNCHER]) {
      const lines = linesOf(launcher.win32(ON_WINDOWS));
      const bare = lines.map((line) => line.replace(/"[^"]*"/g, ''));
      assert.deepEqual(
        bare.filter((line) => /[()]/.test(line)),
        [],
      );
      const jumps = lines.flatMap((line) => /goto (\w+)$/.exec(line)?.[1] ?? []);
      assert.deepEqual(
        jumps.filter((place) => !lines.includes(`:${place}`)),
        [],
      );
    }
  });

  for (const platform of ['linux', 'darwin'] as const) {
    it(`is a shell script on ${platform}`, () => {
      const paths = { runtime: "/opt/it's/code", script: '/home/$USER/x.cjs' };
      const text = launcherOf(COMMAND_LINE_LAUNCHER, platform)(paths);
      assert.match(text, /^#!\/bin\/sh\n/);
      assert.ok(text.includes(`exec '/opt/it'\\''s/code' '/home/$USER/x.cjs' "$@"`), text);
    });
  }
});

describe('the launcher of the program that hooks run', () => {
  it('is silent and succeeds on Windows', () => {
    assert.deepEqual(linesOf(launcherOf(HOOK_LAUNCHER, 'win32')(ON_WINDOWS)), [
      '@echo off',
      'setlocal',
      'set ELECTRON_RUN_AS_NODE=1',
      'set NODE_OPTIONS=',
      'set NODE_EXTRA_CA_CERTS=',
      `${CODE} ${SCRIPT} %* >nul 2>&1`,
      'exit /b 0',
    ]);
  });
});
