import { createHash, createHmac } from 'node:crypto';

/**
 * A server proves that it has the token that a client is going to send, before the client sends it:
 * `GET /proof?token=ID&nonce=NONCE` is answered with {@link prove} as text. A process that took the
 * address of a window does not have the token, and receives only the hash and the nonce.
 */
export const PROOF_PATH = '/proof';

/** 32 random hexadecimal digits that the client chooses for one connection. */
export const NONCE = /^[0-9a-f]{32}$/;

/** The length of a proof in characters: SHA-256 in hexadecimal. */
export const PROOF_LENGTH = 64;

/** Names a token without disclosing it: the first 128 bits of its SHA-256, in hexadecimal. */
export function identifyToken(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 32);
}

/**
 * The proof for one connection, in hexadecimal. It names the address where the server listens, so that a
 * process at another one cannot obtain it from the window.
 */
export function prove(token: string, { address, nonce }: ProofRequest): string {
  return createHmac('sha256', token)
    .update(['agent-terminals proof', address, nonce].join('\n'))
    .digest('hex');
}

interface ProofRequest {
  /** The path of the socket, or `127.0.0.1:PORT`. */
  readonly address: string;
  readonly nonce: string;
}
