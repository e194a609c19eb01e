import assert from 'node:assert/strict';
import {
  AgentExitMarkerFilter,
  AGENT_EXIT_FORMAT,
  buildAgentBeginReport,
  buildAgentExitReport,
  hashNonce,
} from '../../../../src/pty/shell/agentExitMarker';

const NONCE = 'n0nce';

function report(status: string, nonce = NONCE): string {
  return `\x1b]7749;${nonce};${status}\x07`;
}

/** The output and the statuses of a filter that receives `pieces`. */
function filter(pieces: readonly Uint8Array[]): { text: string; statuses: number[] } {
  const marker = new AgentExitMarkerFilter(hashNonce(NONCE));
  const results = pieces.map((piece) => marker.push(piece));
  const output = [...results.map((result) => result.output), marker.flush()];
  return {
    text: Buffer.concat(output).toString(),
    statuses: results.flatMap(({ agentExitCode }) => agentExitCode ?? []),
  };
}

function whole(text: string): readonly Uint8Array[] {
  return [Buffer.from(text)];
}

describe('AgentExitMarkerFilter', () => {
  for (const status of [0, 7, 147, 255]) {
    it(`removes a report of status ${status}`, () => {
      assert.deepEqual(filter(whole(`a\r\n${report(String(status))}b`)), {
        text: 'a\r\nb',
        statuses: [status],
      });
    });
  }

  for (const [what, text] of [
    ['a wrong nonce', report('7', 'other')],
    ['a longer nonce', report('7', `${NONCE}x`)],
    ['the hash as nonce', report('7', hashNonce(NONCE))],
    ['a nonce of 65 letters', report('7', 'x'.repeat(65))],
    ['no nonce', report('7', '')],
    ['an unfinished nonce', `a\x1b]7749;${'x'.repeat(64)}`],
    ['no status', report('')],
    ['a status of four digits', report('1000')],
    ['a status that is not a number', report('x7')],
    ['another terminator', `\x1b]7749;${NONCE};7\x1b\\`],
    ['another command', '\x1b]0;title\x07\x1b[31mé🎉\x1b[0m'],
    ['an unfinished report', `a\x1b]7749;${NONCE};1`],
    ['a lone ESC at the end', 'a\x1b'],
    ['repeated ESC', '\x1b\x1b\x1b]7749\x1b'],
  ] as const) {
    it(`passes ${what} through, whole and byte by byte [A29]`, () => {
      const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
      assert.deepEqual(filter(whole(text)), { text, statuses: [] });
      assert.deepEqual(filter(bytes), { text, statuses: [] });
    });
  }

  it('finds a report after output that only begins like one', () => {
    const text = `\x1b]7749;${NONCE};9999\x07\x1b]77${report('5')}z`;
    assert.deepEqual(filter(whole(text)), {
      text: `\x1b]7749;${NONCE};9999\x07\x1b]77z`,
      statuses: [5],
    });
  });

  it('returns the same result for any split of the bytes into three', () => {
    const bytes = Buffer.from(
      `é\x1b]0;t\x07${report('7', 'x')}\x1b${report('42')}\x1b[0m${report('1')}é`,
    );
    const expected = filter([bytes]);
    assert.deepEqual(expected.statuses, [42]);
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const pieces = [
          bytes.subarray(0, first),
          bytes.subarray(first, second),
          bytes.subarray(second),
        ];
        assert.deepEqual(filter(pieces), expected, `split at ${first} and ${second}`);
      }
    }
  });

  it('passes ordinary output at once without a copy, and holds back only a possible beginning', () => {
    const marker = new AgentExitMarkerFilter(hashNonce(NONCE));
    const plain = Buffer.from('\x1b[31mred');
    assert.deepEqual(marker.push(plain).output, plain);
    assert.equal(marker.push(plain).output.buffer, plain.buffer);
    assert.equal(Buffer.from(marker.push(Buffer.from('x\x1b]77')).output).toString(), 'x');
    assert.equal(Buffer.from(marker.push(Buffer.from('!')).output).toString(), '\x1b]77!');
  });

  it('holds back no more than the length of a report', () => {
    const marker = new AgentExitMarkerFilter(hashNonce(NONCE));
    let passed = 0;
    const endless = `\x1b]7749;${NONCE};${'1'.repeat(1000)}`;
    for (const byte of Buffer.from(endless)) {
      passed += marker.push(Uint8Array.of(byte)).output.length;
    }
    assert.equal(passed, endless.length);
  });

  it('keeps no reference to a chunk that the caller may change later', () => {
    const marker = new AgentExitMarkerFilter(hashNonce(NONCE));
    const chunk = Buffer.from('\x1b]77');
    marker.push(chunk);
    chunk.fill(0x20);
    assert.equal(Buffer.from(marker.flush()).toString(), '\x1b]77');
  });
});

describe('a report', () => {
  it('is what the printf format prints', () => {
    assert.equal(AGENT_EXIT_FORMAT, '\\033]7749;%s;%d\\007');
    assert.equal(buildAgentExitReport(NONCE, 7), report('7'));
  });

  it('has a nonce of 1 to 64 letters and digits', () => {
    for (const nonce of ['', 'a;b', 'x'.repeat(65)]) {
      assert.throws(() => hashNonce(nonce), /letters and digits/);
    }
  });

  it('removes the report that the agent begins, for any split, and passes what is none', () => {
    const begin = buildAgentBeginReport(hashNonce(NONCE));
    const forged = buildAgentBeginReport(hashNonce('x')) + report('b');
    const bytes = Buffer.from(`a${forged}${begin}c${report('7')}d`);
    for (let first = 0; first <= bytes.length; first++) {
      const marker = new AgentExitMarkerFilter(hashNonce(NONCE));
      const parts = [bytes.subarray(0, first), bytes.subarray(first)];
      const results = parts.map((part) => marker.push(part));
      const output = Buffer.concat(results.map((result) => result.output)).toString();
      assert.equal(output, `a${forged}cd`, `split at ${first}`);
      assert.equal(results.filter(({ hasBegun }) => hasBegun).length, 1);
      assert.equal(results.at(-1)?.agentExitCode ?? results[0]?.agentExitCode, 7);
    }
  });
});
