import type { Hono } from 'hono';
import { identifyToken, NONCE, PROOF_PATH, prove } from '../../endpoint/proof';
import { ApiError } from '../http/apiError';
import type { WrongTokens } from './wrongTokens';

/** Lists the tokens that are valid now. */
export type TokenSource = () => Iterable<string>;

interface ProofRouteDeps {
  /** The path of the server's socket; undefined before it listens. */
  readonly socket: () => string | undefined;
  readonly tokens: TokenSource;
  readonly wrongTokens: Pick<WrongTokens, 'refuse'>;
}

/**
 * Adds `GET /proof`, by which a client checks that this process has the token that it is going to
 * send. The answer is of use only for a connection to this socket: see `endpoint/proof.ts`.
 */
export function addProofRoute(routes: Hono, { socket, tokens, wrongTokens }: ProofRouteDeps): void {
  routes.get(PROOF_PATH, (context) => {
    const { token: id = '', nonce = '' } = context.req.query();
    const path = socket();
    if (!NONCE.test(nonce) || path === undefined) {
      throw new ApiError('BAD_REQUEST', '"nonce" must be 32 hexadecimal digits.');
    }
    const token = [...tokens()].find((one) => identifyToken(one) === id);
    if (token === undefined) {
      throw wrongTokens.refuse('No token of this window has this identifier.');
    }
    return context.text(prove(token, { socket: path, nonce }));
  });
}
