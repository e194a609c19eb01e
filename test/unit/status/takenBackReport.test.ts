import assert from 'node:assert/strict';
import { FILE_WAITS, ID, useStatusEngine } from '../../support/agents/useStatusEngine';

describe('A report that is taken back', () => {
  const fixture = useStatusEngine();
  const { fallsQuiet, hook, kind, pass, put, reports, shows } = fixture;

  /** Each source, and what it says where the session is looked at anew. */
  const said = async (): Promise<string[]> => {
    const { signals } = await fixture.engine.explain(ID);
    return signals.map(({ source, state }) => `${source} ${state.kind}`);
  };

  it('leaves nothing true again that was said before it', async () => {
    put();
    hook('UserPromptSubmit');
    await pass(100);
    reports('state=done');
    await pass(100);
    fixture.sessions.signal({ id: ID, code: 9, data: '4;3' });
    fixture.told.length = 0;
    const reportedAt = fixture.clock.now();
    reports('state=clear');
    assert.deepEqual(fixture.told, ['working']);
    fixture.sessions.signal({ id: ID, code: 9, data: '4;0' });
    assert.equal(kind(), 'unknown');
    fixture.fileSays = { ...FILE_WAITS, at: reportedAt - 200 };
    shows(['something else']);
    await pass(500);
    assert.equal(kind(), 'unknown');
  });

  it('leaves a screen that was drawn before it nothing to tell', async () => {
    put();
    reports('state=idle');
    shows('claude-06-busy.txt');
    await pass(500);
    fixture.told.length = 0;
    reports('state=clear');
    assert.deepEqual(fixture.told, ['unknown']);
  });

  it('has a screen that is not erased yet read only once it is, or stays', async () => {
    put();
    reports('state=blocked');
    shows('claude-11-permission.txt');
    await pass(500);
    assert.equal(kind(), 'needsInput');
    reports('state=clear');
    shows('claude-11-permission.txt');
    fixture.told.length = 0;
    await pass(100);
    await fixture.engine.explain(ID);
    await pass(800);
    assert.deepEqual(fixture.told, []);
    await fallsQuiet();
    assert.equal(kind(), 'needsInput', 'it has stayed');
    reports('state=idle');
    reports('state=clear');
    await pass(100);
    shows([]);
    await fixture.engine.explain(ID);
    assert.equal(kind(), 'unknown');
    shows('claude-11-permission.txt');
    await fixture.engine.explain(ID);
    assert.equal(kind(), 'needsInput', 'it was drawn after that');
  });

  it('leaves all to be read that is no dialog: work that is drawn still', async () => {
    put();
    reports('state=working');
    shows('claude-06-busy.txt');
    await pass(500);
    hook('Stop');
    await pass(50);
    reports('state=clear');
    assert.deepEqual(await said(), ['hook done', 'screen working']);
  });

  it('leaves all to be read that is no dialog: an input that is drawn at once', async () => {
    put();
    reports('state=blocked');
    shows('claude-11-permission.txt');
    await pass(500);
    shows('claude-04-idle.txt');
    reports('state=clear');
    assert.deepEqual(await said(), ['screen idle']);
    assert.equal(kind(), 'idle');
  });

  it('has a dialog read at once by a clock that was set back since', async () => {
    put();
    reports('state=idle');
    reports('state=clear');
    await pass(100);
    fixture.clock.set(-3_600_000);
    shows('claude-11-permission.txt');
    await pass(500);
    assert.equal(kind(), 'needsInput');
    assert.deepEqual(await said(), ['screen needsInput']);
  });

  it('counts for a look that is under way', async () => {
    put();
    reports('state=blocked');
    await pass(100);
    shows('claude-11-permission.txt');
    const looking = fixture.engine.explain(ID);
    reports('state=clear');
    fixture.told.length = 0;
    await looking;
    assert.deepEqual(fixture.told, []);
    assert.equal(kind(), 'unknown');
  });

  it('is none where nothing was reported: the screen is read', async () => {
    put();
    shows('claude-11-permission.txt');
    reports('state=clear');
    await fixture.engine.explain(ID);
    assert.equal(kind(), 'needsInput');
  });
});
