import type { HookSupport } from '../../model/hookSupport';
import { opencodeHooks } from '../opencode/hooks';

// Tested: it has the plugins and events of OpenCode, and a variable of its own.
export const kilocodeHooks: HookSupport = { ...opencodeHooks, variable: 'KILO_CONFIG_CONTENT' };
