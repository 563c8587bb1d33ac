import { certificateLimits, type DeviceCertificate } from '@plumbline/contract/devices/certificates';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { TFunction } from 'i18next';

export type CertificateState = 'valid' | 'soon' | 'ended' | 'revoked' | 'untrusted';

/** Returns whether a certificate lets its device in at this time, and if not, why: each is a state of its own. */
export function stateOf(
  { revokedAt, endsAt, isAuthorityTrusted }: Pick<DeviceCertificate, 'revokedAt' | 'endsAt' | 'isAuthorityTrusted'>,
  nowMs: number,
): CertificateState {
  const leftMs = Date.parse(endsAt) - nowMs;
  if (revokedAt !== null) return 'revoked';
  if (!isAuthorityTrusted) return 'untrusted';
  if (leftMs <= 0) return 'ended';
  return leftMs < certificateLimits.warnDays * dayMs ? 'soon' : 'valid';
}

export const lets = (state: CertificateState): boolean => state === 'valid' || state === 'soon';

export const stateWords = (state: CertificateState, endsAt: string, nowMs: number, t: TFunction): string =>
  state === 'soon'
    ? t('certificates:state.soon', { count: Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs) / dayMs)) })
    : t(`certificates:state.${state}`);
