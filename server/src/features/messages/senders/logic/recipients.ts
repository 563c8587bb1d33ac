import type { Medium } from '@plumbline/contract/messages/channels';
import { email, mobile } from '@plumbline/contract/points/fields';

/** Returns whether something can be sent there. A hook needs no address. */
export function isAddressFor(medium: Medium, to: string): boolean {
  if (medium === 'hook') return true;
  return (medium === 'email' ? email : mobile).safeParse(to).success;
}

/** A mobile number with its country: +8613800000000. Numbers without one are Chinese. */
export const withCountry = (number: string): string => (number.startsWith('+') ? number : `+86${number}`);

/** Returns the ways in which people write one number: with its country, and a Chinese one without. */
export const spellingsOf = (number: string): string[] => {
  const dialled = withCountry(number);
  return dialled.startsWith('+86') ? [dialled, dialled.slice(3)] : [dialled];
};
