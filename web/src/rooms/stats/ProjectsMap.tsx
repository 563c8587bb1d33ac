import type { Alert } from '@plumbline/contract/alerts';
import type { projects } from '@plumbline/contract/projects';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { LevelMark } from '../../design/Level.tsx';
import { Answer } from '../../design/States.tsx';
import { formatNumber } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
import type { Reply } from '../../kernel/queries.ts';
import { LevelMap, type MapMark } from '../../maps/LevelMap.tsx';

/** Every project where it lies: from yellow up with its worst value, blue with its name, normal as a small ring. */
export function ProjectsMap({
  query,
  open,
}: {
  query: UseQueryResult<Reply<typeof projects.list>>;
  open: readonly Alert[];
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = query.data?.projects;
  const marks = useMemo<MapMark[]>(
    () =>
      (list ?? []).flatMap((project) => {
        if (!project.coordinates) return [];
        const { level } = project.standing;
        const worst = level >= 2 ? open.find((alert) => alert.projectId === project.id) : undefined;
        return [
          {
            id: project.id,
            ...project.coordinates,
            level,
            name: project.name,
            detail: worst ? `${worst.pointName} ${formatNumber(worst.value)} ${worst.unit}` : undefined,
          },
        ];
      }),
    [list, open],
  );
  const counts = ([4, 3, 2, 1, 0] as const).map((level) => ({
    level,
    count: (list ?? []).filter((project) => project.standing.level === level).length,
  }));
  return (
    <section className="pl-pane map-pane">
      <Answer query={query} loading={null}>
        {() => (
          <div className="map-box">
            <LevelMap
              marks={marks}
              maxZoom={9}
              onChoose={(id) => void navigate(to('ProjectScreen', { projectId: id }))}
              legend={counts
                .filter(({ count }) => count > 0)
                .map(({ level, count }) => (
                  <span key={level} className="pl-lv">
                    <LevelMark level={level} size={14} label={false} />
                    <span className="pl-wide-only">{t(`common:level.${levelName(level)}`)}</span>
                    <span className="pl-3">{count}</span>
                  </span>
                ))}
            />
          </div>
        )}
      </Answer>
    </section>
  );
}
