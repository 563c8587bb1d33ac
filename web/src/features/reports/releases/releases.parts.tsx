/** What the pages about the review and release of reports are made of. */
import './releases.css';

export { ApprovalDialog } from './ApprovalDialog.tsx';
export { Changes } from './Changes.tsx';
export { Comments, showThread } from './Comments.tsx';
export { Conclusions } from './Conclusions.tsx';
export { ReportFiles } from './ReportFiles.tsx';
export { ReviewActs } from './ReviewActs.tsx';
export { movedBy, type PagePlace, type Pin, pinsOf } from './review-places.ts';
export { SealFacts } from './SealFacts.tsx';
