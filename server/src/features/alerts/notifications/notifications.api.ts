/** What features above may ask about notifications. */
export { audienceOf } from '../../site/projects/projects.audience.api.ts';
