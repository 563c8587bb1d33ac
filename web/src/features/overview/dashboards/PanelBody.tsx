import './dashboards.css';
import type { PanelContent } from '@plumbline/contract/overview/dashboards.contents';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { AlertsPanel } from './AlertsPanel.tsx';
import { CurvePanel } from './CurvePanel.tsx';
import { MapPanel } from './MapPanel.tsx';
import { DrawingPanel, PhotoPanel } from './PicturePanels.tsx';
import type { LoadPicture } from './panel-picture.ts';
import { HealthPanel, StructuresPanel } from './StatePanels.tsx';
import { ValuePanel } from './ValuePanel.tsx';

/** Shows the content of a panel, on a page and on a wall alike. A view of a point needs its reader's own session. */
export function PanelBody({ panel, content, load }: { panel: Panel; content: PanelContent; load: LoadPicture }) {
  const { t } = useTranslation();
  switch (content.kind) {
    case 'gone':
      return <Empty title={t('dashboards:gone')} why={t('dashboards:goneWhy')} />;
    case 'refused':
      return <Empty title={t('dashboards:refused')} why={t('dashboards:refusedWhy', { needs: content.needs })} />;
    case 'value':
      return <ValuePanel content={content} />;
    case 'curve':
      return <CurvePanel content={content} />;
    case 'drawing':
      return <DrawingPanel panel={panel} content={content} load={load} />;
    case 'photo':
      return <PhotoPanel panel={panel} content={content} load={load} />;
    case 'map':
      return <MapPanel content={content} />;
    case 'alerts':
      return <AlertsPanel content={content} />;
    case 'health':
      return <HealthPanel content={content} />;
    case 'structures':
      return <StructuresPanel content={content} />;
    case 'text':
      return <div className="db-text">{panel.kind === 'text' ? panel.text : ''}</div>;
    case 'view':
      return <Empty title={t('dashboards:viewAway', { name: content.name })} why={t('dashboards:viewAwayWhy')} />;
  }
}
