import type { PeriodReport } from '@plumbline/contract/reports/period-reports';

/** The days of a report. */
export const periodWords = ({ firstDay, lastDay }: Pick<PeriodReport, 'firstDay' | 'lastDay'>): string =>
  firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
