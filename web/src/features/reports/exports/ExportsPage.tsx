import './exports.css';
import {
  AreaChartOutlined,
  BellOutlined,
  BlockOutlined,
  ControlOutlined,
  DashboardOutlined,
  FileSearchOutlined,
  HddOutlined,
  LineChartOutlined,
} from '@ant-design/icons';
import { exports } from '@plumbline/contract/reports/exports';
import { type ExportKind, exportKinds } from '@plumbline/contract/reports/exports.records';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { ExportHistory } from './ExportHistory.tsx';
import { ReadingsExport } from './ReadingsExport.tsx';
import { RecordsExport } from './RecordsExport.tsx';
import { ReportsFrame } from './reports-frame.parts.tsx';

const pageSize = 50;
const firstPage = '1';

const icons: Readonly<Record<ExportKind, ComponentType>> = {
  readings: LineChartOutlined,
  alerts: BellOutlined,
  devices: HddOutlined,
  points: ControlOutlined,
  thresholds: DashboardOutlined,
  structures: BlockOutlined,
  operations: FileSearchOutlined,
  charts: AreaChartOutlined,
};

/** Offers the exports of a project, and the files of the last thirty days. */
export default function ExportsPage() {
  const { project } = useProject();
  const [kindText, setKind] = useUrlState('kind', '');
  const [pageText, setPage] = useUrlState('page', firstPage);
  const [making, setMaking] = useState<ExportKind | null>(null);
  const kind = exportKinds.find((each) => each === kindText);
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1);
  const query = useRead(
    exports.list,
    { projectId: project.id, ...(kind && { kind }), page, pageSize },
    { placeholderData: keepPreviousData },
  );
  const close = () => setMaking(null);
  const pending = query.data?.exports.filter(({ ready, taskId }) => !ready && taskId !== null) ?? [];
  return (
    <ReportsFrame active="exports">
      <Kinds kinds={query.data?.kinds ?? []} onChoose={setMaking} />
      {pending.length > 0 && (
        <div className="exp-making">
          {pending.map(({ taskId }) => taskId !== null && <TaskBar key={taskId} taskId={taskId} />)}
        </div>
      )}
      <ExportHistory
        query={query}
        kind={kind}
        onKind={(next) => {
          setKind(next);
          setPage(firstPage);
        }}
        page={page}
        pageSize={pageSize}
        onPage={(next) => setPage(String(next))}
      />
      {making === 'readings' && <ReadingsExport onClose={close} />}
      {making !== null && making !== 'readings' && <RecordsExport kind={making} onClose={close} />}
    </ReportsFrame>
  );
}

/** A button for each kind that the reader may export. */
function Kinds({ kinds, onChoose }: { kinds: readonly ExportKind[]; onChoose: (kind: ExportKind) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className="exp-kinds" aria-label={t('exports:new')}>
      {kinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <Button key={kind} className="exp-kind" onClick={() => onChoose(kind)}>
            <span className="exp-kind-name">
              <Icon /> {t(`exports:kinds.${kind}`)}
            </span>
            <span className="pl-sm pl-3">{t(`exports:kindNotes.${kind}`)}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}
