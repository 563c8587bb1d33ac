import { DeleteOutlined, DragOutlined, EditOutlined } from '@ant-design/icons';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { EmbeddedView } from '../../views/views/views.parts.tsx';
import { ownPicture, usePanel } from './dashboards.queries.ts';
import { PanelBody } from './PanelBody.tsx';
import { usePanelTitle } from './panel-title.ts';

export interface PanelActs {
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A panel with its title; where it is changed, with what moves, changes and removes it. */
export function PanelFrame({ projectId, panel, acts }: { projectId: number; panel: Panel; acts?: PanelActs }) {
  const { t } = useTranslation();
  const query = usePanel(projectId, panel);
  const title = usePanelTitle()(panel, query.data);
  return (
    <article className={`db-panel of-${panel.kind}`} aria-label={title} data-panel={panel.id}>
      <header>
        {acts && (
          <button
            type="button"
            className="db-handle pl-bare"
            aria-label={t('dashboards:move', { title })}
            title={t('dashboards:moveHow')}
            onKeyDown={acts.onKey}
          >
            <DragOutlined />
          </button>
        )}
        <h2 className="pl-ell">{acts ? title : <Link to={placeOf(projectId, panel)}>{title}</Link>}</h2>
        {acts && (
          <span className="db-acts">
            <IconButton icon={<EditOutlined />} label={t('dashboards:editPanel', { title })} onClick={acts.onEdit} />
            <IconButton
              icon={<DeleteOutlined />}
              label={t('dashboards:removePanel', { title })}
              onClick={acts.onRemove}
            />
          </span>
        )}
      </header>
      <div className="db-body">{bodyOf(panel, query)}</div>
    </article>
  );
}

/** Where more of the same is to be read. */
function placeOf(projectId: number, panel: Panel): string {
  switch (panel.kind) {
    case 'value':
    case 'photo':
      return to('DataView', { projectId }, { point: panel.pointId });
    case 'view':
      return to('DataView', { projectId }, { point: panel.pointId, view: panel.view });
    case 'curve':
      return to('DataView', { projectId }, { point: panel.pointIds[0] ?? 0 });
    case 'drawing':
      return to('StructureScreen', { projectId, structureId: panel.structureId });
    case 'alerts':
      return to('Alerts', { projectId });
    case 'health':
      return to('ProjectDeviceHealth', { projectId });
    default:
      return to('ProjectScreen', { projectId });
  }
}

function bodyOf(panel: Panel, query: ReturnType<typeof usePanel>): ReactNode {
  const { data } = query;
  if (!data)
    return query.error ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} />
    );
  if (data.kind === 'view' && panel.kind === 'view')
    return <EmbeddedView key={`${panel.pointId} ${panel.view}`} pointId={panel.pointId} view={panel.view} />;
  return (
    <>
      {query.error && <Outdated />}
      <PanelBody panel={panel} content={data} load={ownPicture} />
    </>
  );
}

/** What is shown is not of now: it could not be read again. */
function Outdated() {
  const { t } = useTranslation();
  return (
    <p className="db-outdated pl-sm" role="status">
      {t('dashboards:outdated')}
    </p>
  );
}
