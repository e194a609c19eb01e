import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessExtension } from '../../support/api/useHeadlessExtension';
import { waitFor } from '../../support/waitFor';

const run = promisify(execFile);
const LIMIT_MS = 20_000;

/** Starts an agent and types into it, both without a window; prints its id and its first heard line. */
const USE = `
const { connect } = require(process.argv[2]);
const terminals = connect();
const { id } = await terminals.start({ provider: 'fake', task: 'Alone' });
let seen = '';
let check = () => {};
const onData = (bytes) => {
  seen += Buffer.from(bytes);
  check();
};
const session = await terminals.attach({ sessionId: id, onData });
const until = (words) => new Promise((resolve) => {
  check = () => seen.includes(words) && resolve();
  check();
});
await until('agent in');
session.write('hello\\r');
await until('heard: hello');
await session.detach();
console.log(id);
`;

describe('the client without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const extension = useHeadlessExtension(fixture);

  const runScript = async (body: string): Promise<string> => {
    const script = join(fixture.home, 'script.cjs');
    writeFileSync(script, `(async () => {${body}})().catch((error) => console.log(error.code));`);
    const client = join(extension.home, 'client', 'index.cjs');
    const env = { ...fixture.env, AGENT_TERMINALS_HOME: extension.home };
    const { stdout } = await run(process.execPath, [script, client], { cwd: fixture.folder, env });
    return stdout.trim();
  };

  it('starts and drives an agent by the installed command line, which ends with the program', async () => {
    await fixture.core.installCommandLine();
    await extension.store();
    await fixture.closeWindow();
    const leases = join(fixture.home, 'storage', 'leases');
    const id = await runScript(USE);
    await waitFor(() => readdirSync(leases).every((name) => !name.endsWith('.json')), {
      limitMs: LIMIT_MS,
      what: 'the end of the process without a window',
    });
    fixture.set({ persistence: 'host' });
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    assert.deepEqual(
      fixture.core.sessions.list().map((session) => session.id),
      [id],
    );
  });

  it('finds no window for a directory that no window had open', async () => {
    await fixture.core.installCommandLine();
    await extension.store();
    await fixture.closeWindow();
    const list = "await require(process.argv[2]).connect({ cwd: '/' }).list();";
    assert.equal(await runScript(list), 'NO_WINDOW');
  });
});
