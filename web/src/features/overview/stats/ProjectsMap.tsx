import type { Alert } from '@plumbline/contract/alerts/alerts';
import { emptyWhole, urgencyOf, type WholeStatus } from '@plumbline/contract/kernel/status';
import type { projects } from '@plumbline/contract/site/projects';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LevelMark } from '../../../design/Level.tsx';
import { Answer } from '../../../design/States.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { lacksLimits, presentLevel } from '../../../design/status-words.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { levelName, levelsDown } from '../../../kernel/levels.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';

/** A project as the map needs it. */
type Listed = Pick<Reply<typeof projects.list>['projects'][number], 'id' | 'name' | 'coordinates'> & {
  readonly summary: { readonly status: WholeStatus };
};
type Open = Pick<
  Alert,
  'projectId' | 'level' | 'releasedAt' | 'revised' | 'pointName' | 'value' | 'precision' | 'measure' | 'unit'
>;

/** How near the map goes by itself. One project alone is shown in its region: there is nothing else to see from nearer. */
const closest = 9;
const alone = 6.5;

/** Silent projects carry their name on the map, like those at a level (`urgencyOf`). */
const silentFrom = 0.3;
const silences = [
  { status: { ...emptyWhole(), state: 'failed' as const }, word: 'common:status.failed' },
  { status: { ...emptyWhole(), state: 'silent' as const }, word: 'common:status.silent' },
  { status: emptyWhole(), word: 'common:status.noPoints' },
] as const;
const unjudged = { ...emptyWhole(), state: 'reporting' as const };

/** Returns whether an alert is what puts a project at its level now: its readings have not fallen below, and no correction took it back. */
const isOpenAt = (alert: Open, projectId: number, level: number): boolean =>
  alert.projectId === projectId && alert.level === level && alert.releasedAt === null && alert.revised !== 'noLonger';

/** Every project where it lies: from yellow up with its worst value, blue with its name, normal as a small ring, silent hollow and with how much of it is silent. */
export function ProjectsMap({
  query,
  open,
}: {
  query: UseQueryResult<Reply<typeof projects.list>>;
  open: readonly Open[];
}) {
  const navigate = useNavigate();
  return (
    <section className="pl-pane map-pane">
      <Answer query={query} loading={null}>
        {({ projects: list }) => (
          <div className="map-box">
            <PlacedProjects
              list={list}
              open={open}
              onChoose={(id) => void navigate(to('ProjectScreen', { projectId: id }))}
            />
          </div>
        )}
      </Answer>
    </section>
  );
}

/** The same without its pane, for walls: there is nowhere to go from it unless `onChoose` says so. */
export function PlacedProjects({
  list,
  open,
  onChoose,
}: {
  list: readonly Listed[];
  open: readonly Open[];
  onChoose?: (id: number) => void;
}) {
  const marks = useMarks(list, open);
  return (
    <LevelMap
      marks={marks}
      maxZoom={marks.length > 1 ? closest : alone}
      {...(onChoose && { onChoose: (id: string | number) => onChoose(Number(id)) })}
      nameFrom={silentFrom}
      legend={<Legend list={list} />}
    />
  );
}

function useMarks(list: readonly Listed[], open: readonly Open[]): MapMark[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      list.flatMap((project): MapMark[] => {
        if (!project.coordinates) return [];
        const { status } = project.summary;
        const level = presentLevel(status) ?? 0;
        // The caption belongs to the mark: an alert that stands now, at the level of the mark.
        const worst = level >= 2 ? open.find((alert) => isOpenAt(alert, project.id, level)) : undefined;
        const detail =
          worst &&
          `${worst.pointName} ${formatNumber(worst.value, worst.precision)} ${t(`stats:measure.${worst.measure}`, { unit: worst.unit })}`;
        return [{ id: project.id, ...project.coordinates, status, name: project.name, detail }];
      }),
    [list, open, t],
  );
}

/** How many projects stand at which level, or at none; and how many no map can show, with the worst level among them. */
function Legend({ list }: { list: readonly Listed[] }) {
  const { t } = useTranslation();
  const statuses = list.map((project) => project.summary.status);
  const unplaced = list
    .filter((project) => project.coordinates === null)
    .sort((a, b) => urgencyOf(b.summary.status) - urgencyOf(a.summary.status));
  const [worst] = unplaced;
  const count = (is: (status: WholeStatus) => boolean): number => statuses.filter(is).length;
  const legend = [
    ...levelsDown.map((level) => ({
      key: levelName(level),
      mark: <LevelMark level={level} size={14} label={false} />,
      word: t(`common:level.${levelName(level)}`),
      count: count((status) => presentLevel(status) === level),
    })),
    {
      key: 'noLimits',
      mark: <StatusMark status={unjudged} size={14} label={false} />,
      word: t('common:status.noLimits'),
      count: count(lacksLimits),
    },
    ...silences.map(({ status: silence, word }) => ({
      key: silence.state,
      mark: <StatusMark status={silence} size={14} label={false} />,
      word: t(word),
      count: count((status) => presentLevel(status) === null && status.state === silence.state),
    })),
  ].filter(({ count }) => count > 0);
  return (
    <>
      <span className="pl-3 pl-wide-only">{t('stats:projectsNow')}</span>
      {legend.map(({ key, mark, word, count }) => (
        <span key={key} className="pl-lv" title={word}>
          {mark}
          <span className="pl-wide-only">{word}</span>
          <span className="pl-3">{count}</span>
        </span>
      ))}
      {worst && (
        <span className="pl-lv" title={unplaced.map(({ name }) => name).join(', ')}>
          <StatusMark status={worst.summary.status} size={14} />
          {t('stats:unplaced', { count: unplaced.length })}
        </span>
      )}
    </>
  );
}
