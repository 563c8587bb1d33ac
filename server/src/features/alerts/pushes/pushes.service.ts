/**
 * Web push: the devices on which a person has alerts pushed. Invariants: a person sees and changes their own alone; what a
 * browser gave is sealed; a device ends with the session in which it was switched on, when somebody ends that.
 */
import { randomUUID } from 'node:crypto';
import { maxPushDevices, type pushes } from '@plumbline/contract/alerts/pushes';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { testMessage } from '../../messages/channels/channels.api.ts';
import { pushTo } from './pushes.api.ts';
import * as table from './pushes.table.ts';

type Input<K extends keyof typeof pushes> = OutputOf<(typeof pushes)[K]['input']>;

const maxTests = 10;

export async function list({ db, caller, now, services }: Context) {
  const [{ publicKey }, devices] = await Promise.all([
    table.keysOf(db, services.secrets, now()),
    table.ofAccount(db, caller.accountId, caller.tokenId),
  ]);
  return { publicKey, devices };
}

/** Throws pushesFull; notAllowed for a program. */
export async function subscribe(context: Context, { levelFrom, ...browser }: Input<'subscribe'>) {
  const { db, caller, now, services } = context;
  const { accountId, tokenId } = caller;
  const made = await table.insert(db, {
    accountId,
    tokenId,
    browser,
    levelFrom,
    now: now(),
    sealed: services.secrets.encrypt(JSON.stringify(browser)),
  });
  if ((await table.ofAccount(db, accountId, tokenId)).length > maxPushDevices)
    throw new Failure('pushesFull', { most: maxPushDevices });
  return { device: made };
}

export async function update({ db, caller }: Context, { pushId, levelFrom }: Input<'update'>) {
  const device = requireRow(await table.setLevel(db, caller.accountId, caller.tokenId, pushId, levelFrom), { pushId });
  return { device };
}

export async function unsubscribe({ db, caller }: Context, { pushId }: Input<'unsubscribe'>) {
  if (!(await table.remove(db, caller.accountId, pushId))) throw new Failure('notFound', { pushId });
  return {};
}

/** Throws tooMany after ten tests in a quarter of an hour. */
export async function test({ db, caller, now, services }: Context, { pushId }: Input<'test'>) {
  const found = await table.browserOf(db, services.secrets, pushId);
  if (found?.accountId !== caller.accountId) throw new Failure('notFound', { pushId });
  await reserve(db, now(), [{ key: `push:${caller.accountId}`, max: maxTests, beyond: 'refuse' }]);
  const message = { ...testMessage('', now(), services.addresses.http), key: randomUUID(), level: null };
  const outcome = await pushTo(db, services, pushId, message, now());
  return { accepted: outcome.accepted, answer: outcome.answer };
}
