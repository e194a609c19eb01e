import type { RouteAnswer } from './route';

/** The description of an empty response, for `openapi.json`. */
export const DONE: RouteAnswer = { status: 204, description: 'Done.' };

export function done(): Response {
  return new Response(null, { status: 204 });
}
