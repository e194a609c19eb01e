import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { identifyToken, NONCE, PROOF_PATH, prove } from '../../endpoint/proof';
import { ApiError } from '../../operations/apiError';

/** Lists the tokens that are valid now. */
export type TokenSource = () => Iterable<string>;

interface ProofRouteDeps {
  /** The path of the server's socket; undefined before it listens. */
  readonly socket: () => string | undefined;
  readonly tokens: TokenSource;
}

/**
 * Adds `GET /proof`, by which a client checks that this process has the token that it is going to
 * send. The answer is of use only for a connection to this server: see `endpoint/proof.ts`.
 */
export function addProofRoute(routes: Hono, { socket, tokens }: ProofRouteDeps): void {
  routes.get(PROOF_PATH, (context) => {
    const { token: id = '', nonce = '' } = context.req.query();
    // `getRequestListener` sets these bindings on each request.
    const { localPort } = (context.env as HttpBindings).incoming.socket;
    const address = localPort === undefined ? socket() : formatPort(localPort);
    if (!NONCE.test(nonce) || address === undefined) {
      throw new ApiError('BAD_REQUEST', '"nonce" must be 32 hexadecimal digits.');
    }
    const token = [...tokens()].find((one) => identifyToken(one) === id);
    if (token === undefined) {
      throw new ApiError('UNAUTHORIZED', 'No token of this window has this identifier.');
    }
    return context.text(prove(token, { address, nonce }));
  });
}

function formatPort(port: number): string {
  return `127.0.0.1:${port}`;
}
