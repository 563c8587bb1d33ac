/**
 * Parts of thresholds for other features. The tab is a part of its own: it draws charts, and forms that show the editor
 * must not load them.
 */

export { TemplateDialog } from './TemplateDialog.tsx';
export { ThresholdsEditor } from './ThresholdsEditor.tsx';
