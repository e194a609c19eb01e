'use strict';
// Replaces VS Code's native logger, which would have to be compiled.
const fs = require('node:fs');
const path = require('node:path');

const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 0;
    this.plain = false;
    METHODS.forEach((method, level) => {
      this[method] = (message) => this.write(level, message);
    });
  }

  write(level, message) {
    if (level < this.level) {
      return;
    }
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.appendFileSync(this.file, this.plain ? message : `${time} [${NAMES[level]}] ${message}\n`);
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  clearFormatters() {
    this.plain = true;
  }

  setPattern() {}

  flush() {}

  drop() {}
}

async function createRotatingLogger(name, file) {
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

function ignore() {}

// Each name separately: only in this form Node detects a module's exports for `import`.
exports.version = 0;
exports.setLevel = ignore;
exports.setFlushOn = ignore;
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
