import assert from 'node:assert/strict';
import { isSameLease, parseWindowFile, type WindowFile } from '../../../src/ownership/windowFile';

const LEASE = { ptyId: 'ada-main-t1', conversation: 'u', workDir: '/home/ada' };
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
    assert.deepEqual(parseWindowFile(JSON.stringify(FILE)), FILE);
  });

  it('is read in the format of an earlier version', () => {
    const text = JSON.stringify({ pid: 7, hostname: 'here', leases: [{ ptyId: 'ada-main-t1' }] });
    const leases = [{ ptyId: 'ada-main-t1' }];
    assert.deepEqual(parseWindowFile(text), {
      ...{ pid: 7, hostname: 'here', leases },
      ...{ requests: [], answers: {} },
    });
  });

  const strange: readonly (readonly [title: string, change: object])[] = [
    ['unknown terms', { requests: [{ ...REQUEST, terms: 'sometimes' }] }],
    ['a request without a file for the answer', { requests: [{ ...REQUEST, to: undefined }] }],
    ['an unknown answer', { answers: { r0: 'perhaps' } }],
  ];
  for (const [title, change] of strange) {
    it(`keeps its leases with ${title}`, () => {
      const read = parseWindowFile(JSON.stringify({ ...FILE, ...change }));
      assert.deepEqual(read?.leases, [LEASE]);
      assert.ok(read.requests.length === 0 || Object.keys(read.answers).length === 0);
    });
  }

  for (const text of ['', '{"pid": 7, "host', '[]', '{"pid": "x"}', '{"pid": 7}']) {
    it(`is undefined for the text ${JSON.stringify(text)}`, () => {
      assert.equal(parseWindowFile(text), undefined);
    });
  }
});

describe('two leases', () => {
  const cases: readonly (readonly [title: string, other: object, isSame: boolean])[] = [
    ['one conversation of one provider', { ptyId: 'ada-chat-c' }, true],
    ['another conversation', { ptyId: 'ada-chat-c', conversation: 'v' }, false],
    ['equal ids of two providers', { ptyId: 'bob-main-t1' }, false],
    ['one conversation of a preset', { ptyId: 'work-main-t1', cli: 'ada' }, true],
    ['equal ids of a preset of another provider', { ptyId: 'work-main-t1', cli: 'bob' }, false],
  ];
  for (const [title, other, isSame] of cases) {
    it(`${isSame ? 'exclude' : 'permit'} each other with ${title}`, () => {
      assert.equal(isSameLease(LEASE, { ...LEASE, ...other }), isSame);
    });
  }
});
