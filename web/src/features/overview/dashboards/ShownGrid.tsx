import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import type { ReactNode } from 'react';
import { inOrder } from './grid-places.ts';

/** Panels where they lie; on a narrow screen under each other in reading order. */
export function ShownGrid({ panels, children }: { panels: readonly Panel[]; children: (panel: Panel) => ReactNode }) {
  return (
    <div className="db-grid">
      {inOrder(panels).map((panel) => (
        <div
          key={panel.id}
          className="db-cell"
          style={{
            gridColumn: `${panel.x + 1} / span ${panel.w}`,
            gridRow: `${panel.y + 1} / span ${panel.h}`,
            ['--db-rows' as string]: panel.h,
          }}
        >
          {children(panel)}
        </div>
      ))}
    </div>
  );
}
