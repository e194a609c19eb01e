import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { readVersion, versionCommand } from '../../../../src/providers/launch/versionReader';

const ANSWERS: [string, string, string][] = [
  ['claude', '2.1.330 (Claude Code)', '2.1.330'],
  ['codex', 'WARNING: no aliases under /tmp/x-1.2.3\ncodex-cli 0.169.0', '0.169.0'],
  ['gemini', '0.61.0', '0.61.0'],
  ['copilot', 'GitHub Copilot CLI 1.0.102.\nRun again for 9.9', '1.0.102'],
  ['amp', '0.0.1790142911-g7618fb (released 2026-09-23)', '0.0.1790142911-g7618fb'],
  ['auggie', '0.36.0 (commit 7c61e5bb)', '0.36.0'],
  ['grok', 'grok 1.0.41 (4220f3b224a6)', '1.0.41'],
  ['letta', '0.25.9 (Letta Code)', '0.25.9'],
  ['goose', ' 1.0.24', '1.0.24'],
  ['aider', 'aider 0.86.1', '0.86.1'],
  ['codex', '\x1b]0;x\x07\x1b[1mcodex-cli \x1b[32m0.169.0\x1b[0m', '0.169.0'],
];

const NAMESAKES: [string, string][] = [
  ['claude', 'Claude, a theorem prover, version 3.1'],
  ['droid', 'droid: Digital Record Object Identification 6.8.0'],
  ['goose', 'goose version: v3.24.1'],
  ['commandcode', 'Microsoft Windows [Version 10.0.26100.1]'],
  ['pi', '3.14159'],
];

describe('readVersion', () => {
  for (const [id, stdout, version] of ANSWERS) {
    it(`recognizes ${id} by ${JSON.stringify(stdout)}`, () => {
      const answer = readVersion(probeOf(id), { kind: 'done', code: 0, stdout, stderr: '' });
      assert.deepEqual(answer, { kind: 'own', version });
    });
  }

  it('reads answers on standard error', () => {
    const stderr = '2.1.330 (Claude Code)\n';
    const answer = readVersion(probeOf('claude'), { kind: 'done', code: 0, stdout: '', stderr });
    assert.deepEqual(answer, { kind: 'own', version: '2.1.330' });
  });

  for (const [id, stdout] of NAMESAKES) {
    it(`distinguishes ${id} from another program of the same name`, () => {
      const answer = readVersion(probeOf(id), { kind: 'done', code: 0, stdout, stderr: '' });
      const problem = `is another program of that name (--version prints "${stdout}")`;
      assert.deepEqual(answer, { kind: 'other', problem });
    });
  }

  it('reports the shortened output of a CLI that fails', () => {
    const stderr = `\nNode 22 is needed.${'!'.repeat(200)}`;
    const answer = readVersion(probeOf('claude'), { kind: 'done', code: 1, stdout: '', stderr });
    const printed = `Node 22 is needed.${'!'.repeat(62)}`;
    assert.deepEqual(answer, {
      kind: 'other',
      problem: `fails with --version (exit code 1, it prints "${printed}")`,
    });
  });

  it('accepts a program that does not answer', () => {
    const answer = readVersion(probeOf('claude'), { kind: 'failed', reason: 'did not end' });
    assert.deepEqual(answer, { kind: 'own', version: undefined });
  });

  it('accepts any answer if the right one is not known', () => {
    const done = { kind: 'done', code: 1, stdout: 'What?', stderr: '' } as const;
    assert.deepEqual(readVersion(probeOf('jules'), done), { kind: 'own', version: undefined });
  });
});

function probeOf(id: string) {
  const provider = BUILT_IN_PROVIDERS.find((candidate) => candidate.id === id);
  assert.ok(provider);
  return provider.versionProbe;
}

describe('versionCommand', () => {
  const env = { ComSpec: 'C:\\Windows\\System32\\cmd.exe', SystemRoot: 'C:\\Windows' };
  const cases: [NodeJS.Platform, string, string, string[]][] = [
    ['linux', '/bin/x.cmd', '/bin/x.cmd', ['--version']],
    ['win32', 'C:\\x.exe', 'C:\\x.exe', ['--version']],
    ['win32', 'C:\\a b\\x.cmd', env.ComSpec, ['/d', '/c', 'C:\\a b\\x.cmd', '--version']],
  ];
  for (const [platform, path, file, args] of cases) {
    it(`runs ${path} on ${platform}`, () => {
      const command = { file: path, args: ['--version'] };
      assert.deepEqual(versionCommand(command, { platform, env }), { file, args });
    });
  }
});
