import assert from 'node:assert/strict';
import { findRevealing, normaliseScreen } from '../../../../scripts/lib/record/normalise';

const MACHINE = { home: '/tmp/rec1', hostname: 'box', baseUrl: 'http://127.0.0.1:40123' };
const cursor = { row: 0, column: 3 };

describe('normaliseScreen', () => {
  it('removes the machine from rows and title, and keeps the layout', () => {
    const id = 'b7e1f3a0-0f53-4c1f-9c0e-6a6f3b7ad001';
    const rows = [`│ /tmp/rec1/app │ box │`, `http://127.0.0.1:40123/v1 ${id}  `, '-tmp-rec1-app'];
    assert.deepEqual(normaliseScreen({ rows, cursor, title: '/tmp/rec1/app' }, MACHINE, []), {
      rows: [
        '│ /home/dev/app │ machine │',
        'http://127.0.0.1:54321/v1 01234567-89ab-4cde-8f01-23456789abcd',
        '-home-dev-app',
      ],
      cursor,
      title: '/home/dev/app',
    });
  });

  it('replaces what the recipe names, row by row', () => {
    const screen = { rows: ['⠙ Working (12s)', '  (3s)'], cursor, title: '⠸ app' };
    const { rows, title } = normaliseScreen(screen, MACHINE, [
      [/^[⠀-⣿] /g, '⠙ '],
      [/\(\d+s\)/g, '(1s)'],
    ]);
    assert.deepEqual([...rows, title], ['⠙ Working (1s)', '  (1s)', '⠙ app']);
  });

  it('does not replace a host name inside of a word, nor an address if there is no model', () => {
    const rows = ['boxes sandbox', 'http://127.0.0.1:8080'];
    const none = { ...MACHINE, baseUrl: '' };
    assert.deepEqual(normaliseScreen({ rows, cursor, title: '' }, none, []).rows, rows);
  });
});

describe('findRevealing', () => {
  const words = ['/srv/checkout'];

  it('finds a path that a box breaks over two rows', () => {
    const rows = ['│ spawn /srv/che │', '│ ckout/bin/rg    │'];
    assert.equal(findRevealing({ rows, cursor, title: '' }, words), '/srv/checkout');
  });

  it('finds a path in the title, and none in other screens', () => {
    assert.equal(findRevealing({ rows: [], cursor, title: '/srv/checkout' }, words), words[0]);
    assert.equal(
      findRevealing({ rows: ['/home/dev/app'], cursor, title: 'app' }, words),
      undefined,
    );
  });
});
