/** Parts of the handling of alerts, beside the list and on its page. */
export { CommentForm } from './CommentForm.tsx';
export { Handling } from './Handling.tsx';
export { LevelAction } from './LevelAction.tsx';
export { PlanSteps } from './PlanSteps.tsx';
export { UnsentNote } from './UnsentNote.tsx';
export { type Unsent, useStoredText, useUnsent } from './unsent.ts';
export { type Verdict, VerdictBar, VerdictForm } from './VerdictBar.tsx';
