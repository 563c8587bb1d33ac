/** Whether an administrator may go on seeing as somebody: looked at with every request. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type AccountType, accountTypes } from '@plumbline/contract/kernel/permissions';
import type { Caller, Db } from '../../../kernel/context.ts';
import { viewerOf } from '../users/users.see-as.api.ts';

type Person = Pick<Caller, 'type' | 'corporationId'>;

/** accountTypes begins with the one that may most. */
const rankOf = (type: AccountType): number => accountTypes.indexOf(type);

/** An administrator of the same corporation, or the operator; and nobody who may more than the one who looks. */
export function maySeeAs(viewer: Person, target: Person): boolean {
  if (viewer.type !== 'System' && viewer.type !== 'Admin') return false;
  if (target.type === 'System' || rankOf(target.type) < rankOf(viewer.type)) return false;
  return viewer.type === 'System' || viewer.corporationId === target.corporationId;
}

/** Returns the user who looks by this session; undefined = its owner. Throws tokenExpired where they may no longer. */
export async function viewerAt(db: Db, target: Person & Pick<Caller, 'tokenId'>, now: Date): Promise<Caller['viewer']> {
  const viewer = await viewerOf(db, target.tokenId);
  if (!viewer) return undefined;
  if (viewer.disabledAt !== null || viewer.expiresAt <= now || !maySeeAs(viewer, target))
    throw new Failure('tokenExpired');
  return { accountId: viewer.id, name: viewer.name, displayName: viewer.displayName };
}
