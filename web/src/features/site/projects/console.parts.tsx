/** The tabs of the console of a project that are about the project alone. */
import './console.css';

export type { ConsoleTab } from './console-tab.ts';
export { EndingTab } from './EndingTab.tsx';
export { GradingsTab } from './GradingsTab.tsx';
export { ProjectConfigTab } from './ProjectConfigTab.tsx';
