import assert from 'node:assert/strict';
import { formatSettingProblem } from '../../../../src/views/workspace/settingProblems';

describe('formatSettingProblem', () => {
  it('names the key, its value and the value that is used instead', () => {
    const problem = { key: 'maxSessions', was: 'many', expected: 'a whole number', used: 128 };
    assert.equal(
      formatSettingProblem(problem),
      'The setting agentTerminals.maxSessions is "many", not a whole number: ' +
        '128 is used until you correct it in the settings.',
    );
  });

  it('reports a value that is ignored', () => {
    const problem = { key: 'providers.a.clii', was: null, expected: 'a field', used: undefined };
    assert.equal(
      formatSettingProblem(problem),
      'The setting agentTerminals.providers.a.clii is null, not a field: ' +
        'it is ignored until you correct it in the settings.',
    );
  });

  it('shortens long values', () => {
    const problem = { key: 'shell', was: ['x'.repeat(1000)], expected: 'a string', used: '' };
    assert.ok(formatSettingProblem(problem).length < 250);
  });

  for (const key of ['providers.a.env', 'providers.a.env.TOKEN']) {
    it(`does not show the value of ${key}`, () => {
      const problem = { key, was: ['secret'], expected: 'a string', used: undefined };
      assert.match(formatSettingProblem(problem), /is a list, not a string/);
    });
  }
});
