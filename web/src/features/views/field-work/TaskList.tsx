import { RightOutlined } from '@ant-design/icons';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Empty } from '../../../design/States.tsx';
import { formatBrief, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { PlanStateTag } from '../../points/inspections/inspections.parts.tsx';
import { type DuePoint, duePlans, duePoints } from './due.ts';
import { enteredTimes } from './entries.queries.ts';
import type { FieldEntry, Pack } from './field-store.ts';
import { PointRow } from './PointRow.tsx';

/** Lists what is due: inspections, and points that people read. */
export function TaskList({
  pack,
  isLive,
  entries,
  onPoint,
}: {
  pack: Pack;
  isLive: boolean;
  entries: readonly FieldEntry[];
  onPoint: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  const now = useServerNow();
  const { project } = useStoredProject();
  const plans = useMemo(() => duePlans(pack.plans), [pack.plans]);
  const due = useMemo(
    () => duePoints(pack.points, enteredTimes(entries), { nowMs: now, untilMs: endOfDay(now, project.timeZone) }),
    [pack.points, entries, now, project.timeZone],
  );
  if (plans.length === 0 && due.length === 0)
    return (
      <Empty
        title={t('fieldWork:tasks.none')}
        why={t(isLive ? 'fieldWork:tasks.noneWhy' : 'fieldWork:tasks.noneKept')}
      />
    );
  return (
    <>
      {plans.length > 0 && <Inspections plans={plans} isLive={isLive} />}
      {due.length > 0 && <DuePoints pack={pack} due={due} isLive={isLive} onPoint={onPoint} />}
    </>
  );
}

function Inspections({ plans, isLive }: { plans: readonly Plan[]; isLive: boolean }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  return (
    <section aria-label={t('fieldWork:tasks.inspections')}>
      <h2>{t('fieldWork:tasks.inspections')}</h2>
      <ul className="fld-list">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanLink projectId={project.id} roundId={plan.roundId} isLive={isLive}>
              <span className="words">
                <b>{plan.name}</b>
                <PlanStateTag state={plan.state} />
                <span className="pl-2 pl-sm">
                  {[plan.where, plan.assignees.join(', ')].filter(Boolean).join(' · ')}
                </span>
                <span className="pl-3 pl-sm">
                  {t('inspections:plan.until', {
                    time: formatTime(plan.deadlineAt, project.timeZone).slice(0, 16),
                  })}
                </span>
              </span>
            </PlanLink>
          </li>
        ))}
      </ul>
      {!isLive && <p className="pl-3 pl-sm">{t('fieldWork:tasks.inspectionsLive')}</p>}
    </section>
  );
}

function DuePoints({
  pack,
  due,
  isLive,
  onPoint,
}: {
  pack: Pack;
  due: readonly DuePoint[];
  isLive: boolean;
  onPoint: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('fieldWork:tasks.points')}>
      <h2>
        {t('fieldWork:tasks.points')} <span className="pl-count">{due.length}</span>
      </h2>
      <ul className="fld-list">
        {due.map((each) => (
          <li key={each.point.id}>
            <PointRow pack={pack} point={each.point} isLive={isLive} onOpen={onPoint}>
              <Due due={each} />
            </PointRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A round is made with the server: without it the plan is shown and leads nowhere. */
function PlanLink({
  projectId,
  roundId,
  isLive,
  children,
}: {
  projectId: number;
  roundId: number | null;
  isLive: boolean;
  children: ReactNode;
}) {
  if (!isLive) return <div className="fld-row">{children}</div>;
  const path = roundId === null ? to('Inspection', { projectId }) : to('InspectionRound', { projectId, roundId });
  return (
    <Link className="fld-row" to={path}>
      {children}
      <RightOutlined className="pl-3" />
    </Link>
  );
}

function Due({ due: { dueAt, isOverdue } }: { due: DuePoint }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useServerNow();
  const { project } = useStoredProject();
  if (dueAt === null) return <span className="pl-sm pl-wrong">{t('fieldWork:tasks.neverRead')}</span>;
  const time = formatBrief(dueAt, project.timeZone, language, now);
  return (
    <span className={`pl-sm ${isOverdue ? 'pl-wrong' : 'pl-2'}`}>
      {t(isOverdue ? 'fieldWork:tasks.overdue' : 'fieldWork:tasks.due', { time })}
    </span>
  );
}

/** The last instant of the present day in a zone, to the hour that clocks may change by. */
function endOfDay(nowMs: number, timeZone: string): number {
  const [hours, minutes, seconds] = formatTime(nowMs, timeZone).slice(11).split(':').map(Number);
  return nowMs - ((hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000 + dayMs - 1;
}
