import './thresholds.css';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { points, Threshold } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useChosenPoints } from '../points/chosen-points.parts.ts';
import { PointsPath } from '../points/PointsPath.parts.tsx';
import { usePlaces } from '../points/place-names.queries.ts';
import { BackTestMany } from './BackTestMany.tsx';
import { blankThreshold } from './blank-threshold.ts';
import { ThresholdRule } from './ThresholdRule.tsx';
import type { TestRow } from './use-back-test.ts';

/** Limits of one point that are tried out at once. */
const maxRules = 20;

/** Back-test of many points: of those chosen in the list, or of all; by their own limits, or by one that is proposed. */
export default function BackTestPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const query = useRead(points.rows, { projectId: project.id }, { refetchOnWindowFocus: false });
  const limits = useRead(
    thresholdRoutes.projectThresholds,
    { projectId: project.id },
    {
      refetchOnWindowFocus: false,
    },
  );
  const selected = useMemo(
    () =>
      (query.data?.rows ?? []).filter(
        ({ id, type, archived, deprecated }) =>
          type !== 3 && !archived && !deprecated && (chosen === null || chosen.has(id)),
      ),
    [query.data, chosen],
  );
  return (
    <Page title={<PointsPath name={t('thresholds:backTestMany.menu')} />}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={8} />}
        isEmpty={() => selected.length === 0}
        empty={<Empty title={t('points:list.none')} />}
      >
        {() => (
          <Answer query={limits} loading={<SkeletonRows rows={8} />}>
            {({ points: stored }) => <Tests shown={selected} stored={stored} />}
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

type Stored = Reply<typeof thresholdRoutes.projectThresholds>['points'];

/** The points with their own limits, or with the one that is proposed for those of a family. */
function Tests({ shown, stored }: { shown: readonly PointRow[]; stored: Stored }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const places = usePlaces(project.id);
  const [how, setHow] = useState<'asSet' | 'one'>('asSet');
  const proposal = useProposal(shown);
  const named = useMemo(
    () => new Map(shown.map((row) => [row.id, { ...row, place: places.nameOf(row.structureId) }])),
    [shown, places],
  );
  const limits = useMemo(() => limitsOf(shown, stored), [shown, stored]);
  const rows = how === 'asSet' ? limits : proposal.rows;
  const without = how === 'asSet' ? shown.length - limits.length : 0;
  return (
    <div className="pt-grid-page">
      <p className="pl-2">{t('thresholds:backTestMany.why')}</p>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Segmented
          label={t('thresholds:backTestMany.limits')}
          value={how}
          onChange={setHow}
          options={(['asSet', 'one'] as const).map((value) => ({
            value,
            label: t(`thresholds:backTestMany.${value}`),
          }))}
        />
        {how === 'one' && proposal.families.length > 1 && <FamilyChoice proposal={proposal} />}
        {without > 0 && rows.length > 0 && (
          <span className="pl-3 pl-sm">{t('thresholds:backTestMany.without', { count: without })}</span>
        )}
      </div>
      {how === 'one' && proposal.family && <ProposedRule proposal={proposal} family={proposal.family} />}
      {how === 'asSet' && rows.length === 0 ? (
        <Empty title={t('thresholds:backTestMany.nothing')} why={t('thresholds:backTestMany.nothingWhy')}>
          <Link to={to('PointsThresholds', { projectId: project.id })}>{t('thresholds:table.menu')}</Link>
        </Empty>
      ) : (
        <BackTestMany rows={rows} named={named} />
      )}
    </div>
  );
}

/** The limits that are on, of the points that have some. */
function limitsOf(selected: readonly PointRow[], stored: Stored): TestRow[] {
  const enabled = new Map(
    stored.map((each) => [each.pointId, each.thresholds.filter((rule) => rule.enabled).slice(0, maxRules)]),
  );
  return selected.flatMap(({ id }) => {
    const thresholds = enabled.get(id) ?? [];
    return thresholds.length === 0 ? [] : [{ pointId: id, thresholds }];
  });
}

/** A limit for every point of one family. */
function useProposal(selected: readonly PointRow[]) {
  const [chosen, setFamily] = useState<FamilyCode | null>(null);
  const [written, setRule] = useState<Threshold | null>(null);
  const families = [...new Set(selected.map((row) => row.family as FamilyCode))];
  const family = chosen !== null && families.includes(chosen) ? chosen : families[0];
  const fields = family ? fieldsOf(family, 0) : [];
  const rule =
    written && fields.some(({ key }) => key === written.field)
      ? written
      : blankThreshold(fields[0]?.key ?? '', 'twoSided');
  const rows = Threshold.safeParse(rule).success
    ? selected.filter((row) => row.family === family).map(({ id }): TestRow => ({ pointId: id, thresholds: [rule] }))
    : [];
  return { families, family, setFamily, fields, rule, setRule, rows };
}
type Proposal = ReturnType<typeof useProposal>;

function FamilyChoice({ proposal: { family, families, setFamily } }: { proposal: Proposal }) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('points:family')}
      style={{ minWidth: 180 }}
      value={family ?? null}
      options={families.map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
      onChange={setFamily}
    />
  );
}

function ProposedRule({ proposal: { fields, rule, setRule }, family }: { proposal: Proposal; family: FamilyCode }) {
  return (
    <div className="pt-one-rule">
      <ThresholdRule
        family={family}
        fields={fields}
        rule={rule}
        insist={false}
        onChange={setRule}
        onRemove={() => setRule(null)}
      />
    </div>
  );
}
