/** What features above may ask about notifications. */
export { audienceOf } from '../projects/projects.audience.api.ts';
