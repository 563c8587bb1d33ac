import type { Point } from '@plumbline/contract/points/points';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';
import { type Fact, Sheet } from '../../../design/ReportSheet.tsx';
import { formatTime, formatZone, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { usePlaces } from '../../points/points/place-names.queries.ts';

/** A report of a point: project, place and instrument stand in its head, with what the view adds. */
export function Paper({
  point,
  title,
  facts,
  warnings,
  children,
}: {
  point: Point;
  title: string;
  facts: readonly Fact[];
  warnings: readonly string[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { nameOf } = usePlaces(project.id);
  const { timeZone } = project;
  const all: Fact[] = [
    { name: t('reports:structure'), words: nameOf(point.structureId) },
    { name: t('reports:point'), words: point.name },
    { name: t('reports:instrument'), words: t(`families:family.${point.family}`) },
    ...facts,
    { name: t('reports:zone'), words: `${timeZone} (${formatZone(timeZone)})` },
    { name: t('reports:made'), words: formatTime(Date.now(), timeZone) },
  ];
  return (
    <Sheet title={title} facts={all} warnings={warnings}>
      {children}
    </Sheet>
  );
}

export const LevelCell = ({ level }: { level: number | null }) =>
  level === null ? missing : <LevelTag level={level} />;
