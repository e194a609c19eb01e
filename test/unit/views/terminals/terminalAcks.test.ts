import assert from 'node:assert/strict';
import fc from 'fast-check';
import { VIEWER_ACK_CHARS } from '../../../../src/pty/limits';
import { TerminalAcks } from '../../../../src/views/terminals/terminalAcks';

const QUERY = '\x1b[?73141$p';
const REPLY = '\x1b[?73141;0$y';

describe('TerminalAcks', () => {
  /** An instance with one query and no reply. */
  function waiting() {
    const acks = new TerminalAcks();
    acks.stamp('x', 'always');
    return acks;
  }

  describe('stamp', () => {
    it('adds a query after enough output, and counts unparsed characters', () => {
      const acks = new TerminalAcks();
      const part = 'x'.repeat(VIEWER_ACK_CHARS / 2);
      assert.equal(acks.stamp(part), part);
      assert.equal(acks.stamp(part), part + QUERY);
      assert.equal(acks.stamp('more'), 'more');
      assert.equal(acks.unacknowledged, VIEWER_ACK_CHARS + 4);
      acks.receive(REPLY);
      assert.equal(acks.unacknowledged, 4);
      assert.equal(acks.isWaiting, false);
    });

    const table: readonly (readonly [what: string, text: string, stamped: string])[] = [
      ['at the end', 'abc\x1b[1mx\n', `abc\x1b[1mx\n${QUERY}`],
      ['before a CSI sequence', 'abc\x1b[1', `abc${QUERY}\x1b[1`],
      ['before a lone ESC', 'abc\x1b', `abc${QUERY}\x1b`],
      ['before a title', 'abc\x1b]0;tit', `abc${QUERY}\x1b]0;tit`],
      ['before a title whose end is incomplete', 'abc\x1b]0;t\x1b', `abc${QUERY}\x1b]0;t\x1b`],
      ['after a title', 'abc\x1b]0;t\x07', `abc\x1b]0;t\x07${QUERY}`],
      ['before half a character', 'abc\ud83d', `abc${QUERY}\ud83d`],
      ['at the beginning', '\x1b[1', `${QUERY}\x1b[1`],
    ];
    for (const [what, text, stamped] of table) {
      it(`adds the query outside of sequences: ${what}`, () => {
        const acks = new TerminalAcks();
        assert.equal(acks.stamp(text, 'always'), stamped);
        acks.receive(REPLY);
        assert.equal(acks.unacknowledged, stamped.length - stamped.indexOf(QUERY) - QUERY.length);
      });
    }

    it('delays the query until a sequence ends', () => {
      const acks = new TerminalAcks();
      assert.equal(acks.stamp('\x1b]0;'), '\x1b]0;');
      const part = 'x'.repeat(VIEWER_ACK_CHARS);
      assert.equal(acks.stamp(part), part);
      assert.equal(acks.isWaiting, false);
      assert.equal(acks.stamp('\x07a'), `\x07a${QUERY}`);
    });
  });

  it('returns a new query on restart, and no longer awaits the earlier one', () => {
    const acks = waiting();
    acks.stamp('\x1b]0;');
    assert.equal(acks.isInSequence, true);
    assert.equal(acks.restart(), QUERY);
    assert.equal(acks.isInSequence, false);
    assert.equal(acks.unacknowledged, 0);
    assert.deepEqual(acks.receive(REPLY), { input: '', replies: 1 });
    assert.equal(acks.isWaiting, false);
  });

  describe('receive', () => {
    const keys = ['a', '\x1b', '\x1b[', '\x1b[A', '\x1b[I', '\x1bOP', '\x1b[<0;1;1M', '\r', 'ä🚀'];
    for (const key of keys) {
      it(`passes ${JSON.stringify(key)} on at once, with and without a pending query`, () => {
        assert.deepEqual(waiting().receive(key), { input: key, replies: 0 });
        assert.deepEqual(new TerminalAcks().receive(key), { input: key, replies: 0 });
      });
    }

    it('passes on replies to queries of the program', () => {
      const acks = waiting();
      for (const answer of ['\x1b[?1;2c', '\x1b[?2026;2$y', '\x1b[?0u', '\x1b[3;4R']) {
        assert.deepEqual(acks.receive(answer), { input: answer, replies: 0 });
      }
    });

    it('removes replies from typed input', () => {
      const acks = waiting();
      acks.stamp('y', 'always');
      assert.deepEqual(acks.receive(`ab${REPLY}c${REPLY}\x1b[A`), {
        input: 'abc\x1b[A',
        replies: 2,
      });
      assert.equal(acks.isWaiting, false);
    });

    it('removes a late reply', () => {
      assert.deepEqual(new TerminalAcks().receive(`a${REPLY}`), { input: 'a', replies: 1 });
    });

    for (let cut = 1; cut < REPLY.length; cut += 1) {
      it(`removes a reply that is cut after ${cut}`, () => {
        const acks = waiting();
        const begin = acks.receive(`a${REPLY.slice(0, cut)}`);
        const end = acks.receive(`${REPLY.slice(cut)}b`);
        const passed = cut < 3 ? REPLY.slice(0, cut) : '';
        assert.deepEqual([begin.input, end.input], [`a${passed}`, 'b']);
        assert.equal(end.replies, 1);
      });
    }

    it('removes a reply that comes character by character, except its ESC [', () => {
      const acks = waiting();
      const inputs = [...`a${REPLY}b`].map((character) => acks.receive(character).input);
      assert.equal(inputs.join(''), 'a\x1b[b');
    });

    it('passes on input that only starts like a reply', () => {
      const acks = waiting();
      assert.equal(acks.receive('\x1b[?7').input, '');
      assert.equal(acks.receive('u').input, '\x1b[?7u');
      assert.equal(acks.receive('x').input, 'x');
    });

    it('removes nothing else, with the input cut at any position', () => {
      const part = fc.constantFrom('a', '\x1b', '[', '\x1b[?', '\x1b[?7', '31', '\x1b[?1;2c', '$y');
      fc.assert(
        fc.property(fc.array(part), (parts) => {
          const acks = waiting();
          const passed = [...parts, '.'].map((text) => acks.receive(text).input).join('');
          assert.equal(passed, `${parts.join('')}.`);
        }),
      );
    });
  });
});
