/** What other features show of a project: its levels and families, and its logo. */
import './projects.css';
import './console.css';

export { FamilyBars, LevelSummary } from './LevelSummary.tsx';
export { ProjectLogo } from './ProjectLogo.tsx';
