import type { RouteAnswer } from './route';

/** The answer of a row that has nothing to say, as the page describes it. */
export const DONE: RouteAnswer = { status: 204, description: 'Done.' };

export function done(): Response {
  return new Response(null, { status: 204 });
}
