/** What other features and screens show of inspections. */
import './inspections.css';

export { MarkedPhoto } from './MarkedPhoto.tsx';
export { PlanStateTag } from './PlanStateTag.tsx';
export { AnswerWords, QuestionCard, useLimitWords } from './QuestionCard.tsx';
