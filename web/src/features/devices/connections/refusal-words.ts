import type { Device } from '@plumbline/contract/devices/devices';
import type { ErrorName } from '@plumbline/contract/kernel/errors';
import type { TFunction } from 'i18next';
import { wordKey } from '../../../kernel/words.ts';

/**
 * Why the gateway refused a message, in the reader's words: the error's sentence, and what exactly it met.
 * What the gateway says in its own fixed sentences is translated here; what it quotes stays as it came.
 */
export interface RefusalText {
  readonly words: string;
  readonly where: string | null;
  readonly detail: string | null;
}

const sentences: Readonly<Record<string, string>> = {
  'at is missing': 'noTime',
  'at is no time': 'badTime',
  'at is before 1990': 'oldTime',
  'at looks like seconds: send milliseconds': 'seconds',
  'at has no time zone: end it with Z or an offset': 'noZone',
  'no records': 'noRecords',
  'a record is an object': 'noObject',
  'channels is an object of channels': 'noChannels',
  'a channel holds quantities by name': 'noQuantities',
  'a channel holds 1 to 32 quantities': 'manyQuantities',
  'a quantity has no usable name': 'quantityName',
};

export function refusalWords(refused: Pick<Device['refused'], 'error' | 'detail'>, t: TFunction): RefusalText {
  const { error } = refused;
  const refusalDetail = (refused.detail ?? {}) as { index?: number; channel?: string | null; detail?: unknown };
  const hasWords = error !== null && t(`errors:${error as ErrorName}`, { defaultValue: '' }) !== '';
  const where = [
    typeof refusalDetail.index === 'number' && refusalDetail.index > 0
      ? t('connections:refused.record', { index: refusalDetail.index + 1 })
      : null,
    refusalDetail.channel ? t('connections:refused.channel', { channel: refusalDetail.channel }) : null,
  ].filter((part) => part !== null);
  return {
    words: hasWords ? t(`errors:${error as ErrorName}`) : (error ?? t('errors:unknown')),
    where: where.length > 0 ? where.join(' · ') : null,
    detail: detailOf(refusalDetail.detail, t),
  };
}

function detailOf(detail: unknown, t: TFunction): string | null {
  if (typeof detail === 'string') {
    const key = sentences[detail];
    return key ? t(wordKey(`connections:refused.why.${key}`)) : detail;
  }
  if (typeof detail !== 'object' || detail === null) return null;
  const { known, reads, sent, quantity, reason, at, now, maxBytes, certificate } = detail as {
    certificate?: string;
    known?: string[];
    reads?: string[];
    sent?: string[];
    quantity?: string;
    reason?: string;
    at?: string;
    now?: string;
    maxBytes?: number;
  };
  if (certificate)
    return t('connections:refused.why.certificate', { why: t(wordKey(`certificates:fault.${certificate}`)) });
  if (Array.isArray(known)) return t('connections:refused.why.known', { channels: known.join(', ') || '—' });
  if (Array.isArray(reads) && Array.isArray(sent))
    return t('connections:refused.why.names', { reads: reads.join(', ') || '—', sent: sent.join(', ') || '—' });
  if (at && now) return t('connections:refused.why.future', { at, now });
  if (quantity) return `${t('connections:refused.why.quantity', { quantity })}${reason ? ` · ${reason}` : ''}`;
  if (maxBytes) return t('connections:refused.why.size', { kib: Math.round(maxBytes / 1024) });
  return JSON.stringify(detail);
}
