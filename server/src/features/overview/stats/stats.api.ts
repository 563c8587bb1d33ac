/** Queries of many projects at once, for walls. */
export { corporation, watched } from './stats.service.ts';
