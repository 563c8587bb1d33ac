import type { ErrorName } from './errors.ts';
import type { CorporationFlag } from './flags.ts';
import type { Permission } from './permissions.ts';
import type { Tags } from './tags.ts';
import type { Guard, Touch } from './versions.ts';

/**
 * The least that a schema must be. Constraining by this and not by `z.ZodType` keeps the type checker ten times
 * faster over hundreds of routes (measured; docs/decisions/0002).
 */
export interface Schema<I = unknown, O = unknown> {
  readonly _zod: { readonly input: I; readonly output: O };
}
export type InputOf<S extends Schema> = S['_zod']['input'];
export type OutputOf<S extends Schema> = S['_zod']['output'];

/** Input fields by which the server finds the corporation and the project that a request concerns. */
export type Place =
  | 'corporationId'
  | 'userId'
  | 'roleId'
  | 'userGroupId'
  | 'taskId'
  | 'projectId'
  | 'structureId'
  | 'deviceId'
  | 'pointId'
  | 'pointIds'
  | 'alertId'
  | 'alertIds';

/** Another address of a route: the one by which the specification, or a client written to it, calls the same thing. */
export interface Alias {
  /** The route's own method unless given. */
  readonly method?: Route['method'];
  /**
   * As a route's path. An id that the route's input does not have (`corporationId`, `projectId`) must name the place
   * that the route finds by its own `within`; anything else is answered as not found.
   */
  readonly path: `/${string}`;
  /** The id in its path of a record whose row knows its place: the field of `within` may be left out. */
  readonly row?: RowField;
  /** Fields that the address says by itself: of the input where it has them, and of the row that it names. */
  readonly fixes?: Readonly<Record<string, string>>;
  /** As that of a route. */
  readonly ownCorporation?: true;
  /** In place of the route's, where that is none at this address. */
  readonly example?: object;
}

/** Ids of records whose place is found by their row, where the address of the specification names them alone. */
export type RowField =
  | 'alertRuleId'
  | 'attachmentId'
  | 'channelId'
  | 'customChartId'
  | 'feedId'
  | 'reportId'
  | 'roundId'
  | 'templateId';

/**
 * Access tokens that may call a route: none (a session alone), those without a scope, or any. One with a scope is a
 * member of its projects and nothing else (docs/decisions/0268), so a route for any answers with what lies in the
 * caller's projects, or with words of the product.
 */
export type Tokens = 'none' | 'unscoped' | 'any';

/** One HTTP call, declared once: the server serves it, the browser calls it, and the API page, the tests and the menu read the declaration. */
export interface Route<I extends Schema = Schema, O extends Schema = Schema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api`. `{names}` are read from the path; the rest of `input` from the query (GET, uploads) or the JSON body. */
  readonly path: `/${string}`;
  readonly aliases?: readonly Alias[];
  /** True where the last name of the path takes the rest of it, slashes included: for addresses that are a grammar of their own. */
  readonly rest?: true;
  /** One line for the API page. */
  readonly summary: string;
  /** What the answer shows: it is read again after whatever changes one of these. For everything that reads. */
  readonly shows?: Tags;
  /** What it changes where it succeeds: whatever shows one of these is read again. For everything that writes. */
  readonly changes?: Tags;
  /** What the caller must hold. `device` = the device's own secret as bearer; `feed` = the secret of the feed; `vendor` = a signature of the vendor of a notification channel. */
  readonly needs: Permission | 'signed-in' | 'anyone' | 'device' | 'feed' | 'vendor';
  /**
   * Must be given where `needs` is no permission, since a scope holds nothing but permissions. Where it is one: any, but that a
   * token with a scope writes nothing by a right to read.
   */
  readonly tokens?: Tokens;
  /** The input field that says where `needs` must be held. Absent = held anywhere; the service then answers only with what the caller may see. */
  readonly within?: Place;
  /** Where no `corporationId` is given, the caller's own is meant; a System account, which has none, must name one. */
  readonly ownCorporation?: true;
  /** The feature flag that opens it; closed for a corporation, it answers `moduleOff`. */
  readonly flag?: CorporationFlag;
  /** True where a session may call it that must set up its second factor first: such a session reaches nothing else. */
  readonly beforeSecondFactor?: true;
  /** True where it is answered to an administrator who sees as somebody else, though it writes. */
  readonly whileSeeing?: true;
  /** Written into the security log when it is done: what it ends, changes or shows. */
  readonly secures?: 'signOut' | 'rights' | 'secret';
  /** `document` = the feature writes status, type and text of the answer itself, as a standard asks. */
  readonly kind?: 'json' | 'upload' | 'download' | 'document';
  /** Upload only: media types and size accepted; `formats` = what people call the types. */
  readonly upload?: {
    readonly types: readonly string[];
    readonly formats: readonly string[];
    readonly maxBytes: number;
  };
  /** True where HTTP Basic is taken too, with an access token as the password: for programs that know nothing else. */
  readonly basic?: true;
  /** JSON body limit in bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** True for requests that the page makes by itself: they do not keep a session alive. */
  readonly background?: boolean;
  /** True where a request that is not a GET changes nothing (a query sent as POST): allowed on archived places, no transaction. */
  readonly readOnly?: boolean;
  /** True where the handler opens its own transactions, because what failed must be written too, or because it works long before it writes. */
  readonly ownTransaction?: boolean;
  /** True where an archived project may be changed all the same: opening it again. */
  readonly evenArchived?: boolean;
  /** True where one request may take a second of the processor: each person has one of these under way, and others wait their turn. */
  readonly dear?: true;
  /**
   * True when the operation log has a line of it. Unless given: what changes something is logged. `true` for what takes data
   * out; `false` for what a page does by itself, or does every few seconds.
   */
  readonly logged?: boolean;
  /** The record that this write changes: with `if-match`, only as the caller saw it; else `changedMeanwhile`. */
  readonly guards?: Guard;
  /**
   * For a write that makes what its answer lists by id and does not hold as a record: the field, and the word that addresses
   * have for it. The operation log names what was made by it.
   */
  readonly makes?: { readonly kind: string; readonly in: string };
  /** Records of another write that this one changes too, so that it is known who changed them last. */
  readonly touches?: readonly Touch[];
  readonly input: I;
  /** The body, where it is no object of input fields and the feature reads it itself. For the API page. */
  readonly body?: Schema;
  readonly reply: O;
  /** Errors of this call alone; bad input, not signed in, not allowed and not found always apply. */
  readonly fails?: readonly ErrorName[];
  /** A valid input for the API page and the every-route test, where one cannot be made from the schema. Place ids are filled in. */
  readonly example?: InputOf<I>;
}

/** Input fields that belong in no address, and in no log of one. */
export const secretFields: ReadonlySet<string> = new Set(['password', 'code']);

/**
 * Returns whether what is not in the path goes into the query. A DELETE takes either: its body, for it may carry a password,
 * and all but that from the query, for there are proxies that drop bodies of DELETE.
 */
export const sendsQuery = (declared: Pick<Route, 'method' | 'kind'>) =>
  declared.method === 'GET' || declared.kind === 'upload';

/** A route as it is declared: one that asks for no permission says which access tokens may call it. */
type Declared<I extends Schema, O extends Schema> = Route<I, O> &
  ({ readonly needs: Exclude<Route['needs'], 'signed-in'> } | { readonly tokens: Tokens });

/** Returns the access tokens that may call a route; a right to read never lets a token with a scope change anything. */
export function tokensOf({ needs, tokens, method, readOnly }: Route): Tokens {
  if (tokens !== undefined) return tokens;
  const writesByReading = method !== 'GET' && !readOnly && needs.startsWith('Retrieve:');
  return needs === 'signed-in' ? 'none' : writesByReading ? 'unscoped' : 'any';
}

export const route = <I extends Schema, O extends Schema>(declared: Declared<I, O>): Route<I, O> => ({
  ...declared,
  fails: [
    ...(declared.fails ?? []),
    ...(declared.guards ? (['changedMeanwhile'] as const) : []),
    ...(declared.flag ? (['moduleOff'] as const) : []),
    ...(declared.dear && !declared.fails?.includes('tooMany') ? (['tooMany'] as const) : []),
    ...(declared.kind === 'upload' ? (['fileFormat', 'fileTooLarge'] as const) : []),
  ],
});

/** Returns the file that a route takes. Throws Error where it takes none. */
export function uploadOf({ path, upload }: Pick<Route, 'path' | 'upload'>): NonNullable<Route['upload']> {
  if (upload === undefined) throw new Error(`${path} takes no file`);
  return upload;
}
