import { reportLinks } from '@plumbline/contract/reports/links';
import { useRead } from '../../../kernel/reads.ts';

/** Recipients open reports when they like: read again now and then. */
const openingsMs = 15_000;

export const useReportLinks = (projectId: number, reportId: number) =>
  useRead(reportLinks.list, { projectId, reportId }, { refetchInterval: openingsMs });
