import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020';
import { useApi } from '../../support/api/useApi';

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { $ref: string } } };
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly anyOf?: readonly Schema[];
}

interface Page {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Row {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** A valid body for each route that accepts one; the tests derive invalid ones from it. */
const RIGHT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/conversations/{id}/resume': {},
  '/api/sessions': { cwd: '/' },
  '/api/sessions/{id}/answer': { answer: 'deny' },
  '/api/sessions/{id}/ask': { prompt: 'x' },
  '/api/sessions/{id}/fork': {},
  '/api/sessions/{id}/input': { data: 'x' },
  '/api/sessions/{id}/interrupt': {},
  '/api/sessions/{id}/prompt': { prompt: 'x' },
  '/api/sessions/{id}/resize': { cols: 80, rows: 24 },
  '/api/sessions/{id}/signal': { signal: 'SIGINT' },
  '/api/tasks/{id}/fork': {},
};

const VALUES: readonly unknown[] = [
  null,
  -1,
  0.5,
  1e9,
  true,
  'x',
  '',
  'a\0b',
  [],
  [5],
  {},
  { a: 5 },
];

/** Tries every route that the page describes, so that none is omitted. */
describe('every route of the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, open, sh } = api;
  let id = '';
  let rows: readonly Row[] = [];
  let schemas: Page['components']['schemas'] = {};
  let validate: (row: Row, body: unknown) => boolean;

  beforeEach(async () => {
    ({ id } = await sh('read -r x'));
    const page = (await call('GET', '/openapi.json')).json as Page;
    ({ schemas } = page.components);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'page', ...page });
    validate = ({ operation }, body) => {
      const { $ref = '' } = operation.requestBody?.content['application/json'].schema ?? {};
      return ajv.validate<boolean>(`page${$ref}`, body);
    };
    rows = Object.entries(page.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          ...{ method: method.toUpperCase(), path, operation },
        })),
      )
      .filter(({ path }) => path !== '/hook' && path !== '/mcp');
    assert.ok(rows.length > 15);
  });

  const addressOf = ({ path }: Row): string =>
    path.replace('{id}', path.startsWith('/api/providers') ? 'fake' : id);

  const withBodies = (): readonly Row[] => rows.filter(({ operation }) => operation.requestBody);

  async function refuses(row: Row, body: unknown): Promise<void> {
    const { status, code } = await call(row.method, addressOf(row), { body });
    assert.deepEqual([row.path, body, status, code], [row.path, body, 400, 'BAD_REQUEST']);
  }

  /** Checks that the refused calls had no effect. */
  function nothingHappened(): void {
    const { sessions } = api.core;
    assert.deepEqual(
      sessions.list().map((one) => [one.id, one.dimensions, one.exitCode]),
      [[id, { cols: 80, rows: 24 }, null]],
    );
  }

  it('refuses unknown and repeated query parameters [A38]', async () => {
    for (const row of rows) {
      const known = row.operation.parameters.filter((one) => one.in === 'query');
      for (const query of ['more=1', ...known.map(({ name }) => `${name}=1&${name}=1`)]) {
        const address = `${addressOf(row)}?${query}`;
        if ('101' in row.operation.responses) {
          const seen = open(address);
          await seen.until(({ refused }) => refused, `${address} to be refused`);
          assert.deepEqual(
            [address, seen.refused],
            [address, { status: 400, code: 'BAD_REQUEST' }],
          );
        } else {
          const { status, code } = await call(row.method, address, {
            body: row.operation.requestBody && RIGHT[row.path],
          });
          assert.deepEqual([address, status, code], [address, 400, 'BAD_REQUEST']);
        }
      }
    }
    nothingHappened();
  });

  it('refuses bodies with an unknown or missing field [A38]', async () => {
    assert.deepEqual(
      withBodies()
        .map(({ path }) => path)
        .sort(),
      Object.keys(RIGHT).sort(),
    );
    for (const row of withBodies()) {
      const right = RIGHT[row.path] ?? {};
      assert.ok(validate(row, right), row.path);
      await refuses(row, { ...right, more: 1 });
      for (const name of Object.keys(right)) {
        await refuses(row, { ...right, [name]: undefined });
      }
    }
    nothingHappened();
  });

  it('refuses fields with a wrong type or range, and names them [A38]', async () => {
    let count = 0;
    for (const row of withBodies()) {
      const right = RIGHT[row.path] ?? {};
      for (const name of fieldsOf(row)) {
        const bodies = VALUES.map((value) => ({ ...right, [name]: value }));
        const wrong = bodies.filter((body) => !validate(row, body));
        assert.ok(wrong.length > 3, `${row.path} ${name}`);
        for (const body of wrong) {
          await refuses(row, body);
          count++;
        }
      }
      for (const body of [[], 'x', 5, null, true]) {
        await refuses(row, body);
      }
    }
    assert.ok(count > 100, `${count} bodies were tried`);
    const body = { cols: 80, rows: 'x' };
    const { json } = await call('POST', `/api/sessions/${id}/resize`, { body });
    const { message } = (json as { error: { message: string } }).error;
    assert.match(message, /^"rows" in the body is wrong: .*\.$/);
    nothingHappened();
  });

  function fieldsOf({ operation }: Row): readonly string[] {
    const { $ref = '' } = operation.requestBody?.content['application/json'].schema ?? {};
    const schema = schemas[$ref.replace(/.*\//, '')];
    return [schema, ...(schema?.anyOf ?? [])].flatMap((one) => Object.keys(one?.properties ?? {}));
  }
});
