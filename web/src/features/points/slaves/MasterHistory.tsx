import type { Point } from '@plumbline/contract/points/points';
import { type MasterVersion, masters } from '@plumbline/contract/views/masters';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';

const newest = 20;

/** How a master was set up over time, by whom and why: which geometry a date is seen with. */
export function MasterHistory({ point }: { point: Point }) {
  const { t } = useTranslation();
  const query = useRead(masters.versions, { pointId: point.id, pageSize: newest });
  return (
    <section className="pt-history" aria-label={t('masters:history.title')}>
      <h2 className="pl-h3">{t('masters:history.title')}</h2>
      <Answer
        query={query}
        loading={<SkeletonRows rows={2} />}
        isEmpty={({ versions }) => versions.length === 0}
        empty={<p className="pl-3 pl-sm">{t('masters:history.none')}</p>}
      >
        {({ versions, total }) => (
          <>
            <ol>
              {versions.map((version) => (
                <Version key={version.id} version={version} />
              ))}
            </ol>
            {total > versions.length && (
              <p className="pl-3 pl-sm">{t('masters:history.more', { count: total - versions.length })}</p>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

function Version({ version }: { version: MasterVersion }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const { fromAt, toAt, isInForce, byName, reason, createdAt } = version;
  const from = fromAt === null ? t('masters:history.beginning') : formatTime(fromAt, timeZone);
  return (
    <li className={isInForce ? '' : 'pl-3'}>
      <p className="pl-sm">
        <b className="pl-num">
          {toAt === null
            ? t('masters:history.from', { from })
            : t('masters:history.fromTo', { from, to: formatTime(toAt, timeZone) })}
        </b>
        {!isInForce && <span className="pl-tag quiet">{t('masters:history.replaced')}</span>}
        {isInForce && toAt === null && <span className="pl-tag quiet">{t('masters:history.now')}</span>}
        <br />
        <span className="pl-2">{geometryWords(version, t)}</span>
        <br />
        <span className="pl-3">
          {byName === '' ? (
            t('masters:history.first')
          ) : (
            <>
              <span className="pl-num">{formatTime(createdAt, timeZone)}</span> {byName}
              {reason && ` · ${reason}`}
            </>
          )}
        </span>
      </p>
    </li>
  );
}

/** The points in order with their lengths or distances, which of them is firm, and whether the line is closed. */
function geometryWords({ slaves, master }: MasterVersion, t: TFunction): string {
  const places = slaves.map(({ name, pointId }, i) => {
    const [length, chainage] = [master?.lengthsMm[i], master?.chainagesM[i]];
    const size =
      length !== undefined
        ? ` ${formatNumber(length, 0)} mm`
        : chainage !== undefined
          ? ` ${formatNumber(chainage, 2)} m`
          : '';
    return `${name || pointId}${size}`;
  });
  const fixed = slaves.find(({ pointId }) => pointId === master?.fixedPointId);
  return [
    places.join(', '),
    ...(fixed ? [t('masters:history.fixed', { name: fixed.name })] : []),
    ...(master?.closing ? [t('masters:history.closed', { mm: formatNumber(master.closing.knownUpMm, 1) })] : []),
  ].join(' · ');
}
