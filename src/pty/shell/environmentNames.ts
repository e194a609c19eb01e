/** The variables that agents get by themselves: keys, and where their services are. */
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

/** What programs need to open a browser or reach the clipboard. */
export const DISPLAY_ENV_VARS = [
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'DBUS_SESSION_BUS_ADDRESS',
] as const;

/** Proxies beside those above: programs read either case. */
export const PROXY_ENV_VARS = [
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
] as const;

/** Certificates of a company's own authority, as each kind of program wants to be told. */
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

/** What else always passes. `VSCODE_IPC_HOOK_CLI` makes `code file` work. */
export const SESSION_ENV_VARS = ['SSH_AUTH_SOCK', 'TMPDIR', 'VSCODE_IPC_HOOK_CLI'] as const;

/** The languages of programs; `LC_ALL` beats `LC_CTYPE` beats `LANG`. */
export const LOCALE_ENV_VARS = ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES'] as const;

/** Without these hardly a program runs on Windows. */
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

/** Their values where our own environment has lost them. */
export const WINDOWS_DEFAULTS = {
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  SystemRoot: 'C:\\Windows',
  ComSpec: 'C:\\Windows\\System32\\cmd.exe',
} as const satisfies Partial<Record<(typeof WINDOWS_ENV_VARS)[number], string>>;

/**
 * What a program never inherits, whatever the settings say: the names of VS Code's own
 * workings, of packaged editors, and of terminals that are not this one.
 */
export const NEVER_INHERITED: readonly RegExp[] = [
  /^ELECTRON_/,
  /^VSCODE_(?!IPC_HOOK_CLI$)/,
  /^(?:CODE_SERVER|CS)_/,
  /^SNAP(?:_|$)/,
  /^GDK_PIXBUF_/,
  /^AGENT_TERMINALS(?:_|$)/,
  /^(?:TMUX|TMUX_PANE|STY|WINDOW|COLUMNS|LINES)$/,
  // Says what some other terminal is; ours is told by the names below.
  /^(?:TERM|COLORTERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERM_SESSION_ID)$/,
];
