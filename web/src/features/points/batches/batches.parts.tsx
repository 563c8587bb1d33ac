/**
 * What other features show of changes to many points: the steps that the guide to commissioning shares with the pages, and
 * the bar under the list of points. The small parts that pages about chosen points share are parts of their own.
 */

export { AddPoints } from './AddPoints.tsx';
export { BatchBar } from './BatchBar.tsx';
export { BatchInit } from './BatchInit.tsx';
