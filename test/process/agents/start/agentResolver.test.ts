import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import { useCore } from '../../../support/agents/useCore';

describe('AgentResolver', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { prepare, watch, untilShown } = fixture;

  /** Puts the fake agent into a directory of its own, as `my-agent`. */
  function installElsewhere(): string {
    const directory = join(fixture.home, 'elsewhere');
    mkdirSync(directory);
    copyFileSync(join(fixture.home, 'fake agent'), join(directory, 'my-agent'));
    fixture.set({ providers: { fake: { cli: 'my-agent', initialPromptFlag: '' } } });
    return directory;
  }

  const rc = (name: string, line: string) => writeFileSync(join(fixture.home, name), `${line}\n`);

  it('finds a CLI that only the login profile puts on the PATH', async () => {
    rc('.bash_profile', `export PATH="${installElsewhere()}:$PATH"`);
    const start = await prepare();
    await start.launch();
    await untilShown(await watch(start.sessionId), 'agent in');
  });

  it('starts a CLI that is only an alias, in the shell that defines it', async () => {
    rc('.bash_profile', `alias my-agent='${installElsewhere()}/my-agent --by-alias'`);
    const start = await prepare({ options: { prompt: 'two words' } });
    await start.launch();
    await untilShown(await watch(start.sessionId), 'args: [--by-alias] [two words]');
  });

  it('D5: rejects with the path if only a shell that is no login shell finds it', async () => {
    rc('.bashrc', `export PATH="${installElsewhere()}:$PATH"`);
    await assert.rejects(prepare(), (error) => {
      assert.ok(SessionError.is(error, 'CLI_NOT_FOUND'));
      assert.match(error.message, /elsewhere\/my-agent.*not a login shell/);
      return true;
    });
  });

  it('does not wait for an rc file that hangs', async () => {
    rc('.bash_profile', 'sleep 60');
    installElsewhere();
    await assert.rejects(prepare(), (error) => SessionError.is(error, 'CLI_NOT_FOUND'));
  }).timeout(20_000);
});
