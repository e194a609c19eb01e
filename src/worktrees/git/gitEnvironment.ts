type Environment = Readonly<NodeJS.ProcessEnv>;

/** Git's variables about the person and the machine. All others concern a single run of git. */
const KEPT =
  /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH|TEMPLATE_DIR|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|(AUTHOR|COMMITTER)_(NAME|EMAIL)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|ALLOW_PROTOCOL)$/i;

/**
 * The environment for git: `env` without variables that select another repository, index or editor,
 * with messages in English, and without any way to prompt a person.
 */
export function buildGitEnvironment(env: Environment): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (!/^GIT_/i.test(entry[0]) || KEPT.test(entry[0])),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // Empty: none. If it were unset, git would try core.askPass and SSH_ASKPASS.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    GIT_EDITOR: 'true',
    GIT_PAGER: 'cat',
  };
}
