import assert from 'node:assert/strict';
import { deterministicUuid } from '../../../src/conversations/deterministicUuid';

describe('deterministicUuid', () => {
  const table: readonly (readonly [string, string])[] = [
    ['task_abc', '2bc3df3a-e352-4cc1-829e-663890bdb3fd'],
    ['conv_123', '1deafc50-2814-4440-b117-b27e74d17d5a'],
  ];
  for (const [suffix, uuid] of table) {
    it(`returns ${uuid} for ${suffix}`, () => {
      assert.equal(deterministicUuid(suffix), uuid);
    });
  }
});
