import assert from 'node:assert/strict';
import type { ResumePreview } from '../../../../src/agents/conversations/resumePreviews';
import { previewResume } from '../../../../src/commands/sessions/previewResume';
import { CommandWorld } from '../../../support/views/commandWorld';
import { resumable, taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';

describe('previewResume', () => {
  const known = { sessionId: ADA, task: taskIn('app', 't1', [ADA]) };

  const PREVIEWS: readonly (readonly [ResumePreview | undefined, string])[] = [
    [resumable(), 'resume'],
    [{ kind: 'unverified' }, 'unverified'],
    [{ kind: 'latest' }, 'latest'],
    [{ kind: 'fork' }, 'fork'],
    [{ kind: 'new' }, 'new'],
    [undefined, 'unknown'],
  ];
  for (const [preview, kind] of PREVIEWS) {
    it(`returns what a start will do: ${kind}`, async () => {
      const { deps, resumePreviews, clock } = new CommandWorld();
      resumePreviews.set(ADA, preview);
      assert.equal(await previewResume(deps, known), kind);
      assert.equal(clock.pendingTimers, 0);
    });
  }

  it('returns notResumable for an agent that cannot resume, and none for a shell', async () => {
    const displayOf = () => ({ name: 'Ada', icon: 'robot', resumes: false, changesModel: false });
    const { deps } = new CommandWorld({ displayOf });
    assert.equal(await previewResume(deps, known), 'notResumable');
    assert.equal(await previewResume(deps, { ...known, sessionId: 'shell-chat-s1' }), 'none');
  });

  it('returns unknown for a session without a task, or with a task of a folder that is not open', async () => {
    const { deps } = new CommandWorld();
    for (const task of [undefined, taskIn('gone', 't1', [ADA])]) {
      assert.equal(await previewResume(deps, { sessionId: ADA, task }), 'unknown');
    }
  });

  it('passes the SSH target of the session to the search', async () => {
    const { deps } = new CommandWorld();
    const ssh = { target: 'dev', sshArgs: [] };
    const task = known.task ?? assert.fail('a session without a task');
    const conversations = task.conversations.map((one) => ({ ...one, ssh }));
    const places: unknown[] = [];
    const find: typeof deps.resumePreviews.find = (_folder, _cwd, _id, place) => {
      places.push(place);
      return Promise.resolve({ kind: 'unverified' });
    };
    const resumePreviews = { ...deps.resumePreviews, find };
    const there = { ...known, task: { ...task, conversations } };
    assert.equal(await previewResume({ ...deps, resumePreviews }, there), 'unverified');
    assert.deepEqual(places, [ssh]);
  });

  it('returns unknown if the search fails or takes too long', async () => {
    const { deps, clock } = new CommandWorld();
    const depsThat = (find: typeof deps.resumePreviews.find) => ({
      ...deps,
      resumePreviews: { ...deps.resumePreviews, find },
    });
    const failing = depsThat(() => Promise.reject(new Error('no such provider')));
    assert.equal(await previewResume(failing, known), 'unknown');
    const slow = previewResume(
      depsThat(() => new Promise(() => {})),
      known,
    );
    clock.advance(500);
    assert.equal(await slow, 'unknown');
  });
});
