import type * as z from 'zod';
import type { SessionInfo } from '../pty/sessionService';
import type { Access } from './access/access';
import type { Right } from './access/rights';
import type { OperationParts } from './createOperations';

/**
 * What an operation is about. Its id is the input's field of the same name (`session` for both kinds of
 * sessions), and the path's `:id`.
 */
export type Subject = 'session' | 'runningSession' | 'conversation' | 'task' | 'provider';

/** A call of an operation, whose input is parsed. */
export interface OperationCall<Input> {
  readonly access: Access;
  readonly input: Input;
  /** Aborted when the caller cancels the call or disconnects, or its access ends. */
  readonly signal: AbortSignal;
}

/** The same, after the check of the caller's right. */
export interface CheckedCall<Input, About> extends OperationCall<Input> {
  /** The session that the operation is about. */
  readonly session: About extends 'session' | 'runningSession' ? SessionInfo : undefined;
}

/** How HTTP carries an operation: the input is the query of a `get` and the body of all others. */
interface HttpBinding<Input> {
  readonly method: 'get' | 'post' | 'delete';
  /** With `:id` for the id of the subject. */
  readonly path: string;
  /** Of a success; 202 and 204 are for operations without an output. */
  readonly status: 200 | 201 | 202 | 204;
  /** Describes the response. */
  readonly answer: string;
  /** The content type of an output that is text; others are JSON. */
  readonly type?: 'text/plain';
  /** What HTTP accepts in place of the input, without the subject. */
  readonly accepts?: z.ZodType;
  /** Converts what `accepts` has parsed to the input, without the subject. */
  read?(accepted: never): Partial<Input>;
}

/** How tools for models, those of MCP and of VS Code, carry an operation. */
export interface ToolBinding<Input = never, Output = never, Data = unknown> {
  /** Public. */
  readonly name: string;
  readonly title: string;
  /** For a model. */
  readonly description: string;
  /** The strongest effect: an approval lets an agent do what it requested. */
  readonly effect: 'reads' | 'changes' | 'approves' | 'ends';
  /** What the tool accepts, if it is not the input. */
  readonly input?: z.ZodObject;
  /** Converts that to the input. */
  read?(parts: OperationParts, call: OperationCall<never>): Input;
  /** What it returns as data, if it is not the output; without an output the subject's id. */
  readonly output?: z.ZodObject;
  /** Converts the output to that. */
  data?(parts: OperationParts, output: Output, access: Access): Data | Promise<Data>;
  /** The result for a model, from the data. */
  text(data: Data, input: Input): string;
}

/** Something that a program can ask, on all surfaces. */
export interface Operation<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
  About extends Subject | undefined = Subject | undefined,
  Data = unknown,
> {
  /** Identifies the operation. */
  readonly name: string;
  /** One sentence for a programmer. */
  readonly summary: string;
  /** With the id of the subject. */
  readonly input: In;
  /** `z.void()` if there is none. */
  readonly output: Out;
  readonly subject: About;
  /** What it does with its session; `folder`, without a session: a token for the folder is enough. */
  readonly right: About extends 'session' | 'runningSession' ? Right : Right | 'folder';
  readonly http: HttpBinding<z.output<In>>;
  /** Without it models cannot use the operation. */
  readonly tool?: ToolBinding<z.output<In>, z.output<Out>, Data>;
  /** Called after the check of the right. */
  run(
    parts: OperationParts,
    call: CheckedCall<z.output<In>, About>,
  ): Promise<z.input<Out>> | z.input<Out>;
  /** For callers that read the output as it grows: yields the text so far, then returns the output. */
  stream?(
    parts: OperationParts,
    call: CheckedCall<z.output<In>, About>,
  ): Promise<AsyncGenerator<string, z.input<Out>>>;
}

/** Declares an operation; infers the types of its input and output. */
export function defineOperation<
  In extends z.ZodObject,
  Out extends z.ZodType,
  const About extends Subject | undefined,
  Data = z.output<Out>,
>(operation: Operation<In, Out, About, Data>): Operation<In, Out, About, Data> {
  return operation;
}

/** The field of the input with the id of the subject. */
export function subjectField(subject: Subject): Exclude<Subject, 'runningSession'> {
  return subject === 'runningSession' ? 'session' : subject;
}

/**
 * Checks the caller's right.
 * @throws {ApiError} `SESSION_NOT_FOUND`, `SESSION_USER_MISMATCH`, and `SESSION_EXITED` where the session must be
 * running.
 */
export function authorize<In extends z.ZodObject, About extends Subject | undefined>(
  { scope }: Pick<OperationParts, 'scope'>,
  { subject, right }: Pick<Operation<In, z.ZodType, About>, 'input' | 'right' | 'subject'>,
  call: OperationCall<z.output<In>>,
): CheckedCall<z.output<In>, About> {
  const { access, input } = call;
  const { session: id } = input as { readonly session?: string };
  let session: SessionInfo | undefined;
  if (right !== 'folder') {
    if (subject === 'session') {
      session = scope.require(right, access, id ?? '');
    } else if (subject === 'runningSession') {
      session = scope.requireRunning(right, access, id ?? '');
    } else {
      scope.requireRight(right, access);
    }
  }
  return { ...call, session } as CheckedCall<z.output<In>, About>;
}

/** Carries out an operation for a caller, after the check of its right. */
export async function perform<
  In extends z.ZodObject,
  Out extends z.ZodType,
  About extends Subject | undefined,
  Data,
>(
  parts: OperationParts,
  operation: Operation<In, Out, About, Data>,
  call: OperationCall<z.output<In>>,
): Promise<z.input<Out>> {
  return operation.run(parts, authorize(parts, operation, call));
}
