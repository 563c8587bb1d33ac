import { RightOutlined } from '@ant-design/icons';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { formatBrief, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { type DuePoint, duePlans, duePoints } from '../field-store/due.parts.ts';
import { type Entries, enteredTimes } from '../field-store/entries.queries.ts';
import type { FieldRound } from '../field-store/field-round.parts.ts';
import type { Pack } from '../field-store/field-store.parts.ts';
import { newRound } from '../field-store/round-store.parts.ts';
import { PlanStateTag } from '../inspections/inspections.parts.tsx';
import { PointRow } from './PointRow.tsx';
import { roundOfPlan } from './RoundSheet.tsx';

/** Lists what is due: inspections, and points that people read. */
export function TaskList({
  pack,
  isLive,
  entries: { entries, rounds },
  onPoint,
  onPlan,
}: {
  pack: Pack;
  isLive: boolean;
  entries: Entries;
  onPoint: (pointId: number) => void;
  onPlan: (planId: number) => void;
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
      {plans.length > 0 && <Inspections pack={pack} plans={plans} rounds={rounds} onPlan={onPlan} />}
      {due.length > 0 && <DuePoints pack={pack} due={due} isLive={isLive} onPoint={onPoint} />}
    </>
  );
}

function Inspections({
  pack,
  plans,
  rounds,
  onPlan,
}: {
  pack: Pack;
  plans: readonly Plan[];
  rounds: readonly FieldRound[];
  onPlan: (planId: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  return (
    <section aria-label={t('fieldWork:tasks.inspections')}>
      <h2>{t('fieldWork:tasks.inspections')}</h2>
      <ul className="fld-list">
        {plans.map((plan) => (
          <li key={plan.id}>
            <button type="button" className="fld-row" onClick={() => onPlan(plan.id)}>
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
                <OnDevice pack={pack} plan={plan} round={roundOfPlan(rounds, pack.userId, plan)} />
              </span>
              <RightOutlined className="pl-3" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far the round is on this device, or that it has not been fetched to it. */
function OnDevice({ pack, plan, round }: { pack: Pack; plan: Plan; round: FieldRound | undefined }) {
  const { t } = useTranslation();
  if (round) return <span className="pl-sm fld-draft">{t(`fieldWork:roundState.${round.state}`)}</span>;
  if (newRound(pack, plan, 0)) return null;
  return <span className="pl-sm pl-wrong">{t('fieldWork:round.notHere')}</span>;
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
