import { RightOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { inspections, type RoundRow } from '@plumbline/contract/points/inspections';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { usePlans } from './inspections.queries.ts';
import { PlanStateTag } from './PlanStateTag.tsx';

const pageSize = 20;
/** What needs somebody first. */
const urgency: readonly Plan['state'][] = ['overdue', 'begun', 'due', 'waiting', 'done', 'off'];

/** Lists what is to be inspected now, and the rounds that were made. */
export function RoundsTab() {
  const { project } = useProject();
  const { t } = useTranslation();
  const plans = usePlans(project.id);
  return (
    <div className="in-tab">
      <Answer
        query={plans}
        loading={<SkeletonRows rows={4} rowPx={72} />}
        isEmpty={(data) => data.plans.length === 0}
        empty={<Empty title={t('inspections:plan.none')} why={t('inspections:plan.noneWhy')} />}
      >
        {(data) => (
          <ul className="in-plans">
            {data.plans
              .toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state))
              .map((plan) => (
                <PlanRow key={plan.id} plan={plan} />
              ))}
          </ul>
        )}
      </Answer>
      <RoundList />
    </div>
  );
}

function PlanRow({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const time = (at: string | null): string => formatTime(at, timeZone).slice(0, 16);
  const isOpen = plan.state === 'due' || plan.state === 'begun' || plan.state === 'overdue';
  const when = isOpen
    ? t('inspections:plan.until', { time: time(plan.deadlineAt) })
    : plan.nextAt === null
      ? ''
      : t('inspections:plan.next', { time: time(plan.nextAt) });
  return (
    <li>
      <div className="words">
        <b>{plan.name}</b>
        <PlanStateTag state={plan.state} />
        <span className="pl-2 pl-sm">{[plan.where, plan.assignees.join(', ')].filter(Boolean).join(' · ')}</span>
        <span className="pl-3 pl-sm pl-num">{when}</span>
      </div>
      <PlanAct plan={plan} isOpen={isOpen} />
    </li>
  );
}

/** "Not yet time" says when by the clocks of the project. */
function inZone(error: unknown, timeZone: string, t: TFunction): unknown {
  if (!(error instanceof Failure) || error.name !== 'inspectionNotYetTime') return error;
  const { at } = error.detail as { at: string };
  return new Worded(t('errors:inspectionNotYetTime', { at: formatTime(at, timeZone).slice(0, 16) }));
}

function PlanAct({ plan, isOpen }: { plan: Plan; isOpen: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { run: start, isPending } = useWrite(inspections.start);
  const { id: projectId } = project;
  if (plan.roundId !== null)
    return (
      <LinkButton
        size="large"
        type={isOpen ? 'primary' : 'default'}
        to={to('InspectionRound', { projectId, roundId: plan.roundId })}
      >
        {t(isOpen ? 'inspections:plan.goOn' : 'inspections:plan.read')}
      </LinkButton>
    );
  if (!isOpen || project.archivedAt !== null || !allowed(inspections.start)) return null;
  const begin = async (): Promise<void> => {
    try {
      const { round, isNew } = await start({ projectId, planId: plan.id });
      if (!isNew) toasts.done(t('inspections:plan.joined', { name: round.startedBy }));
      navigate(to('InspectionRound', { projectId, roundId: round.id }));
    } catch (error) {
      toasts.failed(inZone(error, project.timeZone, t));
    }
  };
  return (
    <Button size="large" type="primary" loading={isPending} onClick={() => void begin()}>
      {t('inspections:plan.start')}
    </Button>
  );
}

/** The rounds that were made, those that were due last first. */
function RoundList() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Math.max(1, Number(pageText) || 1);
  const query = useRead(
    inspections.list,
    { projectId: project.id, page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <h2>{t('inspections:round.all')}</h2>
      <Answer
        query={query}
        loading={<SkeletonRows rows={5} rowPx={52} />}
        isEmpty={(data) => data.rounds.length === 0}
        empty={<Empty title={t('inspections:round.none')} />}
      >
        {(data) => (
          <>
            <ul className="in-list">
              {data.rounds.map((round) => (
                <li key={round.id}>
                  <Row round={round} />
                </li>
              ))}
            </ul>
            <Pages at={page} pageSize={pageSize} total={data.total} onChange={(next) => setPage(String(next))} />
          </>
        )}
      </Answer>
    </>
  );
}

function Row({ round }: { round: RoundRow }) {
  const { t } = useTranslation();
  const { id: projectId, timeZone } = useProject().project;
  const findings = [
    round.faults ? t('inspections:round.faults', { count: round.faults }) : '',
    round.outOfLimits ? t('inspections:round.outOfLimits', { count: round.outOfLimits }) : '',
  ].filter(Boolean);
  return (
    <Link to={to('InspectionRound', { projectId, roundId: round.id })}>
      <span className="words">
        <span className="pl-b">{round.planName}</span>
        <span className="pl-3 pl-sm">
          {[
            formatTime(round.finishedAt ?? round.startedAt, timeZone).slice(0, 16),
            round.finishedBy ?? round.startedBy,
            round.revision > 1 ? t('inspections:round.revision', { revision: round.revision }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={findings.length > 0 ? 'pl-wrong' : 'pl-2'}>
        {round.isReplaced
          ? t('inspections:round.isReplaced')
          : round.state === 'open'
            ? t('inspections:round.open')
            : findings.length > 0
              ? findings.join(', ')
              : t('inspections:round.nothingFound')}
      </span>
      <RightOutlined className="pl-3" />
    </Link>
  );
}
