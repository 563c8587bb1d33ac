/**
 * Corporations: the tenants. Everything belongs to exactly one of them, and none sees another.
 *
 * Invariant: a corporation is removed only when it is empty, so that nothing is ever left without an owner.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { corporations } from '@plumbline/contract/people/corporations';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { useOf } from './corporations.limits.table.ts';
import * as table from './corporations.table.ts';

type Input<K extends keyof typeof corporations> = OutputOf<(typeof corporations)[K]['input']>;

export async function list(context: Context, { page, pageSize, keyword = '' }: Input<'list'>) {
  const only = context.caller.type === 'System' ? null : context.caller.corporationId;
  return table.page(context.db, { only, keyword }, page, pageSize);
}

/** Throws nameTaken. */
export async function create(context: Context, { title }: Input<'create'>) {
  return { corporation: await onNameTaken(table.insert(context.db, title, context.now()), { title }) };
}

export async function get(context: Context, { corporationId }: Input<'get'>) {
  const corporation = requireRow(await table.byId(context.db, corporationId), { corporationId });
  return { corporation };
}

/** Flags that are not given stay as they are. Throws nameTaken. */
export async function update(context: Context, { corporationId, ...changes }: Input<'update'>) {
  const before = requireRow(await table.lock(context.db, corporationId), { corporationId });
  if (Object.values(changes).every((value) => value === undefined)) return { corporation: before };
  const change = {
    ...(changes.title !== undefined && { title: changes.title }),
    ...(changes.productName !== undefined && { product_name: changes.productName }),
    ...(changes.copyright !== undefined && { copyright: changes.copyright }),
    ...(changes.documentDisabled !== undefined && { document_disabled: changes.documentDisabled }),
    ...(changes.secondFactorDemanded !== undefined && { second_factor_demanded: changes.secondFactorDemanded }),
    ...(changes.flags && { flags: JSON.stringify({ ...before.flags, ...changes.flags }) }),
    ...(changes.healthThresholds && { health_thresholds: JSON.stringify(changes.healthThresholds) }),
  };
  const corporation = await onNameTaken(table.update(context.db, corporationId, change), { title: changes.title });
  // Open pages of those who have no second factor get nothing more.
  if (corporation.secondFactorDemanded !== before.secondFactorDemanded) {
    const accountIds = await table.signedInAccounts(context.db, corporationId);
    await context.changed(...accountIds.map((id) => ({ kind: 'account' as const, id })));
  }
  await context.emit('corporationChanged', { corporationId });
  return { corporation };
}

/** Limits that are not given stay as they are. Throws nameTaken for the host name of another corporation. */
export async function setTerms(context: Context, { corporationId, host, limits }: Input<'setTerms'>) {
  const before = requireRow(await table.lock(context.db, corporationId), { corporationId });
  const { points, devices, storageBytes } = { ...before.limits, ...limits };
  const corporation = await onNameTaken(
    table.update(context.db, corporationId, {
      host: host === undefined ? before.host : host,
      max_points: points,
      max_devices: devices,
      max_storage_bytes: storageBytes,
    }),
    { host },
  );
  return { corporation };
}

export const use = async ({ db, services }: Context, { corporationId }: Input<'use'>) =>
  await useOf(db, corporationId, services.corporationCounts);

/** Throws notEmpty, with what it still holds. */
export async function remove(context: Context, { corporationId }: Input<'remove'>) {
  if (!(await table.lock(context.db, corporationId))) throw new Failure('notFound', { corporationId });
  const holds = await table.contentCounts(context.db, corporationId, context.services.corporationCounts);
  if (Object.values(holds).some((count) => count)) throw new Failure('notEmpty', holds);
  const corporation = await table.remove(context.db, corporationId);
  for (const fileId of [corporation?.logo, corporation?.favicon])
    if (fileId) await context.services.files.remove(context, fileId);
  return {};
}
