import type { SectionSurvey } from '@plumbline/contract/views/masters';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { formatBrief, formatChange, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Found } from './line-content.ts';
import { chordName, type Section, type SectionRow } from './section-content.ts';
import type { SectionShow } from './section-state.ts';

/** The chords or prisms of the chosen survey; a row chooses the one whose curve stands above. */
export function SectionTable(props: {
  rows: readonly SectionRow[];
  show: SectionShow;
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  place: number;
  onPlace: (place: number) => void;
}) {
  const { rows, show, beforeAt, place, onPlace } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const columns = useMemo((): Columns<SectionRow> => {
    const ofOffset = show === 'offset';
    const since = beforeAt === null ? null : formatBrief(beforeAt, timeZone, language);
    const number = (
      title: string,
      key: keyof SectionRow,
      unit: string,
      width: number,
    ): Columns<SectionRow>[number] => ({
      ...numeric(title, unit),
      key,
      width,
      render: (_, row) => {
        const value = row[key] as number | null;
        if (unit === 'm') return metresOf(value);
        return key === 'changeMm' ? <span className="pl-b">{formatChange(value)}</span> : formatChange(value);
      },
    });
    return [
      {
        title: t(ofOffset ? 'masters:prism' : 'masters:chord'),
        key: 'name',
        width: ofOffset ? 96 : 172,
        ellipsis: true,
        render: (_, row) => row.name,
      },
      ...(ofOffset ? [number(t('common:chart.chainage'), 'chainageM', 'm', 88)] : []),
      number(t(ofOffset ? 'masters:offset' : 'masters:length'), 'metres', 'm', 88),
      number(t('masters:change'), 'changeMm', 'mm', 92),
      ...(since === null ? [] : [number(t('surveys:since', { time: since }), 'sinceMm', 'mm', 108)]),
      ...(ofOffset ? [number(t('masters:directions.up'), 'upMm', 'mm', 108)] : []),
    ];
  }, [t, show, beforeAt, timeZone, language]);
  return (
    <DataTable
      dense
      rows={rows}
      columns={columns}
      rowKey={(row) => row.place}
      onOpen={(row) => onPlace(row.place)}
      isOpen={(row) => row.place === place}
    />
  );
}

/** To a tenth of a millimetre, near zero too. */
const metresOf = (metres: number | null): string =>
  metres === null ? missing : (Math.round(metres * 1e4) / 1e4 + 0).toFixed(4).replace('-', '−');

interface ChordRow {
  readonly place: number;
  readonly name: string;
  readonly changes: readonly (number | null)[];
}

/** Seven surveys, which a page begins with, stand whole at 1440 px. */
const nameWidthPx = 148;
const surveyWidthPx = 84;

/** How each chord changed, survey by survey, the newest first: negative is closing. */
export function ConvergenceTable({
  section,
  surveys,
  place,
  onPlace,
}: {
  section: Section;
  surveys: readonly Found<SectionSurvey>[];
  place: number;
  onPlace: (place: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const newestFirst = useMemo(() => [...surveys].reverse(), [surveys]);
  const rows = useMemo(
    () =>
      section.chords.map(
        (chord, i): ChordRow => ({
          place: i,
          name: chordName(chord, section.members),
          changes: newestFirst.map(({ survey }) => survey.convergenceMm[i] ?? null),
        }),
      ),
    [section, newestFirst],
  );
  const columns = useMemo(
    (): Columns<ChordRow> => [
      {
        title: t('masters:chord'),
        key: 'name',
        width: nameWidthPx,
        fixed: 'left',
        ellipsis: true,
        render: (_, row) => row.name,
      },
      ...newestFirst.map(({ at }, i): Columns<ChordRow>[number] => ({
        ...numeric(formatBrief(at, timeZone, language), 'mm'),
        key: String(at),
        width: surveyWidthPx,
        render: (_, row) => formatChange(row.changes[i]),
      })),
    ],
    [t, newestFirst, timeZone, language],
  );
  return (
    <DataTable
      dense
      rows={rows}
      columns={columns}
      widthPx={nameWidthPx + surveyWidthPx * newestFirst.length}
      rowKey={(row) => row.place}
      onOpen={(row) => onPlace(row.place)}
      isOpen={(row) => row.place === place}
    />
  );
}
