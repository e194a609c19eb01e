import assert from 'node:assert/strict';
import { hashNonce } from '../../../../src/pty/shell/agentExitMarker';
import { formatTmuxFacts, parseTmuxFacts } from '../../../../src/pty/tmux/tmuxFacts';
import { getTmuxSessionName, tmuxFlags, tmuxSocket } from '../../../../src/pty/tmux/tmuxLine';
import { planTmuxAttach, planTmuxStart } from '../../../../src/pty/tmux/tmuxPlan';
import { buildTmuxStart } from '../../../../src/pty/tmux/tmuxScripts';
import { isTmuxNewEnough } from '../../../../src/pty/tmux/tmuxVersion';

const SERVER = {
  file: '/usr/bin/tmux',
  socket: 'agent-terminals',
  directory: '/home/a b/tmux',
  env: { HOME: '/home/a b' },
};
const MARKER = 'AGENT_TERMINALS_SESSION_MARKER';
const SPEC = {
  id: 'claude-main-task_abc',
  label: 'Claude',
  kind: 'local',
  exec: 'claude --resume',
  program: { file: '/bin/zsh', args: ['-lic', 'x'], cwd: '/work', env: { [MARKER]: 'm' } },
  scrollback: 500,
  afterExit: 'shell',
  exitMarkerNonce: 'abc',
  startShell: { path: '/bin/zsh', startup: 'its files' },
  seed: 'copied',
  folder: 'file:///work',
} as const;
const PLAN = {
  ...{ server: SERVER, instanceId: 'instance1', endNonce: 'end1' },
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('a plan for tmux', () => {
  it('names the session after the PTY id, and the server after the session', () => {
    const name = getTmuxSessionName(SPEC.id);
    assert.equal(name, 'agent-terminals-claude-main-task_abc');
    assert.deepEqual(tmuxFlags(SERVER, name), ['-u', '-L', name, '-f', '/dev/null']);
    const long = tmuxSocket(SERVER, getTmuxSessionName(`x-main-${'a'.repeat(64)}`));
    const other = tmuxSocket(SERVER, getTmuxSessionName(`x-main-${'a'.repeat(63)}b`));
    assert.match(long, /^agent-terminals-[0-9a-f]{16}$/);
    assert.notEqual(long, other);
  });

  it('stores facts with the session, from which the next window attaches', () => {
    const spec = planTmuxStart(SPEC, PLAN);
    const { tmux } = spec.program;
    assert.ok(tmux);
    assert.deepEqual(
      [spec.seed, spec.persistence, tmux.seed, tmux.start],
      [undefined, 'tmux', 'copied', 'new'],
    );
    const facts = parseTmuxFacts(formatTmuxFacts(tmux.facts));
    assert.ok(facts);
    const dimensions = { cols: 70, rows: 20 };
    const again = planTmuxAttach(facts, { server: SERVER, instanceId: 'instance1', dimensions });
    const { id, label, exec, afterExit, scrollback, folder } = SPEC;
    assert.deepEqual(
      { ...again, program: { ...again.program, tmux: again.program.tmux?.start } },
      {
        ...{ id, label, exec, afterExit, scrollback, folder, dimensions },
        ...{ exitMarkerNonce: undefined, exitMarkerHash: hashNonce('abc') },
        startShell: SPEC.startShell,
        ...{ kind: 'local', persistence: 'tmux', parent: undefined, createdAt: PLAN.createdAt },
        program: {
          file: '/bin/sh',
          args: [],
          cwd: '/work',
          env: { [MARKER]: 'm' },
          tmux: 'attach',
        },
      },
    );
  });

  it('attaches to a session of 0.1.0, whose facts have the nonce itself', () => {
    const facts = { ...factsOf(), exitMarkerNonce: 'abc', exitMarkerHash: undefined };
    const parsed = parseTmuxFacts(formatTmuxFacts(facts));
    assert.ok(parsed);
    const dimensions = { cols: 70, rows: 20 };
    const again = planTmuxAttach(parsed, { server: SERVER, instanceId: 'instance1', dimensions });
    assert.deepEqual([again.exitMarkerNonce, again.exitMarkerHash], ['abc', undefined]);
  });

  it('lets a fallback replace the program in tmux', () => {
    const fallback = { exec: 'claude', program: SPEC.program, exitMarkerNonce: 'def', notice: '' };
    const tmux = planTmuxStart({ ...SPEC, fallback }, PLAN).fallback?.program.tmux;
    assert.deepEqual(
      [tmux?.start, tmux?.instanceId, tmux?.facts.exitMarkerHash, tmux?.facts.exec, tmux?.seed],
      ['replace', 'instance10', hashNonce('def'), 'claude', ''],
    );
  });

  for (const text of [
    '',
    '{',
    '{"id":1}',
    formatTmuxFacts({ ...factsOf(), exitMarkerNonce: ';' }),
  ]) {
    it(`ignores damaged facts: ${text.slice(0, 10)}`, () => {
      assert.equal(parseTmuxFacts(text), undefined);
    });
  }

  it('refuses a NUL in an argument', () => {
    const { tmux } = planTmuxStart(SPEC, PLAN).program;
    assert.ok(tmux);
    const program = { ...SPEC.program, args: ['a\0b'] };
    assert.throws(() => buildTmuxStart({ ...tmux, program }), /NUL/);
  });
});

describe('isTmuxNewEnough', () => {
  const table = [
    ['tmux 3.3a', true],
    ['tmux 3.2', true],
    ['tmux 10.0', true],
    ['tmux next-3.6', true],
    ['tmux master', true],
    ['tmux openbsd-7.4', true],
    ['tmux 3.1c', false],
    ['tmux 2.9a', false],
    ['screen 4.9', false],
    ['', false],
  ] as const;
  for (const [version, isEnough] of table) {
    it(`returns ${isEnough} for "${version}"`, () =>
      assert.equal(isTmuxNewEnough(version), isEnough));
  }
});

function factsOf() {
  return planTmuxStart(SPEC, PLAN).program.tmux?.facts ?? assert.fail('no facts');
}
