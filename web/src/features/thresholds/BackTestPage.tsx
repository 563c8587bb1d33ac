import './thresholds.css';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import { points, Threshold } from '@plumbline/contract/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/thresholds';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useChosenPoints } from '../batches/chosen-points.parts.ts';
import { PointsPath } from '../batches/PointsPath.parts.tsx';
import { usePlaces } from '../points/place-names.queries.ts';
import { BackTestMany } from './BackTestMany.tsx';
import { blankThreshold } from './blank-threshold.ts';
import { ThresholdRule } from './ThresholdRule.tsx';

/** Back-test of many points: of those chosen in the list, or of all; by their own limits, or by one that is proposed. */
export default function BackTestPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const places = usePlaces(project.id);
  const query = useRead(points.rows, { projectId: project.id }, { refetchOnWindowFocus: false });
  const limits = useRead(
    thresholdRoutes.projectThresholds,
    { projectId: project.id },
    {
      refetchOnWindowFocus: false,
    },
  );
  const [how, setHow] = useState<'asSet' | 'one'>('asSet');
  const [family, setFamily] = useState<FamilyCode | null>(null);
  const [rule, setRule] = useState<Threshold | null>(null);
  const shown = useMemo(
    () =>
      (query.data?.rows ?? []).filter(
        ({ id, type, archived, deprecated }) =>
          type !== 3 && !archived && !deprecated && (chosen === null || chosen.has(id)),
      ),
    [query.data, chosen],
  );
  const named = useMemo(
    () => new Map(shown.map((row) => [row.id, { ...row, place: places.nameOf(row.structureId) }])),
    [shown, places],
  );
  const own = useMemo(
    () =>
      new Map(
        limits.data?.points.map((each) => [
          each.pointId,
          each.thresholds.filter(({ enabled }) => enabled).slice(0, 20),
        ]),
      ),
    [limits.data],
  );
  const families = [...new Set(shown.map((row) => row.family as FamilyCode))];
  const of = family !== null && families.includes(family) ? family : families[0];
  const fields = of ? fieldsOf(of, 0) : [];
  const proposed =
    rule && fields.some(({ key }) => key === rule.field) ? rule : blankThreshold(fields[0]?.key ?? '', 'twoSided');
  const rows =
    how === 'asSet'
      ? shown.flatMap(({ id }) => {
          const thresholds = own.get(id) ?? [];
          return thresholds.length === 0 ? [] : [{ pointId: id, thresholds }];
        })
      : Threshold.safeParse(proposed).success
        ? shown.filter((row) => row.family === of).map(({ id }) => ({ pointId: id, thresholds: [proposed] }))
        : [];
  const without = how === 'asSet' ? shown.length - rows.length : 0;
  return (
    <Page title={<PointsPath name={t('thresholds:backTestMany.menu')} />}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={8} />}
        isEmpty={() => shown.length === 0}
        empty={<Empty title={t('points:list.none')} />}
      >
        {() => (
          <Answer query={limits} loading={<SkeletonRows rows={8} />}>
            {() => (
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
                  {how === 'one' && families.length > 1 && (
                    <Select
                      aria-label={t('points:family')}
                      style={{ minWidth: 180 }}
                      value={of ?? null}
                      options={families.map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
                      onChange={setFamily}
                    />
                  )}
                  {without > 0 && rows.length > 0 && (
                    <span className="pl-3 pl-sm">{t('thresholds:backTestMany.without', { count: without })}</span>
                  )}
                </div>
                {how === 'one' && of && (
                  <div className="pt-one-rule">
                    <ThresholdRule
                      family={of}
                      fields={fields}
                      rule={proposed}
                      insist={false}
                      onChange={setRule}
                      onRemove={() => setRule(null)}
                    />
                  </div>
                )}
                {how === 'asSet' && rows.length === 0 ? (
                  <Empty title={t('thresholds:backTestMany.nothing')} why={t('thresholds:backTestMany.nothingWhy')}>
                    <Link to={to('PointsThresholds', { projectId: project.id })}>{t('thresholds:table.menu')}</Link>
                  </Empty>
                ) : (
                  <BackTestMany rows={rows} named={named} />
                )}
              </div>
            )}
          </Answer>
        )}
      </Answer>
    </Page>
  );
}
