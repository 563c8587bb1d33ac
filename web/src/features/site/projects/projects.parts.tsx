/** What other features show of a project: its levels and families, its pictures, and the form of a structure. */
import './projects.css';
import './console.css';

export { FamilyBars, LevelSummary } from './LevelSummary.tsx';
export { ProjectLogo } from './ProjectLogo.tsx';
export { StructureDialog } from './StructureDialog.tsx';
