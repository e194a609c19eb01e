import assert from 'node:assert/strict';
import {
  describeKill,
  describeStart,
  hasChoice,
  type ResumePreviewKind,
} from '../../../../src/commands/sessions/previewResume';

describe('describeResumePreview', () => {
  const ANEW = /^A new conversation starts\. The agent keeps its own record/;
  const NOTHING = /^$/;
  const CASES = {
    resume: {
      kill: /^Its conversation can be resumed from its row/,
      start: /continues the conversation/,
    },
    unverified: {
      kill: /can perhaps be resumed from its row/,
      start: /starts a new one if it cannot/,
    },
    latest: { kill: /^The latest .* from its row/, start: /continues the latest conversation/ },
    fork: { kill: /same history again from its row/, start: /the history that it was forked with/ },
    new: { kill: /starts a new one\.$/, start: /^A new conversation starts: no earlier one/ },
    notResumable: { kill: /cannot resume .* starts a new one\.$/, start: ANEW },
    none: { kill: NOTHING, start: NOTHING },
    unknown: { kill: NOTHING, start: NOTHING },
  } as const satisfies Record<ResumePreviewKind, Readonly<Record<'kill' | 'start', RegExp>>>;
  const all = Object.keys(CASES) as (keyof typeof CASES)[];

  for (const kind of all) {
    it(`describes what happens: ${kind}`, () => {
      const { kill, start } = CASES[kind];
      assert.match(describeKill(kind, { isListed: true }), kill);
      assert.match(describeStart(kind, { fresh: false }), start);
      assert.match(
        describeStart(kind, { fresh: true }),
        kind === 'none' ? NOTHING : ANEW,
        'a new conversation is requested',
      );
    });
  }

  it('names the command instead of the row if the session will not be listed', () => {
    for (const kind of all) {
      const kill = describeKill(kind, { isListed: false });
      assert.doesNotMatch(kill, /from its row/);
      assert.equal(
        kill.includes('by the command Resume Conversation'),
        describeKill(kind, { isListed: true }).includes('from its row'),
      );
    }
  });

  it('offers a new conversation if an earlier one can, or may, be resumed', () => {
    assert.deepEqual(all.filter(hasChoice), ['resume', 'unverified', 'latest', 'fork', 'unknown']);
  });
});
