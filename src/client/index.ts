/** All that the package of the client gives; inside the project each is imported from where it is. */
export { AgentTerminals } from './agentTerminals';
export { ClientError, type ClientErrorCode } from './clientError';
export { attach, close, connect, list, open } from './connect/connect';
export type { ApiEvent } from './apiEvent';
export type * from './clientOptions';
export type { ModelList, ProviderInfo } from './providerInfo';
export type { RemoteSession } from './session/remoteSession';
export type { SessionEnd } from './session/sessionEnd';
export type { ActivityInfo, ActivityKind, SessionInfo } from './sessionInfo';
export type { SessionOptions } from './sessionOptions';
