import './thresholds.css';
import { points } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useChosenPoints } from '../points/chosen-points.parts.ts';
import { PointsPath } from '../points/PointsPath.parts.tsx';
import { usePlaces } from '../points/place-names.queries.ts';
import { ThresholdsTable } from './ThresholdsTable.tsx';
import type { NamedPoint } from './threshold-rows.ts';

/** Limits of many points as a table: of those that were chosen in the list, or of all. */
export default function ThresholdsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const chosen = useChosenPoints();
  const places = usePlaces(project.id);
  const rows = useRead(points.rows, { projectId: project.id }, { refetchOnWindowFocus: false });
  const limits = useRead(
    thresholdRoutes.projectThresholds,
    { projectId: project.id },
    {
      refetchOnWindowFocus: false,
    },
  );
  const named = useMemo<readonly NamedPoint[] | null>(() => {
    if (!rows.data || places.options === undefined) return null;
    return rows.data.rows
      .filter(({ archived, deprecated, type }) => !archived && !deprecated && type !== 3)
      .map(({ id, name, family, mainField, structureId }) => ({
        id,
        name,
        family,
        mainField,
        place: places.nameOf(structureId),
      }));
  }, [rows.data, places]);
  const selected = useMemo(() => (named ?? []).filter(({ id }) => chosen === null || chosen.has(id)), [named, chosen]);
  return (
    <Page title={<PointsPath name={t('thresholds:table.menu')} />}>
      <Answer
        query={rows}
        loading={<SkeletonRows rows={10} />}
        isEmpty={() => named?.length === 0}
        empty={<Empty title={t('points:list.none')} />}
      >
        {() => (
          <Answer query={limits} loading={<SkeletonRows rows={10} />}>
            {(set) =>
              named === null ? (
                <SkeletonRows rows={10} />
              ) : (
                <ThresholdsTable all={named} shown={selected} limits={set.points} />
              )
            }
          </Answer>
        )}
      </Answer>
    </Page>
  );
}
