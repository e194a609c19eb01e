import assert from 'node:assert/strict';
import { CachedTranscripts } from '../../../../src/conversations/transcripts/cachedTranscripts';
import type { TranscriptLocation } from '../../../../src/conversations/transcripts/transcripts';
import { claude } from '../../../../src/providers/catalog/claude/definition';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import { transcript } from '../../../support/views/treeSources';

describe('CachedTranscripts', () => {
  const LOCATION: TranscriptLocation = {
    provider: claude,
    cwd: '/one',
    env: { HOME: '/home/ada' },
  };
  const CASES: readonly (readonly [string, TranscriptLocation, number])[] = [
    ['the same location', { ...LOCATION, env: { ...LOCATION.env } }, 1],
    ['another directory', { ...LOCATION, cwd: '/two' }, 2],
    ['another provider', { ...LOCATION, provider: codex }, 2],
    ['another environment', { ...LOCATION, env: { HOME: '/home/bob' } }, 2],
  ];
  for (const [name, other, expected] of CASES) {
    it(`lists ${expected === 1 ? 'once' : 'again'} for ${name}`, async () => {
      let lists = 0;
      const look = new CachedTranscripts({
        list: ({ cwd }) => (lists++, Promise.resolve([transcript({ cwd })])),
        find: () => Promise.resolve(undefined),
      });
      const [first, second] = await Promise.all([look.list(LOCATION), look.list(other)]);
      assert.deepEqual([first[0]?.cwd, second[0]?.cwd], ['/one', other.cwd]);
      assert.equal(lists, expected);
    });
  }
});
