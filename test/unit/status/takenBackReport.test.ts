import assert from 'node:assert/strict';
import { readRecordedScreen } from '../../support/status/recordedScreens';
import { FILE_WAITS, ID, useStatusEngine } from '../../support/status/useStatusEngine';

describe('withdrawing a report', () => {
  const fixture = useStatusEngine();
  const { fallsQuiet, hook, kind, pass, put, reports, shows } = fixture;

  /** Each source and its state, after a new read of the session. */
  const readSignals = async (): Promise<string[]> => {
    const { signals } = await fixture.engine.explain(ID);
    return signals.map(({ source, state }) => `${source} ${state.kind}`);
  };

  it('does not restore reports of hooks and status files from before it', async () => {
    put();
    hook('UserPromptSubmit');
    await pass(100);
    reports('state=done');
    await pass(100);
    fixture.sessions.signal({ id: ID, code: 9, data: '4;3' });
    fixture.reportedKinds.length = 0;
    const reportedAt = fixture.clock.now();
    reports('state=clear');
    assert.deepEqual(fixture.reportedKinds, ['working']);
    fixture.sessions.signal({ id: ID, code: 9, data: '4;0' });
    assert.equal(kind(), 'unknown');
    fixture.fileSignal = { ...FILE_WAITS, at: reportedAt - 200 };
    shows(['something else']);
    await pass(500);
    assert.equal(kind(), 'unknown');
  });

  it('invalidates a screen that was read before it', async () => {
    put();
    reports('state=idle');
    shows('claude-06-busy.txt');
    await pass(500);
    fixture.reportedKinds.length = 0;
    reports('state=clear');
    assert.deepEqual(fixture.reportedKinds, ['unknown']);
  });

  it('delays reading a dialog on the screen until it is erased, or stays; prompts see it [A34]', async () => {
    put();
    reports('state=blocked');
    shows('claude-11-permission.txt');
    await pass(500);
    assert.equal(kind(), 'needsInput');
    reports('state=clear');
    shows('claude-11-permission.txt');
    fixture.reportedKinds.length = 0;
    await pass(100);
    const { signals } = await fixture.engine.explain(ID);
    assert.ok(!signals.some(({ state }) => state.kind === 'needsInput'));
    const { screen } = readRecordedScreen('claude-11-permission.txt');
    assert.equal(fixture.engine.dialogOn(ID, screen)?.kind, 'needsInput', 'nothing may be typed');
    await pass(800);
    assert.deepEqual(fixture.reportedKinds, []);
    await fallsQuiet();
    assert.equal(kind(), 'needsInput', 'the dialog stayed on the screen');
    reports('state=idle');
    reports('state=clear');
    await pass(100);
    shows([]);
    await fixture.engine.explain(ID);
    assert.equal(kind(), 'unknown');
    shows('claude-11-permission.txt');
    await fixture.engine.explain(ID);
    assert.equal(kind(), 'needsInput', 'the dialog was drawn after the screen was erased');
  });

  it('does not delay reading a screen without a dialog: work that is still drawn', async () => {
    put();
    reports('state=working');
    shows('claude-06-busy.txt');
    await pass(500);
    hook('Stop');
    await pass(50);
    reports('state=clear');
    assert.deepEqual(await readSignals(), ['hook done', 'screen working']);
  });

  it('does not delay reading a screen without a dialog: an input that is drawn at once', async () => {
    put();
    reports('state=blocked');
    shows('claude-11-permission.txt');
    await pass(500);
    shows('claude-04-idle.txt');
    reports('state=clear');
    assert.deepEqual(await readSignals(), ['screen idle']);
    assert.equal(kind(), 'idle');
  });

  it('does not delay reading a dialog after the clock was set back', async () => {
    put();
    reports('state=idle');
    reports('state=clear');
    await pass(100);
    fixture.clock.set(-3_600_000);
    shows('claude-11-permission.txt');
    await pass(500);
    assert.equal(kind(), 'needsInput');
    assert.deepEqual(await readSignals(), ['screen needsInput']);
  });

  it('invalidates a read of the screen that is in progress', async () => {
    put();
    reports('state=blocked');
    await pass(100);
    shows('claude-11-permission.txt');
    const looking = fixture.engine.explain(ID);
    reports('state=clear');
    fixture.reportedKinds.length = 0;
    await looking;
    assert.deepEqual(fixture.reportedKinds, []);
    assert.equal(kind(), 'unknown');
  });

  it('has no effect if nothing was reported: a dialog on the screen is read', async () => {
    put();
    shows('claude-11-permission.txt');
    reports('state=clear');
    await fixture.engine.explain(ID);
    assert.equal(kind(), 'needsInput');
  });
});
