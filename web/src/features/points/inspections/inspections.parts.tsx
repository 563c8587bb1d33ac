/** What other features show of inspections. */
import './inspections.css';

export { PlanStateTag } from './PlanStateTag.tsx';
