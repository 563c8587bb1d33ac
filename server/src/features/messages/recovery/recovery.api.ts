/** Operations of recovery addresses for features above. */
export { put as putRecoveryAddress } from './recovery.table.ts';
