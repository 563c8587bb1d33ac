/** Parts of Home for walls: the answer in words, and every project on its map. */
export { useAnswer } from './AnswerStrip.tsx';
export { boardRows } from './board-rows.ts';
export { PlacedProjects } from './ProjectsMap.tsx';
