import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { depthWords } from '../../charts/kinds/profile/depth-words.ts';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { LevelWith } from '../../design/Level.tsx';
import { formatBrief, formatChange, formatNumber, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import { type DepthRow, letterOf } from './profile-content.ts';

/** The joints of the chosen survey from the top; a row chooses the joint whose curve stands over the table. */
export function DepthTable({
  rows,
  axis,
  beforeAt,
  joint,
  onJoint,
}: {
  rows: readonly DepthRow[];
  /** Along which increments and changes are counted. */
  axis: 'x' | 'y';
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  joint: number;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const isJudged = rows.some(({ level }) => level !== null);
  const columns = useMemo((): Columns<DepthRow> => {
    const since = beforeAt === null ? null : formatBrief(beforeAt, timeZone, language);
    const number = (
      title: string,
      key: 'x' | 'y' | 'increment' | 'change',
      isMain = false,
    ): Columns<DepthRow>[number] => ({
      ...numeric(title, 'mm'),
      key,
      width: key === 'change' ? 108 : key === 'increment' ? 104 : 80,
      render: (_, row) => {
        const words = key === 'change' ? formatChange(row[key]) : formatNumber(row[key]);
        return isMain ? <span className="pl-b">{words}</span> : words;
      },
    });
    return [
      { ...numeric(t('common:chart.depth'), 'm'), key: 'depth', width: 72, render: (_, row) => depthWords(row.depthM) },
      number('A', 'x', axis === 'x'),
      number('B', 'y', axis === 'y'),
      number(t('profiles:incrementOf', { axis: letterOf(axis) }), 'increment'),
      ...(since === null ? [] : [number(t('profiles:since', { time: since }), 'change')]),
      ...(isJudged ? [levelColumn<DepthRow>(t)] : []),
    ];
  }, [t, axis, beforeAt, isJudged, timeZone, language]);
  return (
    <DataTable
      dense
      rows={rows}
      columns={columns}
      rowKey={(row) => row.joint}
      onOpen={(row) => onJoint(row.joint)}
      isOpen={(row) => row.joint === joint}
    />
  );
}

/** The level of a row; none at the fixed joint. */
export const levelColumn = <Row extends Pick<DepthRow, 'level' | 'isFixed'>>(t: TFunction): Columns<Row>[number] => ({
  title: t('readings:level'),
  key: 'level',
  width: 92,
  render: (_, { level, isFixed }) =>
    level === null || isFixed ? (
      missing
    ) : (
      <LevelWith level={level} size={14}>
        {t(`common:level.${levelName(level)}`)}
      </LevelWith>
    ),
});
