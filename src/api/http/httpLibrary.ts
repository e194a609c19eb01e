/**
 * The parts of the HTTP library that this program uses. They load Node's classes of `fetch`, which takes
 * longer than the rest of the API, so they run with the first request.
 */
export { getRequestListener } from '@hono/node-server';
export { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
export { Hono } from 'hono';
