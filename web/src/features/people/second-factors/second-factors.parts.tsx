/** The caller's own second factor, and that of somebody else as administrators see it. */
export { SecondFactorPane } from './SecondFactorPane.tsx';
export { SecondFactorSection } from './SecondFactorSection.tsx';
