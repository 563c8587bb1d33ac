import type { PanelContent } from '@plumbline/contract/overview/dashboards.contents';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { useTranslation } from 'react-i18next';

/** Returns the title of a panel: as somebody wrote it, else what it shows. */
export function usePanelTitle(): (panel: Panel, content: PanelContent | undefined) => string {
  const { t } = useTranslation();
  return (panel, content) => {
    if (panel.title !== '') return panel.title;
    if (content?.kind === 'value') return content.point.name;
    if (content?.kind === 'curve') return content.points.map(({ name }) => name).join(', ');
    if (content?.kind === 'drawing') return `${content.structureName} · ${content.drawing.name}`;
    if (content?.kind === 'photo') return content.pointName;
    if (content?.kind === 'view' && panel.kind === 'view')
      return `${content.name} · ${t(`profiles:tab.${panel.view}`)}`;
    return t(`dashboards:kinds.${panel.kind}`);
  };
}
