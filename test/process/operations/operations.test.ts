import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ClientError } from '../../../src/client/clientError';
import { connect } from '../../../src/client/connect/connect';
import { subjectField, type Operation } from '../../../src/operations/operation';
import { OPERATIONS } from '../../../src/operations/operations';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { API_SOCKETS } from '../../support/api/apiRows';
import { useApi } from '../../support/api/useApi';
import { useCommandLine } from '../../support/api/useCommandLine';
import { codeOf, useMcpClients } from '../../support/api/useMcpClients';
import { OPERATION_ROWS, TARGETS, type Target } from '../../support/operations/operationRows';
import { waitFor } from '../../support/waitFor';

/** What no field accepts, or few do. */
const VALUES = [null, -1, 0.5, 1e9, true, 'x', '', 'a\0b', [], [5], {}, { a: 5 }];

/** How a call ends: with a code, or without. */
type Outcome = string | undefined;

describe('every operation', function () {
  this.timeout(120_000);
  const api = useApi();
  const cli = useCommandLine();
  const clients = useMcpClients(api);
  let agent: SessionView;

  beforeEach(async () => {
    agent = await api.create({ provider: 'fake', task: 'One' });
    await api.shows(agent.id, 'args:');
    await api.update();
  });

  const rowOf = ({ name }: Operation) => OPERATION_ROWS[name] ?? assert.fail(`No row for ${name}.`);

  /** The id of what the operation is about, if that is this session. */
  const idFor = ({ subject }: Operation, session: SessionView): string =>
    subject === 'provider' ? 'fake' : subject === 'task' ? (session.task?.id ?? '') : session.id;

  async function overHttp(
    operation: Operation,
    id: string,
    call: { readonly token?: string; readonly body?: unknown; readonly query?: string } = {},
  ): Promise<Outcome> {
    const { token = api.token, query } = call;
    const { method, path } = operation.http;
    const row = rowOf(operation);
    const address = `${path.replace(':id', id)}${query ?? row.query ?? ''}`;
    const sent = method === 'post' ? { body: 'body' in call ? call.body : row.input } : {};
    const { status, code } = await api.call(method.toUpperCase(), address, { token, ...sent });
    return status < 400 ? undefined : (code ?? String(status));
  }

  async function overMcp(
    operation: Operation,
    id: string,
    { token = api.token, input }: { token?: string; input?: object } = {},
  ): Promise<Outcome> {
    const { subject, tool } = operation;
    const own = operation.name === 'start' ? { provider: 'fake' } : rowOf(operation).input;
    const named = subject && { [subjectField(subject)]: id };
    const client = await clients.overHttp(token);
    const call = { name: tool?.name ?? '', arguments: { ...named, ...(input ?? own) } };
    const result = (await client.callTool(call)) as CallToolResult;
    return codeOf(result);
  }

  const sessionsNow = () =>
    api.core.sessions.list().map((one) => [one.id, one.dimensions, one.exitCode]);

  const environment = () => ({ AGENT_TERMINALS_HOME: join(api.windows, '..') });

  async function byClient(operation: Operation, id: string): Promise<Outcome> {
    const terminals = connect({ cwd: api.fixture.folder, env: environment() });
    try {
      await rowOf(operation).client?.(terminals, id);
      return undefined;
    } catch (error) {
      return error instanceof ClientError ? error.code : assert.fail(String(error));
    }
  }

  async function byVerb(operation: Operation, id: string): Promise<Outcome> {
    const home = join(api.windows, '..');
    const args = [...(rowOf(operation).verb?.(id) ?? []), '--json'];
    const { end, stdout, stderr } = await cli
      .start({ cwd: api.fixture.folder, home }, ...args)
      .finish();
    const [, code] = /"code":\s*"(\w+)"/.exec(stderr) ?? [];
    assert.equal(end === 0, code === undefined, stderr || stdout);
    return code;
  }

  it('has a row here', () => {
    const names = OPERATIONS.map(({ name }) => name);
    assert.deepEqual(names.sort(), Object.keys(OPERATION_ROWS).sort());
  });

  for (const name of Object.keys(OPERATION_ROWS)) {
    it(`ends in the same way on each of its surfaces: ${name}`, async () => {
      const operation = OPERATIONS.find((one) => one.name === name) ?? assert.fail();
      const row = rowOf(operation);
      const surfaces = [
        overHttp,
        ...(operation.tool ? [overMcp] : []),
        ...(row.client ? [byClient] : []),
        ...(row.verb ? [byVerb] : []),
      ];
      for (const surface of surfaces) {
        const session = name === 'kill' ? await api.create({ provider: 'fake' }) : agent;
        const outcome = await surface(operation, idFor(operation, session));
        assert.equal(outcome, row.code, surface.name);
      }
    });
  }

  it('refuses fields that are unknown, missing, or have a wrong type or range [A38]', async () => {
    const before = sessionsNow();
    for (const operation of OPERATIONS) {
      const { http, input, subject, tool } = operation;
      const row = rowOf(operation);
      const id = idFor(operation, agent);
      const field = subject && subjectField(subject);
      const refuses = async (body: unknown): Promise<void> => {
        const outcome = await overHttp(operation, id, { body });
        assert.deepEqual([operation.name, body, outcome], [operation.name, body, 'BAD_REQUEST']);
      };
      const refusesAsTool = async (given: object): Promise<void> => {
        const outcome = await overMcp(operation, id, { input: given });
        assert.deepEqual([operation.name, given, outcome], [operation.name, given, 'BAD_REQUEST']);
      };
      const accepts = (body: object): boolean =>
        input.safeParse({ ...(field && { [field]: id }), ...body }).success;
      const names = Object.keys(input.shape).filter((one) => one !== field);
      const wrong = new Map(
        names.map((name) => {
          const bodies = VALUES.map((value) => ({ ...row.input, [name]: value }));
          return [name, bodies.filter((body) => !accepts(body))] as const;
        }),
      );
      // Most values are wrong for any field, unless its schema accepts whatever comes.
      wrong.forEach((bodies, name) => assert.ok(bodies.length > 3, `${operation.name} ${name}`));
      const missing = Object.keys(row.input)
        .map((name) => Object.entries(row.input).filter(([one]) => one !== name))
        .map((entries): object => Object.fromEntries(entries))
        .filter((body) => !accepts(body));
      const all = [{ ...row.input, more: 1 }, ...missing, ...[...wrong.values()].flat()];
      for (const body of http.method === 'post' ? [...all, [], 'x', 5, null, true] : []) {
        await refuses(body);
      }
      const takes = Object.keys((tool?.input ?? input).shape);
      for (const given of tool ? all.slice(0, 12) : []) {
        if (operation.name !== 'start' && Object.keys(given).every((one) => takes.includes(one))) {
          await refusesAsTool(given);
        }
      }
      if (tool) {
        await refusesAsTool({ ...row.input, more: 1 });
      }
    }
    assert.deepEqual(sessionsNow(), before);
    const resized = { body: { cols: 80, rows: 'x' } };
    const { json } = await api.call('POST', `/api/sessions/${agent.id}/resize`, resized);
    const { error } = json as { readonly error: { readonly message: string } };
    assert.match(error.message, /^"rows" in the body is wrong: .*\.$/);
  });

  it('refuses query parameters that are unknown or repeated [A38]', async () => {
    for (const operation of OPERATIONS) {
      const { http, input, subject } = operation;
      const { query = '?' } = rowOf(operation);
      const id = idFor(operation, agent);
      const field = subject && subjectField(subject);
      const names = Object.keys(http.method === 'get' ? input.shape : {});
      const twice = names.filter((one) => one !== field).map((one) => `${one}=1&${one}=1`);
      for (const more of ['more=1', ...twice]) {
        const outcome = await overHttp(operation, id, { query: `${query}&${more}` });
        assert.equal(outcome, 'BAD_REQUEST', `${operation.name} ${query}&${more}`);
      }
    }
    for (const path of API_SOCKETS) {
      const seen = api.open(`${path.replace('ID', agent.id)}?more=1`);
      await seen.until(({ refused }) => refused, `${path} to be refused`);
      assert.deepEqual(seen.refused, { status: 400, code: 'BAD_REQUEST' });
    }
  });

  describe('has the right of its row', () => {
    let token = '';
    let targets: Readonly<Record<Target, SessionView>>;

    const begin = async (whose: string): Promise<SessionView> => {
      const body = { cwd: api.fixture.folder, provider: 'fake' };
      const { status, json } = await api.call('POST', '/api/sessions', { body, token: whose });
      assert.equal(status, 201, JSON.stringify(json));
      return json as SessionView;
    };

    /** Ends the agent of a session; a shell follows. */
    const endAgent = async ({ id }: SessionView): Promise<void> => {
      await api.shows(id, 'args:');
      await api.call('POST', `/api/sessions/${id}/input`, { body: { data: 'exit 0\r' } });
      await waitFor(() => api.core.sessions.get(id)?.agentExitCode === 0, {
        limitMs: 20_000,
        what: `the agent of ${id} to end`,
      });
    };

    beforeEach(async () => {
      api.fixture.set({ agentsMayDrive: true });
      const itself = await api.create({ provider: 'fake' });
      token = await api.driveToken(itself.id);
      targets = {
        itself,
        startedAgent: await begin(token),
        otherAgent: await begin(api.token),
        startedShell: await begin(token),
        shell: await api.sh('cat'),
        endedAgent: await begin(api.token),
      };
      await endAgent(targets.startedShell);
      await endAgent(targets.endedAgent);
    });

    const ordered = Object.keys(OPERATION_ROWS).map(
      (name) => OPERATIONS.find((one) => one.name === name) ?? assert.fail(),
    );

    async function isRefused(operation: Operation, target: Target, whose: string) {
      const id = idFor(operation, targets[target]);
      const surfaces = [overHttp, ...(operation.tool ? [overMcp] : [])];
      const outcomes = await Promise.all(
        surfaces.map((surface) => surface(operation, id, { token: whose })),
      );
      const refused = outcomes.map((outcome) => outcome === 'SESSION_USER_MISMATCH');
      assert.equal(new Set(refused).size, 1, `${operation.name} ${target}: ${outcomes.join()}`);
      return refused[0];
    }

    const checked = ordered.filter(
      ({ right, subject }) => right !== 'folder' && subject !== 'task',
    );

    it('for an agent [A54]', async () => {
      for (const target of TARGETS) {
        const seen = api.open(`/api/sessions/${targets[target].id}/attach`, { token });
        await seen.until(({ refused }) => refused, `the attach to ${target} to be refused`);
        assert.deepEqual(seen.refused, { status: 403, code: 'SESSION_USER_MISMATCH' });
      }
      for (const operation of checked) {
        const { agent: allowed = TARGETS } = rowOf(operation);
        for (const target of TARGETS) {
          const refused = await isRefused(operation, target, token);
          assert.equal(refused, !allowed.includes(target), `${operation.name} ${target}`);
        }
      }
    });

    it('for the person, who is never refused', async () => {
      for (const operation of checked) {
        for (const target of TARGETS) {
          assert.equal(await isRefused(operation, target, api.token), false, operation.name);
        }
      }
    });

    it('for the token of another folder, which reaches none of its sessions', async () => {
      const elsewhere = await api.sh('cat', { cwd: api.makeDirectory('other') });
      for (const operation of ordered) {
        const { right, subject } = operation;
        if (right !== 'folder' && (subject === 'session' || subject === 'runningSession')) {
          for (const surface of [overHttp, ...(operation.tool ? [overMcp] : [])]) {
            const outcome = await surface(operation, elsewhere.id, { token: api.folderToken });
            assert.equal(outcome, 'SESSION_USER_MISMATCH', `${operation.name} ${surface.name}`);
          }
        }
      }
    });

    it('and offers an agent only the tools that it may use', async () => {
      const { tools } = await (await clients.overHttp(token)).listTools();
      const offered = OPERATIONS.flatMap((operation) => {
        const { agent: allowed = TARGETS } = rowOf(operation);
        return operation.tool && allowed.length > 0 ? [operation.tool.name] : [];
      });
      assert.deepEqual(tools.map(({ name }) => name).sort(), offered.sort());
      const described = tools.map(({ inputSchema }) => inputSchema.properties?.['session']);
      for (const session of described.filter((one) => one !== undefined)) {
        const words = / of (?:a running agent that it started|any session of its folder)/;
        assert.match(JSON.stringify(session), words);
      }
    });
  });
});
