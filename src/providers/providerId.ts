import { isProviderId as canBeginPtyId } from '../pty/ptyId';

/** The id of sessions without an agent. */
const RESERVED_ID = 'shell';

/** Whether a provider may have this id: a PTY id can begin with it, and no other thing is called so. */
export function isProviderId(text: string): boolean {
  return text !== RESERVED_ID && canBeginPtyId(text);
}
