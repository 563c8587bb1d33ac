import { certificateFaults } from '@plumbline/contract/devices/certificates';
import type { Frame } from '@plumbline/contract/devices/frames';
import type { ErrorName } from '@plumbline/contract/kernel/errors';
import { endReasons, readOutcomes } from '@plumbline/contract/telemetry/dial-in';
import { feedFaults } from '@plumbline/contract/telemetry/feeds';
import type { TFunction } from 'i18next';
import { wordKey } from '../../../kernel/words.ts';

const isOf = (list: readonly string[], name: string): boolean => list.includes(name);

/** Returns the words for the fault of a frame, in the words of the page that knows it best. */
export function errorWords({ error, detail, kind }: Pick<Frame, 'error' | 'detail' | 'kind'>, t: TFunction): string {
  if (error === null) return '';
  if (kind === 'answer' && isOf(readOutcomes, error)) {
    const words = t(wordKey(`dialIn:outcomes.${error}`));
    return error === 'exception' ? `${words} (${exceptionWords(detail, t)})` : words;
  }
  if (isOf(feedFaults, error)) return t(wordKey(`formats:faults.${error}`));
  if (isOf(endReasons, error)) return t(wordKey(`frames:endReason.${error}`));
  // Why a certificate lets nobody in is the reader's to be told, in words.
  if (error === 'deviceRefused' && isOf(certificateFaults, detail))
    return t('frames:certificate', { why: t(wordKey(`certificates:fault.${detail}`)) });
  return t(`errors:${error as ErrorName}`, { defaultValue: error });
}

const exceptionWords = (code: string, t: TFunction): string =>
  /^[1-6]$/.test(code) ? t(wordKey(`dialIn:exceptions.${code}`)) : t('dialIn:exceptions.other', { code });
