/**
 * Registering by a code. Invariants: without a code nobody learns anything; a code opens one account, however many use it at the
 * same time; what it opens, its company and its recovery address are there together or not at all; a name is asked about under
 * the prefix of its own corporation, so that no answer tells of another.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { mediumOfAddress } from '@plumbline/contract/messages/recovery';
import type { registrations } from '@plumbline/contract/messages/registrations';
import { countedTry, reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { writeOperation } from '../../../kernel/operation.ts';
import { hashOf, hashPassword } from '../../../kernel/secrets.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import {
  createCorporation,
  lockPrefix,
  setPrefix,
  setStartLimits,
} from '../../people/corporations/corporations.api.ts';
import { createAccount } from '../../people/users/users.api.ts';
import { putRecoveryAddress } from '../recovery/recovery.api.ts';
import { checkCode, codeMediaOf, requestCode, useCode } from '../verifications/verifications.api.ts';
import * as table from './registrations.table.ts';

type Input<K extends keyof typeof registrations> = OutputOf<(typeof registrations)[K]['input']>;

/** Within 15 minutes: wrong codes from an address; and of one code names that are asked about, codes that are sent, tries to sign up. */
const max = { wrong: 10, names: 30, codes: 5, tries: 20 } as const;

/** The registration code; throws registrationCodeInvalid, and tooMany after ten wrong ones from an address. */
async function opened({ db, now, ip }: Context, registrationCode: string) {
  const limit = { key: `registration:${ip}`, max: max.wrong, beyond: 'delay' } as const;
  let found: Awaited<ReturnType<typeof table.open>>;
  await countedTry(db, now(), [limit], async () => {
    found = await table.open(db, hashOf(registrationCode), now());
    return found !== undefined;
  });
  if (!found) throw new Failure('registrationCodeInvalid');
  return found;
}
/** Throws tooMany. */
const limited = async ({ db, now }: Context, what: 'names' | 'codes' | 'tries', codeId: number): Promise<void> => {
  await reserve(db, now(), [{ key: `registration ${what}:${codeId}`, max: max[what], beyond: 'refuse' }]);
};

export async function checkAccount(context: Context, { registrationCode, username }: Input<'checkAccount'>) {
  const code = await opened(context, registrationCode);
  await limited(context, 'names', code.id);
  const media = await codeMediaOf(context, code.corporation_id);
  if (code.title === null || code.prefix === null) return { corporation: null, media, free: true };
  const free = !(await table.isNameUsed(context.db, `${code.prefix}.${username}`));
  return { corporation: { title: code.title, prefix: code.prefix }, media, free };
}

/** Throws vendorNotConfigured where nothing sends it. */
export async function sendCode(context: Context, { registrationCode, address, language }: Input<'sendCode'>) {
  const code = await opened(context, registrationCode);
  const medium = mediumOfAddress(address);
  if (!(await codeMediaOf(context, code.corporation_id)).includes(medium))
    throw new Failure('vendorNotConfigured', { setting: 'VERIFICATION_CORPORATION' });
  await limited(context, 'codes', code.id);
  const request = { purpose: 'register', subject: String(code.id), address, language } as const;
  return await requestCode(context, request, async () => ({ accountId: null, corporationId: code.corporation_id }));
}

/** Throws registrationCodeInvalid, verificationWrong, nameTaken with what is taken, and tooMany. */
export async function signup(context: Context, input: Input<'signup'>) {
  const code = await opened(context, input.registrationCode);
  await limited(context, 'tries', code.id);
  if (code.corporation_id === null && input.company === null)
    throw new Failure('badInput', [{ path: 'company', message: 'required', code: 'custom' }]);
  const { challenge, code: typedCode } = input;
  const proved = await checkCode(context, { challenge, code: typedCode, purpose: 'register' });
  if (!proved || proved.subject !== String(code.id)) throw new Failure('verificationWrong');
  // Only now: a hash costs what keeps others from signing in.
  const passwordHash = await hashPassword(input.password);
  return await inTransaction(context, async (inside) => {
    const used = await table.use(inside.db, hashOf(input.registrationCode), inside.now());
    if (!used) throw new Failure('registrationCodeInvalid');
    if (!(await useCode(inside.db, proved.id, inside.now()))) throw new Failure('verificationWrong');
    const corporation = await corporationOf(inside, used, input.company);
    const name = `${corporation.prefix}.${input.username}`;
    const account = await onNameTaken(
      createAccount(inside.db, {
        corporation_id: corporation.id,
        name,
        display_name: input.displayName,
        type: used.type,
        password_hash: passwordHash,
        language: input.language,
        created_at: inside.now(),
      }),
      { username: input.username },
    );
    await putRecoveryAddress(inside.db, account.id, proved.address, inside.now());
    await table.setUsed(inside.db, used.id, name, used.corporation_id === null ? corporation.id : null);
    await logSignup(inside, { id: account.id, name, corporationId: corporation.id }, used.id);
    return { username: name };
  });
}

/** The corporation that a code names, or the one that it opens. */
async function corporationOf(
  { db, now }: Context,
  code: NonNullable<Awaited<ReturnType<typeof table.use>>>,
  company: Input<'signup'>['company'],
): Promise<{ readonly id: number; readonly prefix: string }> {
  if (code.corporation_id !== null) {
    const there = await lockPrefix(db, code.corporation_id);
    if (!there || there.prefix === null) throw new Failure('registrationCodeInvalid');
    return { id: code.corporation_id, prefix: there.prefix };
  }
  if (company === null) throw new Failure('registrationCodeInvalid');
  const { id } = await onNameTaken(createCorporation(db, company.title, now()), { title: company.title });
  await onNameTaken(setPrefix(db, id, company.prefix), { prefix: company.prefix });
  const { max_points: points, max_devices: devices, max_storage_bytes: storageBytes } = code;
  await setStartLimits(db, id, { points, devices, storageBytes });
  return { id, prefix: company.prefix };
}

async function logSignup(
  { db, now, ip, agent }: Context,
  account: { readonly id: number; readonly name: string; readonly corporationId: number },
  registrationCodeId: number,
): Promise<void> {
  await writeOperation(db, {
    at: now(),
    accountId: account.id,
    accountName: account.name,
    corporationId: account.corporationId,
    projectId: null,
    scope: 'User',
    scopeId: account.id,
    action: 'Create',
    route: 'POST /signup',
    outcome: 'done',
    ip,
    agent,
    content: { input: { registrationCodeId } },
  });
}
