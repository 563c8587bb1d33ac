/** What walls show of many projects at once. */
export { corporation, watched } from './stats.service.ts';
