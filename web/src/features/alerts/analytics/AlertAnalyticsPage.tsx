import { dayMs } from '@plumbline/contract/kernel/durations';
import './analytics.css';
import { alertAnalytics } from '@plumbline/contract/alerts/analytics';
import { structures } from '@plumbline/contract/site/structures';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Page, Pane, StatStrip } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { AlertDays } from './AlertDays.tsx';
import { type Analytics, useStats } from './analytics-words.ts';
import { LevelFigures } from './LevelFigures.tsx';
import { RuleTable } from './RuleTable.tsx';

const spans = [7, 30, 90, 365] as const;

/** Whole minutes, so that the same span is the same question. */
function spanBack(days: number) {
  const to = Math.ceil(Date.now() / 60_000) * 60_000;
  return { from: new Date(to - days * dayMs).toISOString(), to: new Date(to).toISOString() };
}

/** How the alerts of a project were handled, and which rules raise so many that nobody looks any more. */
export default function AlertAnalyticsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [daysText, setDays] = useUrlState('days', '30');
  const [structureText, setStructure] = useUrlState('structure', '');
  const days = spans.find((each) => each === Number(daysText)) ?? 30;
  const structureId = Number(structureText) || undefined;
  const span = useMemo(() => spanBack(days), [days]);
  const query = useRead(
    alertAnalytics.ofProject,
    { projectId: project.id, ...span, ...(structureId && { structureId }) },
    { placeholderData: keepPreviousData },
  );
  return (
    <Page
      flush
      title={t('alertAnalytics:title')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        <>
          <StructureChoice chosen={structureId} onChoose={setStructure} />
          <Select
            value={days}
            aria-label={t('alertAnalytics:span')}
            style={{ width: 150 }}
            options={spans.map((value) => ({ value, label: t(`alertAnalytics:spans.${value}`) }))}
            onChange={(next) => setDays(String(next))}
          />
        </>
      }
    >
      <Answer query={query} loading={<SkeletonRows rows={10} />}>
        {(figures) => <Figures figures={figures} days={days} to={span.to} />}
      </Answer>
    </Page>
  );
}

function StructureChoice({ chosen, onChoose }: { chosen: number | undefined; onChoose: (structure: string) => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const all = useRead(structures.list, { projectId: project.id }).data?.structures ?? [];
  return (
    <Select
      value={chosen ?? 0}
      aria-label={t('alertAnalytics:structure')}
      style={{ width: 200 }}
      options={[
        { value: 0, label: t('alertAnalytics:allStructures') },
        ...all.map(({ id, name, isItem }) => ({ value: id, label: isItem ? `– ${name}` : name })),
      ]}
      onChange={(next) => onChoose(next === 0 ? '' : String(next))}
    />
  );
}

function Figures({ figures, days, to }: { figures: Analytics; days: number; to: string }) {
  const { t } = useTranslation();
  const stats = useStats(figures);
  return (
    <div className="aa">
      <StatStrip className="aa-strip" stats={stats} />
      {figures.all.raised === 0 ? (
        <Empty title={t('alertAnalytics:none')} why={t('alertAnalytics:noneWhy')} />
      ) : (
        <>
          <div className="aa-two">
            <Pane title={t('alertAnalytics:byDay')}>
              <AlertDays days={figures.days} count={days} to={to} />
            </Pane>
            <Pane title={t('alertAnalytics:byLevel')} flush>
              <LevelFigures levels={figures.levels} />
            </Pane>
          </div>
          <RuleTable rules={figures.rules} total={figures.rulesTotal} />
        </>
      )}
    </div>
  );
}
