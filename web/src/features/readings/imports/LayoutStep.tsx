import { type Import, imports } from '@plumbline/contract/readings/imports';
import { type FileReading, type ImportLayout, isSeriesFormat } from '@plumbline/contract/readings/imports.mapping';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { read } from '../../../kernel/reads.ts';
import { wordKey } from '../../../kernel/words.ts';
import { ReadingSettings } from './ReadingSettings.tsx';

/** How the file was read, to be put right where it was read wrongly, and its first lines as they then are. */
export function LayoutStep({
  found,
  layout,
  reading,
  onLayout,
}: {
  found: Import;
  layout: ImportLayout;
  reading: FileReading;
  onLayout: (layout: ImportLayout, reading: FileReading) => void;
}) {
  const toasts = useToasts();
  const again = useMutation({
    mutationFn: async (change: FileReading) => {
      const next = { ...reading, ...change };
      const { layout: detected } = await read(imports.detectLayout, {
        projectId: found.projectId,
        importId: found.id,
        reading: next,
      });
      onLayout(detected, next);
    },
    onError: toasts.failed,
  });
  return (
    <div className="imp-look" aria-busy={again.isPending}>
      <ReadingSettings layout={layout} onChange={again.mutate} />
      <LayoutNotes layout={layout} />
      <Preview layout={layout} />
    </div>
  );
}

/** What the file says of itself, what is wrong with it, and the time zone that it states. */
function LayoutNotes({ layout }: { layout: ImportLayout }) {
  const { t } = useTranslation();
  return (
    <>
      {layout.preset && (
        <p className="imp-preset">
          <b>{t('imports:recognised', { maker: t(`imports:presets.${layout.preset}`) })}</b>
          {layout.place && <span className="pl-2"> {t('imports:placeStated', { place: layout.place })}</span>}
        </p>
      )}
      {Object.keys(layout.about).length > 0 && (
        <p className="pl-sm pl-2">
          {Object.entries(layout.about)
            .map(([name, value]) => `${name}: ${value}`)
            .join(' · ')}
        </p>
      )}
      {layout.problems.length > 0 && (
        <ul className="pl-sm pl-2">
          {layout.problems.slice(0, 8).map((problem) => (
            <li key={`${problem.line} ${problem.fault}`}>
              {t('imports:line', { line: problem.line })} {problem.group}{' '}
              {t(wordKey(`imports:agsFaults.${problem.fault}`), agsWords(problem))}
            </li>
          ))}
        </ul>
      )}
      {layout.stated && (
        <p className="pl-sm pl-2">
          {t('imports:zoneStated', { text: layout.stated.text, zone: layout.stated.timeZone })}
        </p>
      )}
    </>
  );
}

/** The parts of a problem's detail: `3 of 4` cells, or the text at fault. */
function agsWords({ detail, rule }: ImportLayout['problems'][number]) {
  const [, count = '', expected = ''] = /^(\d+) of (\d+)$/.exec(detail) ?? [];
  return { detail, rule, found: count, expected };
}

/** AGS4 has a line of headings of its own, anywhere in the file, and names no columns in the look. */
function columnsOf(
  layout: ImportLayout,
): readonly Pick<ImportLayout['columns'][number], 'column' | 'name' | 'unit' | 'holds'>[] {
  if (layout.format !== 'ags4') return layout.columns;
  const headings = layout.preview.find(({ cells }) => cells[0] === 'HEADING')?.cells ?? [];
  const width = Math.max(0, ...layout.preview.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => ({
    column,
    name: column === 0 ? '' : (headings[column] ?? ''),
    unit: '',
    holds: 'text' as const,
  }));
}

function Preview({ layout }: { layout: ImportLayout }) {
  const { t } = useTranslation();
  const columns = columnsOf(layout);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled by keys
    <div className="imp-preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('imports:lineHead')}</th>
            {columns.map((column) => (
              <th key={column.column} scope="col">
                {column.name ||
                  (!isSeriesFormat(layout.format) && t('imports:columnNumber', { number: column.column + 1 }))}
                {column.unit && <span className="pl-3">, {column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {layout.preview.map(({ line, cells }) => (
            <tr key={line}>
              <td className="pl-3 pl-num">{line}</td>
              {columns.map((column) => (
                <td key={column.column} className={column.holds === 'number' ? 'pl-num' : ''}>
                  {cells[column.column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
