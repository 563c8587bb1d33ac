/** What features above may ask about notifications. */
export { audienceOf } from './notifications.table.ts';
