/** Operations of recovery addresses for features above. */
export { accountsAt as accountsProvedAt, put as putRecoveryAddress } from './recovery.table.ts';
