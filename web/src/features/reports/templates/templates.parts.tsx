/** Parts of templates that pages of reports use: the choice of a template, and rows as covers list them. */
export { MovableRows } from './CoverLists.tsx';
export { templateField, useTemplateOptions } from './template-options.ts';
