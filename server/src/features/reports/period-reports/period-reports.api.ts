/** What features above may ask about made reports. */
import type { PeriodReport } from '@plumbline/contract/reports/period-reports';
import type { Db } from '../../../kernel/context.ts';
import * as table from './period-reports.table.ts';

export { fileNameOf } from './logic/file-name.ts';
export { digestOfAll, type ReadingDigest } from './logic/reading-digests.ts';
export type { ReportSource } from './logic/source.ts';
export { readSource, replaceFiles, transactFiles, type WrittenFile } from './period-reports.files.service.ts';
export { request, requireContents } from './period-reports.request.service.ts';
export { rereadDigests } from './period-reports.reread.service.ts';
export {
  filesOf,
  lock as lockReport,
  one as reportRow,
  type ReportRow,
  setForever,
  shapeOf,
} from './period-reports.table.ts';

/** Reports as the list of the project shows them, in the order of the ids. */
export async function reportsOf(db: Db, ids: readonly number[]): Promise<Map<number, PeriodReport>> {
  if (ids.length === 0) return new Map();
  const [rows, files] = await Promise.all([table.withIds(db, ids), table.filesOf(db, ids)]);
  const byReport = Map.groupBy(files, ({ report_id }) => report_id);
  return new Map(rows.map((row) => [row.id, table.shapeOf(row, byReport.get(row.id) ?? [])]));
}
