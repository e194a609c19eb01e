import assert from 'node:assert/strict';
import type { NeedsInput, Signal } from '../../../src/status/activity';
import { checkReportedInput } from '../../../src/status/reportedInput';
import { SignalStore } from '../../../src/status/signalStore';

const signal = (source: Signal['source'], state: Partial<NeedsInput>): Signal => ({
  source,
  state: { kind: 'needsInput', need: 'permission', question: undefined, ...state },
  ruleId: 'approval',
  reason: 'it asks',
  at: 1,
});
const onScreen = (text: string): Signal => signal('screen', { request: { kind: 'whole', text } });

/** The request of a screen with this text, if a hook reported this command. */
function told(text: string, input: string) {
  const { state } = checkReportedInput(onScreen(text), signal('hook', { input }));
  assert.ok(state.kind === 'needsInput');
  return state.request;
}

const OTHER = {
  kind: 'partial',
  why: 'its hook reported another command than its screen shows',
} as const;

describe('a request whose command a hook has reported', () => {
  it('T2: is told with that command if the screen shows all of it', () => {
    const long = 'cat <<E\n\n\ta\nE\nrm -rf ./build && echo done';
    assert.deepEqual(
      told('Bash\n───\ncat <<E\n a\nE\nrm -rf ./build && ec\nho done\n───\nGo?', long),
      {
        kind: 'whole',
        text: `Bash\n───\n${long}\n───\nGo?`,
      },
    );
    assert.deepEqual(told('Run?\n$ ls -l\nsub', 'ls -l sub'), {
      kind: 'whole',
      text: 'Run?\n$ ls -l sub',
    });
  });

  it('T2: is not whole if the screen shows another, less, or more in its rows', () => {
    const shown = 'Bash\n───\nnpm test\n───\nGo?';
    for (const input of [
      'rm -rf ~\nnpm test',
      'npm test; rm -rf ~',
      'npmtest',
      'npm te st',
      'npm tes',
      'npm\u00a0test',
      'npm test\r',
      'npm test\u200b',
      'ls',
      '',
    ]) {
      assert.deepEqual(told(shown, input), OTHER, input);
    }
  });

  it('T2: is checked in all that reads the signals, and only while the hook reports a request', () => {
    const store = new SignalStore();
    const request = () => {
      const state = store.list().find(({ source }) => source === 'screen')?.state;
      return state?.kind === 'needsInput' ? state.request : undefined;
    };
    store.record(onScreen('Bash\nls'));
    assert.deepEqual(request(), { kind: 'whole', text: 'Bash\nls' });
    store.record(signal('hook', { input: 'rm' }));
    assert.deepEqual(request(), OTHER);
    store.record(signal('hook', { input: 'ls' }));
    assert.equal(request()?.kind, 'whole');
    store.record({ ...signal('hook', {}), state: { kind: 'working' } });
    assert.equal(request()?.kind, 'whole');
  });
});
