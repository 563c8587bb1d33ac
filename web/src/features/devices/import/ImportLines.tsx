import { DownloadOutlined } from '@ant-design/icons';
import type { devices } from '@plumbline/contract/devices';
import type { ImportLine } from '@plumbline/contract/devices.bulk';
import { type SensorMode, sensorModes } from '@plumbline/contract/families';
import type { RowProblem } from '@plumbline/contract/points.rows';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatCount, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { problemWords } from './import-words.ts';

const modelsShown = 12;

/** `4 × Vibrating wire`: the channels that a device would have. */
function channelWords(channels: ImportLine['channels'], t: TFunction): string {
  if (channels === null) return '';
  if (channels.length === 0) return missing;
  return channels
    .map(({ mode, count }) => {
      const word = sensorModes[mode as SensorMode];
      return `${count} × ${word ? t(`families:mode.${word}`) : mode}`;
    })
    .join(', ');
}

/** What would become of each line of a sheet, and why one would be refused. */
export function ImportLines({ checked }: { checked: Reply<typeof devices.importSheet> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { lines, problems, counts, columns: read } = checked;
  const [shown, setShown] = useState<'all' | ImportLine['action']>(counts.refuse > 0 ? 'refuse' : 'all');
  const why = useMemo(() => {
    const byRow = new Map<number, RowProblem[]>();
    for (const problem of problems) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
    return byRow;
  }, [problems]);
  const columns: Columns<ImportLine> = [
    { ...numeric(t('devices:import.line')), key: 'line', width: 64, dataIndex: 'line' },
    {
      title: t('devices:import.action'),
      key: 'action',
      width: 104,
      responsive: ['md'],
      render: (_, { action }) => (
        <span className={action === 'refuse' ? 'pl-b' : 'pl-2'}>{t(`devices:import.will.${action}`)}</span>
      ),
    },
    {
      title: t('devices:sncode'),
      key: 'sncode',
      width: 124,
      render: (_, { sncode, name }) => (
        <>
          <span className="pl-b">{sncode ?? missing}</span>
          <span className="pl-3 pl-sm dv-under">{name}</span>
        </>
      ),
    },
    { title: t('devices:name'), key: 'name', width: 150, responsive: ['md'], render: (_, { name }) => name ?? missing },
    {
      title: t('devices:model'),
      key: 'model',
      width: 140,
      responsive: ['md'],
      render: (_, { model, modelKnown }) => (
        <>
          <span className="pl-2">{model ?? missing}</span>
          {modelKnown === false && <div className="pl-3 pl-sm">{t('devices:import.modelUnknown')}</div>}
        </>
      ),
    },
    {
      title: t('devices:import.makes'),
      key: 'channels',
      width: 170,
      responsive: ['md'],
      render: (_, { channels }) => channelWords(channels, t),
    },
    {
      title: t('devices:import.why'),
      key: 'why',
      className: 'dv-reasons',
      render: (_, { row, modelKnown, channels }) => (
        <>
          {(why.get(row) ?? []).map((problem) => (
            <div className="dv-reason" key={`${problem.path} ${problem.error} ${problem.message ?? ''}`}>
              {problemWords(problem, t, language)}
            </div>
          ))}
          <span className="pl-3 pl-sm dv-under">
            {modelKnown === false && `${t('devices:import.modelUnknown')}, `}
            {channelWords(channels, t)}
          </span>
        </>
      ),
    },
  ];
  const unknownLines = lines.filter(({ modelKnown }) => modelKnown === false);
  const unknownModels = [...new Set(unknownLines.map(({ model }) => model ?? ''))];
  const rows = shown === 'all' ? lines : lines.filter(({ action }) => action === shown);
  return (
    <div className="dv-lines">
      <div className="pl-row dv-import-bar" role="status">
        <Segmented
          label={t('devices:import.lines')}
          value={shown}
          onChange={setShown}
          options={(['all', 'add', 'skip', 'refuse'] as const).map((value) => ({
            value,
            label: `${t(value === 'all' ? 'devices:import.allLines' : `devices:import.will.${value}`)} ${formatCount(
              value === 'all' ? lines.length : counts[value],
            )}`,
          }))}
        />
        <span className="pl-gap" />
        {problems.length > 0 && (
          <Button
            size="small"
            icon={<DownloadOutlined />}
            onClick={() =>
              saveCsv(
                'errors.csv',
                [t('devices:import.line'), t('devices:sncode'), t('devices:import.why')],
                problems.map((problem) => {
                  const line = lines.find(({ row }) => row === problem.row);
                  return [line?.line ?? problem.row + 2, line?.sncode ?? '', problemWords(problem, t, language)];
                }),
              )
            }
          >
            {t('sheets:saveProblems')}
          </Button>
        )}
      </div>
      {read.unknown.length > 0 && (
        <p className="pl-notice pl-sm">{t('devices:import.unknown', { columns: read.unknown.join(', ') })}</p>
      )}
      {unknownLines.length > 0 && (
        <p className="pl-notice pl-sm" role="note">
          {t('devices:import.modelsUnknown', {
            count: unknownLines.length,
            models: [...unknownModels.slice(0, modelsShown), ...(unknownModels.length > modelsShown ? ['…'] : [])].join(
              ', ',
            ),
          })}
        </p>
      )}
      <div className="dv-lines-table">
        <DataTable
          dense
          rows={rows}
          columns={columns}
          rowKey={({ row }) => row}
          widthPx={320}
          empty={<Empty title={t('devices:import.noLines')} />}
        />
      </div>
    </div>
  );
}
