/** Queries of notifications for features above. */
export { audienceOf } from '../../site/projects/projects.audience.api.ts';
