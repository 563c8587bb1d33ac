/**
 * The first start: what the sign-in page must know before anybody is signed in, and the founding of the first
 * corporation. Invariant: the one-time token works once, and only while there is no account at all.
 */
import { timingSafeEqual } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { sessions } from '@plumbline/contract/people/sessions';
import type { firstSetup } from '@plumbline/contract/people/sessions.setup';
import { z } from 'zod';
import { countedTry } from '../../../kernel/attempts.ts';
import { type Config, isLoopback } from '../../../kernel/config.ts';
import type { Context, Db } from '../../../kernel/context.ts';
import { hashOf, hashPassword, matchesPassword } from '../../../kernel/secrets.ts';
import { readSetting, removeSetting } from '../../../kernel/settings.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { version } from '../../../kernel/version.ts';
import { brandAt, createCorporation } from '../corporations/corporations.api.ts';
import { createAccount } from '../users/users.api.ts';
import { open, signedIn } from './sessions.service.ts';
import * as table from './sessions.table.ts';

/** Left by the start under `setup` and `demo`. */
const SetupSetting = z.object({ tokenHash: z.string().regex(/^[0-9a-f]{64}$/) });
const DemoSetting = z.object({ username: z.string(), password: z.string() });

/**
 * Returns the data of the sign-in page. The password of the demonstration is for whoever holds the key that was
 * printed where the server was started: nothing in a request tells a person at this machine from a proxy on it.
 */
export async function loginInfo(
  { db, services, host, now }: Context,
  { demo: key }: OutputOf<(typeof sessions.loginInfo)['input']>,
) {
  const setup = SetupSetting.safeParse(await readSetting(db, 'setup')).success && (await table.isEmpty(db));
  const { config } = services;
  const stored = showsDemo(config) ? DemoSetting.safeParse(await readSetting(db, 'demo')).data : undefined;
  const isShown = key !== undefined && timingSafeEqual(hashOf(key), hashOf(config.demoKey));
  const account = stored && (await table.account(db, stored.username));
  const demo =
    stored && account && !account.disabled_at
      ? {
          username: stored.username,
          password: isShown && (await matchesStored(account.password_hash, stored.password)) ? stored.password : null,
        }
      : null;
  return {
    setup,
    version,
    brand: await brandAt(db, host),
    ...(await table.waysIn(db, host, now())),
    wechat: config.wechat !== null,
    demo,
  };
}

/** Not where the settings speak of a way in from elsewhere. */
function showsDemo({ demo, host, publicUrl, trustProxy }: Config): boolean {
  const alone =
    isLoopback(host) && trustProxy.length === 0 && (publicUrl === null || isLoopback(new URL(publicUrl).hostname));
  return demo !== false && alone;
}

/** Throws setupClosed for a wrong token, or once there is an account; tooMany after ten wrong ones. */
export async function setup(context: Context, input: OutputOf<(typeof firstSetup.setup)['input']>) {
  const limit = { key: `setup:${context.ip}`, max: 10, beyond: 'delay' } as const;
  if (!(await countedTry(context.db, context.now(), [limit], () => isRight(context.db, input.setupToken))))
    throw new Failure('setupClosed');
  const passwordHash = await hashPassword(input.password);
  const token = await context.db.transaction().execute(async (db) => {
    // Asked again under a lock: of two who set up at once, one comes too late.
    if (!(await isRight(db, input.setupToken, true))) throw new Failure('setupClosed');
    const first = { ...input, passwordHash, now: context.now() };
    return open(context, db, await onNameTaken(createFirstCorporation(db, first)), 'password');
  });
  return signedIn(context, token);
}

/** The very first corporation and its administrator; takes the one-time token away. Gives the account's id. */
async function createFirstCorporation(
  db: Db,
  first: { corporationTitle: string; username: string; displayName: string; passwordHash: string; now: Date },
): Promise<number> {
  const corporation = await createCorporation(db, first.corporationTitle, first.now);
  const account = await createAccount(db, {
    corporation_id: corporation.id,
    name: first.username,
    display_name: first.displayName,
    type: 'Admin',
    password_hash: first.passwordHash,
    created_at: first.now,
  });
  await removeSetting(db, 'setup');
  return account.id;
}

async function isRight(db: Db, setupToken: string, locked = false): Promise<boolean> {
  const stored = SetupSetting.safeParse(await readSetting(db, 'setup', { locked })).data;
  const same = timingSafeEqual(hashOf(setupToken), stored ? Buffer.from(stored.tokenHash, 'hex') : Buffer.alloc(32));
  return stored !== undefined && same && (await table.isEmpty(db));
}

let lastMatch: { readonly hash: string; readonly password: string; readonly same: Promise<boolean> } | undefined;

/** Verifies once per stored hash: anyone may ask, and a hash costs 19 MiB. */
function matchesStored(hash: string, password: string): Promise<boolean> {
  if (lastMatch?.hash !== hash || lastMatch.password !== password)
    lastMatch = { hash, password, same: matchesPassword(hash, password) };
  return lastMatch.same;
}
