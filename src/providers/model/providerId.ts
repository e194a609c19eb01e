import { canBeginPtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';

/** Whether a provider may have this id: a PTY id can begin with it, and it is not reserved. */
export function isProviderId(text: string): boolean {
  return text !== SHELL_PROVIDER_ID && canBeginPtyId(text);
}
