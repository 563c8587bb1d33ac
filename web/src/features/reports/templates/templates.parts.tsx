/** What pages of reports show of templates: the choice of one, and what reports begin with. */
export { DefaultsTab } from './DefaultsTab.tsx';
export { templateField, useTemplateOptions } from './template-options.ts';
