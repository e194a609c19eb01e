import assert from 'node:assert/strict';
import { CachedTranscripts } from '../../../../src/conversations/transcripts/cachedTranscripts';
import type { TranscriptPlace } from '../../../../src/conversations/transcripts/transcripts';
import { claude } from '../../../../src/providers/catalog/claude/definition';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import { transcript } from '../../../support/views/treeSources';

describe('CachedTranscripts', () => {
  const PLACE: TranscriptPlace = { provider: claude, cwd: '/one', env: { HOME: '/home/ada' } };
  const CASES: readonly (readonly [string, TranscriptPlace, number])[] = [
    ['the same place', { ...PLACE, env: { ...PLACE.env } }, 1],
    ['another directory', { ...PLACE, cwd: '/two' }, 2],
    ['another provider', { ...PLACE, provider: codex }, 2],
    ['another environment', { ...PLACE, env: { HOME: '/home/bob' } }, 2],
  ];
  for (const [name, other, expected] of CASES) {
    it(`lists ${expected === 1 ? 'once' : 'again'} for ${name}`, async () => {
      let lists = 0;
      const look = new CachedTranscripts({
        list: ({ cwd }) => (lists++, Promise.resolve([transcript({ cwd })])),
        find: () => Promise.resolve(undefined),
      });
      const [first, second] = await Promise.all([look.list(PLACE), look.list(other)]);
      assert.deepEqual([first[0]?.cwd, second[0]?.cwd], ['/one', other.cwd]);
      assert.equal(lists, expected);
    });
  }
});
