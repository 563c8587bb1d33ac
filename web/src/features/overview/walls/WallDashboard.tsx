import type { SlideContent } from '@plumbline/contract/overview/walls';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxSize } from '../../../design/box-size.ts';
import { PanelBody, ShownGrid, screensOf, usePanelTitle } from '../dashboards/dashboards.parts.tsx';
import { panelPicture } from './walls.queries.ts';

type Slide = Extract<SlideContent, { kind: 'dashboard' }>;

/** Rows that are read from five metres on a screen of 1080 lines. */
const maxRows = 22;
const gapPx = 10;
/** No screen of a dashboard is shown shorter than this. */
const minTurnMs = 6_000;

/**
 * A dashboard over the whole screen; a long one screen by screen, all of them in the time of the slide. Views of a point are left
 * out, which is said: they need their reader's own session.
 */
export function WallDashboard({
  slide,
  token,
  place,
  dwellSeconds,
}: {
  slide: Slide;
  token: string;
  place: number;
  dwellSeconds: number;
}) {
  const { t } = useTranslation();
  const drawnPanels = useMemo(
    () => slide.panels.filter(({ content }) => content.kind !== 'view').map(({ panel }) => panel),
    [slide.panels],
  );
  const screens = useMemo(() => screensOf(drawnPanels, maxRows), [drawnPanels]);
  const turn = useTurn(screens.length, dwellSeconds);
  const left = slide.panels.length - drawnPanels.length;
  return (
    <div className="wall-slide wall-board">
      <h2>
        {slide.name} <span>{slide.projectName}</span>
        {left > 0 && <small>{t('walls:viewsLeft', { count: left })}</small>}
        {screens.length > 1 && (
          <small>
            {turn + 1} / {screens.length}
          </small>
        )}
      </h2>
      <Screen slide={slide} panels={screens[turn] ?? []} load={(panelId) => panelPicture(token, place, panelId)} />
    </div>
  );
}

/** Which of the screens is shown now. */
function useTurn(count: number, dwellSeconds: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setTurn((old) => old + 1), Math.max(minTurnMs, (dwellSeconds * 1000) / count));
    return () => clearInterval(timer);
  }, [count, dwellSeconds]);
  return count === 0 ? 0 : turn % count;
}

function Screen({
  slide,
  panels,
  load,
}: {
  slide: Slide;
  panels: Slide['panels'][number]['panel'][];
  load: (panelId: string) => Promise<Blob>;
}) {
  const titleOf = usePanelTitle();
  const box = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(box);
  const contents = new Map(slide.panels.map(({ panel, content }) => [panel.id, content]));
  const rows = Math.max(1, ...panels.map(({ y, h }) => y + h));
  const rowPx = Math.max(8, (height - (rows - 1) * gapPx) / rows);
  return (
    <div ref={box} className="wall-board-grid" style={{ ['--wall-row' as string]: `${rowPx}px` }}>
      <ShownGrid panels={panels}>
        {(panel) => {
          const content = contents.get(panel.id);
          return (
            <article className={`db-panel of-${panel.kind}`} aria-label={titleOf(panel, content)}>
              <header>
                <h2 className="pl-ell">{titleOf(panel, content)}</h2>
              </header>
              <div className="db-body">
                {content && <PanelBody panel={panel} content={content} load={() => load(panel.id)} />}
              </div>
            </article>
          );
        }}
      </ShownGrid>
    </div>
  );
}
