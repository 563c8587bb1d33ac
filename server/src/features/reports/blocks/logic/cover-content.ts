/** What the report defaults of a project say of covers, with the pictures themselves: a report is written anew with the same. */
import type { CoverDefaults, ReportConfig } from '@plumbline/contract/reports/templates.defaults';

export interface CoverContent
  extends Pick<CoverDefaults, 'title' | 'subtitle' | 'client' | 'contractor' | 'supervisor'>,
    Pick<ReportConfig, 'signatures'> {
  /** JPEG; null = it is not wanted, or there is none. */
  readonly logo: Uint8Array | null;
  /** The site, as JPEG; null = it is not wanted, or there is none. */
  readonly picture: Uint8Array | null;
}
