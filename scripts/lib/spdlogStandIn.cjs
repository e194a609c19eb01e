// Takes the place of VS Code's native logger, which would need a compiler to install.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
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

module.exports = {
  version: 0,
  setLevel() {},
  setFlushOn() {},
  Logger,
  createRotatingLogger,
  createAsyncRotatingLogger: createRotatingLogger,
};
