import assert from 'node:assert/strict';
import { cliNotFound } from '../../../../src/providers/launch/cliNotFound';
import type { ProviderStatus } from '../../../../src/providers/model/providerStatus';

const STATUS: ProviderStatus = {
  providerId: 'claude',
  name: 'Claude Code',
  path: undefined,
  version: undefined,
  installCommand: 'npm install -g claude',
  verified: true,
  lookedIn: ['/usr/bin', '/bin'],
  problem: undefined,
};

describe('cliNotFound', () => {
  const setting = 'the setting agentTerminals.providers.claude.cli';
  const cases: [string, Partial<ProviderStatus>, string | undefined, string][] = [
    [
      'names the searched directories and the install command',
      {},
      undefined,
      `Claude Code was not found in /usr/bin, /bin; install it with \`npm install -g claude\`, or name its file in ${setting}.`,
    ],
    [
      'suggests an installation without a command if none is known',
      { installCommand: undefined, lookedIn: [] },
      undefined,
      `Claude Code was not found in an empty PATH; install it, or name its file in ${setting}.`,
    ],
    [
      'reports what is wrong with the file that was found',
      { problem: '/x is a directory, not a program' },
      undefined,
      `Claude Code cannot be started: /x is a directory, not a program; correct ${setting}, or install it with \`npm install -g claude\`.`,
    ],
    [
      'D5: reports that only an interactive shell finds the CLI',
      {},
      '/opt/bin/claude',
      `Claude Code is at /opt/bin/claude, but only an interactive shell that is not a login shell finds it there; put its directory on the PATH in your login profile, or name the file in ${setting}.`,
    ],
  ];
  for (const [title, status, foundInteractively, message] of cases) {
    it(title, () => {
      const error = cliNotFound({ ...STATUS, ...status }, foundInteractively);
      assert.equal(error.code, 'CLI_NOT_FOUND');
      assert.equal(error.message, message);
    });
  }

  it('has the install command, unless an interactive shell finds the CLI', () => {
    assert.equal(cliNotFound(STATUS).installCommand, 'npm install -g claude');
    assert.equal(cliNotFound({ ...STATUS, problem: 'x' }).installCommand, 'npm install -g claude');
    assert.equal(cliNotFound(STATUS, '/opt/bin/claude').installCommand, undefined);
  });

  it('shortens a long PATH', () => {
    const lookedIn = Array.from({ length: 40 }, (_, index) => `/bin${index}`);
    const { message } = cliNotFound({ ...STATUS, lookedIn });
    assert.match(message, /\/bin11 and 28 more directories of the PATH;/);
  });
});
