import assert from 'node:assert/strict';
import {
  formatWindowFile,
  parseWindowFile,
  type WindowFile,
} from '../../../src/ownership/windowFile';

const LEASE = { ptyId: 'ada-main-t1', conversation: 'u', workDir: '/home/ada', startedAt: 7 };
const REQUEST = { id: 'r1', ptyId: 'ada-main-t2', terms: 'always', to: 'b.json' } as const;
const FILE: WindowFile = {
  pid: 7,
  startTime: '4711',
  hostname: 'here',
  leases: [LEASE],
  requests: [REQUEST],
  answers: { r0: 'watched' },
};

describe('the file of a window', () => {
  it('is read as it was written', () => {
    assert.deepEqual(parseWindowFile(formatWindowFile(FILE)), FILE);
  });

  it('is read as an earlier version has written it', () => {
    const text = JSON.stringify({ pid: 7, hostname: 'here', leases: [{ ptyId: 'ada-main-t1' }] });
    const leases = [{ ptyId: 'ada-main-t1', conversation: undefined }];
    assert.deepEqual(parseWindowFile(text), {
      ...{ pid: 7, hostname: 'here', leases },
      ...{ requests: [], answers: {} },
    });
  });

  const strange: readonly (readonly [title: string, change: object])[] = [
    ['terms that are not known', { requests: [{ ...REQUEST, terms: 'sometimes' }] }],
    ['no window to answer', { requests: [{ ...REQUEST, to: undefined }] }],
    ['an answer that is not known', { answers: { r0: 'perhaps' } }],
  ];
  for (const [title, change] of strange) {
    it(`counts for its leases where it has ${title}`, () => {
      const read = parseWindowFile(JSON.stringify({ ...FILE, ...change }));
      assert.deepEqual(read?.leases, [LEASE]);
      assert.ok(read.requests.length === 0 || Object.keys(read.answers).length === 0);
    });
  }

  for (const text of ['', '{"pid": 7, "host', '[]', '{"pid": "x"}', '{"pid": 7}']) {
    it(`is none where it holds ${JSON.stringify(text)}`, () => {
      assert.equal(parseWindowFile(text), undefined);
    });
  }
});
