import { periodReports } from '@plumbline/contract/reports/period-reports';
import { useRead } from '../../kernel/reads.ts';

/** The ready template that reports of inspections are made with. */
export const inspectionTemplate = 'inspectionDaily';
/** While one is being made somebody waits for it. */
const makingMs = 1_500;

/** The reports of the inspections of a day, newest first. */
export const useDayReports = (projectId: number, day: string) =>
  useRead(
    periodReports.list,
    { projectId, day, library: inspectionTemplate, page: 1, pageSize: 10 },
    {
      refetchInterval: ({ state }) =>
        state.data?.reports.some(({ status }) => status === 'Pending') ? makingMs : false,
    },
  );
