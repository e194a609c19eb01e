import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { placePrompt } from '../../../../src/providers/model/promptPlacement';

const LONG = 'word '.repeat(30_000);
/** Short enough without quotes, too long with them. */
const QUOTES = "it's ".repeat(15_000);
const LINES = 'first\nsecond';

describe('placePrompt', () => {
  // provider, prompt, platform, expected placement
  const cases: [string, string, NodeJS.Platform, string][] = [
    ['claude', 'Fix the bug', 'linux', '-- PROMPT'],
    ['claude', '-v is broken', 'linux', '-- PROMPT'],
    ['claude', 'doctor', 'linux', 'keystrokes'],
    ['claude', 'Doctor', 'linux', 'keystrokes'],
    ['claude', 'doctor says no', 'linux', '-- PROMPT'],
    ['claude', 'continue', 'linux', '-- PROMPT'],
    ['claude', LONG, 'linux', 'keystrokes'],
    ['claude', QUOTES, 'darwin', 'keystrokes'],
    ['claude', LINES, 'linux', '-- PROMPT'],
    ['claude', LINES, 'win32', 'keystrokes'],
    ['claude', 'x'.repeat(7_000), 'win32', 'keystrokes'],
    ['codex', 'doctor', 'linux', '-- PROMPT'],
    ['codex', '--help', 'linux', '-- PROMPT'],
    ['grok', 'login', 'linux', '-- PROMPT'],
    ['cline', '-i is broken', 'linux', '-- PROMPT'],
    ['cline', 'history', 'linux', 'keystrokes'],
    ['pi', 'Fix the bug', 'linux', 'PROMPT'],
    ['pi', '-v is broken', 'linux', 'keystrokes'],
    ['pi', 'update', 'linux', 'keystrokes'],
    ['pi', 'continue', 'linux', 'PROMPT'],
    ['cursor', 'login', 'linux', 'keystrokes'],
    ['cursor', 'anything', 'linux', 'keystrokes'],
    ['cursor', 'anything else', 'linux', 'PROMPT'],
    ['devin', '-v is broken', 'linux', '-- PROMPT'],
    ['gemini', 'mcp', 'linux', 'flag'],
    ['gemini', '-v is broken', 'linux', 'keystrokes'],
    ['gemini', LONG, 'linux', 'keystrokes'],
    ['amp', 'Fix the bug', 'linux', 'keystrokes'],
  ];
  for (const [id, prompt, platform, expected] of cases) {
    it(`${id} on ${platform}: ${JSON.stringify(prompt.slice(0, 20))} -> ${expected}`, () => {
      const provider = BUILT_IN_PROVIDERS.find((candidate) => candidate.id === id);
      assert.ok(provider);
      const placement = placePrompt(provider.initialPrompt, prompt, platform);
      const actual =
        placement.kind === 'last' ? [...placement.separator, 'PROMPT'].join(' ') : placement.kind;
      assert.equal(actual, expected);
    });
  }
});
