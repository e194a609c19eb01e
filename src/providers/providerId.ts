/** Parts that the PTY id `{providerId}-{main|chat}-{suffix}` needs for itself. */
const RESERVED_PARTS: readonly string[] = ['main', 'chat'];
/** The id of sessions without an agent. */
const RESERVED_ID = 'shell';

/** Whether a provider may have this id, so that a PTY id can be taken apart again. */
export function isProviderId(text: string): boolean {
  return (
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) &&
    text !== RESERVED_ID &&
    !text.split('-').some((part) => RESERVED_PARTS.includes(part))
  );
}
