import { DownloadOutlined } from '@ant-design/icons';
import type { ImportLine, intake } from '@plumbline/contract/devices/intake';
import { type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
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

type Checked = Reply<typeof intake.importSheet>;
const listedModels = 12;

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

/** `not in the catalogue. Similar: DCT-8` */
const unknownWords = (like: readonly string[], t: TFunction): string =>
  like.length > 0 ? t('intake:import.modelLike', { models: like.join(', ') }) : t('intake:import.modelUnknown');

/** Shows the result for each line of a sheet, and why one would be refused. */
export function ImportLines({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const { lines, problems, counts, columns: read } = checked;
  const [filter, setFilter] = useState<'all' | ImportLine['action']>(counts.refuse > 0 ? 'refuse' : 'all');
  const columns = useLineColumns(problems);
  const rows = filter === 'all' ? lines : lines.filter(({ action }) => action === filter);
  return (
    <div className="in-lines">
      <div className="pl-row in-import-bar" role="status">
        <Segmented
          label={t('intake:import.lines')}
          value={filter}
          onChange={setFilter}
          options={(['all', 'add', 'skip', 'refuse'] as const).map((value) => ({
            value,
            label: `${t(value === 'all' ? 'intake:import.allLines' : `intake:import.will.${value}`)} ${formatCount(
              value === 'all' ? lines.length : counts[value],
            )}`,
          }))}
        />
        <span className="pl-gap" />
        {problems.length > 0 && <SaveProblems checked={checked} />}
      </div>
      {read.unknown.length > 0 && (
        <p className="pl-notice pl-sm">{t('intake:import.unknown', { columns: read.unknown.join(', ') })}</p>
      )}
      <UnknownModels lines={lines} />
      <div className="in-lines-table">
        <DataTable
          dense
          rows={rows}
          columns={columns}
          rowKey={({ row }) => row}
          widthPx={320}
          empty={<Empty title={t('intake:import.noLines')} />}
        />
      </div>
    </div>
  );
}

/** What is wrong, line by line, as a file. */
function SaveProblems({ checked: { lines, problems } }: { checked: Checked }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      onClick={() =>
        saveCsv(
          'errors.csv',
          [t('intake:import.line'), t('devices:sncode'), t('intake:import.why')],
          problems.map((problem) => {
            const line = lines.find(({ row }) => row === problem.row);
            return [line?.line ?? problem.row + 2, line?.sncode ?? '', problemWords(problem, t, language)];
          }),
        )
      }
    >
      {t('sheets:saveProblems')}
    </Button>
  );
}

/** Models that the catalogue does not have: nothing is filled in by them. */
function UnknownModels({ lines }: { lines: readonly ImportLine[] }) {
  const { t } = useTranslation();
  const unknownLines = lines.filter(({ modelKnown }) => modelKnown === false);
  if (unknownLines.length === 0) return null;
  const models = [
    ...new Set(
      unknownLines.map(({ model, modelsLike: [like] }) =>
        like === undefined ? (model ?? '') : t('intake:import.modelMeant', { model, like }),
      ),
    ),
  ];
  const names = [...models.slice(0, listedModels), ...(models.length > listedModels ? ['…'] : [])];
  return (
    <p className="pl-notice pl-sm" role="note">
      {t('intake:import.modelsUnknown', { count: unknownLines.length, models: names.join(', ') })}
    </p>
  );
}

/** The columns of the table of lines. */
function useLineColumns(problems: readonly RowProblem[]): Columns<ImportLine> {
  const { t } = useTranslation();
  const why = useMemo(() => Map.groupBy(problems, ({ row }) => row), [problems]);
  return [
    { ...numeric(t('intake:import.line')), key: 'line', width: 64, dataIndex: 'line' },
    {
      title: t('intake:import.action'),
      key: 'action',
      width: 104,
      responsive: ['md'],
      render: (_, { action }) => (
        <span className={action === 'refuse' ? 'pl-b' : 'pl-2'}>{t(`intake:import.will.${action}`)}</span>
      ),
    },
    {
      title: t('devices:sncode'),
      key: 'sncode',
      width: 124,
      render: (_, { sncode, name }) => (
        <>
          <span className="pl-b">{sncode ?? missing}</span>
          <span className="pl-3 pl-sm in-under">{name}</span>
        </>
      ),
    },
    { title: t('devices:name'), key: 'name', width: 150, responsive: ['md'], render: (_, { name }) => name ?? missing },
    {
      title: t('devices:model'),
      key: 'model',
      width: 140,
      responsive: ['md'],
      render: (_, { model, modelKnown, modelsLike }) => (
        <>
          <span className="pl-2">{model ?? missing}</span>
          {modelKnown === false && <div className="pl-3 pl-sm">{unknownWords(modelsLike, t)}</div>}
        </>
      ),
    },
    {
      title: t('intake:import.makes'),
      key: 'channels',
      width: 170,
      responsive: ['md'],
      render: (_, { channels }) => channelWords(channels, t),
    },
    {
      title: t('intake:import.why'),
      key: 'why',
      className: 'in-reasons',
      render: (_, line) => <Reasons line={line} problems={why.get(line.row) ?? []} />,
    },
  ];
}

function Reasons({ line, problems }: { line: ImportLine; problems: readonly RowProblem[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      {problems.map((problem) => (
        <div className="in-reason" key={`${problem.path} ${problem.error} ${problem.message ?? ''}`}>
          {problemWords(problem, t, language)}
        </div>
      ))}
      <span className="pl-3 pl-sm in-under">
        {line.modelKnown === false && `${unknownWords(line.modelsLike, t)}, `}
        {channelWords(line.channels, t)}
      </span>
    </>
  );
}
