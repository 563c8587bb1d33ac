/** What features above do with recovery addresses. */
export { put as putRecoveryAddress } from './recovery.table.ts';
