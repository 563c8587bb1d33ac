/** What other features show of changes to many points: the steps that the guide to commissioning shares with the pages. */

export { AddPoints } from './AddPoints.tsx';
export { BatchInit } from './BatchInit.tsx';
