import { Failure } from '@plumbline/contract/kernel/errors';

const reasons = [
  'unreadable',
  'weak',
  'notAuthority',
  'expired',
  'signature',
  'known',
  'otherIssuer',
  'older',
  'partial',
  'tooLong',
] as const;

/** Why a certificate or request was not taken; null = something else failed. */
export function refusalOf(error: unknown): (typeof reasons)[number] | null {
  if (!(error instanceof Failure) || error.name !== 'certificateRefused') return null;
  const { reason } = error.detail as { reason?: string };
  return reasons.find((each) => each === reason) ?? null;
}
