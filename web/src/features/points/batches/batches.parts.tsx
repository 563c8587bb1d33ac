/** The first values of many points, as the guide to commissioning shows them too. */
export { BatchInit } from './BatchInit.tsx';
