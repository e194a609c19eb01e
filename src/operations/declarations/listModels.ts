import * as z from 'zod';
import { defineOperation } from '../operation';

export const LIST_MODELS = defineOperation({
  name: 'models',
  summary: 'Lists the models that a provider offers.',
  input: z.strictObject({ provider: z.string() }),
  output: z.object({
    models: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    reason: z.string().nullable().describe('Why the models cannot be listed.'),
  }),
  subject: 'provider',
  right: 'folder',
  http: {
    method: 'get',
    path: '/api/providers/:id/models',
    status: 200,
    answer: 'The models.',
  },
  run: async ({ models }, { access: { folder }, input: { provider }, signal }) => {
    const list = await models.list(provider, {
      folder: folder === 'all' ? undefined : folder,
      signal,
    });
    const isKnown = list.kind === 'known';
    return {
      models: (isKnown ? list.models : []).map(({ id, name }) => ({ id, name: name ?? null })),
      reason: isKnown ? null : list.reason,
    };
  },
});
