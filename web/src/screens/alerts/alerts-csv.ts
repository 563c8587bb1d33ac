import { type Alert, alerts as routes } from '@plumbline/contract/alerts/alerts';
import type { Project } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { useMeasured } from '../../features/alerts/figures/figures.parts.tsx';
import { saveAs } from '../../kernel/call.ts';
import { formatTime, formatZone } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
import { read } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';

/** A cell of a CSV file; what a spreadsheet would take for a formula is led by a quote. */
const cell = (text: string): string => {
  const safe = /^[=+@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
};

/** What people wrote about an alert, oldest first. */
async function writtenOf({ id }: Alert) {
  const { history } = await read(routes.get, { alertId: id });
  return [id, history.filter(({ kind }) => kind === 'comment' || kind === 'measure')] as const;
}

const columns = [
  'level',
  'project',
  'structure',
  'point',
  'quantity',
  'value',
  'threshold',
  'unit',
  'readingTime',
  'raisedTime',
  'status',
  'settledBy',
  'settledTime',
  'reason',
  'assignee',
  'cause',
  'steps',
  'measures',
  'comments',
] as const;

/** Takes along the rows that are shown, each time in its own project's zone. */
export function useAlertsCsv(project: Project | null): (alerts: readonly Alert[]) => Promise<void> {
  const { t } = useTranslation();
  const measured = useMeasured();
  return async (alerts) => {
    const withWords = alerts.filter(({ comments, measures }) => comments + measures > 0);
    const written = new Map(await Promise.all(withWords.map(writtenOf)));
    const time = (at: string | null, zone: string) =>
      at ? `${formatTime(at, zone)} ${formatZone(zone, at).replace('−', '-')}` : '';
    const head = columns.map((key) => t(wordKey(`alerts:csv.${key}`)));
    const lines = (alert: Alert, entryKind: 'comment' | 'measure'): string =>
      (written.get(alert.id) ?? [])
        .filter(({ kind }) => kind === entryKind)
        .map(({ at, doneAt, by, reason }) => `${time(doneAt ?? at, alert.timeZone)} ${by ?? ''}: ${reason}`)
        .join('\n');
    const rows = alerts.map((alert) => {
      const { quantity, unit } = measured(alert);
      return [
        t(`common:level.${levelName(alert.level)}`),
        alert.projectName,
        alert.structureName,
        alert.pointName,
        quantity,
        String(alert.value),
        String(alert.threshold),
        unit,
        time(alert.readingAt, alert.timeZone),
        time(alert.raisedAt, alert.timeZone),
        t(`common:alertStatus.${alert.status}`),
        alert.settledBy ?? '',
        time(alert.settledAt, alert.timeZone),
        alert.reason,
        alert.assigneeName ?? '',
        alert.causeName ?? '',
        alert.steps === null ? '' : t('plans:progress', alert.steps),
        lines(alert, 'measure'),
        lines(alert, 'comment'),
      ];
    });
    const text = [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
    // The mark at the front lets spreadsheet programs read it as UTF-8.
    saveAs(
      new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }),
      `${project ? `${project.name} ` : ''}${t('alerts:title')}.csv`,
    );
  };
}
