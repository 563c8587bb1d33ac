/** Where people are reached outside of the app, and from which level on. */
import type { Contact } from '@plumbline/contract/alerts/deliveries';
import type { Db } from '../../../kernel/context.ts';

export async function contactOf(db: Db, accountId: number): Promise<Contact | undefined> {
  const row = await db.selectFrom('contact').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return (
    row && {
      email: row.email,
      mobile: row.mobile,
      emailFrom: row.email_from,
      smsFrom: row.sms_from,
      callFrom: row.call_from,
      showsMobile: row.shows_mobile,
    }
  );
}

export async function setContact(
  db: Db,
  accountId: number,
  { email, mobile, emailFrom, smsFrom, callFrom, showsMobile }: Contact,
) {
  const columns = {
    email,
    mobile,
    email_from: emailFrom,
    sms_from: smsFrom,
    call_from: callFrom,
    shows_mobile: showsMobile,
  };
  await db
    .insertInto('contact')
    .values({ account_id: accountId, ...columns })
    .onConflict((on) => on.column('account_id').doUpdateSet(columns))
    .execute();
}
