import type { Alert } from '@plumbline/contract/alerts/alerts';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../design/Level.tsx';
import { Time } from '../../design/Value.tsx';
import { isOpenStatus, useMeasured } from '../../features/alerts/figures/figures.parts.tsx';
import { formatShort, formatTime, formatZone } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useRaisedWords } from '../../kernel/raised-figures.ts';

/** Choice of open alerts. */
export interface Choice {
  readonly ids: ReadonlySet<number>;
  set(ids: Iterable<number>): void;
  toggle(alertId: number): void;
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

/** One alert of the list. A closed one keeps its mark and loses fill and weight. */
export function AlertRow({
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
  const { quantity, unit } = useMeasured()(alert);
  const label = useRowLabel(alert, zone);
  const { value, limit, line } = useRaisedWords()(alert);
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
      <td className="n" title={line}>
        <span className={strong}>{value}</span>
        <div className="narrow pl-sm pl-3">{unit}</div>
      </td>
      <td className="n wide pl-2">{limit}</td>
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
  const raisedWords = useRaisedWords();
  return t('alerts:rowLabel', {
    level: t(`common:level.${levelName(alert.level)}`),
    point: alert.pointName,
    value: raisedWords(alert).line,
    status: t(`common:alertStatus.${alert.status}`),
    time: formatShort(alert.readingAt, zone, language),
  });
}
