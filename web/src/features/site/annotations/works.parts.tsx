/** The works of a project, for its screens: fetched without what writing annotations needs. */
export { WorksPane } from './WorksPane.tsx';
