/** Links to a released report, and who is sent the reports of a project. */
export { DistributionDialog } from './DistributionDialog.tsx';
export { LinksPane } from './LinksPane.tsx';
