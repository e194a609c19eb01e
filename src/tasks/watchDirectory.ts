import { watch } from 'node:fs';
import { toDisposable, type Disposable } from '../base/lifecycle';

/**
 * Calls back with the name of each entry that appears or changes in a directory. Where the system
 * cannot watch it, it never does: callers that depend on it poll as well.
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
    // There is no such directory, or the system watches no more.
    return toDisposable(() => {});
  }
}
