/**
 * A password that is asked for again before something grave. The handler finds in its transaction whose it is; then the
 * transaction is undone, the password is checked without a connection being held, and the handler runs again knowing it.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { sql } from 'kysely';
import { countedTry, forgetAttempts, type Limit } from './attempts.ts';
import type { Caller, Confirm, Db, PasswordOwner } from './context.ts';
import { matchesPassword } from './secrets.ts';

/** Thrown through the handler, and caught by `answering` alone. */
class PasswordChecked extends Error {
  readonly owner: PasswordOwner;
  readonly password: string;
  constructor(owner: PasswordOwner, password: string) {
    super('a password is to be checked');
    this.owner = owner;
    this.password = password;
  }
}

/** Tries of one person at one password, and of everybody but its owner at it. */
const triesOfOne = 10;
const triesOfAll = 20;
/** Tries in a day of everybody but the owner at the password that guards a project. */
const triesOfProject = 30;

/**
 * Runs `work`, again once each password that it asks for has been checked.
 * Throws wrongPassword, and tooMany beyond ten wrong ones of this caller (or twenty of all callers) in 15 minutes, or thirty of
 * all callers in a day where it guards a project.
 */
export async function answering<T>(
  { db, now, caller }: { readonly db: Db; readonly now: () => Date; readonly caller: Caller },
  work: (confirm: Confirm) => Promise<T>,
): Promise<T> {
  const known = new Set<string>();
  const proof = (owner: PasswordOwner, password: string) => JSON.stringify([owner.id, owner.passwordHash, password]);
  const confirm: Confirm = (owner, password) => {
    if (!known.has(proof(owner, password))) throw new PasswordChecked(owner, password);
  };
  for (;;) {
    try {
      return await work(confirm);
    } catch (error) {
      if (!(error instanceof PasswordChecked)) throw error;
      await check(db, now(), caller, error);
      known.add(proof(error.owner, error.password));
    }
  }
}

async function check(db: Db, now: Date, caller: Caller, { owner, password }: PasswordChecked): Promise<void> {
  const own = `confirm:${caller.accountId} of ${owner.id}`;
  const limits: Limit[] = [{ key: own, max: triesOfOne, beyond: 'refuse' }];
  // The owner is not kept out of what is his by what others try.
  const isOther = owner.id !== caller.accountId;
  const guards = isOther ? owner.guards : undefined;
  if (isOther) limits.push({ key: `confirm:of ${owner.id}`, max: triesOfAll, beyond: 'refuse' });
  if (guards) limits.push({ key: ofProject(guards.projectId, owner.id), max: triesOfProject, beyond: 'refuse' });
  if (!(await countedTry(db, now, limits, () => matchesPassword(owner.passwordHash, password)))) {
    await guards?.refused(db);
    throw new Failure('wrongPassword');
  }
  await forgetAttempts(db, [own]);
}

const ofProject = (projectId: number, ownerId: number) => `day:confirm:project ${projectId} of ${ownerId}`;

/** Deletes the tries, of anybody, to confirm with the password of an account: it has a new one. */
export async function forgetConfirmations(db: Db, ownerId: number): Promise<void> {
  await sql`DELETE FROM attempt WHERE key LIKE ${`confirm:% of ${ownerId}`} OR key = ${`confirm:of ${ownerId}`}
    OR key LIKE ${`day:confirm:% of ${ownerId}`}`.execute(db);
}
