// @ts-check

/** Whether a window can be shown on this machine. */
export function hasDisplay() {
  const isX = process.platform !== 'darwin' && process.platform !== 'win32';
  const display = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '';
  return !isX || display !== '';
}
