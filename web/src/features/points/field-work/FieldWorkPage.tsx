import './field-work.css';
import { EnvironmentOutlined, InboxOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Empty, Failed, SkeletonRows } from '../../../design/States.tsx';
import { ToastSlot } from '../../../design/ToastSlot.tsx';
import { AllowedInPlace } from '../../../kernel/allowed.tsx';
import { Unreachable } from '../../../kernel/call.ts';
import { ProjectProvider } from '../../../kernel/project.tsx';
import { type Entries, useEntries } from '../field-store/entries.queries.ts';
import type { Pack } from '../field-store/field-store.parts.ts';
import { type FieldProject, useFieldProject } from '../field-store/pack.queries.ts';
import { releasePhotos } from '../field-store/photo-hold.parts.ts';
import type { PlanHere } from '../field-store/round-store.parts.ts';
import { EntryList } from './EntryList.tsx';
import { FieldHead } from './FieldHead.tsx';
import { PointList } from './PointList.tsx';
import { PointSheet } from './PointSheet.tsx';
import { RoundSheet } from './RoundSheet.tsx';
import { TaskList } from './TaskList.tsx';

/** Shows the work of a crew on site, with one hand and without a network: what is due, the points near by, values, photos. */
export default function FieldWorkPage() {
  const projectId = Number(useParams()['projectId']);
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { shown, isReading, error, again } = useFieldProject(projectId);
  const entries = useEntries();
  const readAgain = useCallback(() => void again(), [again]);
  if (error)
    return (
      <Alone>
        <Failed error={error} onRetry={() => void again()} />
      </Alone>
    );
  if (shown?.state === 'signIn') return <SignIn unsent={unsentOf(entries)} back={pathname} />;
  if (!shown || (shown.pack === null && isReading))
    return (
      <Alone>
        <SkeletonRows rows={8} rowPx={56} />
      </Alone>
    );
  if (shown.pack === null)
    return (
      <Alone>
        <Empty title={t('fieldWork:away.title')} why={t('fieldWork:away.why')}>
          <Button type="primary" onClick={() => void again()}>
            {t('common:retry')}
          </Button>
        </Empty>
      </Alone>
    );
  return (
    <AllowedInPlace value={shown.pack.open.permissions}>
      <ProjectProvider value={shown.pack.open}>
        <FieldWork pack={shown.pack} state={shown.state} isReading={isReading} entries={entries} onAgain={readAgain} />
      </ProjectProvider>
    </AllowedInPlace>
  );
}

/** Entries that the server does not have yet, whoever's they are. */
const unsentOf = ({ entries, rounds }: Entries): number =>
  [...entries, ...rounds].filter(({ state }) => state !== 'sent').length;

function SignIn({ unsent, back }: { unsent: number; back: string }) {
  const { t } = useTranslation();
  // Without anything that waits there is nothing to say.
  if (unsent === 0) return <Navigate to={to('Sign', {}, { redirect: back })} replace />;
  return (
    <Alone>
      <Empty title={t('fieldWork:signIn.title')} why={t('fieldWork:signIn.why', { count: unsent })}>
        <Button type="primary" href={`#${to('Sign', {}, { redirect: back })}`}>
          {t('sessions:signIn')}
        </Button>
      </Empty>
    </Alone>
  );
}

/** What stands where the work would be, with room for a warning below it. */
const Alone = ({ children }: { children: ReactNode }) => (
  <main className="fld">
    <div className="fld-alone">{children}</div>
    <ToastSlot place="foot" />
  </main>
);

const tabs = ['tasks', 'points', 'entries'] as const;
type Tab = (typeof tabs)[number];
const icons: Readonly<Record<Tab, ReactNode>> = {
  tasks: <UnorderedListOutlined />,
  points: <EnvironmentOutlined />,
  entries: <InboxOutlined />,
};

/** Tab and point lie in the address: the back key of the phone closes a point. */
function usePlace() {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((each) => each === search.get('tab')) ?? 'tasks';
  const [pointId, planId] = [Number(search.get('point')), Number(search.get('plan'))];
  return {
    tab,
    planId: Number.isInteger(planId) && planId > 0 ? planId : null,
    openPlan: (id: number) => setSearch({ tab, plan: String(id) }),
    pointId: Number.isInteger(pointId) && pointId > 0 ? pointId : null,
    openTab: (next: Tab) => setSearch({ tab: next }, { replace: true }),
    openPoint: (id: number) => setSearch({ tab, point: String(id) }),
    closeSheet: () => setSearch({ tab }, { replace: true }),
  };
}

function FieldWork({
  pack,
  state,
  isReading,
  entries,
  onAgain,
}: {
  pack: Pack;
  state: FieldProject['state'];
  isReading: boolean;
  entries: Entries;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const { tab, pointId, planId, openTab, openPoint, openPlan, closeSheet } = usePlace();
  const [scannedIds, setScannedIds] = useState<readonly number[] | null>(null);
  const byId = useMemo(() => new Map(pack.points.map((point) => [point.id, point])), [pack.points]);
  useSending(entries, pointId, onAgain);
  const point = pointId === null ? undefined : byId.get(pointId);
  const plan = planOf(pack, planId, entries);
  return (
    <main className="fld">
      <FieldHead
        pack={pack}
        state={state}
        isReading={isReading}
        onFound={(ids) => {
          const [only] = ids;
          if (ids.length === 1 && only !== undefined) openPoint(only);
          else {
            setScannedIds(ids);
            openTab('points');
          }
        }}
      />
      <div className="fld-body" role="tabpanel" aria-label={t(`fieldWork:tab.${tab}`)}>
        {tab === 'tasks' && (
          <TaskList pack={pack} isLive={state === 'live'} entries={entries} onPoint={openPoint} onPlan={openPlan} />
        )}
        {tab === 'points' && (
          <PointList
            pack={pack}
            isLive={state === 'live'}
            only={scannedIds}
            onAll={() => setScannedIds(null)}
            onPoint={openPoint}
          />
        )}
        {tab === 'entries' && <EntryList pack={pack} entries={entries} onAgain={onAgain} />}
      </div>
      <ToastSlot place="foot" />
      <TabBar tab={tab} unsent={unsentOf(entries)} onTab={openTab} />
      {plan && <RoundSheet pack={pack} plan={plan} isLive={state === 'live'} entries={entries} onClose={closeSheet} />}
      {point && (
        <PointSheet pack={pack} isLive={state === 'live'} point={point} entries={entries} onClose={closeSheet} />
      )}
    </main>
  );
}

function useSending({ stoppedAt }: Entries, pointId: number | null, onAgain: () => void): void {
  // Whoever could not be sent to is not connected any more.
  useEffect(() => {
    if (stoppedAt instanceof Unreachable) onAgain();
  }, [stoppedAt, onAgain]);
  // What was photographed before this page began, at a point that is not open again, waits for no note any more.
  const [openAtFirst] = useState(pointId);
  useEffect(() => void releasePhotos({ except: openAtFirst }), [openAtFirst]);
}

/** A plan that is here no more is still that of the round which was made of it. */
function planOf({ plans, projectId }: Pack, planId: number | null, { rounds }: Entries): PlanHere | undefined {
  const round = rounds.findLast((each) => each.plan.id === planId && each.projectId === projectId);
  return (
    plans.find(({ id }) => id === planId) ??
    (round && { ...round.plan, dueAt: round.dueAt, templateId: 0, templateName: '', roundId: null })
  );
}

/** At the thumb: what is shown, and how much the server does not have yet. */
function TabBar({ tab, unsent, onTab }: { tab: Tab; unsent: number; onTab: (tab: Tab) => void }) {
  const { t } = useTranslation();
  return (
    <div className="fld-tabs" role="tablist" aria-label={t('fieldWork:title')}>
      {tabs.map((each) => (
        <button key={each} type="button" role="tab" aria-selected={each === tab} onClick={() => onTab(each)}>
          {icons[each]}
          <span>{t(`fieldWork:tab.${each}`)}</span>
          {each === 'entries' && unsent > 0 && <b className="fld-count">{unsent}</b>}
        </button>
      ))}
    </div>
  );
}
