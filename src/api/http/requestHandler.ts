import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import { ApiError, formatErrorResponse } from '../../operations/apiError';
import { refuseRequest } from './refuseRequest';

/** Adds routes to those of a server. */
export type AddRoutes = (routes: Hono) => void;

interface RequestHandlerDeps {
  /** The message of the response at a path without a route. */
  readonly notFound: string;
  /** Converts an error for the caller. `hasLeft`: the caller has disconnected. */
  readonly explain: (error: unknown, hasLeft: boolean) => ApiError;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Handles requests by routes. The HTTP library is loaded and the routes are added with the first
 * request, so that neither delays the start of a window.
 */
export class RequestHandler {
  private readonly parts: AddRoutes[] = [];
  private loading: Promise<Handle> | undefined;

  constructor(private readonly deps: RequestHandlerDeps) {}

  /** Routes must be added before the first request. */
  add(part: AddRoutes): void {
    if (this.loading) {
      throw new Error('Routes must be added before the first request.');
    }
    this.parts.push(part);
  }

  /** Responds to a request. Resolves when it has responded. */
  readonly handle: Handle = async (request, response) => {
    let handle: Handle;
    try {
      handle = await (this.loading ??= this.load());
    } catch (error) {
      this.loading = undefined;
      refuseRequest(response, this.deps.explain(error, response.destroyed));
      return;
    }
    await handle(request, response);
  };

  private async load(): Promise<Handle> {
    const { notFound, explain } = this.deps;
    const { Hono, getRequestListener } = await import('./httpLibrary');
    const routes = new Hono();
    routes.notFound(() => formatErrorResponse(new ApiError('NOT_FOUND', notFound)));
    routes.onError((error, context) =>
      formatErrorResponse(explain(error, context.req.raw.signal.aborted)),
    );
    this.parts.forEach((add) => add(routes));
    // Other extensions run in this process and need its global objects unchanged.
    return getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  }
}
