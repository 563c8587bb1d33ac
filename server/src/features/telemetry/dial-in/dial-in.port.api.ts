/** The port that devices dial in at, for the gateway, which opens it and stores what is read. */
export { type DialInPort, openDialIn, type UnknownDevice } from './dial-in.tcp.ts';
export type { ReadRound, Rounds } from './logic/dial-in-link.ts';
