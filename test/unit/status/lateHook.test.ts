import assert from 'node:assert/strict';
import { ID, useStatusEngine } from '../../support/status/useStatusEngine';

describe('a hook that reports a dialog after it was read from the screen', () => {
  const fixture = useStatusEngine();
  const { hook, pass, put, shows } = fixture;

  it('keeps its start time, at once and after the next read', async () => {
    put();
    hook('UserPromptSubmit');
    await pass(3000);
    shows('claude-11-permission.txt');
    await pass(1000);
    const { state, since } = fixture.engine.get(ID);
    assert.equal(state.kind, 'needsInput');
    hook('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command: 'echo fake-tool-ran > fake-tool.txt' },
    });
    assert.equal(fixture.engine.get(ID).since, since);
    shows('claude-11-permission.txt');
    await pass(1000);
    const { source, state: later, since: laterSince } = fixture.engine.get(ID);
    assert.deepEqual([source, later, laterSince], ['hook', state, since]);
  });
});
