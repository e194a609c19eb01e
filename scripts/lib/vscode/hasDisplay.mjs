// @ts-check

/** Whether a window could be shown to someone. */
export function hasDisplay() {
  const isX = process.platform !== 'darwin' && process.platform !== 'win32';
  const display = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '';
  return !isX || display !== '';
}
