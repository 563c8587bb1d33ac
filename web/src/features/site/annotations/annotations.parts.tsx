/** What other features show of annotations. */
export { AnnotationsPanel } from './AnnotationsPanel.tsx';
