import type { Alert, AlertChange } from '@plumbline/contract/alerts/alerts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import { to } from '../../../app/paths.ts';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatNumber, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useMeasured } from './alert-words.ts';

/** What happened to an alert, in words. */
function useChangeWords(zone: string): (change: z.output<typeof AlertChange>) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (change) => {
    const level = t(`common:level.${levelName(change.level)}`);
    if (change.kind === 'raised') return t('alerts:history.raised', { level });
    if (change.kind === 'released') return t('alerts:history.released');
    if (change.kind === 'revised')
      return change.upheld ? t('alerts:history.upheld') : t('alerts:history.noLonger', { level });
    const by = change.by ?? '';
    if (change.kind === 'comment') return t('alerts:history.comment', { by });
    if (change.kind === 'changed')
      return t('alerts:history.changed', { status: t(`common:alertStatus.${change.status}`), by });
    if (change.kind === 'cause' && change.subject === '') return t('handling:history.causeCleared', { by });
    const at = change.doneAt === null ? '' : formatShort(change.doneAt, zone, language);
    return t(`handling:history.${change.kind}`, { subject: change.subject, by, at });
  };
}

/** What people wrote at some length stands on lines of its own. */
const isWritten = ({ kind }: z.output<typeof AlertChange>): boolean => kind === 'comment' || kind === 'measure';
/** Entries that a reading has made: they show what it measured. */
const measuredKinds: ReadonlySet<string> = new Set(['raised', 'released', 'revised']);

/** Shows the history of an alert, newest first. */
export function AlertHistory({ alert, history }: { alert: Alert; history: readonly z.output<typeof AlertChange>[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const measured = useMeasured();
  const { unit, precision } = measured(alert);
  const describeChange = useChangeWords(alert.timeZone);
  return (
    <section>
      <div className="pl-row" style={{ marginBottom: 6 }}>
        <h3>{t('alerts:history.title')}</h3>
        <span className="pl-gap" />
        <Allowed to="Retrieve:Data">
          <Link
            to={to(
              'DataView',
              { projectId: alert.projectId },
              {
                point: alert.pointId,
                field: alert.field,
                quantity: alert.measure === 'value' || alert.measure === 'condition' ? undefined : alert.measure,
              },
            )}
          >
            {t('alerts:openDataView')}
          </Link>
        </Allowed>
      </div>
      <ol className="al-history">
        {[...history].reverse().map((change, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
          <li key={i}>
            <span className="pl-3 pl-num">{formatShort(change.at, alert.timeZone, language)}</span>
            <span>
              {describeChange(change)}
              {change.reason && (
                <span className={isWritten(change) ? 'said' : 'pl-2'}>
                  {isWritten(change) ? change.reason : ` · ${change.reason}`}
                </span>
              )}
            </span>
            <span className="pl-3 pl-num">
              {change.value !== null && measuredKinds.has(change.kind)
                ? `${formatNumber(change.value, precision)} ${unit}`
                : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
