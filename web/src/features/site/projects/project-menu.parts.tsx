/** The menu of a project, apart from what structures show of projects: it brings dialogs. */
export { ProjectMenu } from './ProjectMenu.tsx';
