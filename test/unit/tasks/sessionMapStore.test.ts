import assert from 'node:assert/strict';
import { SESSION_MAP_FILE } from '../../../src/tasks/sessionMapStore';

const { parse, format } = SESSION_MAP_FILE;
const ENTRY = { uuid: 'a1b2c3d4-e5f6-4a1b-8c9d-0e1f2a3b4c5d', cwd: '/one' };

describe('SESSION_MAP_FILE', () => {
  it('is written as an object by PTY id', () => {
    const text = format(new Map([['a-main-task_abc', ENTRY]]));
    assert.deepEqual(JSON.parse(text), { 'a-main-task_abc': ENTRY });
    assert.deepEqual([...parse(text).content], [['a-main-task_abc', ENTRY]]);
  });

  it('keeps fields of a later version', () => {
    const newer = { ...ENTRY, model: 'm' };
    const { content, damage } = parse(JSON.stringify({ 'a-chat-c': newer }));
    assert.deepEqual([content.get('a-chat-c'), damage], [newer, undefined]);
  });

  const damaged: readonly (readonly [string, string, string])[] = [
    ['an empty file', '', 'it is empty'],
    ['half a file', '{"a-main-t":{"uu', 'it is not JSON'],
    ['null', 'null', 'it contains no map of sessions'],
    ['an array', '[]', 'it contains no map of sessions'],
  ];
  for (const [title, text, damage] of damaged) {
    it(`returns an empty map for ${title}, with the damage`, () => {
      assert.deepEqual(parse(text), { content: new Map(), damage });
    });
  }

  const wrong: readonly (readonly [string, string, unknown])[] = [
    ['an invalid id', '../a', ENTRY],
    ['an entry of a wrong type', 'a-main-u', 5],
    ['a UUID of a wrong type', 'a-main-u', { ...ENTRY, uuid: 5 }],
    ['no directory', 'a-main-u', { uuid: 'u' }],
  ];
  for (const [title, id, entry] of wrong) {
    it(`keeps a valid entry beside ${title}`, () => {
      const text = `{"a-main-t":${JSON.stringify(ENTRY)},"${id}":${JSON.stringify(entry)}}`;
      assert.deepEqual(parse(text), {
        content: new Map([['a-main-t', ENTRY]]),
        damage: '1 of its 2 entries cannot be read',
      });
    });
  }
});
