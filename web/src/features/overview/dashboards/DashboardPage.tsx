import './dashboards.css';
import {
  EditOutlined,
  FilePdfOutlined,
  FullscreenOutlined,
  PictureOutlined,
  PlusOutlined,
  SaveOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Dashboard, dashboards } from '@plumbline/contract/overview/dashboards';
import { dashboardLimits, type Panel } from '@plumbline/contract/overview/dashboards.panels';
import { Button, Input } from 'antd';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../../app/NotFoundPage.tsx';
import { to } from '../../../app/paths.ts';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Meanwhile } from '../../../design/form/Meanwhile.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonChart, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { printPicture, savePicture } from './board-picture.ts';
import { useLiveValues } from './dashboards.queries.ts';
import { belowAll, freeId } from './grid-places.ts';
import { PanelDialog } from './PanelDialog.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { RolesInput } from './RolesInput.tsx';
import { ShownGrid } from './ShownGrid.tsx';
import { type DraftState, useDraft } from './use-draft.ts';

const EditGrid = lazy(() => import('./EditGrid.tsx'));

/** One dashboard: looked at, and changed by whoever may. */
export default function DashboardPage() {
  const { project } = useProject();
  const dashboardId = Number(useParams()['dashboardId']);
  const query = useRead(dashboards.get, { projectId: project.id, dashboardId });
  if (query.error instanceof Failure && query.error.name === 'notFound' && !query.data) return <NotFoundPage />;
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {({ dashboard }) => <Board key={dashboard.id} dashboard={dashboard} />}
    </Answer>
  );
}

function Board({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const id = useId();
  const state = useDraft(dashboard);
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Panel | 'new' | null>(null);
  useLiveValues(project.id);
  const { isEditing, draft, overtaken } = state;
  return (
    <Page
      title={
        <PagePath to={to('Dashboards', { projectId: project.id })} above={t('dashboards:menu')}>
          {dashboard.name}
        </PagePath>
      }
      note={dashboard.isOwn ? undefined : t('dashboards:madeBy', { name: dashboard.byName })}
      actions={<Actions dashboard={dashboard} state={state} place={place} onAdd={() => setOpen('new')} />}
    >
      <LeaveGuard
        id={id}
        dirty={isEditing && state.isDirty}
        save={() => state.save()}
        undo={() => state.begin(dashboard)}
      />
      {overtaken && (
        <Meanwhile
          other={overtaken}
          zone={project.timeZone}
          differences={[]}
          onKeep={() => void state.keepMine()}
          onTake={state.takeTheirs}
        />
      )}
      {isEditing && <Settings state={state} />}
      <div ref={place} className="db-board">
        <Panels dashboard={dashboard} state={state} onEdit={setOpen} />
      </div>
      {open !== null && (
        <PanelDialog
          panel={open === 'new' ? null : open}
          place={{ id: freeId(draft.panels), x: 0, y: belowAll(draft.panels) }}
          onDone={(panel) =>
            state.change({
              panels:
                open === 'new'
                  ? [...draft.panels, panel]
                  : draft.panels.map((each) => (each.id === panel.id ? panel : each)),
            })
          }
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

/** The panels as they are saved; while they are changed, as they are then. */
function Panels({
  dashboard,
  state: { isEditing, draft, change },
  onEdit,
}: {
  dashboard: Dashboard;
  state: DraftState;
  onEdit: (panel: Panel) => void;
}) {
  const { t } = useTranslation();
  const { projectId, panels: saved } = dashboard;
  const panels = isEditing ? draft.panels : saved;
  if (panels.length === 0)
    return <Empty title={t('dashboards:empty')} why={t(isEditing ? 'dashboards:emptyEdit' : 'dashboards:emptyWhy')} />;
  if (!isEditing)
    return <ShownGrid panels={panels}>{(panel) => <PanelFrame projectId={projectId} panel={panel} />}</ShownGrid>;
  return (
    <Suspense fallback={<SkeletonChart height={400} />}>
      <EditGrid projectId={projectId} panels={panels} onChange={(next) => change({ panels: next })} onEdit={onEdit} />
    </Suspense>
  );
}

function Settings({ state: { draft, change } }: { state: DraftState }) {
  const { t } = useTranslation();
  const nameId = useId();
  return (
    <div className="db-settings">
      <label htmlFor={nameId}>
        <span className="pl-sm pl-2">{t('dashboards:name')}</span>
        <Input
          id={nameId}
          value={draft.name}
          maxLength={50}
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      <RolesInput roles={draft.roles} onChange={(roles) => change({ roles })} />
      <p className="pl-sm pl-3 db-how">{t('dashboards:moveHow')}</p>
    </div>
  );
}

function Actions({
  dashboard,
  state,
  place,
  onAdd,
}: {
  dashboard: Dashboard;
  state: DraftState;
  place: { readonly current: HTMLElement | null };
  onAdd: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const [isDrawing, setDrawing] = useState(false);
  const draw = async (use: (board: HTMLElement) => Promise<void>): Promise<void> => {
    if (!place.current) return;
    setDrawing(true);
    try {
      await use(place.current);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setDrawing(false);
    }
  };
  if (state.isEditing) return <EditActions state={state} onAdd={onAdd} />;
  return (
    <span className="pl-row tight">
      <IconButton
        icon={<FullscreenOutlined />}
        label={t('dashboards:fullScreen')}
        onClick={() => void place.current?.requestFullscreen().catch(() => undefined)}
      />
      <IconButton
        icon={<PictureOutlined />}
        label={t('dashboards:savePng')}
        disabled={isDrawing}
        onClick={() => void draw((board) => savePicture(board, dashboard.name))}
      />
      <IconButton
        icon={<FilePdfOutlined />}
        label={t('dashboards:savePdf')}
        disabled={isDrawing}
        onClick={() => void draw(printPicture)}
      />
      {dashboard.mayChange && project.archivedAt === null && (
        <Button type="primary" icon={<EditOutlined />} onClick={() => state.begin(dashboard)}>
          {t('dashboards:edit')}
        </Button>
      )}
    </span>
  );
}

function EditActions({ state, onAdd }: { state: DraftState; onAdd: () => void }) {
  const { t } = useTranslation();
  const save = async (): Promise<void> => {
    if (!state.isDirty || (await state.save())) state.end();
  };
  return (
    <span className="pl-row tight">
      <IconButton icon={<UndoOutlined />} label={t('dashboards:undo')} disabled={!state.canUndo} onClick={state.undo} />
      <Button icon={<PlusOutlined />} disabled={state.draft.panels.length >= dashboardLimits.panels} onClick={onAdd}>
        {t('dashboards:addPanel')}
      </Button>
      <Button onClick={state.end}>{t('common:cancel')}</Button>
      <Button type="primary" icon={<SaveOutlined />} loading={state.isSaving} onClick={() => void save()}>
        {t('common:save')}
      </Button>
    </span>
  );
}
