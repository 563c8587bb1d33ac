/** What other features show of a project: its points on the map with their panel, levels, and the form of a structure. */
import './projects.css';
import './console.css';

export { ChosenPoint } from './ChosenPoint.tsx';
export { FamilyBars, LevelSummary } from './LevelSummary.tsx';
export { PictureBox } from './PictureBox.tsx';
export { PointsCentre } from './PointsCentre.tsx';
export { ProjectLogo } from './ProjectLogo.tsx';
export { type PointNow, usePointsNow } from './points-now.queries.ts';
export { StructureDialog } from './StructureDialog.tsx';
