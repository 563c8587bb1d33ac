/**
 * The operation log: what people did, who, from where and to what, in the transaction of the deed itself, so that there is
 * neither a deed without its line nor a line without its deed. Invariant: no secret gets in, whatever its field is called in
 * a list or a record; a line is bounded in size.
 */
import type { Route } from '@plumbline/contract/kernel/route';
import type { FastifyRequest } from 'fastify';
import type { Caller, Place } from './context.ts';
import type { LoggedRecord } from './operation.record.ts';
import type { Db } from './transaction.ts';

export interface Operation {
  readonly at: Date;
  /** null = nobody who is known. */
  readonly accountId: number | null;
  readonly accountName: string;
  readonly corporationId: number | null;
  readonly projectId: number | null;
  readonly scope: string;
  readonly scopeId: number | null;
  readonly action: string;
  readonly route: string;
  /** `done`, or the error that refused it. */
  readonly outcome: string;
  readonly ip: string;
  readonly agent: string;
  readonly content: unknown;
}

export async function writeOperation(db: Db, operation: Operation): Promise<void> {
  await db
    .insertInto('operation')
    .values({
      at: operation.at,
      account_id: operation.accountId,
      account_name: operation.accountName,
      corporation_id: operation.corporationId,
      project_id: operation.projectId,
      scope: operation.scope,
      scope_id: operation.scopeId,
      action: operation.action,
      route: operation.route,
      outcome: operation.outcome,
      ip: operation.ip,
      agent: operation.agent,
      content: JSON.stringify(operation.content),
    })
    .execute();
}

type Input = Readonly<Record<string, unknown>>;

/** Returns whether a request is written down: what changes something, and what takes data out. A dry run changes nothing. */
export function isLogged({ method, readOnly, needs, logged }: Route, input: Input): boolean {
  if (logged !== undefined) return logged;
  return method !== 'GET' && !readOnly && needs !== 'anyone' && input['dryRun'] !== true;
}

const actionOf: Readonly<Record<Route['method'], string>> = {
  GET: 'Retrieve',
  POST: 'Create',
  PUT: 'Update',
  PATCH: 'Update',
  DELETE: 'Delete',
};

interface LoggedRequest {
  readonly route: Route;
  readonly input: Input;
  readonly caller: Caller;
  /** Where the things lie that the request names; none where access control asked for none. */
  readonly places: readonly Place[];
  /** The record as it was, where the write guards one. */
  readonly before?: unknown;
  /** What it made or changed, where its answer says so. */
  readonly record?: LoggedRecord | null;
}

/** A request as an operation, but for when and from where it came. */
export function operationOf({
  route,
  input,
  caller,
  places,
  before,
  record = null,
}: LoggedRequest): Omit<Operation, 'at' | 'ip' | 'agent' | 'outcome'> {
  const [action, scope] = route.needs.includes(':') ? route.needs.split(':') : [actionOf[route.method], 'User'];
  const [place] = places;
  const projects = new Set(places.flatMap(({ projectIds }) => projectIds));
  const named = numberOf(input['projectId']);
  const [only] = projects;
  const projectId = projects.size === 1 ? only : named !== null && projects.has(named) ? named : null;
  return {
    accountId: caller.accountId || null,
    accountName: caller.name,
    // An id that access control did not look at is believed of nobody; of the operator a corporation, which is all that he may.
    corporationId:
      place?.corporationId ?? (caller.type === 'System' ? numberOf(input['corporationId']) : caller.corporationId),
    projectId: projectId ?? null,
    scope: scope ?? '',
    // Of several that were made at once none is meant more than the others.
    scopeId: record ? ('id' in record ? record.id : null) : idIn(route, input),
    action: route.method === 'GET' ? 'Retrieve' : (action ?? ''),
    route: `${route.method} ${route.path}`,
    content: {
      ...bounded({
        input: withoutSecrets(input),
        ...(caller.viewer && { viewer: caller.viewer.name }),
        ...(before !== undefined && { before: withoutSecrets(changedFields(before, input)) }),
      }),
      ...(record && { record }),
    },
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The id of what is acted on, where no answer says it: the last one in the path, else the one that says where. */
function idIn({ path, within }: Route, input: Input): number | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').reverse();
  const named = [...names, within ?? ''].map((name) => numberOf(input[name])).find((id) => id !== null);
  return named ?? null;
}

/** Of a record of fields those that the request names; of any other the whole. */
function changedFields(before: unknown, input: Input): unknown {
  if (typeof before !== 'object' || before === null || Array.isArray(before)) return before;
  return Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(input, name)));
}

const secret =
  /pass(word|phrase)|secret|token|challenge|recovery|registrationCode$|credential|private|authorization|^(code|pin|otp|key|url|cert|signature|strokes)$/i;
const limits = { text: 300, items: 30, depth: 6, bytes: 12_000 } as const;

/** A value without what nobody may read again, and without what is too long to read. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > limits.text ? `${value.slice(0, limits.text)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= limits.depth) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.items).map((each) => withoutSecrets(each, depth + 1));
    return value.length > limits.items ? [...items, `… ${value.length}`] : items;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secret.test(name) && each !== null && each !== undefined ? '•••' : withoutSecrets(each, depth + 1),
    ]),
  );
}

/** What would still be too long is left to the names of its fields. */
function bounded(content: Input): Input {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) <= limits.bytes) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, part]) => [
      name,
      { fields: Object.keys((part ?? {}) as object).slice(0, 100), isTooLong: true },
    ]),
  );
}

/** Returns the agent that a request names; as much of it as a line has room for. */
export const agentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, 200);
