/** What the report defaults of a project say of covers, with the pictures themselves: a report is written anew with the same. */
import type { CoverDefaults, ReportConfig } from '@plumbline/contract/reports/templates.defaults';
import type { ReportWords } from '../../words/words.api.ts';
import { paperName } from './paper-tables.ts';

export interface CoverContent
  extends Pick<CoverDefaults, 'title' | 'subtitle' | 'client' | 'contractor' | 'supervisor'>,
    Pick<ReportConfig, 'signatures'> {
  /** JPEG; null = it is not wanted, or there is none. */
  readonly logo: Uint8Array | null;
  /** The site, as JPEG; null = it is not wanted, or there is none. */
  readonly picture: Uint8Array | null;
}

/** The parties of a project that are named, each with its word. */
export const partiesOf = (cover: CoverContent | undefined, words: ReportWords): (readonly [string, string])[] =>
  (['client', 'contractor', 'supervisor'] as const).flatMap((party) => {
    const name = paperName(cover?.[party] ?? '');
    return name === '' ? [] : [[words[party], name] as const];
  });
