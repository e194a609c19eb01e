import { watch } from 'node:fs';
import { toDisposable, type Disposable } from '../base/lifecycle';

/**
 * Calls `onChange` with the name of each entry that appears or changes in a directory. If the
 * system cannot watch the directory, it never calls; callers that depend on changes also poll.
 */
export function watchDirectory(
  path: string,
  onChange: (name: string, event: 'change' | 'rename') => void,
): Disposable {
  try {
    const watcher = watch(path, { persistent: false }, (event, name) =>
      onChange(name ?? '', event),
    );
    const close = toDisposable(() => watcher.close());
    watcher.on('error', () => close.dispose());
    return close;
  } catch {
    // The directory does not exist, or the system has no watchers left.
    return toDisposable(() => {});
  }
}
