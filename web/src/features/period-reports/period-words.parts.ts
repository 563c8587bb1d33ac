import type { PeriodReport } from '@plumbline/contract/period-reports';

/** The days of a report. */
export const periodWords = ({ firstDay, lastDay }: Pick<PeriodReport, 'firstDay' | 'lastDay'>): string =>
  firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
