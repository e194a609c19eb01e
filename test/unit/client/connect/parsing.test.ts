import assert from 'node:assert/strict';
import { API_LIMITS } from '../../../../src/api/limits';
import { MAX_BODY_BYTES } from '../../../../src/client/connect/apiRequest';
import { parseAttachMessage } from '../../../../src/client/session/attachMessage';
import { toAskEvent } from '../../../../src/client/session/askEvents';
import { parseApiError } from '../../../../src/client/connect/parseApiError';
import type { SessionDescription } from '../../../../src/client/sessionInfo';
import { SseParser } from '../../../../src/client/session/sseParser';
import type { SessionView } from '../../../../src/operations/views/sessionView';

/** Fails to compile if the API describes a session differently from the client. */
const isDescribed = (view: SessionView): SessionDescription => view;

describe('what a window sends', () => {
  it('for a session has the client’s documented shape', () => {
    assert.equal(typeof isDescribed, 'function');
  });

  it('accepts bodies up to the client’s limit', () => {
    assert.equal(MAX_BODY_BYTES, API_LIMITS.bodyBytes);
  });

  it('in events is parsed from arbitrary parts', () => {
    const text =
      ': beat\n\nevent: delta\r\ndata: {"a":1}\r\n\r\ndata: x\rdata: y\r\rid: 1\n\nevent: z\ndata:w\n\n';
    const expected = [
      { event: 'delta', data: '{"a":1}' },
      { event: 'message', data: 'x\ny' },
      { event: 'z', data: 'w' },
    ];
    for (const size of [1, 2, 3, 7, text.length]) {
      const parser = new SseParser();
      const parts = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      assert.deepEqual(
        parts.flatMap((part) => parser.push(part)),
        expected,
        `parts of ${size}`,
      );
    }
  });

  it('for an ask is a partial answer, a result or an error', () => {
    const kinds = [
      { event: 'delta', data: '{"text":"a"}' },
      { event: 'done', data: '{"response":"a","ms":1,"endedBy":"hook"}' },
      { event: 'error', data: '{"code":"TIMEOUT","message":"Late.","response":"half"}' },
      { event: 'error', data: 'no JSON' },
      { event: 'delta', data: 'no JSON' },
      { event: 'later', data: '{}' },
    ].map((event) => {
      const read = toAskEvent(event);
      return read?.kind === 'error' ? [read.error.code, read.error.response] : read?.kind;
    });
    assert.deepEqual(kinds, [
      'delta',
      'done',
      ['TIMEOUT', 'half'],
      ['INTERNAL', undefined],
      undefined,
      undefined,
    ]);
  });

  const messages: readonly (readonly [string, unknown])[] = [
    ['{"attached":{}}', { kind: 'attached' }],
    ['{"exit":{"exitCode":2,"signal":null}}', { kind: 'exit', exitCode: 2 }],
    ['{"exit":{"exitCode":null}}', { kind: 'exit', exitCode: null }],
    ['{"exit":1}', { kind: 'exit', exitCode: 1 }],
    ['{"later":1}', undefined],
    ['[]', undefined],
    ['nonsense', undefined],
  ];
  for (const [text, expected] of messages) {
    it(`to a viewer may be ${text}`, () => assert.deepEqual(parseAttachMessage(text), expected));
  }

  it('as an error has the question and the answer so far, if the window sends them', () => {
    const read = (details: object): unknown => {
      const error = { code: 'NEEDS_INPUT', message: 'It asks.', ...details };
      const { code, response, question } = parseApiError(409, JSON.stringify({ error }));
      return [code, response, question];
    };
    assert.deepEqual(read({ response: 'so far', question: 'May I?' }), [
      'NEEDS_INPUT',
      'so far',
      'May I?',
    ]);
    assert.deepEqual(read({ question: null }), ['NEEDS_INPUT', undefined, null]);
    assert.deepEqual(read({ question: 5 }), ['NEEDS_INPUT', undefined, undefined]);
  });

  it('as an error is its code and message, or is derived from the status', () => {
    const read = (status: number, text: string): unknown => {
      const { code, message } = parseApiError(status, text);
      return [code, message];
    };
    assert.deepEqual(read(409, '{"error":{"code":"SESSION_BUSY","message":"Busy."}}'), [
      'SESSION_BUSY',
      'Busy.',
    ]);
    assert.deepEqual(read(502, '<html>'), [
      'UNREACHABLE',
      "The window's API answered with HTTP 502.",
    ]);
    assert.deepEqual(read(401, ''), ['UNAUTHORIZED', "The window's API answered with HTTP 401."]);
    assert.deepEqual(read(404, 'null'), [
      'BAD_REQUEST',
      "The window's API answered with HTTP 404.",
    ]);
  });
});
