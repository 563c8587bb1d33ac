import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** Returns the account data that sign-in compares with; null = no such account. */
export async function account(db: Db, name: string) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'password_hash', 'disabled_at'])
    .where((each) => each(each.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the owner of an account for the log; undefined = there is none. */
export const named = (db: Db, accountId: number) =>
  db.selectFrom('account').select(['name', 'corporation_id']).where('id', '=', accountId).executeTakeFirst();

/** Returns whether no corporation has an account yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('account').select('id').where('type', '!=', 'System').limit(1).executeTakeFirst()) ===
    undefined
  );
}

/** Returns the ways in that the sign-in page at a host name offers beside name offers beside name and password. */
export async function waysIn(db: Db, host: string, now: Date) {
  const { rows } = await sqlRows({
    registration: 'flag',
    recovery: 'flag',
    sso: 'flag',
    ssoDomain: 'text?',
    passkeys: 'flag',
  })`
    SELECT EXISTS (SELECT FROM registration_code
        WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}) AS registration,
      EXISTS (SELECT FROM recovery_address) AS recovery,
      EXISTS (SELECT FROM sso_connection WHERE enabled) AS sso,
      EXISTS (SELECT FROM passkey) AS passkeys,
      (SELECT s.domain FROM sso_connection s JOIN corporation c ON c.id = s.corporation_id
        WHERE s.enabled AND c.host = ${host}) AS "ssoDomain"`.execute(db);
  return rows[0] ?? { registration: false, recovery: false, sso: false, ssoDomain: null, passkeys: false };
}

/** Returns whether somebody of WeChat opens an account. */
export async function isWechatBound(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('wechat_binding')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
