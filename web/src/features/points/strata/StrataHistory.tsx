import type { Point } from '@plumbline/contract/points/points';
import { strata as routes, type Strata, type StrataRecord } from '@plumbline/contract/points/strata';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

const newest = 20;

/** The strata as they were entered before, by whom and why; each record can be put in force again. */
export function StrataHistory({ point, strata, isClosed }: { point: Point; strata: Strata; isClosed: boolean }) {
  const { t } = useTranslation();
  const query = useRead(routes.changes, { pointId: point.id, pageSize: newest });
  return (
    <section className="strata-history" aria-label={t('strata:history.title')}>
      <h3>{t('strata:history.title')}</h3>
      <Answer
        query={query}
        loading={<SkeletonRows rows={2} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<p className="pl-3 pl-sm">{t('strata:history.none')}</p>}
      >
        {({ records, total }) => (
          <>
            <ol>
              {records.map((record, i) => (
                <Line key={record.id} {...{ point, strata, record, isClosed }} isNow={i === 0} />
              ))}
            </ol>
            {total > records.length && (
              <p className="pl-3 pl-sm">{t('strata:history.more', { count: total - records.length })}</p>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

function Line({
  point,
  strata,
  record,
  isClosed,
  isNow,
}: {
  point: Point;
  strata: Strata;
  record: StrataRecord;
  isClosed: boolean;
  isNow: boolean;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const { run: setStrata, isPending } = useWrite(routes.set);
  const time = formatTime(record.at, project.timeZone);
  const { layers, excavations } = record.strata;
  const restore = async () => {
    const reason = t('strata:history.restored', { time });
    await setStrata({ pointId: point.id, layers, excavations, reason }, { over: strata });
    toasts.done(t('common:saved'));
  };
  return (
    <li>
      <p className="pl-sm">
        <span className="pl-num">{time}</span> <b>{record.byName}</b>
        {record.reason && <span className="pl-2"> · {record.reason}</span>}
        <br />
        <span className="pl-3">
          {t('strata:history.holds_layers', { count: layers.length })},{' '}
          {t('strata:history.holds_excavations', { count: excavations.length })}
        </span>
      </p>
      {isNow ? (
        <span className="pl-3 pl-sm">{t('strata:history.now')}</span>
      ) : (
        !isClosed && (
          <Button size="small" loading={isPending} onClick={() => void restore()}>
            {t('strata:history.restore')}
          </Button>
        )
      )}
    </li>
  );
}
