/** What walls show of dashboards: the panels where they lie, filled by whoever shows them. */
import './dashboards.css';

export { screensOf } from './grid-places.ts';
export { PanelBody } from './PanelBody.tsx';
export { usePanelTitle } from './panel-title.ts';
export { ShownGrid } from './ShownGrid.tsx';
