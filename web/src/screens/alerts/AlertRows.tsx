import type { Alert, AlertGroup, AlertStatus, alerts } from '@plumbline/contract/alerts/alerts';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { isOpenStatus } from '../../features/alerts/figures/figures.parts.tsx';
import { formatCount } from '../../kernel/format.ts';
import type { Reply } from '../../kernel/queries.ts';
import { AlertRow, type Choice } from './AlertRow.tsx';

/** The list in two groups, open and closed. A closed row keeps its mark and loses fill and weight. */
export function AlertRows({
  rows,
  counts,
  group,
  groupCounts,
  zone,
  openId,
  at,
  onAt,
  onOpen,
  choice,
}: {
  rows: readonly Alert[];
  counts: Readonly<Record<AlertStatus, number>>;
  /** By what it is grouped; null = by open and closed. */
  group: AlertGroup | null;
  /** What each group holds over all pages; null = not grouped. */
  groupCounts: GroupCounts;
  /** The project's zone; absent = rows of many projects, shown in the browser's own. */
  zone: string | undefined;
  openId: number | null;
  /** The row that the keys stand on. */
  at: number | null;
  onAt: (alertId: number) => void;
  onOpen: (alertId: number) => void;
  /** Which open alerts are chosen; null = nobody may judge them here. */
  choice: Choice | null;
}) {
  const { t } = useTranslation();
  const open = rows.filter((alert) => isOpenStatus(alert.status));
  const groups = useGroups({ rows, counts, group, groupCounts });
  // One stop for Tab: the row that is open, else the one the keys stand on, else the first.
  const stop = [openId, at].find((id) => rows.some((row) => row.id === id)) ?? groups[0]?.alerts[0]?.id;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen and opened by keys
    <table className="al-table" role="grid" aria-label={t('alerts:title')} aria-rowcount={rows.length}>
      <Columns hasProject={zone === undefined} rows={open} choice={choice} />
      {groups.map((group) => (
        <tbody key={group.key}>
          <tr className="group">
            <td colSpan={choice ? 10 : 9}>{group.title}</td>
          </tr>
          {group.alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              zone={zone}
              isOpen={alert.id === openId}
              isAt={openId === null && alert.id === at}
              isStop={alert.id === stop}
              onFocus={() => onAt(alert.id)}
              onOpen={() => onOpen(alert.id)}
              choice={choice}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

type GroupCounts = Reply<typeof alerts.ofProject>['groups'];

/** The title of a group: its name, and how many it holds on all pages. */
function useTitleOf(groupCounts: GroupCounts): (id: number | null) => string {
  const { t } = useTranslation();
  return (id) => {
    const groupCount = groupCounts?.find((each) => each.id === id);
    const name = groupCount?.name || t('handling:causeUnknown');
    return groupCount ? t('storms:groupTitle', { name, open: groupCount.open, total: groupCount.total }) : name;
  };
}

/** The rows by open and closed, or by structure or cause. */
function useGroups({
  rows,
  counts,
  group,
  groupCounts,
}: {
  rows: readonly Alert[];
  counts: Readonly<Record<AlertStatus, number>>;
  group: AlertGroup | null;
  groupCounts: GroupCounts;
}) {
  const titles = useGroupTitles(counts);
  const titleOf = useTitleOf(groupCounts);
  if (group !== null)
    return [...Map.groupBy(rows, (alert) => (group === 'cause' ? alert.causeId : alert.structureId))].map(
      ([id, some]) => ({ key: String(id), title: titleOf(id), alerts: some }),
    );
  return [
    { key: 'open', title: titles.open, alerts: rows.filter((alert) => isOpenStatus(alert.status)) },
    { key: 'closed', title: titles.closed, alerts: rows.filter((alert) => !isOpenStatus(alert.status)) },
  ].filter((each) => each.alerts.length > 0);
}

function useGroupTitles(counts: Readonly<Record<AlertStatus, number>>): Record<'open' | 'closed', string> {
  const { t } = useTranslation();
  const words = (count: number) => ({ count, shown: formatCount(count) });
  return {
    open: t('alerts:group.open', words(counts.Pending + counts.Notice)),
    closed: t('alerts:group.closed', words(counts.Confirm + counts.FalseAlarm + counts.Restore)),
  };
}

/** Chooses all open alerts that are listed, or none. */
function ChooseAll({ rows, choice }: { rows: readonly Alert[]; choice: Choice }) {
  const { t } = useTranslation();
  const count = rows.filter(({ id }) => choice.ids.has(id)).length;
  return (
    <Checkbox
      aria-label={t('alerts:chosen.all')}
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={({ target }) => choice.set(target.checked ? rows.map(({ id }) => id) : [])}
    />
  );
}

function Columns({
  hasProject,
  rows,
  choice,
}: {
  hasProject: boolean;
  /** Those that can be chosen. */
  rows: readonly Alert[];
  choice: Choice | null;
}) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {choice && (
          <th className="check">
            <ChooseAll rows={rows} choice={choice} />
          </th>
        )}
        <th>{t('alerts:level')}</th>
        <th>{t('alerts:point')}</th>
        {hasProject && <th className="wide">{t('alerts:project')}</th>}
        <th className="wide">{t('alerts:quantity')}</th>
        <th className="n">{t('alerts:value')}</th>
        <th className="n wide">{t('alerts:threshold')}</th>
        <th className="wide">{t('alerts:unit')}</th>
        <th className="n">{t('alerts:readingTime')}</th>
        <th className="wide">{t('alerts:status')}</th>
      </tr>
    </thead>
  );
}
