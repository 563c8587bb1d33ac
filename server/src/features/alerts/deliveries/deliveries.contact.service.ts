/** Where alerts reach a person outside of the app. Invariant: a person sees and sets their own alone. */
import type { Contact, deliveries } from '@plumbline/contract/alerts/deliveries';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import * as contacts from '../contacts/contacts.api.ts';

const none: Contact = { email: null, mobile: null, emailFrom: null, smsFrom: null, callFrom: null, showsMobile: false };

export const contact = async ({ db, caller }: Context) => ({
  contact: (await contacts.contactOf(db, caller.accountId)) ?? none,
});

export async function setContact({ db, caller }: Context, given: OutputOf<(typeof deliveries)['setContact']['input']>) {
  await contacts.setContact(db, caller.accountId, given);
  return { contact: given };
}
