import { type Import, imports } from '@plumbline/contract/imports';
import {
  decimals,
  encodings,
  type FileReading,
  type ImportLayout,
  separators,
} from '@plumbline/contract/imports.mapping';
import { useMutation } from '@tanstack/react-query';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { read } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { Setting, SettingChoice } from './Setting.tsx';

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
  const { t } = useTranslation();
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
  const { encoding, separator, decimal, headerLine, firstDataLine } = layout.reading;
  const text = layout.format === 'csv' || layout.format === 'toa5';
  const change = again.mutate;
  return (
    <div className="imp-look" aria-busy={again.isPending}>
      <div className="imp-settings">
        <Setting name={t('imports:format')}>
          <b>{t(`imports:formats.${layout.format}`)}</b>
        </Setting>
        {text && (
          <SettingChoice
            size="small"
            name={t('imports:encoding')}
            value={encoding}
            options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(value) => change({ encoding: value })}
          />
        )}
        {layout.sheets.length > 1 && (
          <SettingChoice
            size="small"
            minPx={240}
            popupMatchSelectWidth={false}
            name={t('imports:sheet')}
            value={layout.reading.sheet}
            options={layout.sheets.map((value) => ({ value, label: value }))}
            // Another sheet is laid out in its own way.
            onChange={(sheet) => change({ sheet, headerLine: undefined, firstDataLine: undefined })}
          />
        )}
        {layout.format === 'csv' && (
          <SettingChoice
            size="small"
            name={t('imports:separator')}
            value={separator}
            options={separators.map((value) => ({
              value,
              label: t(
                `imports:separators.${value === '\t' ? 'tab' : value === ',' ? 'comma' : value === ';' ? 'semicolon' : 'bar'}`,
              ),
            }))}
            onChange={(value) => change({ separator: value })}
          />
        )}
        {layout.format === 'csv' && (
          <SettingChoice
            size="small"
            name={t('imports:decimal')}
            value={decimal}
            options={decimals.map((value) => ({ value, label: value === '.' ? '1.5' : '1,5' }))}
            onChange={(value) => change({ decimal: value })}
          />
        )}
        {layout.format !== 'ags4' && layout.format !== 'toa5' && (
          <Setting name={t('imports:headerLine')}>
            <InputNumber
              size="small"
              min={1}
              aria-label={t('imports:headerLine')}
              placeholder={t('imports:noHeader')}
              value={headerLine}
              onChange={(value) => change({ headerLine: value, firstDataLine: (value ?? 0) + 1 })}
            />
          </Setting>
        )}
        {layout.format !== 'ags4' && (
          <Setting name={t('imports:firstDataLine')}>
            <InputNumber
              size="small"
              min={1}
              aria-label={t('imports:firstDataLine')}
              value={firstDataLine}
              onChange={(value) => value && change({ firstDataLine: value })}
            />
          </Setting>
        )}
      </div>
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
      <Preview layout={layout} />
    </div>
  );
}

/** The parts of a problem's detail: `3 of 4` cells, or the text at fault. */
function agsWords({ detail, rule }: ImportLayout['problems'][number]) {
  const [, found = '', expected = ''] = /^(\d+) of (\d+)$/.exec(detail) ?? [];
  return { detail, rule, found, expected };
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
                {column.name || (layout.format !== 'ags4' && t('imports:columnNumber', { number: column.column + 1 }))}
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
