import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { LevelTag } from '../../../design/Level.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { type Analytics, falseShare, useSpanWords } from './analytics-words.ts';

type LevelRow = Analytics['levels'][number];

/** Each level with how soon its alerts were reacted to, the most severe first. */
export function LevelFigures({ levels }: { levels: Analytics['levels'] }) {
  const { t } = useTranslation();
  const span = useSpanWords();
  const column = (label: string, key: string, width: number, text: (row: LevelRow) => string) => ({
    ...numeric(label),
    key,
    width,
    render: (_: unknown, row: LevelRow) => text(row),
  });
  const columns: Columns<LevelRow> = [
    {
      title: t('alertAnalytics:level'),
      key: 'level',
      width: 110,
      render: (_, { level }) => <LevelTag level={level} />,
    },
    column(t('alertAnalytics:raised'), 'raised', 92, ({ raised }) => formatCount(raised)),
    column(t('alertAnalytics:reacted'), 'reacted', 96, ({ reacted }) => formatCount(reacted)),
    column(t('alertAnalytics:reaction'), 'reaction', 108, (row) => span(row.reactionMedianSeconds)),
    column(t('alertAnalytics:settling'), 'settling', 126, (row) => span(row.settlingMedianSeconds)),
    column(t('alertAnalytics:falseAlarms'), 'falseAlarms', 92, falseShare),
  ];
  return (
    <div className="aa-levels">
      <DataTable dense rows={levels.toReversed()} columns={columns} rowKey={({ level }) => level} widthPx={610} />
    </div>
  );
}
