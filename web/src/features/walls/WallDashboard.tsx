import type { SlideContent } from '@plumbline/contract/walls';
import { useRef } from 'react';
import { useBoxSize } from '../../design/box-size.ts';
import { PanelBody, ShownGrid, usePanelTitle } from '../dashboards/dashboards.parts.tsx';
import { panelPicture } from './walls.queries.ts';

type Slide = Extract<SlideContent, { kind: 'dashboard' }>;

/** A dashboard as large as the screen: its rows share the height that there is. */
export function WallDashboard({ slide, token, place }: { slide: Slide; token: string; place: number }) {
  const titleOf = usePanelTitle();
  const box = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(box);
  const contents = new Map(slide.panels.map(({ panel, content }) => [panel.id, content]));
  const rows = Math.max(1, ...slide.panels.map(({ panel }) => panel.y + panel.h));
  return (
    <div className="wall-slide wall-board">
      <h2>
        {slide.name} <span>{slide.projectName}</span>
      </h2>
      <div
        ref={box}
        className="wall-board-grid"
        style={{ ['--wall-row' as string]: `${Math.max(8, (height - (rows - 1) * 10) / rows)}px` }}
      >
        <ShownGrid panels={slide.panels.map(({ panel }) => panel)}>
          {(panel) => {
            const content = contents.get(panel.id);
            return (
              <section className={`db-panel of-${panel.kind}`} aria-label={titleOf(panel, content)}>
                <header>
                  <h2 className="pl-ell">{titleOf(panel, content)}</h2>
                </header>
                <div className="db-body">
                  {content && (
                    <PanelBody panel={panel} content={content} load={() => panelPicture(token, place, panel.id)} />
                  )}
                </div>
              </section>
            );
          }}
        </ShownGrid>
      </div>
    </div>
  );
}
