import { Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { TFunction } from 'i18next';
import { wordsOf } from '../kernel/failures.ts';
import { issueWords } from './issues.ts';

interface Detail {
  /** Of a sheet: the line that stands in the way; else its row, from 0. */
  readonly line?: number;
  readonly row?: number;
  /** The warehouse of the person has it. */
  readonly own?: boolean;
  readonly pointName?: string | null;
  readonly sncode?: string;
  readonly channels?: readonly string[];
  readonly value?: string;
  readonly near?: readonly string[];
}
const listedChannels = 24;

/** Why one row of many is not taken, in the reader's words: with the line that stands in the way, and what would be right. */
export function rowProblemWords(problem: RowProblem, t: TFunction): string {
  const detail = (problem.detail ?? {}) as Detail;
  const line = detail.line ?? (detail.row === undefined ? undefined : detail.row + 1);
  const hasWords = t(`errors:${problem.error}`, { defaultValue: '' }) !== '';
  if (problem.error === 'badInput' || !hasWords) {
    const { value, near } = detail;
    if (problem.message === 'choose' && value !== undefined && near && near.length > 0)
      return t('forms:row.near', { value, words: near.join(', ') });
    return issueWords({ code: problem.code, message: problem.message ?? '', path: [problem.path] }, t);
  }
  const { words } = wordsOf(new Failure(problem.error, problem.detail), t);
  switch (problem.error) {
    case 'sncodeExists':
    case 'registerExists':
      if (line !== undefined) return t('forms:row.alsoIn', { line });
      return detail.own ? t('forms:row.own') : words;
    case 'nameTaken':
      return line === undefined ? words : t('forms:row.because', { words, why: t('forms:row.alsoIn', { line }) });
    case 'channelOccupied': {
      const { pointName: name } = detail;
      if (!name) return words;
      const why = line === undefined ? t('forms:row.by', { name }) : t('forms:row.byLine', { name, line });
      return t('forms:row.because', { words, why });
    }
    case 'channelUnknown': {
      const { sncode, channels } = detail;
      if (!channels || sncode === undefined) return words;
      const some = channels.slice(0, listedChannels).join(', ');
      const why =
        channels.length === 0
          ? t('forms:row.noChannels', { sncode })
          : t('forms:row.has', { sncode, channels: channels.length > listedChannels ? `${some}, …` : some });
      return t('forms:row.because', { words, why });
    }
    default:
      return words;
  }
}
