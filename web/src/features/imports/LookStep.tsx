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
import { call } from '../../kernel/call.ts';
import { Setting, SettingChoice } from './Setting.tsx';

/** How the file was read, to be put right where it was read wrongly, and its first lines as they then are. */
export function LookStep({
  found,
  look,
  reading,
  onLook,
}: {
  found: Import;
  look: ImportLayout;
  reading: FileReading;
  onLook: (look: ImportLayout, reading: FileReading) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const again = useMutation({
    mutationFn: async (change: FileReading) => {
      const next = { ...reading, ...change };
      const { look: seen } = await call(imports.look, {
        projectId: found.projectId,
        importId: found.id,
        reading: next,
      });
      onLook(seen, next);
    },
    onError: toasts.failed,
  });
  const { encoding, separator, decimal, headerLine, firstDataLine } = look.reading;
  const text = look.format === 'csv' || look.format === 'toa5';
  const change = again.mutate;
  return (
    <div className="imp-look" aria-busy={again.isPending}>
      <div className="imp-settings">
        <Setting name={t('imports:format')}>
          <b>{t(`imports:formats.${look.format}`)}</b>
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
        {look.sheets.length > 1 && (
          <SettingChoice
            size="small"
            leastPx={240}
            popupMatchSelectWidth={false}
            name={t('imports:sheet')}
            value={look.reading.sheet}
            options={look.sheets.map((value) => ({ value, label: value }))}
            // Another sheet is laid out in its own way.
            onChange={(sheet) => change({ sheet, headerLine: undefined, firstDataLine: undefined })}
          />
        )}
        {look.format === 'csv' && (
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
        {look.format === 'csv' && (
          <SettingChoice
            size="small"
            name={t('imports:decimal')}
            value={decimal}
            options={decimals.map((value) => ({ value, label: value === '.' ? '1.5' : '1,5' }))}
            onChange={(value) => change({ decimal: value })}
          />
        )}
        {look.format !== 'ags4' && look.format !== 'toa5' && (
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
        {look.format !== 'ags4' && (
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
      {Object.keys(look.about).length > 0 && (
        <p className="pl-sm pl-2">
          {Object.entries(look.about)
            .map(([name, value]) => `${name}: ${value}`)
            .join(' · ')}
        </p>
      )}
      {look.problems.length > 0 && (
        <ul className="pl-sm pl-2">
          {look.problems.slice(0, 8).map((problem) => (
            <li key={`${problem.line} ${problem.fault}`}>
              {t('imports:line', { line: problem.line })} {problem.group}{' '}
              {t(`imports:agsFaults.${problem.fault}`, agsWords(problem))}
            </li>
          ))}
        </ul>
      )}
      {look.stated && (
        <p className="pl-sm pl-2">{t('imports:zoneStated', { text: look.stated.text, zone: look.stated.timeZone })}</p>
      )}
      <Preview look={look} />
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
  look: ImportLayout,
): readonly Pick<ImportLayout['columns'][number], 'column' | 'name' | 'unit' | 'holds'>[] {
  if (look.format !== 'ags4') return look.columns;
  const headings = look.preview.find(({ cells }) => cells[0] === 'HEADING')?.cells ?? [];
  const width = Math.max(0, ...look.preview.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => ({
    column,
    name: column === 0 ? '' : (headings[column] ?? ''),
    unit: '',
    holds: 'text' as const,
  }));
}

function Preview({ look }: { look: ImportLayout }) {
  const { t } = useTranslation();
  const columns = columnsOf(look);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled by keys
    <div className="imp-preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('imports:lineHead')}</th>
            {columns.map((column) => (
              <th key={column.column} scope="col">
                {column.name || (look.format !== 'ags4' && t('imports:columnNumber', { number: column.column + 1 }))}
                {column.unit && <span className="pl-3">, {column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.preview.map(({ line, cells }) => (
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
