import type { EventName, Events } from '@plumbline/contract/kernel/events';
import type { AccountType, Permission } from '@plumbline/contract/kernel/permissions';
import type { Services } from './services.ts';
import type { Db, Logger, Transaction } from './transaction.ts';

export type { Db, Logger };

/** Caller of a request: read from the token, never from a parameter. */
export interface Caller {
  readonly accountId: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: AccountType;
  /** null for a System account. */
  readonly corporationId: number | null;
  readonly tokenId: number;
  readonly tokenKind: 'session' | 'access';
  /** True for an access token with a scope: a member of its projects, and nothing of its owner's beside them. */
  readonly isScoped?: boolean;
  /** The administrator who sees as this account; absent = it is the person themselves. */
  readonly viewer?: { readonly accountId: number; readonly name: string; readonly displayName: string } | undefined;
  /** True where the corporation demands a second factor that is not set up: only routes `beforeSecondFactor` answer. */
  readonly needsSecondFactor?: boolean;
  /** What each of the caller's project roles gives, by project. Disabled memberships are not here. */
  readonly projects: ReadonlyMap<number, ReadonlySet<Permission>>;
}

/** Where a thing is: what access control compares with the caller. */
export interface Place {
  readonly corporationId: number;
  /** Projects it belongs to (a device may feed several); empty = the corporation's own. */
  readonly projectIds: readonly number[];
  readonly archived: boolean;
  /** A device of the warehouse that no project uses: seen from above the projects alone. */
  readonly inStock?: boolean;
  /** Of no corporation, and there for all of them. */
  readonly everybodys?: boolean;
}

/** Owner of the password that is asked for. */
export interface PasswordOwner {
  readonly id: number;
  readonly passwordHash: string;
  /** What somebody else would end by knowing it. */
  readonly guards?: {
    readonly projectId: number;
    /** Writes down that it was tried in vain; the transaction of the request is undone. */
    refused(db: Db): Promise<void>;
  };
}

/** Asks for a password again before something grave (kernel/confirm.ts). */
export type Confirm = (owner: PasswordOwner, password: string) => void;

/** From when on another conversion of a point holds, and who says so why. */
export interface ConversionAct {
  readonly at: Date;
  readonly byName: string;
  readonly reason: string;
}

/**
 * Hooks that follow in features above, in the same transaction, when a feature deletes, resets or moves what is its
 * own. Features export their hooks, `app.access.ts` lists them, and they run in the order of that list.
 */
export interface Lifecycle {
  /** Points lose what is stored of them, readings and alerts. Before the points themselves are deleted. */
  removeSeries(db: Db, pointIds: readonly number[]): Promise<void>;
  /** Rules of points were deleted. */
  removeRules(db: Db, rules: readonly { readonly id: number; readonly pointId: number }[]): Promise<void>;
  /** Points were moved to other structures. */
  movePoints(db: Db, pointIds: readonly number[]): Promise<void>;
  /**
   * Points are taken off their devices. Their readings stay (`keep`), stay and need the conversion recorded because the
   * settings are about to change (`seal`), or are deleted already (`remove`).
   */
  unbindPoints(db: Db, pointIds: readonly number[], at: Date, readings: 'keep' | 'seal' | 'remove'): Promise<void>;
  /**
   * Another conversion of a point holds from a time on: the one until then is to be recorded. Before the point itself is
   * changed. Makes the request fail where the time lies before the conversion in force began.
   */
  beginConversion(db: Db, pointId: number, act: ConversionAct): Promise<void>;
  /**
   * The config of a device is another, or points may take it again that stood still: points in use that take a parameter
   * from a device are converted by what it says now. Makes the request fail where a point would not convert any more.
   */
  takeConfig(context: Context, from: { readonly deviceId: number } | { readonly projectId: number }): Promise<void>;
  /** How a device works on what it measures was set: it is told, now or once it listens. */
  sendProcessor(
    context: Context,
    device: { readonly deviceId: number; readonly sncode: string; readonly processor: object },
  ): Promise<void>;
  /** Points go back to what a new point begins with. */
  clearPoints(db: Db, pointIds: readonly number[]): Promise<void>;
  /** Points are to be deleted, their series are already. Gives the files that go with them. */
  removePoints(db: Db, pointIds: readonly number[]): Promise<readonly string[]>;
  /** A project loses what was set up in it, beside its structures, points, people and documents. */
  clearProject(db: Db, projectId: number): Promise<void>;
  /** Every file that a project has beside those of its points; they go with it. Before anything of it is deleted. */
  filesOfProject(db: Db, projectId: number): Promise<readonly string[]>;
  /** A project is about to be deleted, its points are already. */
  removeProject(db: Db, projectId: number): Promise<void>;
}

/** Resources of a service: the caller, the clock, the database (a transaction for writes) and the event bus. */
export interface Context extends Transaction {
  readonly caller: Caller;
  /** Writes an event in this transaction: it is handled once that commits. */
  readonly emit: <E extends EventName>(event: E, payload: Events[E]) => Promise<void>;
  /** Tells every process, once this transaction has committed, what cached has changed: one statement, however many. */
  readonly changed: (...changes: readonly Change[]) => Promise<void>;
  /**
   * Goes on only once this is known to be the owner's password. To be called before anything else than reading: the
   * transaction is undone and the handler run again. Makes the request fail with wrongPassword or tooMany.
   */
  readonly confirm: Confirm;
  /** Who a token belongs to that was made just now: signing in answers as whom. */
  readonly identify: (token: string) => Promise<Caller>;
  readonly lifecycle: Lifecycle;
  readonly services: Services;
  readonly log: Logger;
  readonly ip: string;
  /** True when this process asks itself. */
  readonly own: boolean;
  /** The host name that the caller asked, in lower case, as the proxy says it where one is trusted. */
  readonly host: string;
  /** Where the caller reached us, `https://host:port`, as the proxy says it where one is trusted: for absolute links. */
  readonly origin: string;
  readonly agent: string;
}

/** Inputs that reading takes of a request, and a task has too. */
export type Reads = Pick<Context, 'db' | 'now'> & { readonly services: Pick<Services, 'pool'> };

/** Change after which something is read again elsewhere. */
export type Change =
  | { kind: 'device'; id: number; sncode: string }
  | { kind: 'certificateAuthority'; corporationId: number }
  | { kind: 'feed'; id: number; key: string }
  | { kind: 'recording'; deviceId: number | null; feedId: number | null }
  | { kind: 'model'; id: number }
  | { kind: 'plugin'; name: string }
  | { kind: 'point'; id: number }
  | { kind: 'settings' }
  | { kind: 'account'; id: number }
  | { kind: 'project'; id: number };
