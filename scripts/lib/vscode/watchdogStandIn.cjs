'use strict';
// In place of VS Code's native watchdog, which ends an extension host whose parent died. Here
// whoever starts a server ends its whole process group.
exports.start = () => undefined;
exports.exit = (code) => process.exit(code);
