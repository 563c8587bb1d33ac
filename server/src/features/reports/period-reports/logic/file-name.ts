/** What the file of a report is called: project and period. */
import type { ReportFormat } from '@plumbline/contract/reports/period-reports';
import { plainFileName } from '../../../../kernel/file-names.ts';

const nameLength = 80;

export function fileNameOf(
  project: string,
  { first_day, last_day }: { readonly first_day: string; readonly last_day: string },
  format: ReportFormat,
): string {
  const name = [...plainFileName(project.replace(/[\\/:*?"<>|]+/g, ' '))].slice(0, nameLength).join('').trim();
  const days = first_day === last_day ? first_day : `${first_day} ${last_day}`;
  return `${name} ${days}.${format === 'ags4' ? 'ags' : format}`.trim();
}
