/** Parts of annotations for other features. */
export { AnnotationsPanel } from './AnnotationsPanel.tsx';
