import { MODELS, PROVIDERS } from './responses';
import { PROVIDERS_QUERY } from './requests';
import { defineRoute, type Route } from './route';
import type { SessionOperations } from '../sessions/sessionOperations';

/** The routes that list agent CLIs and their models. */
export function providerRoutes(operations: SessionOperations): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/providers',
        summary: 'Lists the agent CLIs, installed or not.',
        query: PROVIDERS_QUERY,
        answers: [{ status: 200, description: 'The providers.', json: PROVIDERS }],
      },
      async ({ access, query }) => {
        const found = await operations.providers(
          access,
          query.refresh === 'true' ? 'refresh' : 'cached',
        );
        const providers = found.map(({ providerId: id, name, verified, path, ...rest }) => ({
          ...{ id, name, verified },
          installed: path !== undefined,
          path: path ?? null,
          version: rest.version ?? null,
          installCommand: rest.installCommand ?? null,
          problem: rest.problem ?? null,
        }));
        return Response.json({ providers });
      },
    ),
    defineRoute(
      {
        method: 'get',
        path: '/api/providers/:id/models',
        summary: 'Lists the models that a provider offers.',
        answers: [{ status: 200, description: 'The models.', json: MODELS }],
      },
      async ({ access, id, signal }) => {
        const list = await operations.models(access, id, signal);
        const isKnown = list.kind === 'known';
        const models = isKnown ? list.models : [];
        return Response.json({
          models: models.map((model) => ({ id: model.id, name: model.name ?? null })),
          reason: isKnown ? null : list.reason,
        });
      },
    ),
  ];
}
