/** What features above may ask about released reports. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ReviewState } from '@plumbline/contract/reports/releases';
import type { Db } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { digestOfAll, filesOf, type ReadingDigest } from '../period-reports/period-reports.api.ts';
import { digestsFormat, type Seal, sha256 } from './logic/seal.ts';

export { isDownloaded, readSeal as readSealed, type Seal, sha256 as hashOfSeal } from './logic/seal.ts';

const maxBytes = 256 * 1024 * 1024;

/** The digests of the readings that a report was made of; null where they are not those that were sealed. */
export async function readDigests(
  { db, files }: { readonly db: Db; readonly files: Services['files'] },
  seal: Seal,
): Promise<readonly ReadingDigest[] | null> {
  const row = (await filesOf(db, [seal.reportId])).find(({ format }) => format === digestsFormat);
  const stored = row && (await files.get(db, row.file_id));
  if (!stored) return null;
  const packed = await buffer(stored.stream);
  if (sha256(packed) !== seal.files.find(({ format }) => format === digestsFormat)?.sha256) return null;
  const text = await promisify(brotliDecompress)(packed, { maxOutputLength: maxBytes });
  const digests = JSON.parse(text.toString('utf8')) as ReadingDigest[];
  return digestOfAll(digests) === seal.readingsSha256 ? digests : null;
}

/** How far the review of a report is. */
export async function stateOf(db: Db, reportId: number): Promise<ReviewState> {
  const row = await db.selectFrom('report_review').select('state').where('report_id', '=', reportId).executeTakeFirst();
  return row?.state ?? 'draft';
}

export interface Release {
  readonly version: number;
  readonly code: string;
  readonly releasedBy: string;
  readonly releasedAt: Date;
  readonly withdrawnAt: Date | null;
  /** Since when there is a newer version. */
  readonly replacedAt: Date | null;
}

/** The release of a report; null where it is not released. */
export async function releaseOf(db: Db, reportId: number): Promise<Release | null> {
  const row = await db
    .selectFrom('report_review')
    .select(['version', 'code', 'released_by', 'released_at', 'withdrawn_at'])
    .select((each) =>
      each
        .selectFrom('report_review as newer')
        .select((inner) => inner.fn.min('newer.released_at').as('at'))
        .where('newer.replaces_id', '=', reportId)
        .as('replaced_at'),
    )
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  if (!row || row.code === null || row.released_at === null) return null;
  return {
    version: row.version,
    code: row.code,
    releasedBy: row.released_by ?? '',
    releasedAt: row.released_at,
    withdrawnAt: row.withdrawn_at,
    replacedAt: row.replaced_at,
  };
}
