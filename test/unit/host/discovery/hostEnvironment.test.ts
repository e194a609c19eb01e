import assert from 'node:assert/strict';
import { buildHostEnvironment, markedSpec } from '../../../../src/host/discovery/hostEnvironment';
import { PROGRAM, specOf } from '../../../support/pty/useSessionManager';

describe('buildHostEnvironment', () => {
  it('keeps the variables that Node needs, and no others of the window', () => {
    const source = {
      ...{ PATH: '/bin', HOME: '/home/ada', LANG: 'C.UTF-8', Path: 'C:\\', EMPTY: undefined },
      ...{ VSCODE_PID: '1', ELECTRON_RUN_AS_NODE: '0', NODE_OPTIONS: '-r evil' },
      ...{ AGENT_TERMINALS_SESSION_MARKER: 'm', AGENT_TERMINALS_HOST: 'h' },
      ...{ ANTHROPIC_API_KEY: 'k', SSH_AUTH_SOCK: '/s', GITHUB_TOKEN: 't' },
    };
    assert.deepEqual(buildHostEnvironment(source), {
      ...{ PATH: '/bin', HOME: '/home/ada', LANG: 'C.UTF-8', Path: 'C:\\' },
      ELECTRON_RUN_AS_NODE: '1',
    });
  });
});

describe('markedSpec', () => {
  it('adds the host to the environment of every program, and changes nothing else', () => {
    const fallback = { exec: 'x', notice: 'n', program: PROGRAM, followUp: PROGRAM };
    const spec = specOf('a', { followUp: PROGRAM, fallback });
    const marked = { ...PROGRAM, env: { A: 'b', AGENT_TERMINALS_HOST: 'h1' } };
    assert.deepEqual(markedSpec(spec, 'h1'), {
      ...spec,
      ...{ program: marked, followUp: marked },
      fallback: { ...fallback, program: marked, followUp: marked },
    });
  });

  it('adds neither a follow-up nor a fallback', () => {
    const { followUp, fallback } = markedSpec(specOf('a'), 'h1');
    assert.deepEqual([followUp, fallback], [undefined, undefined]);
  });
});
