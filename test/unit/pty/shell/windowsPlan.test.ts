import assert from 'node:assert/strict';
import { planWindowsStart } from '../../../../src/pty/shell/windowsPlan';

const ENV = { comspec: 'D:\\cmd.exe', SYSTEMROOT: 'D:\\Windows' };

describe('planWindowsStart', () => {
  it('starts an executable directly, with unchanged arguments', () => {
    const args = ['-p', 'a "b" & c', 'two\nlines'];
    assert.deepEqual(planWindowsStart({ file: 'C:\\x\\agent.EXE', args, env: ENV }), {
      kind: 'possible',
      file: 'C:\\x\\agent.EXE',
      args,
      commandLine: undefined,
    });
  });

  for (const extension of ['cmd', 'BAT']) {
    it(`starts a .${extension} through ComSpec in any spelling`, () => {
      const file = `C:\\My Tools/agent.${extension}`;
      assert.deepEqual(planWindowsStart({ file, args: ['-v'], env: ENV }), {
        kind: 'possible',
        file: 'D:\\cmd.exe',
        args: [],
        commandLine: `/d /s /c "C:\\My^ Tools\\agent.${extension} ^^^"-v^^^""`,
      });
    });
  }

  for (const [arg, quoted] of [
    ['', '^^^"^^^"'],
    ['a b', '^^^"a^^^ b^^^"'],
    ['a"b', '^^^"a\\^^^"b^^^"'],
    ['a\\"b', '^^^"a\\\\\\^^^"b^^^"'],
    ['a\\', '^^^"a\\\\^^^"'],
    ['a\\b', '^^^"a\\b^^^"'],
    ['&|<>', '^^^"^^^&^^^|^^^<^^^>^^^"'],
    ['%PATH%', '^^^"^^^%PATH^^^%^^^"'],
    ['!x!', '^^^"^^^!x^^^!^^^"'],
    ['^', '^^^"^^^^^^^"'],
  ] as const) {
    it(`quotes ${JSON.stringify(arg)} for a batch file and the program that it starts`, () => {
      const plan = planWindowsStart({ file: 'a.cmd', args: [arg], env: ENV });
      assert.equal(plan.kind === 'possible' && plan.commandLine, `/d /s /c "a.cmd ${quoted}"`);
    });
  }

  it('refuses a line break in an argument of a batch file, as a value', () => {
    const plan = planWindowsStart({ file: 'a.cmd', args: ['a\nb'], env: ENV });
    assert.equal(plan.kind === 'notPossible' && plan.reason, 'LINE_BREAK_IN_BATCH_ARGUMENT');
  });

  it('starts a .ps1 through PowerShell, with unchanged arguments', () => {
    assert.deepEqual(planWindowsStart({ file: 'C:\\a b\\agent.ps1', args: ['x y'], env: ENV }), {
      kind: 'possible',
      file: 'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      args: ['-NoLogo', '-ExecutionPolicy', 'Bypass', '-File', 'C:\\a b\\agent.ps1', 'x y'],
      commandLine: undefined,
    });
  });

  it('finds cmd.exe without ComSpec', () => {
    const plan = planWindowsStart({ file: 'a.cmd', args: [], env: {} });
    assert.equal(plan.kind === 'possible' && plan.file, 'C:\\Windows\\System32\\cmd.exe');
  });
});
