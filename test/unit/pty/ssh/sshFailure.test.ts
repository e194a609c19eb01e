import assert from 'node:assert/strict';
import {
  describeSshFailure,
  describeSshProblem,
  type SshFailureKind,
} from '../../../../src/pty/ssh/sshFailure';

/** Messages of OpenSSH 9.2. */
const WORDS: readonly (readonly [lastOutput: string, kind: SshFailureKind])[] = [
  ['ssh: Could not resolve hostname nowhere: Name or service not known', 'unknownHost'],
  ['ssh: connect to host 127.0.0.1 port 2: Connection refused', 'refused'],
  ['ssh: connect to host 10.1.1.1 port 22: Connection timed out', 'timedOut'],
  [
    'Connection timed out during banner exchange\nConnection to 127.0.0.1 port 9 timed out',
    'timedOut',
  ],
  ['ssh: connect to host 10.1.1.1 port 22: No route to host', 'unreachable'],
  ['ssh: connect to host 10.1.1.1 port 22: Network is unreachable', 'unreachable'],
  [
    '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.',
    'hostKeyChanged',
  ],
  [
    'Host key for changed has changed and you have requested strict checking.\nHost key verification failed.',
    'hostKeyChanged',
  ],
  ['Host key verification failed.', 'hostKeyNotAccepted'],
  [
    'No ED25519 host key is known for host and you have requested strict checking.',
    'hostKeyNotAccepted',
  ],
  ['ada@host: Permission denied (publickey,password).', 'authFailed'],
  ['Received disconnect from 1.2.3.4 port 22:2: Too many authentication failures', 'authFailed'],
  ['kex_exchange_identification: read: Connection reset by peer', 'closed'],
  ['Connection closed by 127.0.0.1 port 22', 'closed'],
  ['Connection to host closed by remote host.', 'dropped'],
  ['Timeout, server host not responding.', 'dropped'],
  ['client_loop: send disconnect: Broken pipe', 'dropped'],
  ['command-line: line 0: Bad configuration option: nosuch', 'badOptions'],
  ['unknown option -- Z\nusage: ssh [-46AaCfGgKkMNnqsTtVvXxYy]', 'badOptions'],
  ['what nobody has seen yet', 'unknown'],
  ['', 'unknown'],
];

describe('describeSshFailure', () => {
  for (const [lastOutput, kind] of WORDS) {
    it(`classifies ${JSON.stringify(lastOutput.slice(0, 60))} as ${kind}`, () => {
      const failure = describeSshFailure({ target: 'ada@host', lastOutput, hasStarted: false });
      assert.equal(failure.kind, kind);
      assert.match(failure.sentence, /^[^\n]*ada@host[^\n]*\.$/);
    });
  }

  it('ignores the output of the program once the session has started', () => {
    const lastOutput = 'Permission denied (publickey)\nclient_loop: send disconnect: Broken pipe';
    assert.deepEqual(describeSshFailure({ target: 'host', lastOutput, hasStarted: true }), {
      kind: 'dropped',
      sentence: 'The connection to host was lost.',
    });
  });
});

describe('describeSshProblem', () => {
  for (const problem of [
    'nodirectory',
    'nocwd',
    'notmux',
    'nosocket',
    'noposter',
    'gone',
  ] as const) {
    it(`names the host in one sentence: ${problem}`, () => {
      assert.match(
        describeSshProblem(problem, 'ada@host', '/x'),
        /^[^\n]*ada@host[^\n]*: [^\n]*\.$/,
      );
    });
  }
});
