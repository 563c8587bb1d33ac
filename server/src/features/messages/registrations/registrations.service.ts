/**
 * Registration codes: whoever runs the installation gives them out, lists and revokes them. Invariant: a code is shown once,
 * when it is made; the database keeps its hash.
 */
import { randomInt } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { registrations } from '@plumbline/contract/messages/registrations';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { lockPrefix, setPrefix } from '../../people/corporations/corporations.api.ts';
import * as table from './registrations.table.ts';

type Input<K extends keyof typeof registrations> = OutputOf<(typeof registrations)[K]['input']>;

const digits = 44;
/** Codes that wait to be used: beyond that somebody makes them in a loop. */
const maxOpen = 500;

export const list = async ({ db }: Context, { page, pageSize }: Input<'list'>) => await table.page(db, page, pageSize);

/** Throws notFound, nameTaken for the prefix of another corporation, tooMany, and badInput where a prefix is needed. */
export async function create(context: Context, input: Input<'create'>) {
  const { db, now, caller } = context;
  if ((await table.countOpen(db, now())) >= maxOpen) throw new Failure('listFull', { most: maxOpen });
  const { corporationId } = input;
  if (corporationId !== null) await requirePrefix(context, corporationId, input.prefix);
  const registrationCode = Array.from({ length: digits }, () => randomInt(10)).join('');
  const { points = null, devices = null, storageBytes = null } = corporationId === null ? input.limits : {};
  const code = await table.insert(db, {
    hash: hashOf(registrationCode),
    note: input.note,
    corporation_id: corporationId,
    type: corporationId === null ? 'Admin' : input.type,
    max_points: points,
    max_devices: devices,
    max_storage_bytes: storageBytes,
    by_name: caller.displayName,
    created_at: now(),
    expires_at: new Date(now().getTime() + input.expiresInDays * 86_400_000),
  });
  return { registrationCode, code };
}

/** A corporation that has no prefix gets the given one: without it, names would tell of other corporations. */
async function requirePrefix({ db }: Context, corporationId: number, prefix: string | null): Promise<void> {
  const corporation = requireRow(await lockPrefix(db, corporationId), { corporationId });
  if (corporation.prefix !== null) return;
  if (prefix === null) throw new Failure('badInput', [{ path: 'prefix', message: 'required', code: 'custom' }]);
  await onNameTaken(setPrefix(db, corporationId, prefix), { prefix });
}

/** Throws notFound for one that is used, revoked or over. */
export async function revoke(context: Context, { registrationCodeId }: Input<'revoke'>) {
  if (!(await table.revoke(context.db, registrationCodeId, context.now())))
    throw new Failure('notFound', { registrationCodeId });
  return {};
}
