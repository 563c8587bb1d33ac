import type { Alert, AlertStatus } from '@plumbline/contract/alerts';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../design/Level.tsx';
import { Time } from '../../design/Value.tsx';
import { formatCount, formatNumber, formatShort, formatTime, formatZone } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useMeasured } from './alert-words.ts';
import { isOpenStatus } from './alerts-filter.ts';

/** The list in two groups, open and closed. A closed row keeps its mark and loses fill and weight. */
export function AlertRows({
  rows,
  counts,
  zone,
  openId,
  at,
  onAt,
  onOpen,
  choice,
}: {
  rows: readonly Alert[];
  counts: Readonly<Record<AlertStatus, number>>;
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
  const many = zone === undefined;
  const open = rows.filter((alert) => isOpenStatus(alert.status));
  const closed = rows.filter((alert) => !isOpenStatus(alert.status));
  const titles = useGroupTitles(counts);
  const groups = [
    { key: 'open', title: titles.open, alerts: open },
    { key: 'closed', title: titles.closed, alerts: closed },
  ].filter((group) => group.alerts.length > 0);
  // One stop for Tab: the row that is open, else the one the keys stand on, else the first.
  const stop = [openId, at].find((id) => rows.some((row) => row.id === id)) ?? [...open, ...closed][0]?.id;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen and opened by keys
    <table className="al-table" role="grid" aria-label={t('alerts:title')} aria-rowcount={rows.length}>
      <Columns hasProject={many} rows={open} choice={choice} />
      {groups.map((group) => (
        <tbody key={group.key}>
          <tr className="group">
            <td colSpan={choice ? 10 : 9}>{group.title}</td>
          </tr>
          {group.alerts.map((alert) => (
            <Row
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

function useGroupTitles(counts: Readonly<Record<AlertStatus, number>>): Record<'open' | 'closed', string> {
  const { t } = useTranslation();
  const words = (count: number) => ({ count, shown: formatCount(count) });
  return {
    open: t('alerts:group.open', words(counts.Pending + counts.Notice)),
    closed: t('alerts:group.closed', words(counts.Confirm + counts.FalseAlarm + counts.Restore)),
  };
}

export interface Choice {
  readonly ids: ReadonlySet<number>;
  set(ids: Iterable<number>): void;
  toggle(alertId: number): void;
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

/** The first cell: what is open can be chosen, by this or by the space bar on its row. */
function ChooseCell({ alert, choice }: { alert: Alert; choice: Choice }) {
  const { t } = useTranslation();
  if (!isOpenStatus(alert.status)) return <td className="check" />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has the keys; a click here is no click on the row
    <td className="check" onClick={(event) => event.stopPropagation()}>
      <Checkbox
        tabIndex={-1}
        aria-label={t('alerts:chosen.one', { point: alert.pointName })}
        checked={choice.ids.has(alert.id)}
        onChange={() => {
          choice.toggle(alert.id);
          document.getElementById(`alert-${alert.id}`)?.focus({ preventScroll: true });
        }}
      />
    </td>
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

function Row({
  alert,
  zone,
  isOpen,
  isAt,
  isStop,
  onFocus,
  onOpen,
  choice,
}: {
  alert: Alert;
  zone: string | undefined;
  isOpen: boolean;
  isAt: boolean;
  isStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
  choice: Choice | null;
}) {
  const { quantity, unit, precision } = useMeasured()(alert);
  const label = useRowLabel(alert, zone);
  const live = isOpenStatus(alert.status);
  const strong = live ? 'pl-bb' : 'pl-2';
  const many = zone === undefined;
  const isUrgent = alert.level === 4 && alert.status === 'Pending';
  return (
    <tr
      id={`alert-${alert.id}`}
      className={`row${isOpen ? ' on' : ''}${isAt ? ' at' : ''}${isUrgent ? ' loud' : ''}`}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-selected={isOpen}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {choice && <ChooseCell alert={alert} choice={choice} />}
      <td>
        <LevelTag level={alert.level} closed={!live} />
      </td>
      <td>
        <div className={`${strong} pl-ell`}>{alert.pointName}</div>
        <div className="narrow pl-sm pl-3 pl-ell">{many ? alert.projectName : alert.structureName}</div>
      </td>
      {many && <td className="wide pl-2 pl-ell project">{alert.projectName}</td>}
      <td className="wide pl-2">{quantity}</td>
      <td className="n">
        <span className={strong}>{formatNumber(alert.value, precision)}</span>
        <div className="narrow pl-sm pl-3">{unit}</div>
      </td>
      <td className="n wide pl-2">{formatNumber(alert.threshold, precision)}</td>
      <td className="wide pl-3">{unit}</td>
      <ReadAt alert={alert} zone={zone} />
      <td className="wide">
        <StatusWords alert={alert} zone={zone} />
      </td>
    </tr>
  );
}

/** When the reading was taken, in the zone of the list; whole and in that of its project on hover. */
function ReadAt({ alert: { readingAt, timeZone, status }, zone }: { alert: Alert; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <td className="n pl-2">
      <time dateTime={readingAt} title={`${formatTime(readingAt, timeZone)} ${formatZone(timeZone, readingAt)}`}>
        {formatShort(readingAt, zone, language)}
      </time>
      <div className="narrow pl-sm pl-3">{t(`common:alertStatus.${status}`)}</div>
    </td>
  );
}

/** The status, and what became of the value since. */
function StatusWords({ alert, zone }: { alert: Alert; zone: string | undefined }) {
  const { t } = useTranslation();
  const live = isOpenStatus(alert.status);
  return (
    <>
      <span className={live ? 'pl-b' : 'pl-2'}>{t(`common:alertStatus.${alert.status}`)}</span>
      {alert.revised === 'noLonger' && (
        <span className="pl-sm pl-3" title={t('alerts:revised.noLonger')}>
          {' · '}
          {t('alerts:revised.mark')}
        </span>
      )}
      {alert.comments > 0 && (
        <span className="pl-sm pl-3">
          {' · '}
          {t('alerts:comment.count', { count: alert.comments })}
        </span>
      )}
      <Handled alert={alert} />
      {live && alert.releasedAt && (
        <span className="pl-sm pl-3">
          {' · '}
          {t('alerts:released')} <Time at={alert.releasedAt} zone={zone} short />
        </span>
      )}
    </>
  );
}

/** Who takes it on, and what was done about it. */
function Handled({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const words = [
    ...(alert.assigneeName === null ? [] : [alert.assigneeName]),
    ...(alert.causeName === null ? [] : [alert.causeName]),
    ...(alert.steps?.total ? [t('plans:progress', alert.steps)] : []),
    ...(alert.measures > 0 ? [t('handling:count.measures', { count: alert.measures })] : []),
    ...(alert.files > 0 ? [t('handling:count.files', { count: alert.files })] : []),
  ];
  return words.map((each) => (
    <span key={each} className="pl-sm pl-3">
      {' · '}
      {each}
    </span>
  ));
}

/** The row as a screen reader says it. */
function useRowLabel(alert: Alert, zone: string | undefined): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const { unit, precision } = useMeasured()(alert);
  return t('alerts:rowLabel', {
    level: t(`common:level.${levelName(alert.level)}`),
    point: alert.pointName,
    value: `${formatNumber(alert.value, precision)} ${unit}`.trim(),
    status: t(`common:alertStatus.${alert.status}`),
    time: formatShort(alert.readingAt, zone, language),
  });
}
