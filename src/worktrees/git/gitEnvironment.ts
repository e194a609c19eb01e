type Environment = Readonly<NodeJS.ProcessEnv>;

/** The variables of git that are about the person and the machine; all others are about one run of git. */
const KEPT =
  /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH|TEMPLATE_DIR|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|(AUTHOR|COMMITTER)_(NAME|EMAIL)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|ALLOW_PROTOCOL)$/i;

/**
 * The environment that git is run with: `env` without what points it at another
 * repository, index or editor, with its messages in English, and with nothing that
 * could ask anybody.
 */
export function buildGitEnvironment(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || KEPT.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // Empty = none; unset, git would go on to core.askPass and SSH_ASKPASS.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    GIT_EDITOR: 'true',
    GIT_PAGER: 'cat',
  };
}
