import assert from 'node:assert/strict';
import { classifyCli, type CliForm } from '../../../../src/providers/launch/cliForm';

const THERE = ['/opt/My Tools/claude', "/opt/it's (mine)/claude", 'C:\\My Tools\\claude.exe'];
const exists = (path: string): Promise<boolean> => Promise.resolve(THERE.includes(path));

describe('classifyCli', () => {
  const file = (path: string): CliForm => ({ kind: 'file', path });
  const line = (text: string): CliForm => ({ kind: 'line', line: text });
  const cases: [string, CliForm][] = [
    ['claude', { kind: 'name', name: 'claude' }],
    [' claude-1.2 ', { kind: 'name', name: 'claude-1.2' }],
    ['/usr/bin/claude', file('/usr/bin/claude')],
    ['/nowhere/claude', file('/nowhere/claude')],
    ['~/bin/claude', file('/home/ann/bin/claude')],
    ['/opt/My Tools/claude', file('/opt/My Tools/claude')],
    ["/opt/it's (mine)/claude", file("/opt/it's (mine)/claude")],
    ["'/opt/Other Tools/claude'", file('/opt/Other Tools/claude')],
    ['/usr/bin/npx claude', line('/usr/bin/npx claude')],
    ['claude --verbose', line('claude --verbose')],
    ['claude | tee log', line('claude | tee log')],
    ['claude|tee', line('claude|tee')],
    ['$HOME/bin/claude', line('$HOME/bin/claude')],
    ['./claude', line('./claude')],
    ['bin/claude', line('bin/claude')],
    ['', line('')],
  ];
  for (const [cli, expected] of cases) {
    it(`classifies ${JSON.stringify(cli)} as a ${expected.kind}`, async () => {
      const host = { platform: 'linux', home: '/home/ann', exists } as const;
      assert.deepEqual(await classifyCli(host, cli), expected);
    });
  }

  const windows: [string, CliForm][] = [
    ['C:\\Tools\\claude.cmd', file('C:\\Tools\\claude.cmd')],
    ['C:\\My Tools\\claude.exe', file('C:\\My Tools\\claude.exe')],
    ['~\\bin\\claude.cmd', file('C:\\Users\\ann\\bin\\claude.cmd')],
    ['claude.cmd', { kind: 'name', name: 'claude.cmd' }],
  ];
  for (const [cli, expected] of windows) {
    it(`classifies ${JSON.stringify(cli)} as a ${expected.kind} on Windows`, async () => {
      const host = { platform: 'win32', home: 'C:\\Users\\ann', exists } as const;
      assert.deepEqual(await classifyCli(host, cli), expected);
    });
  }
});
