import 'react-grid-layout/css/styles.css';
import { dashboardLimits, type Panel } from '@plumbline/contract/overview/dashboards.panels';
import { type KeyboardEvent, useState } from 'react';
import ReactGridLayout, { noCompactor, useContainerWidth } from 'react-grid-layout';
import { useTranslation } from 'react-i18next';
import { inOrder, type Place, placeByKey, withPlace } from './grid-places.ts';
import { PanelFrame } from './PanelFrame.tsx';
import { usePanelTitle } from './panel-title.ts';

/** As in dashboards.css. */
const rowPx = 36;
const gapPx = 10;
/** Narrower, twelve columns show nothing: it is moved sideways then. */
const minWidthPx = 720;

const gridConfig = {
  cols: dashboardLimits.columns,
  rowHeight: rowPx,
  margin: [gapPx, gapPx],
  containerPadding: [0, 0],
} as const;
const dragConfig = { handle: '.db-handle' } as const;

interface EditGridProps {
  readonly projectId: number;
  readonly panels: readonly Panel[];
  readonly onChange: (panels: Panel[]) => void;
  readonly onEdit: (panel: Panel) => void;
}

/** Puts panels elsewhere, by hand or by key; `words` says the last place that a key made. */
function usePlacing({ panels, onChange }: Pick<EditGridProps, 'panels' | 'onChange'>) {
  const { t } = useTranslation();
  const titleOf = usePanelTitle();
  const [words, setWords] = useState('');
  const place = (panel: Panel, next: Place): void => {
    if (next.x === panel.x && next.y === panel.y && next.w === panel.w && next.h === panel.h) return;
    onChange(withPlace(panels, panel.id, next));
  };
  return {
    words,
    byKey: (panel: Panel, event: KeyboardEvent): void => {
      const next = placeByKey(panel, event.key, event.shiftKey);
      if (!next) return;
      event.preventDefault();
      place(panel, next);
      const { x, y, w, h } = next;
      setWords(t('dashboards:placed', { title: titleOf(panel, undefined), column: x + 1, row: y + 1, w, h }));
    },
    drop: (item: ({ readonly i: string } & Place) | null): void => {
      const panel = panels.find(({ id }) => id === item?.i);
      if (panel && item) place(panel, item);
    },
  };
}

/** The panels while they are moved about: by hand, or with the arrow keys on the handle of each. */
export default function EditGrid({ projectId, panels, onChange, onEdit }: EditGridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const { words, byKey, drop } = usePlacing({ panels, onChange });
  return (
    <div ref={containerRef} className="db-edit">
      <p className="pl-visually-hidden" role="status">
        {words}
      </p>
      {mounted && (
        <ReactGridLayout
          width={Math.max(width, minWidthPx)}
          layout={panels.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h }))}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          compactor={noCompactor}
          onDragStop={(_layout, _before, item) => drop(item)}
          onResizeStop={(_layout, _before, item) => drop(item)}
        >
          {inOrder(panels).map((panel) => (
            <div key={panel.id}>
              <PanelFrame
                projectId={projectId}
                panel={panel}
                acts={{
                  onKey: (event) => byKey(panel, event),
                  onEdit: () => onEdit(panel),
                  onRemove: () => onChange(panels.filter(({ id }) => id !== panel.id)),
                }}
              />
            </div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  );
}
