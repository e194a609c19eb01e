import assert from 'node:assert/strict';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('the log of sessions', (fixture) => {
  const { arrived, processOf } = fixture;

  it('T7: writes no prompt, argument or output of a session to the log', async () => {
    fixture.endProgram = (pid) => {
      processOf(0).end(undefined, 'SIGTERM');
      return Promise.resolve([{ pid, command: '/bin/agent -p typed' }]);
    };
    await fixture.manager.create(specOf('a', { exec: 'agent typed' }));
    processOf(0).print('typed');
    fixture.manager.find('a')?.write('typed');
    await arrived();
    await fixture.manager.find('a')?.kill();
    await arrived();
    assert.ok(fixture.logged.some((line) => line.endsWith('did not end: /bin/agent')));
    assert.deepEqual(
      [...fixture.logged, ...fixture.complaints].filter((l) => /typed/.test(l)),
      [],
    );
  });
});
