import assert from 'node:assert/strict';
import { findReasonToKeep, type OrphanFacts } from '../../../../src/agents/orphans/reasonToKeep';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { likelyQuestion, needsInput } from '../../../support/status/fakeStatus';

const SESSION = sessionInfo({ persistence: 'host', attachedCount: 0 });

/** An agent that may be ended. */
const IDLE: OrphanFacts = {
  session: SESSION,
  activity: { kind: 'idle' },
  mayContainDraft: false,
  work: [],
  preview: 'resume',
};

describe('findReasonToKeep', () => {
  it('finds none for an idle agent whose conversation can be resumed', () => {
    assert.equal(findReasonToKeep(IDLE), undefined);
    assert.equal(findReasonToKeep({ ...IDLE, activity: { kind: 'done' } }), undefined);
    assert.equal(findReasonToKeep({ ...IDLE, preview: 'latest' }), undefined);
  });

  const kept: readonly (readonly [string, Partial<OrphanFacts>, RegExp])[] = [
    ['an open question', { activity: needsInput('Run it?') }, /open question/],
    ['a likely question', { activity: likelyQuestion('Continue? (y/n)') }, /open question/],
    ['a draft', { mayContainDraft: true }, /draft/],
    ['a child process', { work: ['node', 'vite'] }, /child processes run: node, vite/],
    ['unknown child processes', { work: undefined }, /child processes cannot be listed/],
    ['a conversation that begins anew', { preview: 'new' }, /resumable/],
    ['a conversation that cannot be read', { preview: 'unverified' }, /resumable/],
    ['a fork that would lose its own part', { preview: 'fork' }, /resumable/],
    ['an unknown conversation', { preview: undefined }, /resumable/],
    ['work', { activity: { kind: 'working' } }, /status is working/],
    ['an unknown status', { activity: { kind: 'unknown' } }, /status is unknown/],
    ['a failure', { activity: { kind: 'failed' } }, /status is failed/],
    ['a limit', { activity: { kind: 'limited', resets: undefined } }, /status is limited/],
    ['a viewer', { session: { ...SESSION, attachedCount: 1 } }, /terminal shows it/],
    ['another machine', { session: { ...SESSION, kind: 'ssh' } }, /session host/],
    ['tmux', { session: { ...SESSION, persistence: 'tmux' } }, /session host/],
    ['a shell', { session: { ...SESSION, id: 'shell-main-t1' } }, /no agent/],
    ['a shell after its agent', { session: { ...SESSION, agentExitCode: 0 } }, /no agent/],
    ['an end', { session: { ...SESSION, state: 'terminated' } }, /no agent/],
  ];
  for (const [what, change, reason] of kept) {
    it(`keeps a session with ${what}`, () => {
      assert.match(findReasonToKeep({ ...IDLE, ...change }) ?? 'ended', reason);
    });
  }
});
