/** The response plans of a project, for the page of its alert rules. */
export { PlansTab } from './PlansTab.tsx';
