/** The exports of the npm package. Inside the project each is imported from its own file. */
export { AgentTerminals } from './agentTerminals';
export { ClientError, type ClientErrorCode } from './clientError';
export { attach, close, connect, list, open } from './connect/connect';
export type { ApiEvent } from './apiEvent';
export type * from './clientOptions';
export type { ConversationInfo, LastAnswer } from './generated/operations';
export type { ModelList, ProviderInfo } from './providerInfo';
export type { RemoteSession } from './session/remoteSession';
export type { SessionEnd } from './session/sessionEnd';
export type { ActivityInfo, ActivityKind, SessionInfo, StartedSession } from './sessionInfo';
export type { SessionOptions } from './sessionOptions';
