import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import {
  findTasks,
  freeName,
  MAX_TASK_NAME_LENGTH,
  parseTaskName,
} from '../../../src/tasks/taskName';
import { taskIn } from '../../support/views/treeSources';

describe('parseTaskName', () => {
  const kept: readonly (readonly [string, string, string])[] = [
    ['a plain name', 'Fix the login', 'Fix the login'],
    ['quotes and slashes', `it's "a/b\\c" $(id)`, `it's "a/b\\c" $(id)`],
    ['emoji of several code points', '👩‍💻 build 🇫🇷', '👩‍💻 build 🇫🇷'],
    ['a name without the space around it', '  \t a b \n', 'a b'],
    ['several lines as one', 'one\r\ntwo\u2028three', 'one two three'],
    ['a name without its control characters', 'a\u0000b\u001b[31mc\u007f\u009b', 'ab[31mc'],
    [
      'a name without characters that change its direction',
      'a\u202egpj.b\u2066c\u200ed\u061c',
      'agpj.bcd',
    ],
    ['the longest name', '🙂'.repeat(MAX_TASK_NAME_LENGTH), '🙂'.repeat(MAX_TASK_NAME_LENGTH)],
  ];
  for (const [title, text, expected] of kept) {
    it(`keeps ${title} [A22]`, () => assert.equal(parseTaskName(text), expected));
  }

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['an empty name', '', /needs a name: type/],
    ['only space', ' \t\n ', /needs a name: type/],
    ['only control characters', '\u0000\u001b', /needs a name: type/],
    ['one character too many', 'x'.repeat(501), /has 501 characters: shorten it to at most 500/],
  ];
  for (const [title, text, message] of refused) {
    it(`refuses ${title}`, () => {
      assert.throws(
        () => parseTaskName(text),
        (error) => SessionError.is(error, 'BAD_REQUEST') && message.test(error.message),
      );
    });
  }
});

describe('freeName', () => {
  it('adds the lowest number that is free, from 2 on', () => {
    const names = [
      freeName('A', []),
      freeName('A', ['B']),
      freeName('A', ['A', 'A 3']),
      freeName('A', ['A', 'A 2']),
    ];
    assert.deepEqual(names, ['A', 'A', 'A 2', 'A 3']);
  });
});

describe('findTasks', () => {
  it('finds all tasks with a name, and prefers the one with that id', () => {
    const [first, second] = [taskIn('a', '1'), taskIn('b', '2')];
    const named = [first, second].map((task) => ({ ...task, name: 'x' }));
    assert.deepEqual(findTasks(' x ', named), named);
    const identified = taskIn('c', 'x');
    assert.deepEqual(findTasks('x', [...named, identified]), [identified]);
  });
});
