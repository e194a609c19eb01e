import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../../../../src/driver/models/models';
import { DRIVEN_CLIS, DrivenPi } from '../../../support/agents/drivenCli';
import { useCore } from '../../../support/agents/useCore';

const VERSION = `#!/bin/sh
if [ "$1" = --version ]; then echo 1.18.33; exit; fi
`;

/** Lists one more model on each call. */
const LISTING = `${VERSION}
echo x >> "$HOME/asked"
echo 'Models:'
for number in $(seq "$(wc -l < "$HOME/asked")"); do echo "maker/model-$number"; done
`;

describe('models', function () {
  this.timeout(60_000);
  const fixture = useCore();

  function install(text: string): void {
    const cli = join(fixture.home, 'listing');
    writeFileSync(cli, text);
    chmodSync(cli, 0o755);
    fixture.set({ providers: { opencode: { cli } } });
  }

  const namesOf = async (refresh?: 'refresh') => {
    const list = await fixture.core.models.list('opencode', { refresh });
    assert.ok(list.kind === 'known');
    return list.models.map(({ id }) => id);
  };

  it('are queried once, until a refresh is requested', async () => {
    install(LISTING);
    assert.deepEqual(await namesOf(), ['maker/model-1']);
    assert.deepEqual(await namesOf(), ['maker/model-1']);
    assert.deepEqual(await namesOf('refresh'), ['maker/model-1', 'maker/model-2']);
  });

  it('are not cached for a CLI that fails', async () => {
    install(`${VERSION}exit 1\n`);
    const list = await fixture.core.models.list('opencode');
    assert.equal(list.kind, 'notPossible');
    install(LISTING);
    assert.deepEqual(await namesOf(), ['maker/model-1']);
  });

  it('are not queried in a workspace that is not trusted', async () => {
    install(LISTING);
    fixture.trusted = false;
    await assert.rejects(namesOf('refresh'), { code: 'UNTRUSTED' });
    assert.ok(!existsSync(join(fixture.home, 'asked')));
  });

  it('are awaited until the caller aborts', async () => {
    install(`${VERSION}exec sleep 60\n`);
    const signal = AbortSignal.timeout(1000);
    await assert.rejects(fixture.core.models.list('opencode', { signal }), {
      name: 'TimeoutError',
    });
  });

  it('cannot be listed if a CLI does not support it', async () => {
    const list = await fixture.core.models.list('gemini');
    assert.ok(list.kind === 'notPossible');
    assert.match(list.reason, /^No command that lists the models of Gemini CLI is known/);
  });

  it('cannot be listed for a provider that does not exist', async () => {
    await assert.rejects(fixture.core.models.list('no-such'), { code: 'PROVIDER_NOT_FOUND' });
  });

  describe('of the real pi, which prints them as errors if no terminal reads them', () => {
    const cli = new DrivenPi();
    beforeEach(() => cli.setUp(fixture));
    afterEach(() => cli.tearDown());

    it('are returned', async () => {
      const list = await fixture.core.models.list(cli.providerId);
      assert.ok(list.kind === 'known', JSON.stringify(list));
      assert.deepEqual(
        list.models.map(({ id }) => id),
        ['stand-in/stand-in', 'stand-in/stand-in-2'],
      );
    });
  });

  for (const Cli of DRIVEN_CLIS) {
    const cli = new Cli();
    describe(`of the real ${cli.providerId}`, () => {
      beforeEach(() => cli.setUp(fixture));
      afterEach(() => cli.tearDown());

      it('are returned, and no transcript is left over', async () => {
        const files = () => readdirSync(fixture.home, { recursive: true }).map(String);
        const list = await fixture.core.models.list(cli.providerId);
        assert.ok(list.kind === 'known', JSON.stringify(list));
        assert.ok(list.models.length > 2);
        const isWhole = ({ id, name }: Model): boolean =>
          /^[\w.[\]-]+$/.test(id) && name !== undefined;
        assert.ok(list.models.every(isWhole), JSON.stringify(list.models));
        assert.deepEqual(
          files().filter((path) => path.endsWith('.jsonl')),
          [],
        );
      });
    });
  }
});
