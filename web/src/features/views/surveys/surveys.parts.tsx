/** Parts that views of shapes share beside survey-choice.parts.ts: the frame with its toolbar, states and player. */

export { SurveyPlayer } from './SurveyPlayer.tsx';
export { SurveysFrame } from './SurveysFrame.tsx';
export { SurveyToolbar } from './SurveyToolbar.tsx';
