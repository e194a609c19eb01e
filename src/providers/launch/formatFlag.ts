import { quoteForShell } from '../../pty/shell/quoteForShell';

/** Formats arguments as one flag in shell style. `parseShellArgs` reverses it. */
export function formatFlag(args: readonly string[]): string {
  return args.map(quoteForShell).join(' ');
}
