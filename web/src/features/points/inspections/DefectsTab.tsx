import { DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { inspections } from '@plumbline/contract/points/inspections';
import { type Defect, defectSeverities, defectStates } from '@plumbline/contract/points/inspections.defects';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { ChangeDialog, useDefectWords } from './DefectDialogs.tsx';
import { MarkedPhoto } from './MarkedPhoto.tsx';

const idIn = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** The defects of a project: found by state, severity and words, taken away as a file, and followed one by one. */
export function DefectsTab() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [stateText, setState] = useUrlState('state', '');
  const [severityText, setSeverity] = useUrlState('severity', '');
  const [keyword, setKeyword] = useUrlState('find', '');
  const [defectText, setDefect] = useUrlState('defect', '');
  const chosen = idIn(defectText);
  const state = defectStates.find((each) => each === stateText);
  const severity = defectSeverities.find((each) => each === severityText);
  const settled = useSettled(keyword);
  const query = useRead(inspections.defects, {
    projectId: project.id,
    ...(state && { state }),
    ...(severity && { severity }),
    ...(settled && { keyword: settled }),
  });
  const { severityOptions, stateOptions } = useDefectWords();
  const rows = query.data?.defects;
  return (
    <div className="in-tab">
      <div className="in-bar">
        <SearchField value={keyword} onChange={setKeyword} label={t('inspections:defect.find')} />
        <Choice
          label={t('inspections:defect.state')}
          all={t('inspections:defect.allStates')}
          value={state}
          options={stateOptions}
          onChange={setState}
        />
        <Choice
          label={t('inspections:defect.severity')}
          all={t('inspections:defect.allSeverities')}
          value={severity}
          options={severityOptions}
          onChange={setSeverity}
        />
        <CsvButton defects={rows ?? []} />
      </div>
      <div className="in-table">
        <DefectTable
          query={query}
          isNarrowed={Boolean(state ?? severity ?? settled)}
          chosen={chosen}
          onOpen={(id) => setDefect(String(id))}
        />
      </div>
      {chosen !== null && <DefectPanel defectId={chosen} onClose={() => setDefect(null)} />}
    </div>
  );
}

function DefectTable({
  query,
  isNarrowed,
  chosen,
  onOpen,
}: {
  query: UseQueryResult<Reply<typeof inspections.defects>>;
  isNarrowed: boolean;
  chosen: number | null;
  onOpen: (id: number) => void;
}) {
  const { t } = useTranslation();
  const columns = useDefectColumns();
  return (
    <DataTable
      rows={query.data?.defects}
      columns={columns}
      rowKey={(row) => row.id}
      loading={query.isPending}
      error={query.error}
      onRetry={() => void query.refetch()}
      onOpen={({ id }) => onOpen(id)}
      isOpen={({ id }) => id === chosen}
      widthPx={860}
      empty={
        <Empty
          title={t(isNarrowed ? 'inspections:defect.noneFound' : 'inspections:defect.none')}
          why={isNarrowed ? undefined : t('inspections:defect.noneWhy')}
        />
      }
    />
  );
}

/** One of several, or all. */
const Choice = ({
  label,
  all,
  value = '',
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
}) => (
  <Select
    aria-label={label}
    value={value}
    style={{ minWidth: 140 }}
    options={[{ value: '', label: all }, ...options]}
    onChange={onChange}
  />
);

function useDefectColumns(): Columns<Defect> {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return [
    {
      title: t('inspections:defect.title'),
      key: 'title',
      render: (_, row) => (
        <div>
          <div className="pl-ell pl-b">{row.title}</div>
          <div className="pl-sm pl-3 pl-ell">{[row.location, row.question].filter(Boolean).join(' · ')}</div>
        </div>
      ),
    },
    {
      title: t('inspections:defect.severity'),
      key: 'severity',
      width: 110,
      render: (_, row) => t(`inspections:severities.${row.severity}`),
    },
    {
      title: t('inspections:defect.state'),
      key: 'state',
      width: 110,
      render: (_, row) => t(`inspections:states.${row.state}`),
    },
    {
      title: t('inspections:defect.raisedAt'),
      key: 'raised',
      width: 170,
      render: (_, row) => formatTime(row.raisedAt, timeZone),
    },
    {
      title: t('inspections:defect.changedAt'),
      key: 'changed',
      width: 170,
      render: (_, row) => formatTime(row.changedAt, timeZone),
    },
  ];
}

/** The rows that are shown, as a file. */
function CsvButton({ defects }: { defects: readonly Defect[] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const save = (): void =>
    saveCsv(
      `${project.name} ${t('inspections:tab.defects')}.csv`,
      (
        [
          'title',
          'severity',
          'state',
          'plan',
          'location',
          'question',
          'raisedAt',
          'raisedBy',
          'changedAt',
          'changedBy',
          'note',
        ] as const
      ).map((key) => t(`inspections:defect.${key}`)),
      defects.map((each) => [
        each.title,
        t(`inspections:severities.${each.severity}`),
        t(`inspections:states.${each.state}`),
        each.planName,
        each.location,
        each.question,
        formatTime(each.raisedAt, project.timeZone),
        each.raisedBy,
        formatTime(each.changedAt, project.timeZone),
        each.changedBy,
        each.note,
      ]),
    );
  return (
    <Button icon={<DownloadOutlined />} disabled={defects.length === 0} onClick={save}>
      CSV
    </Button>
  );
}

/** One defect: what it is now, its photos side by side by date, and its history. */
function DefectPanel({ defectId, onClose }: { defectId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const query = useRead(inspections.defect, { projectId: project.id, defectId });
  const [isChanging, setChanging] = useState(false);
  const defect = query.data?.defect;
  const may = defect && project.archivedAt === null && allowed(inspections.updateDefect);
  return (
    <SidePanel
      open
      widthPx={560}
      title={defect?.title ?? ''}
      onClose={onClose}
      foot={
        may && (
          <Button type="primary" icon={<EditOutlined />} onClick={() => setChanging(true)}>
            {t('inspections:defect.change')}
          </Button>
        )
      }
    >
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {(answer) => <DefectBody {...answer} />}
      </Answer>
      {isChanging && defect && <ChangeDialog defect={defect} onClose={() => setChanging(false)} />}
    </SidePanel>
  );
}

/** What a defect is, its photos side by side, and what became of it. */
function DefectBody({ defect: one, changes, photos }: Reply<typeof inspections.defect>) {
  const { t } = useTranslation();
  const { project } = useProject();
  const time = (at: string): string => formatTime(at, project.timeZone).slice(0, 16);
  return (
    <div className="in-defect">
      <p>
        {t(`inspections:states.${one.state}`)} · {t(`inspections:severities.${one.severity}`)}
      </p>
      <p className="pl-2">{[one.location, one.question].filter(Boolean).join(' · ')}</p>
      <p>
        <Link to={to('InspectionRound', { projectId: project.id, roundId: one.roundId })}>
          {t('inspections:defect.round', { name: one.planName, time: time(one.raisedAt) })}
        </Link>
      </p>
      <h3>{t('inspections:defect.photos')}</h3>
      {photos.length === 0 && <p className="pl-3">{t('inspections:defect.noPhotos')}</p>}
      <ul className="in-beside">
        {photos.map((photo) => (
          <li key={photo.id}>
            <MarkedPhoto photo={photo} alt={t('inspections:photo.of', { question: one.question })} />
            <span className="pl-sm pl-2 pl-num">{time(photo.addedAt)}</span>
          </li>
        ))}
      </ul>
      <h3>{t('inspections:defect.history')}</h3>
      <ul className="in-history">
        {changes.toReversed().map((change) => (
          <li key={`${change.at} ${change.state} ${change.severity} ${change.note}`}>
            <b>
              {t(`inspections:states.${change.state}`)} · {t(`inspections:severities.${change.severity}`)}
            </b>
            {change.note && <p>{change.note}</p>}
            <p className="pl-sm pl-3">
              {time(change.at)} · {change.byName}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
