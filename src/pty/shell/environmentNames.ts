/** The names of variables that every POSIX shell can set and export. */
export const POSIX_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Variables that bash, as `sh`, does not allow to be set, and variables that every `sh` sets
 * itself.
 */
const SHELL_OWN = new Set([
  ...['BASHOPTS', 'BASH_VERSINFO', 'EUID', 'PPID', 'SHELLOPTS', 'UID'],
  ...['IFS', 'OLDPWD', 'OPTIND', 'PWD', 'SHLVL', '_'],
]);

/** Whether `sh` exports a variable of this name with the value that it is given. */
export function isShellVariable(name: string): boolean {
  return POSIX_NAME.test(name) && !SHELL_OWN.has(name);
}

/** The variables that agents always get: keys, and the addresses of their services. */
export const AGENT_ENV_VARS = [
  'AMP_API_KEY',
  'ANTHROPIC_API_KEY',
  'AUTOHAND_API_KEY',
  'AUGMENT_SESSION_AUTH',
  'AWS_ACCESS_KEY_ID',
  'AWS_DEFAULT_REGION',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AZURE_OPENAI_API_ENDPOINT',
  'AZURE_OPENAI_API_KEY',
  'AZURE_OPENAI_KEY',
  'CODEBUFF_API_KEY',
  'COPILOT_CLI_TOKEN',
  'CURSOR_API_KEY',
  'DASHSCOPE_API_KEY',
  'FACTORY_API_KEY',
  'GEMINI_API_KEY',
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GOOGLE_API_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_LOCATION',
  'GOOGLE_CLOUD_PROJECT',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'KIMI_API_KEY',
  'MISTRAL_API_KEY',
  'MOONSHOT_API_KEY',
  'NO_PROXY',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
] as const;

/** What programs need to open a browser or access the clipboard. */
export const DISPLAY_ENV_VARS = [
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'DBUS_SESSION_BUS_ADDRESS',
] as const;

/** Proxy variables beyond those above. Programs read upper or lower case. */
export const PROXY_ENV_VARS = [
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
] as const;

/** Certificates of a company's own authority, as different programs expect them. */
export const CERTIFICATE_ENV_VARS = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'AWS_CA_BUNDLE',
] as const;

/** Other variables that always pass. `VSCODE_IPC_HOOK_CLI` makes `code file` work. */
export const SESSION_ENV_VARS = ['SSH_AUTH_SOCK', 'TMPDIR', 'VSCODE_IPC_HOOK_CLI'] as const;

/**
 * The languages of programs. `LC_ALL` has priority over `LC_CTYPE`, which has priority over `LANG`.
 */
export const LOCALE_ENV_VARS = ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES'] as const;

/** Variables without which few programs run on Windows. */
export const WINDOWS_ENV_VARS = [
  'ALLUSERSPROFILE',
  'APPDATA',
  'CommonProgramFiles',
  'CommonProgramFiles(x86)',
  'CommonProgramW6432',
  'COMPUTERNAME',
  'ComSpec',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramW6432',
  'PSModulePath',
  'PUBLIC',
  'SystemDrive',
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'windir',
] as const;

/** Their values if this process's environment does not have them. */
export const WINDOWS_DEFAULTS = {
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  SystemRoot: 'C:\\Windows',
  ComSpec: 'C:\\Windows\\System32\\cmd.exe',
} as const satisfies Partial<Record<(typeof WINDOWS_ENV_VARS)[number], string>>;

/**
 * Variables that no program inherits, whatever the settings are: those of VS Code's internals, of
 * packaged editors, and of other terminals.
 */
export const NEVER_INHERITED: readonly RegExp[] = [
  /^ELECTRON_/,
  /^VSCODE_(?!IPC_HOOK_CLI$)/,
  /^(?:CODE_SERVER|CS)_/,
  /^SNAP(?:_|$)/,
  /^GDK_PIXBUF_/,
  /^AGENT_TERMINALS(?:_|$)/,
  /^(?:TMUX|TMUX_PANE|STY|WINDOW|COLUMNS|LINES)$/,
  // They describe another terminal. Ours is described by variables that are set later.
  /^(?:TERM|COLORTERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERM_SESSION_ID)$/,
];

/**
 * Variables that change what an agent draws, asks or loads: in `CI` many ask nothing, and
 * `NODE_OPTIONS` loads code into each Node. The editor's environment may have them from what started
 * it, so `inheritEnv` leaves them out.
 */
export const CHANGES_PROGRAMS = [
  'CI',
  'NO_COLOR',
  'FORCE_COLOR',
  'CLICOLOR_FORCE',
  'NODE_OPTIONS',
] as const;
