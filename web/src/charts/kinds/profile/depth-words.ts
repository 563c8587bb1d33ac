export { metreWords as depthWords } from '../survey-curves.ts';
