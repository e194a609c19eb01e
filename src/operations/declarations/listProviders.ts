import * as z from 'zod';
import { defineOperation } from '../operation';

const QUERY = z.strictObject({
  refresh: z.enum(['true', 'false']).optional().describe('Whether to list them again.'),
});

/** Uses the settings of the caller's folder. */
export const LIST_PROVIDERS = defineOperation({
  name: 'providers',
  summary: 'Lists the agent CLIs, installed or not.',
  input: z.strictObject({ refresh: z.boolean().optional() }),
  output: z.object({
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        installed: z.boolean(),
        path: z.string().nullable(),
        version: z.string().nullable(),
        verified: z.boolean().describe('Whether its facts were checked on the real CLI.'),
        installCommand: z.string().nullable(),
        problem: z.string().nullable(),
      }),
    ),
  }),
  subject: undefined,
  right: 'folder',
  http: {
    method: 'get',
    path: '/api/providers',
    status: 200,
    answer: 'The providers.',
    accepts: QUERY,
    read: ({ refresh }: z.output<typeof QUERY>) => ({ refresh: refresh === 'true' }),
  },
  run: async ({ providerChecks }, { access: { folder }, input: { refresh } }) => {
    const found = await providerChecks.checkAll(
      folder === 'all' ? undefined : folder,
      refresh ? 'refresh' : 'cached',
    );
    const providers = found.map(({ providerId: id, name, verified, path, ...rest }) => ({
      ...{ id, name, verified },
      installed: path !== undefined,
      path: path ?? null,
      version: rest.version ?? null,
      installCommand: rest.installCommand ?? null,
      problem: rest.problem ?? null,
    }));
    return { providers };
  },
});
